"""Proofs as one line, DOT and JSON."""

from __future__ import annotations

import json

import pytest

from reasoner.explanation import Explanation, Link, Node, Step
from reasoner.render.dot import explanation_dot
from reasoner.render.proof import proof_line


@pytest.fixture(scope="module")
def why() -> Explanation:
    facts = ("heat flows through a conductor", "copper is a conductor", "a kettle is made of copper")
    nodes = (
        *(Node(f"fact{number}", "fact", text, f"given:{number}") for number, text in enumerate(facts, 1)),
        Node("derived", "derived", "heat flows through copper"),
        Node("claim", "choice", "Heat flows through a kettle."),
    )
    steps = (
        Step("inherit", ("fact1", "fact2"), "derived", 0.9),
        Step("material", ("derived", "fact3"), "claim", 0.9),
    )
    return Explanation(nodes, (Link("fact3", "claim", "names the kettle"),), steps)


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
    assert "\x1b" not in proof_line(why) + explanation_dot(why)
    assert r"a \"b\"; \\ -> c" in explanation_dot(why)


def test_nothing_to_prove() -> None:
    assert proof_line(Explanation()) == ""
