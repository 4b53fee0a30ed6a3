"""The choices of a comparison in order."""

from __future__ import annotations

import pytest

from reasoner.explanation import total
from reasoner.knowledge import KnowledgeBase
from reasoner.question import Choice, Question
from reasoner.solver import get_solver

FACTS = (
    "a whale is larger than a dog",
    "a mouse is smaller than a dog",
    "a falcon has a top speed of about 200 miles per hour",
    "a horse has a top speed of about 40 miles per hour",
    "cork is less dense than water",
    "lead is denser than water",
    "diamond is the hardest mineral",
)


def ask(stem: str, *texts: str) -> Question:
    return Question("1", stem, tuple(Choice("ABC"[n], text) for n, text in enumerate(texts)), facts=FACTS)


@pytest.mark.parametrize(
    ("question", "selected"),
    [
        (ask("Which is the largest?", "a mouse", "a whale", "a dog"), "B"),
        (ask("Which is the smallest?", "a mouse", "a whale", "a dog"), "A"),
        (ask("Which is larger?", "a mouse", "a whale"), "B"),
        (ask("Which runs or flies the fastest?", "a horse", "a falcon"), "B"),
        (ask("Which is slower?", "a horse", "a falcon"), "A"),
        (ask("Which is less dense than water?", "lead", "cork"), "B"),
        (ask("Which is the hardest?", "chalk", "diamond", "gold"), "B"),
    ],
)
def test_order(question: Question, selected: str) -> None:
    answer = get_solver("scale", kb=KnowledgeBase.from_facts(())).answer(question)
    assert answer.selected == (selected,)
    why = answer.explanations[selected]
    assert answer.scores[selected] == pytest.approx(total(why.parts))
    assert all(part.of for part in why.parts)


def test_the_explanation_shows_the_order() -> None:
    question = ask("Which is the smallest?", "a mouse", "a whale", "a dog")
    why = get_solver("scale", kb=KnowledgeBase.from_facts(())).answer(question).explanations["A"]
    assert why.summary == "by size, from the low end: a mouse, a dog, a whale"


def test_it_says_nothing_where_nothing_is_compared() -> None:
    solver = get_solver("scale", kb=KnowledgeBase.from_facts(()))
    assert solver.answer(ask("Which is a metal?", "lead", "cork")).abstained
    assert solver.answer(ask("Which is the loudest?", "lead", "cork")).abstained


def test_a_cause_is_the_one_that_is_told() -> None:
    choices = tuple(Choice("ABC"[n], text) for n, text in enumerate(("the mill", "the dam", "the ferry")))
    told = ("The town council closing the dam causes the meadow to flood.",)
    question = Question("1", "What does the town council close that causes the meadow to flood?", choices, facts=told)
    scores = get_solver("scale", kb=KnowledgeBase.from_facts(())).answer(question).scores
    assert scores == {"A": None, "B": 1.0, "C": None}
