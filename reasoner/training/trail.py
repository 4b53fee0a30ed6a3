"""Fit the prices of trails: what a trail says and what does not fit in it, so that the best one leads to the key."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from reasoner import polarity
from reasoner.question import Question
from reasoner.reading.near.evidence import Evidence
from reasoner.reading.near.trail import MEASURES
from reasoner.solver import given_facts

#: What being named is worth: all choices are, so that this only sets the scale.
NAMED = 2.0
#: Where the search starts, and how far its first steps go.
START = {
    "named": NAMED, "together": 0.2, "asked": 0.8, "far": 0.02,
    "beside": -0.4, "vague": -0.3, "left": -0.5, "unmet": -0.2, "others": -0.1, "denied": -0.5,
}  # fmt: skip
STEP, ROUNDS = 0.3, 8
#: A difference of one in worth is this much in log-odds.
_SHARPNESS = 4.0
#: Large prices cost a little, so that what decides nothing stays small.
_PENALTY = 0.002
_GAINS = frozenset({"named", "together", "asked", "far"})

Floats = NDArray[np.float64]
Report = Callable[[str], None]


class Example(NamedTuple):
    """The measures of all trails to each choice of a question that has any, and the place of the key among these."""

    choices: tuple[Floats, ...]
    right: int | None


def examples(evidence: Evidence, questions: Iterable[Question]) -> list[Example]:
    """Return the questions for the one that is, whose facts name some of the choices."""
    found = []
    for question in questions:
        if question.answer_key is None or not polarity.turn(question).claim.plain:
            continue
        ways = {label: some for label, some in evidence.all_trails(question, given_facts(question)).items() if some}
        rows = [np.array([[trail.measures[name] for name in MEASURES] for trail in some]) for some in ways.values()]
        right = list(ways).index(question.answer_key) if question.answer_key in ways else None
        if ways:
            found.append(Example(tuple(rows), right))
    return found


def left_out(groups: Sequence[Sequence[Example]]) -> list[float]:
    """Return the share of each group's questions that is answered by prices fitted on all of the others."""
    scores = []
    for number, group in enumerate(groups):
        others = [one for place, some in enumerate(groups) if place != number for one in some]
        numbers, _ = fit(others, lambda line: None)
        scores.append(score(np.array([numbers[name] for name in MEASURES]), group))
    return scores


def fit(data: Sequence[Example], report: Report) -> tuple[dict[str, float], float]:
    """Return the prices under which the best trails tell the key best, and the share of questions answered so."""
    numbers = np.array([START[name] for name in MEASURES])
    steps = np.full(len(numbers), STEP)
    best = loss(numbers, data)
    for turn in range(ROUNDS):
        for place, name in enumerate(MEASURES):
            if name == "named":
                continue
            tried = [numbers + sign * steps[place] * np.eye(len(numbers))[place] for sign in (1, -1)]
            tried = [each for each in tried if (each[place] >= 0) == (name in _GAINS) or not each[place]]
            better = min(tried, key=lambda each: loss(each, data), default=numbers)
            if (new := loss(better, data)) < best - 1e-5:
                best, numbers = new, better
                steps[place] *= 1.3
            else:
                steps[place] *= 0.5
        report(f"round {turn + 1}: loss {best:.4f}, {score(numbers, data):.4f} answered")
    return {name: round(float(value), 3) for name, value in zip(MEASURES, numbers, strict=True)}, score(numbers, data)


def loss(numbers: Floats, data: Sequence[Example]) -> float:
    """Return the mean surprise at the key, where a choice is as likely as its best trail is worth."""
    surprise = 0.0
    for one in data:
        if one.right is not None:
            worth = _SHARPNESS * _worths(numbers, one)
            surprise += float(np.logaddexp.reduce(worth) - worth[one.right])
    return surprise / max(1, len(data)) + _PENALTY * float(numbers @ numbers)


def score(numbers: Floats, data: Sequence[Example]) -> float:
    """Return the share of questions whose best trail leads to the key; a tie of k earns 1/k."""
    right = 0.0
    for one in data:
        worth = np.round(_worths(numbers, one), 6)
        best = worth == worth.max()
        right += 0.0 if one.right is None else float(best[one.right]) / best.sum()
    return right / max(1, len(data))


def _worths(numbers: Floats, one: Example) -> Floats:
    return np.array([(rows @ numbers).max() for rows in one.choices])
