"""Scores of answers: 1/k credit for ties, abstentions reported apart, intervals by bootstrap."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from reasoner.answer import Answer
from reasoner.errors import InputError
from reasoner.experiment.faithful import Faithfulness
from reasoner.question import Question

#: Resamples of the bootstrap and of the permutation test, and the usual seed of both: numbers that can be had again.
RESAMPLES, SEED = 10_000, 0


@dataclass(frozen=True, slots=True)
class Score:
    """What a solver earned: shares of all questions, so that an average never flatters.

    `score` is the mean credit (an abstention earns 1/n) and `interval` its 95% bootstrap interval; `answered` is the
    share not abstained, `tied` the share of answers with more than one label selected, abstentions not counted.
    `explained_first` and `explained_both` are, of the right answers to questions that carry gold facts, the shares
    whose winning explanation holds the first of them, and both; None where no question carries any. `brier` and
    `calibration_error` (expected, ten bins) judge the probabilities; None where a solver has none. `faithful` says how
    often the facts shown were needed and enough, where that was asked.
    """

    solver: str
    questions: int
    score: float
    answered: float
    tied: float
    seconds: float
    interval: tuple[float, float] = (0.0, 0.0)
    correct: int = 0
    partial: int = 0
    incorrect: int = 0
    explained_first: float | None = None
    explained_both: float | None = None
    brier: float | None = None
    calibration_error: float | None = None
    categories: dict[str, tuple[int, float]] = field(default_factory=dict)
    faithful: Faithfulness | None = None


def score(solver: str, pairs: Iterable[tuple[Question, Answer]], seed: int = SEED) -> Score:
    """Return the score of a solver's answers, which may come one by one; questions still carry their gold facts.

    >>> from reasoner.question import Choice
    >>> question = Question("1", "Which is a metal?", (Choice("A", "wool"), Choice("B", "steel")), answer_key="B")
    >>> tie = score("ir", [(question, Answer("1", "ir", {"A": 1.0, "B": 1.0}))])
    >>> tie.score, tie.tied, tie.correct, tie.partial, tie.incorrect
    (0.5, 1.0, 0, 1, 0)
    """
    from reasoner.experiment.calibration import trust

    questions, answers, held = [], [], []
    for question, answer in pairs:
        questions.append(question)
        answers.append(answer.unexplained())
        held.append(_held(question, answer))
    count = max(len(questions), 1)
    credits = [answer.credit(key_of(question)) for question, answer in zip(questions, answers, strict=True)]
    first, both = _explained(held)
    trusted = trust(questions, answers)
    return Score(
        solver=solver,
        questions=len(questions),
        score=sum(credits) / count,
        answered=sum(not answer.abstained for answer in answers) / count,
        tied=sum(answer.tied and not answer.abstained for answer in answers) / count,
        seconds=sum(answer.seconds for answer in answers),
        interval=bootstrap(credits, seed),
        correct=sum(credit == 1 for credit in credits),
        partial=sum(0 < credit < 1 for credit in credits),
        incorrect=sum(credit == 0 for credit in credits),
        explained_first=first,
        explained_both=both,
        brier=trusted.brier,
        calibration_error=trusted.error,
        categories=_categories(questions, credits),
    )


def key_of(question: Question) -> str:
    """Return the right label, which a question must have to be scored."""
    if question.answer_key is None:
        raise InputError(f"question {question.id!r} has no key, so it cannot be scored", field="answerKey")
    return question.answer_key


def bootstrap(credits: Sequence[float], seed: int = SEED) -> tuple[float, float]:
    """Return the 95% percentile interval of the mean.

    >>> bootstrap([1.0, 1.0, 1.0])
    (1.0, 1.0)
    """
    import numpy as np
    from scipy.stats import bootstrap as resampled

    if len(set(credits)) < 2:  # nothing to resample
        return (credits[0], credits[0]) if credits else (0.0, 0.0)
    found = resampled(
        (np.asarray(credits),), np.mean, n_resamples=RESAMPLES, batch=500, method="percentile", random_state=seed
    )
    return (float(found.confidence_interval.low), float(found.confidence_interval.high))


def _held(question: Question, answer: Answer) -> list[bool]:
    """Say which of the first two gold facts the winning explanation holds, as text; nothing of an answer not right."""
    if answer.selected != (question.answer_key,):
        return []
    nodes = answer.explanations[answer.selected[0]].facts if answer.explanations else ()
    told = {_plain(node.text) for node in nodes}
    return [_plain(fact) in told for fact in question.facts[:2]]


def _explained(held: Sequence[list[bool]]) -> tuple[float | None, float | None]:
    first = [found[0] for found in held if found]
    both = [all(found) for found in held if len(found) == 2]
    return (sum(first) / len(first) if first else None), (sum(both) / len(both) if both else None)


def _plain(text: str) -> str:
    return " ".join(re.findall(r"\w+", text.lower()))


def _categories(questions: list[Question], credits: list[float]) -> dict[str, tuple[int, float]]:
    """Return the number of questions and the score of each category, where questions have any.

    A question of several categories ("causal; definition") counts in each.
    """
    groups: dict[str, list[float]] = {}
    if any(question.category for question in questions):
        for question, credit in zip(questions, credits, strict=True):
            for name in (question.category or "none").split("; "):
                groups.setdefault(name, []).append(credit)
    return {name: (len(values), sum(values) / len(values)) for name, values in sorted(groups.items())}
