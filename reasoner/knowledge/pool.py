"""Facts as arrays of their terms: BM25 and soft matching of terms over all of them at once."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from reasoner.knowledge.bm25 import K1, B

Floats = NDArray[np.float32]
Integers = NDArray[np.int64]

# Endings that make one word of a family from another: conduct, conductor, conductive, conductivity.
_ENDING = re.compile(
    "(?<=....)(ation|ment|ness|ity|ive?|able|ible|ous|ful|less|[ae]nce|[ae]nt|ion|ical?|ate?|ify|ize|is[mt]|[ao]ry|al|ly"
    "|[eo]r|y|e)$"
)


@lru_cache(maxsize=200_000)
def family(lemma: str) -> str:
    """Return what the words of a family have in common.

    >>> family("evaporation"), family("evaporate"), family("conductivity"), family("heat")
    ('evap', 'evap', 'conduct', 'heat')
    """
    shorter = _ENDING.sub("", lemma)
    return lemma if shorter == lemma else family(shorter)


def flatten(facts: Sequence[Sequence[str]]) -> tuple[NDArray[np.str_], Integers, Integers]:
    """Return the vocabulary of some facts (lists of terms), all their terms as one flat array, and where each starts.

    >>> [part.tolist() for part in flatten([["steel", "metal"], ["metal"]])]
    [['metal', 'steel'], [1, 0, 0], [0, 2, 3]]
    """
    vocabulary = sorted({term for fact in facts for term in fact})
    numbers = {term: number for number, term in enumerate(vocabulary)}
    flat = np.array([numbers[term] for fact in facts for term in fact], dtype=np.int64)
    starts = np.concatenate([[0], np.cumsum([len(fact) for fact in facts])]).astype(np.int64)
    return np.array(vocabulary, dtype=np.str_), flat, starts


class Pool:
    """The terms of some facts, as one flat array with the places where each fact starts.

    Examples
    --------
    >>> pool = Pool(*flatten([["metal", "conduct", "heat"], ["steel", "metal"], ["wool", "warm"]]))
    >>> print(pool.bm25(["steel", "metal"]).round(2))
    [0.42 1.54 0.  ]
    """

    def __init__(
        self, vocabulary: NDArray[np.str_], flat: Integers, starts: Integers, idf: Callable[[str], float] | None = None
    ) -> None:
        """Take what `flatten` returns; `idf` weighs a term where the facts are a part of a larger collection."""
        self._names: list[str] = vocabulary.tolist()
        self.vocabulary = {term: number for number, term in enumerate(self._names)}
        self._flat, self._starts = flat, starts
        lengths = np.diff(starts)
        count = len(lengths)
        self._owner = np.repeat(np.arange(count), lengths)
        held = np.bincount(flat, minlength=len(vocabulary))
        own = np.log(1 + (count - held + 0.5) / (held + 0.5))
        self.idf = (np.array([idf(term) for term in self.vocabulary]) if idf else own).astype(np.float32)
        self._unknown_idf = float(np.log(2 + 2 * count))
        self._holders = self._owner[np.argsort(flat, kind="stable")]
        self._term_starts = np.concatenate([[0], np.cumsum(held)])
        norm = K1 * (1 - B + B * lengths / max(len(flat) / max(count, 1), 1e-9))
        self._saturation = ((K1 + 1) / (1 + norm)).astype(np.float32)
        self._mass: Floats = np.maximum(self.sums(self.idf[flat]), np.float32(1e-9))

    def __len__(self) -> int:
        return len(self._starts) - 1

    def entries(self) -> tuple[Integers, Integers]:
        """Return, for each term that some fact holds, the number of the fact and the number of the term."""
        return self._owner, self._flat

    def terms(self, number: int) -> list[str]:
        """Return the terms of a fact."""
        return [self._names[term] for term in self._flat[self._starts[number] : self._starts[number + 1]]]

    def incidence(self) -> Floats:
        """Return a matrix with a row for each fact and a column for each term: 1 where the fact holds the term."""
        matrix = np.zeros((len(self), len(self.vocabulary)), np.float32)
        matrix[self._owner, self._flat] = 1
        return matrix

    def holders(self, term: int) -> Integers:
        """Return the numbers of the facts that hold a term."""
        return self._holders[self._term_starts[term] : self._term_starts[term + 1]]

    def numbers(self, terms: Iterable[str]) -> list[int]:
        """Return the numbers of those terms that some fact holds."""
        return [self.vocabulary[term] for term in terms if term in self.vocabulary]

    def weight(self, term: str) -> float:
        """Return the idf of a term."""
        number = self.vocabulary.get(term)
        return self._unknown_idf if number is None else float(self.idf[number])

    def bm25(self, terms: Iterable[str]) -> Floats:
        """Return the score of each fact for some terms."""
        scores = np.zeros(len(self), np.float32)
        for term in self.numbers(terms):
            scores[self.holders(term)] += self.idf[term]
        return scores * self._saturation

    def coverage(self, weights: Floats) -> Floats:
        """Return, for a weight from 0 to 1 of each term of the vocabulary, how much of each fact they make up."""
        shares: Floats = self.sums(weights[self._flat] * self.idf[self._flat]) / self._mass
        return shares

    def sums(self, values: Floats) -> Floats:
        """Add up, for each fact, the values that its terms have (one value an entry of the flat array)."""
        return np.bincount(self._owner, values, minlength=len(self)).astype(np.float32)

    def best(self, likeness: Floats) -> Floats:
        """Return, for rows of likeness to each term of the vocabulary, the likeness of each fact's nearest term."""
        filled = np.flatnonzero(np.diff(self._starts))
        result = np.zeros((len(likeness), len(self)), np.float32)
        if len(filled):
            result[:, filled] = np.maximum.reduceat(likeness[:, self._flat], self._starts[filled], axis=1)
        return result
