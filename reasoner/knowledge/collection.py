"""Facts made ready for scoring: their terms and vectors as arrays, kept on disk where there are many."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from reasoner.knowledge.base import KnowledgeBase
from reasoner.knowledge.cache import cached_directory, fingerprint
from reasoner.knowledge.fact import Fact
from reasoner.knowledge.pool import Floats, Pool, family, flatten
from reasoner.knowledge.store import Store
from reasoner.knowledge.term_vectors import term_vectors
from reasoner.language.terms import content_lemmas

#: Part of the name of what is kept: raise it when terms or layout change.
_VERSION = "1"
_LEARNED_LEAST = 1_000  # from fewer facts all terms of a topic come out alike; then only equal terms match
_KEPT_FROM = 1_000  # facts; fewer are made ready faster than a folder is checked
_LEARNED_FROM = 20_000  # facts that term vectors are learned from; an even sample of more


Arrays = dict[str, NDArray[Any]]


class TextEncoder(Protocol):
    """What turns texts into unit vectors, such as `reasoner.neural.Encoder`."""

    @property
    def name(self) -> str:
        """What decides the vectors: model, version, precision."""

    def encode(self, texts: Sequence[str]) -> Floats:
        """Return a unit vector for each text, as rows."""


class Meaning(Protocol):
    """Terms of a text, vectors of terms, and vectors of sentences where there are any."""

    @property
    def name(self) -> str:
        """What decides terms and vectors."""

    #: Likeness of two terms below this counts as none.
    threshold: float

    def terms(self, text: str) -> list[str]:
        """Return the terms of a text, without repeats."""

    def of_terms(self, terms: Sequence[str]) -> Floats:
        """Return a unit vector for each term, zero where nothing is known of it."""

    def of_texts(self, texts: Sequence[str]) -> Floats | None:
        """Return a unit vector for each text, or None without an encoder."""

    def weight(self, term: str, kb: KnowledgeBase) -> float:
        """Return the idf of a term in a knowledge base that is too large to be a `Collection`."""


class EncodedMeaning:
    """Lemmas, and the vectors that a sentence encoder gives to terms and texts."""

    threshold = 0.3  # what unrelated words have; best on OpenBookQA Train of 0.3 and 0.5

    def __init__(self, encoder: TextEncoder) -> None:
        self._encoder = encoder
        self.name = encoder.name

    def terms(self, text: str) -> list[str]:
        """Return the lemmas of the content words."""
        return list(dict.fromkeys(content_lemmas(text)))

    def of_terms(self, terms: Sequence[str]) -> Floats:
        """Return what the encoder makes of each."""
        return self._encoder.encode(terms)

    def of_texts(self, texts: Sequence[str]) -> Floats | None:
        """Return what the encoder makes of each."""
        return self._encoder.encode(texts)

    def weight(self, term: str, kb: KnowledgeBase) -> float:
        """Return the idf of a lemma, from the index."""
        count, held = len(kb), kb.store.frequency(term)
        return float(np.log(1 + (count - held + 0.5) / (held + 0.5)))


class LearnedMeaning:
    """Word families, with term vectors learned from a knowledge base (latent semantic analysis); no neural extra."""

    threshold = 0.0

    def __init__(self, background: KnowledgeBase) -> None:
        self._background = background

    @cached_property
    def name(self) -> str:
        """The knowledge that it was learned from."""
        return fingerprint(_VERSION, self._background.store.texts)

    def terms(self, text: str) -> list[str]:
        """Return what the families of the content words have in common."""
        return list(dict.fromkeys(family(lemma) for lemma in content_lemmas(text)))

    def of_terms(self, terms: Sequence[str]) -> Floats:
        """Return the learned vectors."""
        numbers, vectors, _ = self._learned
        result = np.zeros((len(terms), vectors.shape[1]), np.float32)
        known = [(row, numbers[term]) for row, term in enumerate(terms) if term in numbers]
        if known:
            rows, places = zip(*known, strict=True)
            result[list(rows)] = vectors[list(places)]
        return result

    def of_texts(self, texts: Sequence[str]) -> Floats | None:
        """Return nothing: whole texts are compared by their terms."""
        return None

    def weight(self, term: str, kb: KnowledgeBase) -> float:
        """Return the idf of a family among the facts that were learned from: the index knows lemmas only."""
        numbers, _, weights = self._learned
        return float(weights[numbers[term]] if term in numbers else weights.max(initial=1.0))

    @cached_property
    def _learned(self) -> tuple[dict[str, int], Floats, Floats]:
        size = len(self._background)

        def learn() -> Arrays:
            step = -(-size // _LEARNED_FROM) or 1
            sample = (self._background.store[number] for number in range(0, size, step))
            vocabulary, flat, starts = flatten([self.terms(fact.text) for fact in sample])
            pool = Pool(vocabulary, flat, starts)
            vectors = term_vectors(pool) if size >= _LEARNED_LEAST else np.zeros((len(vocabulary), 1), np.float32)
            return {"vocabulary": vocabulary, "vectors": vectors, "weights": pool.idf}

        made = _kept("term-vectors", self.name, learn, size)
        numbers = {term: number for number, term in enumerate(made["vocabulary"].tolist())}
        return numbers, made["vectors"], made["weights"]


class Collection:
    """Facts with their terms, the vectors of their terms, and their own vectors where there is an encoder."""

    def __init__(
        self, facts: Sequence[Fact] | Store, arrays: Arrays, idf: Callable[[str], float] | None = None
    ) -> None:
        self.facts = facts
        self.pool = Pool(arrays["vocabulary"], arrays["flat"], arrays["starts"], idf)
        self.term_vectors: Floats = arrays["term_vectors"]
        self.vectors: Floats | None = arrays.get("vectors")

    @classmethod
    def whole(cls, kb: KnowledgeBase, meaning: Meaning) -> Collection:
        """Return all facts of a knowledge base, made ready once and kept on disk."""
        key = fingerprint(_VERSION, meaning.name, kb.store.texts)
        return cls(kb.store, _kept("collections", key, lambda: _arrays(list(kb), meaning), len(kb)))

    @classmethod
    def of(cls, facts: Sequence[Fact], meaning: Meaning, idf: Callable[[str], float]) -> Collection:
        """Return a few facts that are added to, or drawn from, a larger collection, which weighs the terms."""
        return cls(facts, _arrays(facts, meaning), idf)


def _arrays(facts: Sequence[Fact], meaning: Meaning) -> Arrays:
    vocabulary, flat, starts = flatten([meaning.terms(fact.text) for fact in facts])
    arrays = {"vocabulary": vocabulary, "flat": flat, "starts": starts}
    arrays["term_vectors"] = meaning.of_terms(vocabulary.tolist())
    vectors = meaning.of_texts([fact.text for fact in facts])
    return arrays if vectors is None else arrays | {"vectors": vectors}


def _kept(kind: str, key: str, make: Callable[[], Arrays], size: int) -> Arrays:
    """Return what is made of so many facts: from memory where they are few, else made once and mapped from disk."""
    if size < _KEPT_FROM:
        return make()

    def build(folder: Path) -> None:
        for name, array in make().items():
            np.save(folder / f"{name}.npy", array, allow_pickle=False)

    folder = cached_directory(kind, key, build)
    return {path.stem: np.load(path, mmap_mode="r", allow_pickle=False) for path in sorted(folder.glob("*.npy"))}
