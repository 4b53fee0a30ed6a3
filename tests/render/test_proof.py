"""Proofs of the chain solver as tree, one line, DOT and JSON."""

from __future__ import annotations

import json

import pytest

from reasoner.explanation import Explanation, Node, Step
from reasoner.knowledge import KnowledgeBase
from reasoner.question import Choice, Question
from reasoner.render.dot import explanation_dot
from reasoner.render.proof import proof_line, proof_tree
from reasoner.solvers.chain import Chain


@pytest.fixture(scope="module")
def why() -> Explanation:
    facts = ("heat flows through a conductor", "copper is a conductor", "a kettle is made of copper")
    choices = (Choice("A", "a kettle"), Choice("B", "a pillow"))
    asked = Question("q", "What does heat flow through?", choices, facts=facts)
    return Chain(KnowledgeBase.from_facts(()), soft="lexical").answer(asked).explanations["A"]


def test_tree_shows_goal_rules_matches_and_facts(why: Explanation) -> None:
    lines = proof_tree(why).split("\n")
    assert lines[0].startswith("Heat flows through a kettle")
    assert all(any(fact in line and "[given" in line for line in lines) for fact in ("copper is a conductor", "kettle is"))
    assert any("[match: " in line for line in lines)
    assert all(line.startswith("  ") for line in lines[1:])


def test_line_names_every_fact_and_ends_in_the_hypothesis(why: Explanation) -> None:
    line = proof_line(why)
    assert {"sent1", "sent2", "sent3"} <= set(line.replace(";", " ").replace(":", " ").split())
    assert line.endswith("-> hypothesis;")
    assert line.count("hypothesis") == 1
    for number in range(1, len(why.steps)):
        assert f"-> int{number}: " in line


def test_dot_has_every_node_and_step(why: Explanation) -> None:
    dot = explanation_dot(why)
    assert dot.count("[shape=") == len(why.nodes)
    assert dot.count(" -> ") == sum(len(step.premises) for step in why.steps) + len(why.links)


def test_json_comes_back(why: Explanation) -> None:
    assert Explanation.from_dict(json.loads(json.dumps(why.as_dict()))) == why


def test_texts_cannot_break_out() -> None:
    nodes = (Node("f", "fact", 'a "b"; \\ -> c\x1b[31m\nd', "given"), Node("goal", "choice", "x; y"))
    why = Explanation(nodes, steps=(Step("r", ("f",), "goal", 0.5),))
    assert "\x1b" not in proof_tree(why) + proof_line(why) + explanation_dot(why)
    assert r"a \"b\"; \\ -> c" in explanation_dot(why)


def test_nothing_to_prove() -> None:
    assert (proof_tree(Explanation()), proof_line(Explanation())) == ("", "")
