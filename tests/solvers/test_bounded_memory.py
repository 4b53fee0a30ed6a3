"""What solvers keep from one question to the next does not grow without end."""

from __future__ import annotations

import pytest

from reasoner.ensemble import get_solver
from reasoner.knowledge import KnowledgeBase
from reasoner.question import Choice, Question
from reasoner.solvers.support import evidence, terms


def test_facts_that_come_with_questions_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(terms, "_KEPT", 10)
    monkeypatch.setattr(evidence, "_KEPT", 10)
    kb = KnowledgeBase.from_facts(())
    solver = get_solver("ilp", kb=kb)
    choices = (Choice("A", "wool"), Choice("B", "steel"))
    for number in range(12):
        facts = (f"steel is a metal of kind{number}", f"wool is a fibre of kind{number}")
        question = Question(str(number), "Which is a metal?", choices, facts=facts)
        assert solver.answer(question).scores == get_solver("ilp", kb=kb).answer(question).scores
    words = solver.terms  # type: ignore[attr-defined]
    kept = (words._rarity, solver.finder._tuples)  # type: ignore[attr-defined]
    assert max(map(len, kept)) < 20
