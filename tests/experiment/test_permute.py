"""Answers under other orders of the choices."""

from __future__ import annotations

from collections.abc import Mapping

from reasoner.experiment.permute import permute, shuffled
from reasoner.knowledge import KnowledgeBase
from reasoner.question import Choice, Question
from reasoner.solver import Solver, Support

QUESTION = Question("1", "Which?", (Choice("A", "wool"), Choice("B", "steel"), Choice("C", "both A and B")))


class First(Solver):
    """Takes the first choice, whatever it is."""

    name, summary = "first", "the first choice"

    def support(self, question: Question) -> Mapping[str, Support]:
        return {question.labels[0]: Support(1.0)}


def test_a_solver_that_looks_at_the_order_is_found_out() -> None:
    solver = First(KnowledgeBase.from_facts(()))
    found = permute(solver, [QUESTION], [solver.answer(QUESTION)], 3)
    assert found.changed == ("1",)
    assert str(found) == "first: 1 of 1 answers change under 3 other orders of the choices: 1"


def test_labels_travel_with_their_choices() -> None:
    other = shuffled(QUESTION, 0)
    assert other.choices != QUESTION.choices
    assert {choice.label: choice.text for choice in other.choices} == {c.label: c.text for c in QUESTION.choices}
    assert shuffled(QUESTION, 0) == other
