"""How well facts match a stem and a choice, as arrays over all facts of a collection."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from reasoner.knowledge.collection import Collection, Meaning
from reasoner.knowledge.fact import Fact
from reasoner.knowledge.pool import Floats

# Logistic regression on the first 1,500 questions of OpenBookQA Train (which fact of F is the question's?), so that
# scores are log-odds. In order:
# the likeness of the fact to stem and choice together, to the stem, to the choice; then, term by term and weighted by
# idf, how much of the stem, of the choice and of the fact is met.
ENCODED_WEIGHTS = np.array([10.05, 6.81, 6.21, 4.57, 1.43, 1.33], np.float32)
# Without an encoder: BM25 of the stem, of the choice, exact coverage of the fact, and the same last three. Here half of
# the loss is how far the gold fact stays behind the tenth; of three such shares this one was chosen on Dev.
LEARNED_WEIGHTS = np.array([0.16, 0.15, 3.24, 6.40, 2.55, 2.15], np.float32)


@dataclass(frozen=True, slots=True)
class Query:
    """A stem and one of its choices (or no choice), and the facts that came with the question.

    >>> Query("Which is a metal?", "steel").both
    'Which is a metal? steel'
    """

    stem: str
    choice: str = ""
    given: tuple[Fact, ...] = ()

    @property
    def both(self) -> str:
        """Stem and choice, one after the other."""
        return f"{self.stem} {self.choice}".strip()


@dataclass(frozen=True, slots=True)
class Side:
    """A stem or a choice: its terms and their vectors."""

    terms: list[str]
    vectors: Floats


@dataclass(frozen=True, slots=True)
class Ready:
    """A query made ready: both sides, and the vectors of stem and choice together, of the stem, of the choice."""

    query: Query
    stem: Side
    choice: Side
    vectors: Floats | None


def prepare(queries: Sequence[Query], meaning: Meaning) -> list[Ready]:
    """Make queries ready, all texts and all terms in one call each."""
    terms = {text: meaning.terms(text) for query in queries for text in (query.stem, query.choice)}
    every_term = sorted({term for some in terms.values() for term in some})
    vectors = meaning.of_terms(every_term)
    row = {term: number for number, term in enumerate(every_term)}
    sides = {text: Side(some, vectors[[row[term] for term in some]]) for text, some in terms.items()}
    # Without a choice the stem stands for it, so that the weights still fit.
    texts = [text for query in queries for text in (query.both, query.stem, query.choice or query.stem)]
    whole = meaning.of_texts(texts)
    return [
        Ready(query, sides[query.stem], sides[query.choice], None if whole is None else whole[3 * n : 3 * n + 3])
        for n, query in enumerate(queries)
    ]


class Matcher:
    """Scores the facts of one collection; what a stem gave is kept for its other choices."""

    def __init__(self, collection: Collection, threshold: float) -> None:
        self.collection = collection
        self._threshold = threshold
        self._last: tuple[list[str], _Match] | None = None

    def scores(self, ready: Ready) -> Floats:
        """Return the score of each fact, in log-odds."""
        features = self.features(ready)
        scores: Floats = (ENCODED_WEIGHTS if ready.vectors is not None else LEARNED_WEIGHTS) @ features
        return scores

    def features(self, ready: Ready) -> Floats:
        """Return what is known of each fact, one row a feature, in the order of the weights."""
        pool = self.collection.pool
        stem, choice = self._stem(ready.stem), self._match(ready.choice)
        soft = [stem.share, choice.share, pool.coverage(np.maximum(stem.nearest, choice.nearest))]
        if ready.vectors is not None and self.collection.vectors is not None:
            return np.stack([*(ready.vectors @ self.collection.vectors.T), *soft])
        exact = np.zeros(len(pool.vocabulary), np.float32)
        exact[pool.numbers([*ready.stem.terms, *ready.choice.terms])] = 1
        return np.stack([pool.bm25(ready.stem.terms), pool.bm25(ready.choice.terms), pool.coverage(exact), *soft])

    def met(self, ready: Ready, facts: Sequence[int]) -> Floats:
        """Return how well each of some facts (rows) meets each term of stem and choice, from 0 to the term's idf."""
        return np.concatenate([self._stem(ready.stem).met[:, facts], self._match(ready.choice).met[:, facts]]).T

    def _stem(self, side: Side) -> _Match:
        if self._last is None or self._last[0] is not side.terms:
            self._last = side.terms, self._match(side)
        return self._last[1]

    def _match(self, side: Side) -> _Match:
        pool, vocabulary = self.collection.pool, self.collection.term_vectors
        if not side.terms or not len(pool.vocabulary):
            nothing = np.zeros(len(pool), np.float32)
            return _Match(np.zeros((0, len(pool)), np.float32), nothing, np.zeros(len(pool.vocabulary), np.float32))
        likeness = (side.vectors @ vocabulary.T - self._threshold) / (1 - self._threshold)
        likeness = np.clip(likeness, 0, 1, dtype=np.float32)
        for row, term in enumerate(side.terms):
            if term in pool.vocabulary:
                likeness[row, pool.vocabulary[term]] = 1
        weights = np.array([pool.weight(term) for term in side.terms], np.float32)
        met = weights[:, None] * pool.best(likeness)
        return _Match(met, met.sum(axis=0) / weights.sum(), likeness.max(axis=0))


@dataclass(frozen=True, slots=True)
class _Match:
    """How a side matches: each of its terms each fact (by idf), the share met by each fact, and each known term."""

    met: Floats
    share: Floats
    nearest: Floats
