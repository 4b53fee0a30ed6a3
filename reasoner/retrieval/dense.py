"""Sentence vectors of a whole knowledge base: encoded once ahead, kept at half precision, mapped from disk."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from concurrent.futures import Executor
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from reasoner.knowledge import KnowledgeBase
from reasoner.knowledge.cache import cache_folder, fingerprint, kept_parts, sealed_directory
from reasoner.knowledge.fact import Fact
from reasoner.knowledge.parts import make_parts

Floats = NDArray[np.float32]

#: Facts whose vectors are held in memory at full precision, because arithmetic on halves is slow.
IN_MEMORY = 300_000
#: Part of the name of what is kept: raise it when the layout changes.
_VERSION = "1"
_FILE = "vectors.npy"
_PART = 4_000_000  # bytes of facts, some 25,000 sentences: what a kill can cost
_AT_ONCE = 2_000  # facts encoded together
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
        few = len(vectors) <= IN_MEMORY
        self._vectors: NDArray[np.float16] | Floats = vectors.astype(np.float32) if few else vectors
        self._struck = sorted(struck)

    @classmethod
    def of(cls, kb: KnowledgeBase, encoder: TextEncoder, executor: Executor | None = None) -> DenseIndex:
        """Return the vectors of a knowledge base, from the user's cache where they were made before.

        Parameters
        ----------
        kb, encoder : KnowledgeBase, TextEncoder
            Whose vectors, and what makes them.
        executor : Executor, optional
            Processes, which see the same files, that encode parts of the facts.
        """
        if kb.key is None:
            return cls(_encoded(encoder, kb.store), kb.store.struck)
        final = cache_folder() / "vectors" / fingerprint(_VERSION, encoder.name, kb.key)

        def build(folder: Path) -> None:
            with kept_parts(final, folder) as kept:
                heading = f"Encoding {', '.join(kb.sources)}"
                work = partial(encode_facts, encoder)
                _join(folder, make_parts(work, kb.store.folder, kept, kb.track, heading, executor, size=_PART))

        found = np.load(sealed_directory(final, build) / _FILE, mmap_mode="r", allow_pickle=False)
        return cls(found, kb.store.struck)

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


def encode_facts(encoder: TextEncoder, folder: Path, facts: Iterable[Fact], first: int) -> None:
    """Write the vectors of some facts into an empty folder."""
    np.save(folder / _FILE, _encoded(encoder, facts), allow_pickle=False)


def _encoded(encoder: TextEncoder, facts: Iterable[Fact]) -> NDArray[np.float16]:
    texts = (fact.text for fact in facts)
    found = []
    while part := list(islice(texts, _AT_ONCE)):
        found.append(encoder.encode(part).astype(np.float16))
    return np.concatenate(found) if found else np.empty((0, 1), np.float16)


def _join(folder: Path, parts: Sequence[Path]) -> None:
    """Write the vectors of all parts into one file, a part at a time."""
    found = [np.load(part / _FILE, mmap_mode="r", allow_pickle=False) for part in parts]
    shape = sum(map(len, found)), max(some.shape[1] for some in found)
    header = {"descr": np.lib.format.dtype_to_descr(np.dtype(np.float16)), "fortran_order": False, "shape": shape}
    with open(folder / _FILE, "wb") as file:
        np.lib.format.write_array_header_1_0(file, header)
        for some in found:
            some.tofile(file)
