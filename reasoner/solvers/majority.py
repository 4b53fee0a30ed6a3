"""majority: the candidate that was most often right for such a query in a training file."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import cached_property
from typing import Annotated

from reasoner.explanation import Node
from reasoner.knowledge import KnowledgeBase
from reasoner.question import Question, read_questions
from reasoner.solver import Solver, Support, register
from reasoner.solvers.documents import Query, plain, shown

UNTRAINED = "No training file was given: --set train=FILE."


@register
class Majority(Solver):
    """Scores a choice by how many training questions with the same relation have it as their answer.

    Parameters
    ----------
    train : str
        A file of questions with keys.
    """

    name = "majority"
    summary = "the choice most often right for this relation in a training file"
    needs = "a training file: train=FILE"
    citation = "Welbl et al. 2018, the majority-candidate-per-query-type baseline of WikiHop"

    def __init__(
        self,
        kb: KnowledgeBase | None = None,
        train: Annotated[str | None, "a file of questions with keys to count in"] = None,
    ) -> None:
        super().__init__(kb)
        self.train = train

    @cached_property
    def counts(self) -> Counter[tuple[str, str]]:
        """How often each answer was right for each relation."""
        questions = read_questions(self.train) if self.train else []
        return Counter(
            _seen(question, question.text_of(question.answer_key)) for question in questions if question.answer_key
        )

    def support(self, question: Question) -> Mapping[str, Support]:
        """Return the count for each choice that was ever right."""
        if self.train is None:
            return {label: Support(None, notes=(UNTRAINED,)) for label in question.labels}
        counted = {choice: self.counts[_seen(question, choice.text)] for choice in question.choices}
        return {choice.label: _support(choice.text, count) for choice, count in counted.items() if count}


def _seen(question: Question, text: str) -> tuple[str, str]:
    return Query.of(question).relation, plain(text)


def _support(text: str, count: int) -> Support:
    said = f"right in {count} training question{'' if count == 1 else 's'} that ask the same"
    return shown(float(count), said, text, Node("count", "derived", said))
