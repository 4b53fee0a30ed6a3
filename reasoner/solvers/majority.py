"""majority: the candidate that was most often right for such a query in a training file."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from reasoner.documents.mentions import Query, plain
from reasoner.explanation import Node
from reasoner.question import Question
from reasoner.solver import Support, register
from reasoner.solvers.counting import CountingSolver
from reasoner.solvers.shown import shown


@register
class Majority(CountingSolver):
    """Scores a choice by how many training questions with the same relation have it as their answer."""

    name = "majority"
    summary = "the choice most often right for this relation in a training file"
    needs = "a training file: train=FILE"
    citation = "Welbl et al. 2018, the majority-candidate-per-query-type baseline of WikiHop"

    def pairs(self, questions: Iterable[Question]) -> Iterator[tuple[str, str]]:
        """Yield the relation and the answer of each question."""
        for question in questions:
            if question.answer_key:
                yield _seen(question, question.text_of(question.answer_key))

    def counted(self, question: Question) -> Mapping[str, Support]:
        """Return the count for each choice that was ever right."""
        counted = {choice: self.counts[_seen(question, choice.text)] for choice in question.choices}
        return {choice.label: _support(choice.text, count) for choice, count in counted.items() if count}


def _seen(question: Question, text: str) -> tuple[str, str]:
    return Query.of(question).relation, plain(text)


def _support(text: str, count: int) -> Support:
    said = f"right in {count} training question{'' if count == 1 else 's'} that ask the same"
    return shown(float(count), said, text, Node("count", "derived", said))
