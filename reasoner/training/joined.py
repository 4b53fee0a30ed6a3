"""Fit the weights of joined retrieval: what leads to the right choice must outweigh what leads to the others."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from reasoner.question import Question
from reasoner.retrieval.dense import Floats
from reasoner.retrieval.joined import PAIR, SINGLE, Joined, Measured
from reasoner.retrieval.views import Asked

NAMES = (*PAIR, *SINGLE)
#: Where the search for weights starts; it also says which candidates are kept while fitting.
START = {
    "stem_first": 25.0,
    "choice_second": 5.0,
    "first_second": 10.0,
    "adds_both": 10.0,
    "one_stem": 25.0,
    "one_adds": 10.0,
}
_KEPT = 200  # candidates of a choice that are kept while fitting
_HELD_BACK = 3e-5  # how strongly large weights are held back; not tuned
#: How nearly the log-sum-exp over candidates is their maximum, by which a choice is scored at work. Of 1, 4 and 10 the
#: one that answers most questions of Train.
_SHARPNESS = 10.0

Report = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Examples:
    """Candidates of many choices in one table, a row each; where each choice starts; which choices are right."""

    rows: Floats
    starts: NDArray[np.int64]
    right: NDArray[np.int64]
    choices: int


def examples(finders: Sequence[tuple[Joined, int]], questions: Sequence[Question], report: Report) -> list[Examples]:
    """Measure what each knowledge base has for so many questions with keys; questions of one size go together."""
    tables: dict[int, list[tuple[list[Floats], int]]] = {}
    for place, (finder, limit) in enumerate(finders, 1):
        for number, question in enumerate(questions[:limit]):
            if number % 100 == 0:
                report(f"pool {place} of {len(finders)}: question {number} of {limit}")
            measured = [_table(one) for one in finder.measure(Asked.of(question))]
            if question.answer_key and all(map(len, measured)):
                key = question.labels.index(question.answer_key)
                tables.setdefault(len(measured), []).append((measured, key))
    return [_stacked(found, choices) for choices, found in sorted(tables.items())]


def fit(data: Sequence[Examples]) -> tuple[dict[str, float], float]:
    """Return the weights, and the share of questions that they answer by the best candidate."""
    from scipy.optimize import minimize

    start = np.array([START.get(name, 0.0) for name in NAMES])
    found = minimize(lambda values: _loss(values, data), start, jac=True, method="L-BFGS-B", options={"maxiter": 300})
    numbers = {name: round(float(value), 2) for name, value in zip(NAMES, found.x, strict=True)}
    return numbers, _score(np.array(list(numbers.values())), data)


def _table(measured: Measured) -> Floats:
    """The most promising candidates of a choice, each a row of all measures."""
    pairs = np.pad(measured.of_pairs, ((0, 0), (0, len(SINGLE))))
    singles = np.pad(measured.of_singles, ((0, 0), (len(PAIR), 0)))
    rows = np.concatenate([pairs, singles])
    order = np.argsort(-(rows @ np.array([START.get(name, 0.0) for name in NAMES], np.float32)), kind="stable")
    return rows[order[:_KEPT]]


def _stacked(found: Sequence[tuple[list[Floats], int]], choices: int) -> Examples:
    tables = [table for measured, _ in found for table in measured]
    starts = np.cumsum([0, *(len(table) for table in tables[:-1])])
    return Examples(np.concatenate(tables), starts, np.array([key for _, key in found]), choices)


def _loss(values: NDArray[np.float64], data: Sequence[Examples]) -> tuple[float, NDArray[np.float64]]:
    """Cross-entropy of softmax over choices, each worth the sharp log-sum-exp of its candidates; and its gradient."""
    loss, gradient = _HELD_BACK * float(values @ values), 2 * _HELD_BACK * values
    total = sum(len(one.right) for one in data)
    for one in data:
        scores = _SHARPNESS * (one.rows @ values)
        worth = np.logaddexp.reduceat(scores, one.starts)
        by_question = worth.reshape(-1, one.choices) / _SHARPNESS
        log_shares = by_question - np.logaddexp.reduce(by_question, axis=1, keepdims=True)
        asked = np.arange(len(one.right))
        loss -= float(log_shares[asked, one.right].sum()) / total
        slope = np.exp(log_shares)
        slope[asked, one.right] -= 1
        sizes = np.diff([*one.starts, len(scores)])
        shares = np.exp(scores - np.repeat(worth, sizes)) * np.repeat(slope.ravel(), sizes)
        gradient = gradient + (shares @ one.rows) / total
    return loss, gradient


def _score(values: NDArray[np.float64], data: Sequence[Examples]) -> float:
    right = 0
    for one in data:
        best = np.maximum.reduceat(one.rows @ values, one.starts).reshape(-1, one.choices)
        right += int((best.argmax(axis=1) == one.right).sum())
    return right / max(1, sum(len(one.right) for one in data))
