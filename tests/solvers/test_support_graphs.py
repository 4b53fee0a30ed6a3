"""What the three support-graph solvers do with a question, beyond what every solver must."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from reasoner.explanation import total
from reasoner.ilp.solve import BACK_ENDS, BOUND, BackEnd, Outcome
from reasoner.knowledge import Fact, KnowledgeBase
from reasoner.question import Choice, Question, read_questions
from reasoner.solver import get_solver
from reasoner.solvers.support.evidence import Finder

HEAT = Path(__file__).parents[2] / "eval" / "examples" / "heat.json"
PAIR = (Choice("A", "a wool hat"), Choice("B", "a steel spoon"))
CHAIN = ("metal conducts heat", "steel is a metal")


def asked(*facts: str) -> Question:
    return Question("q", "Which lets heat through?", PAIR, facts=facts)


@pytest.mark.parametrize("name", ["ilp", "table-ilp"])
def test_two_facts_are_chained(name: str) -> None:
    answer = get_solver(name, kb=KnowledgeBase.from_facts(())).answer(asked(*CHAIN))
    why = answer.explanations["B"]
    assert answer.selected == ("B",)
    assert {node.text for node in why.facts} == set(CHAIN)
    ends = {frozenset({link.start, link.end}) for link in why.links}
    assert frozenset({"given:1", "given:2"}) in ends


def test_a_tuple_continues_a_row(tmp_path: Path) -> None:
    table = tmp_path / "conducts.tsv"
    table.write_text("# relation: conducts(thing, what)\nthing:term*\t[conducts]\twhat:term*\nmetal\t\theat\n")
    text = tmp_path / "facts.txt"
    text.write_text("Steel is a metal.\nA cloud is made of water.\n")
    answer = get_solver("ilp", kb=KnowledgeBase.open([table, text])).answer(asked())
    kinds = {node.kind: node.text for node in answer.explanations["B"].facts}
    assert kinds == {"row": "metal conducts heat", "tuple": "Steel is a metal."}


def test_summary_says_what_the_facts_join() -> None:
    facts = (*CHAIN, "wool keeps heat in")
    answer = get_solver("ilp", kb=KnowledgeBase.from_facts(())).answer(asked(*facts))
    assert answer.scores["A"] is not None
    assert answer.explanations["B"].summary.endswith("to 'a steel spoon'")
    for label, why in answer.explanations.items():
        assert total(why.parts) == pytest.approx(answer.scores[label], abs=1e-6)


@pytest.mark.parametrize("back_end", ["cbc", "highs"])
def test_a_search_that_is_cut_says_so(back_end: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def cut(self: BackEnd, fixed: Mapping[int, float]) -> Outcome:
        return replace(whole(self, fixed), finished=False)

    whole = BACK_ENDS[back_end].solve
    monkeypatch.setattr(BACK_ENDS[back_end], "solve", cut)
    answer = get_solver("ilp", kb=KnowledgeBase.from_facts(()), back_end=back_end).answer(asked(*CHAIN))
    assert BOUND in answer.explanations["B"].summary
    assert any("cut at its limit" in note for note in answer.notes)


def test_rows_and_tuples_of_a_fact() -> None:
    finder = Finder(
        KnowledgeBase.from_facts([Fact("a spoon is made of steel", "made", 3, "madeof", ("spoon", "steel"))])
    )
    (unit,) = finder.tuples(finder.kb)
    assert [(cell.kind, cell.text) for cell in unit.cells] == [
        ("subject", "spoon"), ("object", "steel"), ("predicate", "make")]  # fmt: skip


@pytest.mark.slow
def test_the_headline_example() -> None:
    (question,) = read_questions(HEAT)
    answer = get_solver("ilp").answer(question)
    assert answer.selected == ("B",)
    assert any("heat" in node.text for node in answer.explanations["B"].facts)


def test_facts_found_together_are_linked_and_count_for_their_choice() -> None:
    facts = [*CHAIN, "wool is soft", "a hat is worn on a head", "heat is a kind of energy"]
    answer = get_solver("ilp", kb=KnowledgeBase.from_facts(facts)).answer(asked())
    assert answer.selected == ("B",)
    why = answer.explanations["B"]
    assert {node.text for node in why.facts} >= set(CHAIN)
    earned = [part.of for part in why.parts if part.name == "found to lead to the choice" and part.value > 0]
    linked = {node.id for node in why.facts}
    assert any(linked <= set(nodes) for nodes in earned)


def test_what_is_found_counts_for_nothing_where_facts_are_given() -> None:
    facts, ways = Finder(KnowledgeBase.from_facts(CHAIN)).find(asked("wool is soft"), chains=True)
    assert {*CHAIN, "wool is soft"} == {fact.text for fact in facts}
    assert not ways
