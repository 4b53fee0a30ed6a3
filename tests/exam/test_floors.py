"""Kinds of questions that chain, with the built-in knowledge, must not do much worse on than it does today."""

from __future__ import annotations

import pytest

from reasoner import get_solver
from tests.exam.exam import problems

#: Accuracy by kind, a little below what was measured.
FLOORS = {"not": 0.90, "compare": 0.90, "yes-no": 0.80}


@pytest.mark.parametrize("kind", sorted(FLOORS))
def test_chain_does_not_fall(kind: str) -> None:
    solver, tasks = get_solver("chain"), problems(kind)
    answers = solver.answer_all(task.question for task in tasks)
    credits = [answer.credit(str(task.question.answer_key)) for task, answer in zip(tasks, answers, strict=True)]
    assert sum(credits) / len(credits) >= FLOORS[kind]
