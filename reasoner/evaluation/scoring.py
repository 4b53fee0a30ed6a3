"""Scores of a solver over questions: 1/k credit for ties, abstentions reported apart."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from reasoner.answer import Answer
from reasoner.errors import InputError
from reasoner.question import Question


@dataclass(frozen=True, slots=True)
class Score:
    """What a solver earned: shares of all questions, so that an average never flatters.

    `score` is the mean credit (an abstention earns 1/n), `answered` the share not abstained, `tied` the share of
    answers with more than one label selected, abstentions not counted.
    """

    solver: str
    questions: int
    score: float
    answered: float
    tied: float
    seconds: float


def score(solver: str, pairs: Iterable[tuple[Question, Answer]]) -> Score:
    """Return the score of a solver's answers.

    >>> from reasoner.question import Choice
    >>> question = Question("1", "Which is a metal?", (Choice("A", "wool"), Choice("B", "steel")), answer_key="B")
    >>> score("ir", [(question, Answer("1", "ir", {"A": 1.0, "B": 1.0}))])
    Score(solver='ir', questions=1, score=0.5, answered=1.0, tied=1.0, seconds=0.0)
    """
    pairs = list(pairs)
    count = max(len(pairs), 1)
    return Score(
        solver=solver,
        questions=len(pairs),
        score=sum(answer.credit(key_of(question)) for question, answer in pairs) / count,
        answered=sum(not answer.abstained for _, answer in pairs) / count,
        tied=sum(answer.tied and not answer.abstained for _, answer in pairs) / count,
        seconds=sum(answer.seconds for _, answer in pairs),
    )


def key_of(question: Question) -> str:
    """Return the right label, which a question must have to be scored."""
    if question.answer_key is None:
        raise InputError(f"question {question.id!r} has no key, so it cannot be scored", field="answerKey")
    return question.answer_key
