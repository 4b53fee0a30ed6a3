"""How far probabilities can be trusted: Brier score, expected calibration error, reliability, risk and coverage."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean

from reasoner.answer import Answer
from reasoner.experiment.scoring import key_of
from reasoner.question import Question

BINS = 10


@dataclass(frozen=True, slots=True)
class Bin:
    """Answers of like confidence: how many, how sure they were on average, and what they earned."""

    count: int
    confidence: float
    earned: float


@dataclass(frozen=True, slots=True)
class Trust:
    """`coverage` holds, from the surest answer on, the share answered and the share of that which was wrong.

    A solver without calibration has no probabilities to judge; its answers are ranked by their margin.
    """

    coverage: tuple[tuple[float, float], ...]
    brier: float | None = None
    error: float | None = None
    bins: tuple[Bin, ...] = ()


def trust(questions: Sequence[Question], answers: Sequence[Answer]) -> Trust:
    """Measure the probabilities of a solver's answers; where it has none, risk and coverage by the margin alone.

    >>> from reasoner.question import Choice
    >>> question = Question("1", "Which?", (Choice("A", "wool"), Choice("B", "steel")), answer_key="B")
    >>> trust([question], [Answer("1", "nobody", {"A": 0.0, "B": 1.0})])
    Trust(coverage=((1.0, 0.0),), brier=None, error=None, bins=())
    """
    found = [answer.probabilities for answer in answers]
    keys = [key_of(question) for question in questions]
    credits = [answer.credit(key) for answer, key in zip(answers, keys, strict=True)]
    if found and all(some is not None for some in found):
        return measured([some or {} for some in found], keys, credits)
    return Trust(_coverage([(margin(answer), credit) for answer, credit in zip(answers, credits, strict=True)]))


def margin(answer: Answer) -> float:
    """Return how far the best choice is ahead of the next; all of its score where no other has support.

    >>> margin(Answer("1", "ir", {"A": 3.0, "B": 1.0})), margin(Answer("2", "ir", {"A": None, "B": None}))
    (2.0, 0.0)
    """
    ranked = sorted((score for score in answer.scores.values() if score is not None), reverse=True)
    return ranked[0] - ranked[1] if len(ranked) > 1 else sum(map(abs, ranked), 0.0)


def measured(found: Sequence[dict[str, float]], keys: Sequence[str], credits: Sequence[float]) -> Trust:
    """Measure probabilities against keys, and confidence against what was earned.

    >>> sure = measured([{"A": 0.9, "B": 0.1}, {"A": 0.6, "B": 0.4}], ["A", "B"], [1.0, 0.0])
    >>> round(sure.brier, 3), round(sure.error, 3), sure.coverage
    (0.37, 0.35, ((0.5, 0.0), (1.0, 0.5)))
    """
    squares = [
        sum((share - (label == key)) ** 2 for label, share in some.items())
        for some, key in zip(found, keys, strict=True)
    ]
    pairs = [(max(some.values()), credit) for some, credit in zip(found, credits, strict=True)]
    bins = _bins(pairs)
    error = sum(one.count * abs(one.confidence - one.earned) for one in bins) / len(pairs)
    return Trust(_coverage(pairs), fmean(squares), error, bins)


def _bins(pairs: Sequence[tuple[float, float]]) -> tuple[Bin, ...]:
    groups: dict[int, list[tuple[float, float]]] = {}
    for confidence, credit in pairs:
        groups.setdefault(min(int(confidence * BINS), BINS - 1), []).append((confidence, credit))
    return tuple(
        Bin(len(group), fmean(confidence for confidence, _ in group), fmean(credit for _, credit in group))
        for _, group in sorted(groups.items())
    )


def _coverage(pairs: Sequence[tuple[float, float]]) -> tuple[tuple[float, float], ...]:
    """Return what is wrong among the answers at least as sure as each confidence; equally sure ones go together."""
    ranked = sorted(pairs, reverse=True)
    curve = []
    wrong = 0.0
    for number, (confidence, credit) in enumerate(ranked, 1):
        wrong += 1 - credit
        if number == len(ranked) or ranked[number][0] < confidence:
            curve.append((number / len(ranked), wrong / number))
    return tuple(curve)
