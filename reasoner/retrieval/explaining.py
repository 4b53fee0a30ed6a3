"""Ranking the rows of a knowledge base by whether they explain why an answer holds, as WorldTree's shared tasks ask.

An explanation is more than the rows most like the question: each says what the rows before it have left unsaid, and may
go on from a word that one of them brought.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from reasoner.knowledge.bm25 import idf
from reasoner.language.terms import content_lemmas
from reasoner.retrieval.dense import Floats, TextEncoder

# Set by hand, with 120 questions of WorldTree in view that no published figure counts.
_EARLIER = 0.7  # what a word of the sentences before the one that asks is worth
_PICKED = 10  # rows that are picked one by one, each in the light of those before it
_SAID = 0.9  # what is left of a word of the question when a picked row has said it
_BROUGHT = 0.2  # what a word is worth that a picked row brought
_BY_WORDS, _ANSWER_SHARE = 0.7, 0.5  # of words beside vectors; of the answer beside the whole, in vectors

_SENTENCE_END = re.compile(r"(?<=[.?!])\s+")


class Explainer:
    """Ranks rows for a question and its right answer; with an encoder, by sentence vectors as well as by words.

    >>> rows = ["wool is soft", "a spoon is made of steel", "metal conducts heat", "steel is a kind of metal"]
    >>> order = Explainer(rows).rank("Which will conduct heat?", "a steel spoon")
    >>> [rows[number] for number in order[:3]]
    ['metal conducts heat', 'a spoon is made of steel', 'steel is a kind of metal']
    """

    def __init__(self, rows: Sequence[str], encoder: TextEncoder | None = None) -> None:
        bags = [dict.fromkeys(content_lemmas(row)) for row in rows]
        self._ids = {lemma: number for number, lemma in enumerate(sorted({one for bag in bags for one in bag}), 1)}
        # Every row also holds lemma 0, which is worth nothing, so that none is empty.
        self._rows = [np.array([0, *(self._ids[lemma] for lemma in bag)]) for bag in bags]
        self._flat = np.concatenate([*self._rows, np.empty(0, np.int64)]).astype(np.int64)
        self._starts = np.cumsum([0, *(len(row) for row in self._rows)])[:-1]
        holding = np.bincount(self._flat, minlength=len(self._ids) + 1)
        self._idf = np.array([idf(int(count), len(rows)) for count in holding])
        self._idf[0] = 0.0
        self._length = np.sqrt(np.maximum(self._sums(self._idf**2), 1e-9))
        self._encoder, self._vectors = encoder, encoder.encode(rows) if encoder else None

    def rank(self, stem: str, answer: str) -> NDArray[np.int64]:
        """Return the numbers of all rows, those that explain best first."""
        wanted = self._wanted(stem, answer)
        whole = max(float(np.linalg.norm(wanted)), 1e-9)
        dense, share = self._by_vectors(stem, answer), _BY_WORDS if self._encoder else 1.0
        free, order = np.ones(len(self._rows), bool), []
        scores = self._by_words(wanted) * (share / whole) + dense
        for _ in range(min(_PICKED, len(self._rows))):
            best = int(np.argmax(np.where(free, scores, -np.inf)))
            order.append(best)
            free[best] = False
            own = self._rows[best]
            wanted[own] = np.where(wanted[own] > 0, wanted[own] * _SAID, self._idf[own] * _BROUGHT)
            scores = self._by_words(wanted) * (share / whole) + dense
        rest = np.argsort(-scores, kind="stable")
        return np.array([*order, *rest[free[rest]]], np.int64)

    def _wanted(self, stem: str, answer: str) -> Floats:
        """What each lemma of the question is worth."""
        *earlier, asking = _SENTENCE_END.split(stem.strip())
        wanted = np.zeros(len(self._idf), np.float32)
        for text, worth in ((" ".join(earlier), _EARLIER), (asking, 1.0), (answer, 1.0)):
            known = [self._ids[lemma] for lemma in content_lemmas(text) if lemma in self._ids]
            wanted[known] = worth * self._idf[known]
        return wanted

    def _by_words(self, wanted: Floats) -> Floats:
        return np.asarray(self._sums(wanted * self._idf) / self._length, np.float32)

    def _by_vectors(self, stem: str, answer: str) -> Floats:
        if self._encoder is None or self._vectors is None:
            return np.zeros(len(self._rows), np.float32)
        whole, alone = self._encoder.encode([f"{stem} {answer}", answer])
        wanted = whole + _ANSWER_SHARE * alone
        return np.asarray((1 - _BY_WORDS) * (self._vectors @ wanted) / np.linalg.norm(wanted), np.float32)

    def _sums(self, values: Floats) -> Floats:
        """Add up, for each row, a value of each of its lemmas."""
        return np.add.reduceat(values[self._flat], self._starts) if len(self._starts) else np.zeros(0, np.float32)
