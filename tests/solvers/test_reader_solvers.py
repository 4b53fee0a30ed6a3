"""The solvers with trained readers: what they show is what they score."""

from __future__ import annotations

import pytest

from reasoner.explanation import total
from reasoner.knowledge import Fact, KnowledgeBase
from reasoner.question import Choice, Question
from reasoner.solver import get_solver

pytest.importorskip("torch")

QUESTION = Question(
    "1",
    "Which of these lets heat travel through it?",
    (Choice("A", "a steel spoon"), Choice("B", "a wool hat"), Choice("C", "a cloud")),
)
KB = KnowledgeBase.from_facts([Fact("metal lets heat through", "facts", 1), Fact("steel is a metal", "facts", 2)])
READERS = ("embed-sim", "esim", "knowledge-reader", "odd-one-out", "plausible", "question-match")
UNREAD = {"odd-one-out", "plausible"}


@pytest.mark.parametrize("name", READERS)
def test_every_part_points_at_something_shown(name: str) -> None:
    solver = get_solver(name, kb=KB)
    answer = solver.answer(QUESTION)
    for label, why in answer.explanations.items():
        assert total(why.parts) == pytest.approx(answer.scores[label], abs=1e-6)
        assert all(part.of for part in why.parts)
        assert {node.id for node in why.nodes} == {one for part in why.parts for one in part.of}
        assert any(node.kind == "question" for node in why.nodes) is (name not in UNREAD)
    assert solver.is_trained()


def test_the_memory_holds_what_came_with_the_question_or_what_is_found() -> None:
    solver = get_solver("knowledge-reader", kb=KB)
    found = solver.answer(QUESTION).explanations["A"].facts
    assert {node.text for node in found} == {"metal lets heat through", "steel is a metal"}
    given = Question("2", QUESTION.stem, QUESTION.choices, facts=("wool keeps heat in",))
    assert [node.source for node in solver.answer(given).explanations["A"].facts] == ["given:1"]
    both = get_solver("knowledge-reader", kb=KB, facts=1).answer(given).explanations["A"].facts
    assert {"given:1", "facts:1"} <= {node.source for node in both}
