"""Facts that are struck out are not found, by words or by vectors, and the others keep their numbers and scores."""

from __future__ import annotations

import numpy as np
import pytest

from reasoner.ensemble import get_solver
from reasoner.knowledge import Fact, KnowledgeBase
from reasoner.question import Choice, Question
from reasoner.retrieval.dense import DenseIndex

FACTS = ["steel conducts heat", "steel is a metal", "wool keeps heat in", "iron conducts heat"]


class Letters:
    name = "letters"

    def encode(self, texts: list[str]) -> np.ndarray:
        counts = np.array([[1 + text.count(letter) for letter in "aeiost"] for text in texts], np.float32)
        return counts / np.linalg.norm(counts, axis=1, keepdims=True)


def test_struck_facts_are_not_found_and_scores_stay() -> None:
    kb = KnowledgeBase.from_facts(FACTS)
    left = kb.without(["facts:1"]).without(["facts:3"])
    assert [fact.text for fact in left] == [FACTS[1], FACTS[3]]
    assert left.search("what conducts heat") == [
        hit for hit in kb.search("what conducts heat") if "iron" in hit.fact.text
    ]
    assert [fact.text for fact in kb] == FACTS


def test_a_row_goes_with_all_its_wordings_and_its_relation() -> None:
    rows = [Fact(text, "t", 1, "isa", ("a", "b"), wording) for wording, text in enumerate(("a is b", "a is c"), 1)]
    left = KnowledgeBase.from_facts([*rows, Fact("x is y", "t", 11, "isa", ("x", "y"))]).without(["t:1"])
    assert [fact.line for fact in left.related("isa")] == [11]


def test_struck_facts_are_near_nothing() -> None:
    kb = KnowledgeBase.from_facts(FACTS)
    likeness = DenseIndex.of(kb.without(["facts:2"]), Letters()).likeness(Letters().encode(["steel is a metal"]))
    assert int(likeness.argmin()) == 1
    assert int(DenseIndex.of(kb, Letters()).likeness(Letters().encode(["steel is a metal"])).argmax()) == 1


@pytest.mark.parametrize("solver", ["ir", "chain", "ilp", "nearest"])
def test_the_answer_changes_with_the_fact_it_rested_on(solver: str) -> None:
    kb = KnowledgeBase.from_facts(["a steel spoon conducts heat", "a wool hat looks nice"])
    question = Question("1", "Which conducts heat?", (Choice("A", "a wool hat"), Choice("B", "a steel spoon")))
    assert get_solver(solver, kb=kb).answer(question).selected == ("B",)
    struck = get_solver(solver, kb=kb.without(["facts:1"])).answer(question)
    assert "facts:1" not in {node.source for why in struck.explanations.values() for node in why.facts}
    assert struck.selected != ("B",)
