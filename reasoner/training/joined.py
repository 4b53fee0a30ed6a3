"""Fit the weights of joined retrieval: what leads to the right choice must outweigh what leads to the others."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from reasoner.knowledge import KnowledgeBase
from reasoner.question import Question
from reasoner.retrieval.dense import Floats
from reasoner.retrieval.joined import ROW, Joined, rests_on_rows
from reasoner.retrieval.measures import PAIR, SINGLE, Measured
from reasoner.retrieval.views import Asked
from reasoner.solver import given_facts

_MEASURES = (*PAIR, *SINGLE)
#: The weights of what rests on sentences, then those of what rests on rows of tables.
NAMES = (*_MEASURES, *(ROW + name for name in _MEASURES))
#: Where the search for weights starts, rounded from an earlier fit; it also says which candidates are kept.
START = {
    "stem_first": 4.0,
    "open_first": 4.0,
    "choice_second": 5.0,
    "adds_second": 4.0,
    "first_second": 5.0,
    "pair": -3.0,
    "choice_first": -5.0,
    "adds_first": 5.0,
    "bridge": 1.0,
    "loose_second": -2.0,
    "one_stem": 5.0,
    "one_open": 5.0,
    "one_adds": 6.0,
}
KINDS = 2  # sentences and rows
_KEPT_PAIRS, _KEPT_SINGLES = 24, 8  # candidates of a choice that are kept while fitting, of sentences and of rows
_ROWS_SHARE = 0.5  # of where sentences start; from as high, the weights of pairs with rows fell to nothing
_STEPS = 250  # of the search for weights
_HELD_BACK = 3e-5  # how strongly large weights are held back; of 3e-5, 1e-4 and 3e-4 the best on Dev

Report = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Examples:
    """Candidates of many choices in one table, a row each; which choices are right.

    `starts` says where the candidates of each choice start, first those of sentences, then those of rows of tables.
    """

    rows: Floats
    starts: NDArray[np.int64]
    right: NDArray[np.int64]
    choices: int


@dataclass(frozen=True, slots=True)
class Pool:
    """A knowledge base to fit in, the questions that it is asked, and which of their own facts they come with."""

    finder: Joined
    questions: Sequence[Question]
    given: str = "none"


def examples(pools: Sequence[Pool], report: Report) -> list[Examples]:
    """Measure what each pool has for questions with keys; questions of one size go together."""
    tables: dict[int, list[tuple[list[Floats], int]]] = {}
    for place, pool in enumerate(pools):
        for number, question in enumerate(pool.questions):
            if number % 100 == 0:
                report(f"pool {place + 1} of {len(pools)}: question {number} of {len(pool.questions)}")
            given = given_facts(question.given(pool.given))
            found = pool.finder.measure(Asked.of(question), given)
            if question.answer_key and all(len(one.singles) for one in found):
                measured = [table for one in found for table in _tables(one, pool.finder.kb, bool(given))]
                key = question.labels.index(question.answer_key)
                tables.setdefault(len(found), []).append((measured, key))
    return [_stacked(found, choices) for choices, found in sorted(tables.items())]


def fit(data: Sequence[Examples]) -> tuple[dict[str, float], float]:
    """Return the weights, and the share of questions that they answer."""
    from scipy.optimize import minimize

    start = np.array([START.get(name, 0.0) or _ROWS_SHARE * START.get(name.removeprefix(ROW), 0.0) for name in NAMES])
    found = minimize(
        lambda values: _loss(values, data), start, jac=True, method="L-BFGS-B", options={"maxiter": _STEPS}
    )
    numbers = {name: round(float(value), 2) for name, value in zip(NAMES, found.x, strict=True)}
    return numbers, _score(np.array(list(numbers.values())), data)


def _tables(measured: Measured, kb: KnowledgeBase, given: bool) -> tuple[Floats, Floats]:
    """The most promising candidates of a choice, of sentences and of rows, each with all measures."""
    pairs, singles = (np.zeros(len(one), bool) for one in (measured.pairs, measured.singles))
    if not given:
        pairs, singles = rests_on_rows(kb, measured)
    sentences = _table(measured.of_pairs[~pairs], measured.of_singles[~singles])
    rows = _table(measured.of_pairs[pairs], measured.of_singles[singles])
    width = len(_MEASURES)
    return np.pad(sentences, ((0, 0), (0, width))), np.pad(rows, ((0, 0), (width, 0)))


def _table(of_pairs: Floats, of_singles: Floats) -> Floats:
    pairs = np.pad(_promising(of_pairs, PAIR, _KEPT_PAIRS), ((0, 0), (0, len(SINGLE))))
    singles = np.pad(_promising(of_singles, SINGLE, _KEPT_SINGLES), ((0, 0), (len(PAIR), 0)))
    both = np.concatenate([pairs, singles])
    return both if len(both) else np.zeros((1, len(_MEASURES)), np.float32)  # where nothing is found, nothing is added


def _promising(rows: Floats, names: Iterable[str], limit: int) -> Floats:
    scores = rows @ np.array([START.get(name, 0.0) for name in names], np.float32)
    return rows[np.argsort(-scores, kind="stable")[:limit]]


def _stacked(found: Sequence[tuple[list[Floats], int]], choices: int) -> Examples:
    tables = [table for measured, _ in found for table in measured]
    starts = np.cumsum([0, *(len(table) for table in tables[:-1])])
    return Examples(np.concatenate(tables), starts, np.array([key for _, key in found]), choices)


def _loss(values: NDArray[np.float64], data: Sequence[Examples]) -> tuple[float, NDArray[np.float64]]:
    """Cross-entropy of softmax over choices, each worth the log-sum-exp of its candidates; and its gradient."""
    loss, gradient = _HELD_BACK * float(values @ values), 2 * _HELD_BACK * values
    total = sum(len(one.right) for one in data)
    for one in data:
        scores = one.rows @ values
        worth = np.logaddexp.reduceat(scores, one.starts)
        by_question = worth.reshape(-1, one.choices, KINDS).sum(axis=2)
        log_shares = by_question - np.logaddexp.reduce(by_question, axis=1, keepdims=True)
        asked = np.arange(len(one.right))
        loss -= float(log_shares[asked, one.right].sum()) / total
        slope = np.exp(log_shares)
        slope[asked, one.right] -= 1
        sizes = np.diff([*one.starts, len(scores)])
        shares = np.exp(scores - np.repeat(worth, sizes)) * np.repeat(np.repeat(slope.ravel(), KINDS), sizes)
        gradient = gradient + (shares @ one.rows) / total
    return loss, gradient


def _score(values: NDArray[np.float64], data: Sequence[Examples]) -> float:
    right = 0
    for one in data:
        worth = np.logaddexp.reduceat(one.rows @ values, one.starts).reshape(-1, one.choices, KINDS).sum(axis=2)
        right += int((worth.argmax(axis=1) == one.right).sum())
    return right / max(1, sum(len(one.right) for one in data))
