"""Sentence vectors of a whole knowledge base: encoded once ahead, kept at half precision, mapped from disk."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import islice
from pathlib import Path
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from reasoner.knowledge import KnowledgeBase
from reasoner.knowledge.cache import cached_directory, fingerprint

Floats = NDArray[np.float32]

#: Part of the name of what is kept: raise it when the layout changes.
_VERSION = "1"
_FILE = "vectors.npy"
_AT_ONCE = 2_000  # facts encoded between two reports of progress
_IN_MEMORY = 300_000  # facts; their vectors are held at full precision, because arithmetic on halves is slow
_BLOCK = 50_000  # facts of a larger knowledge base that are compared at a time


class TextEncoder(Protocol):
    """What turns texts into unit vectors, such as `reasoner.neural.Encoder`."""

    @property
    def name(self) -> str:
        """What decides the vectors: model, version, precision."""

    def encode(self, texts: Sequence[str]) -> Floats:
        """Return a unit vector for each text, as rows."""


class DenseIndex:
    """A unit vector for every fact of a knowledge base.

    The encoder keeps every vector that it made, so an index that was interrupted, or whose knowledge grew by a few
    rows, costs only what is missing.

    Examples
    --------
    >>> class Letters:
    ...     name = "letters"
    ...     def encode(self, texts):
    ...         counts = np.array([[text.count(letter) for letter in "abc"] for text in texts], np.float32)
    ...         return counts / np.linalg.norm(counts, axis=1, keepdims=True)
    >>> index = DenseIndex.of(KnowledgeBase.from_facts(["a b", "a", "c"]), Letters())
    >>> index.likeness(Letters().encode(["a a b"])).round(2).tolist()
    [[0.949999988079071], [0.8899999856948853], [0.0]]
    """

    def __init__(self, vectors: NDArray[np.float16], struck: Collection[int] = ()) -> None:
        few = len(vectors) <= _IN_MEMORY
        self._vectors: NDArray[np.float16] | Floats = vectors.astype(np.float32) if few else vectors
        self._struck = sorted(struck)

    @classmethod
    def of(cls, kb: KnowledgeBase, encoder: TextEncoder) -> DenseIndex:
        """Return the vectors of a knowledge base, from the user's cache where they were made before."""
        if kb.key is None:
            return cls(_encode(kb, encoder), kb.store.struck)

        def build(folder: Path) -> None:
            np.save(folder / _FILE, _encode(kb, encoder), allow_pickle=False)

        folder = cached_directory("vectors", fingerprint(_VERSION, encoder.name, kb.key), build)
        return cls(np.load(folder / _FILE, mmap_mode="r", allow_pickle=False), kb.store.struck)

    def __len__(self) -> int:
        return len(self._vectors)

    def __getitem__(self, numbers: Sequence[int]) -> Floats:
        return np.asarray(self._vectors[numbers], np.float32)

    def likeness(self, vectors: Floats) -> Floats:
        """Return the cosine of every fact (rows) with each of some vectors (columns); a struck one has none."""
        found = self._likeness(vectors)
        found[self._struck] = -np.inf
        return found

    def _likeness(self, vectors: Floats) -> Floats:
        if self._vectors.dtype == np.float32:
            return np.asarray(self._vectors @ vectors.T, np.float32)
        starts = range(0, len(self), _BLOCK)
        blocks = [self._vectors[start : start + _BLOCK].astype(np.float32) @ vectors.T for start in starts]
        return np.concatenate(blocks)


def _encode(kb: KnowledgeBase, encoder: TextEncoder) -> NDArray[np.float16]:
    texts = (fact.text for fact in kb.tracked(f"Encoding {', '.join(kb.sources) or 'facts'}"))
    parts = []
    while part := list(islice(texts, _AT_ONCE)):
        parts.append(encoder.encode(part).astype(np.float16))
    return np.concatenate(parts) if parts else np.empty((0, 1), np.float16)
