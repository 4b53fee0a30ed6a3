"""What is left of answers without a kind of part."""

from __future__ import annotations

import pytest

from reasoner.answer import Answer
from reasoner.errors import UsageError
from reasoner.experiment.decides import Decided, Deciding, kinds, without
from reasoner.experiment.plan import Plan
from reasoner.explanation import Explanation, Node, Part, Step
from reasoner.question import Choice, Question

PLAN = Plan("ilp", ("none",))
QUESTION = Question("1", "Which is a metal?", (Choice("A", "wool"), Choice("B", "steel")), answer_key="B")


def answer(a: tuple[Part, ...], b: tuple[Part, ...], rule: str = "") -> Answer:
    nodes = (Node("f", "fact", "steel is a metal", "given:1"), Node("c", "choice", "steel"))
    steps = (Step(rule, ("f",), "c", 1.0),) if rule else ()
    why = {"A": Explanation(parts=a), "B": Explanation(nodes, steps=steps, parts=b)}
    scores = {label: sum(part.value for part in one.parts) if one.parts else None for label, one in why.items()}
    return Answer("1", "ilp", scores, why)


def what_decides(runs: dict[Plan, list[Answer]], wanted: list[str]) -> list[Decided]:
    deciding = Deciding()
    for plan, answers in runs.items():
        for one in answers:
            deciding.see(plan, QUESTION, one)
    return deciding.rows(wanted)


ONE = answer((Part("term: wool", 1.0),), (Part("term: steel", 0.5), Part("row: isa", 2.0)))


def test_the_part_that_decides_is_seen_to_decide() -> None:
    (row,) = what_decides({PLAN: [ONE]}, ["row"])
    assert (row.without, row.shown, row.changed, row.score, row.difference) == ("row", 1, 1, 0.0, 1.0)
    (term,) = what_decides({PLAN: [ONE]}, ["term"])
    assert (term.changed, term.score, term.difference) == (0, 1.0, 0.0)
    assert without(ONE, "term").scores == {"A": None, "B": 2.0}


def test_a_proof_falls_with_a_rule_that_it_uses() -> None:
    proved = answer((), (Part("proved: from 1 fact", 1.0, ("f",)),), rule="made of")
    assert kinds(proved) == ["proved", "made of"]
    assert without(proved, "made of").abstained
    assert without(proved, "kind of").scores == proved.scores


def test_each_is_every_kind_that_more_than_one_answer_shows() -> None:
    other = answer((Part("term: wool", 1.0),), (Part("term: steel", 2.0), Part("price of a row", -0.5)))
    rows = what_decides({PLAN: [ONE, other]}, ["each"])
    assert [row.without for row in rows] == ["term"]


def test_a_part_that_one_solver_lacks_is_left_out_for_it_and_one_that_all_lack_is_refused() -> None:
    runs = {PLAN: [ONE], Plan("ir", ("none",)): [answer((), (Part("BM25", 1.0),))]}
    assert [row.solver for row in what_decides(runs, ["row"])] == ["ilp"]
    with pytest.raises(UsageError, match=r"--without colour: .* there are 'BM25', 'row', 'term'"):
        what_decides(runs, ["colour"])
