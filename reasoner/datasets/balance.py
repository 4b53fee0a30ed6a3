"""What is dropped from a set so that answers do not give themselves away (WikiHop, section 3.2)."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator

import numpy as np

from reasoner.datasets.assembly import Limits, Row


def balanced(rows: Iterable[Row], limits: Limits, seed: int = 0) -> Iterator[Row]:
    """Yield the questions that are left: of an answer with too large a share some at random, and none given away.

    A document gives an answer away that is right in many of the questions where it is present. The rows are gone
    through three times and never all held; what is held is a few bytes for each question, and for each document beside
    an answer that is right more than `limits.cooccurrence` times.

    >>> same = [Row(number, [7, 8], [number], [number]) for number in range(1, 101)]
    >>> len(list(balanced(same, Limits(share=0.1))))
    10
    """
    answers = np.asarray(array("i", (row.answer for row in rows)))
    kept = _within_share(answers, max(1, int(limits.share * len(answers))), seed)
    often = np.bincount(answers[kept]) > limits.cooccurrence if kept.any() else np.zeros(0, dtype=bool)
    beside = array("q")
    for row, keep in zip(rows, kept, strict=True):
        if keep and often[row.answer]:
            beside.extend(_pairs(row))
    pairs, counts = np.unique(np.asarray(beside), return_counts=True)
    given_away = set(pairs[counts > limits.cooccurrence].tolist())
    for row, keep in zip(rows, kept, strict=True):
        if keep and given_away.isdisjoint(_pairs(row)):
            yield row


def _within_share(answers: np.ndarray, allowed: int, seed: int) -> np.ndarray:
    """Say of each question whether it is among those that its answer may have, drawn at random."""
    drawn = np.random.default_rng(seed).permutation(len(answers))
    by_answer = drawn[np.argsort(answers[drawn], kind="stable")]
    ordered = answers[by_answer]
    rank = np.arange(len(ordered)) - np.searchsorted(ordered, ordered)
    kept = np.zeros(len(answers), dtype=bool)
    kept[by_answer[rank < allowed]] = True
    return kept


def _pairs(row: Row) -> list[int]:
    """Each document of a question beside the answer, as one number."""
    return [number << 32 | row.answer for number in set(row.supports)]
