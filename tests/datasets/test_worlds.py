"""Generated worlds: the engine's answers are those of enumeration, the proofs hold, and the English is varied."""

from __future__ import annotations

import json
from collections import Counter
from itertools import product

import pytest
from typer.testing import CliRunner

from reasoner.cli.app import app
from reasoner.datasets.worlds import WorldQuestion, by_wording, worlds
from reasoner.logic.atoms import Literal, Rule
from reasoner.logic.check import problems
from reasoner.question import read_questions
from reasoner.reading.story import verdicts


def derived(rules: tuple[Rule, ...]) -> set[Literal]:
    """Everything that follows when all instances of all rules run forwards until nothing changes."""
    literals = [literal for rule in rules for literal in (*rule.body, *rule.heads)]
    constants = sorted({term for literal in literals for term in literal.terms if isinstance(term, str)})
    ground = []
    for rule in rules:
        variables = sorted({variable for literal in (*rule.body, *rule.heads) for variable in literal.variables})
        for values in product(constants, repeat=len(variables)):
            binding = dict(zip(variables, values, strict=True))
            ground.append(({literal.under(binding) for literal in rule.body}, rule.heads[0].under(binding)))
    known: set[Literal] = set()
    while new := {head for body, head in ground if body <= known} - known:
        known |= new
    return known


@pytest.fixture(scope="module")
def made() -> list[WorldQuestion]:
    return list(worlds(240, seed=1))


def test_the_answers_are_those_of_enumeration(made: list[WorldQuestion]) -> None:
    for world in made:
        known = derived(world.rules)
        expected = tuple(
            "proved" if claim in known else "refuted" if claim.denied in known else "unknown" for claim in world.claims
        )
        assert world.statuses == expected, world.question
        right = world.question.answer_key
        if len(world.claims) == 1:
            assert {"proved": "A", "refuted": "B", "unknown": "C"}[expected[0]] == right
        else:
            proved = [
                label for label, status in zip(world.question.labels, expected, strict=True) if status == "proved"
            ]
            assert proved == [right]


def test_every_proof_is_accepted_and_its_leaves_are_sentences_of_the_world(made: list[WorldQuestion]) -> None:
    for world in made:
        assert (world.proof is None) == (world.statuses == ("unknown",))
        if world.proof is not None:
            assert problems(world.proof, world.rules) == []
            assert set(world.proof.in_lines()[1].values()) <= set(world.question.facts)


def test_worlds_vary(made: list[WorldQuestion]) -> None:
    statuses = Counter(world.statuses for world in made if len(world.claims) == 1)
    assert set(statuses.values()) == {60}
    depths = Counter(world.proof.depth for world in made if world.proof)
    assert {0, 1, 2, 3} <= set(depths)
    wordings = by_wording((world, True) for world in made)
    assert len(wordings) >= 35
    assert len({world.question.facts for world in made}) == len(made)
    assert any("is not" in fact for world in made for fact in world.question.facts)


def test_the_same_seed_makes_the_same_worlds_whatever_their_number(made: list[WorldQuestion]) -> None:
    assert list(worlds(5, seed=1)) == made[:5]
    assert list(worlds(5, seed=2)) != made[:5]


def test_reader_and_engine_answer_from_english(made: list[WorldQuestion]) -> None:
    some = made[:60]
    right = sum(verdicts(world.question).selected == world.question.answer_key for world in some)
    assert right >= 0.95 * len(some)


def test_command(tmp_path: object) -> None:
    path = f"{tmp_path}/worlds.jsonl"
    result = CliRunner().invoke(app, ["dataset", "worlds", path, "--count", "4", "--seed", "3", "--json"])
    assert json.loads(result.output) == {"questions": 4, "target": path}
    assert [question.answer_key for question in read_questions(path)][:3] == ["A", "B", "C"]
    printed = CliRunner().invoke(app, ["dataset", "worlds", "--count", "1", "--seed", "3"]).output
    record = json.loads(printed)
    assert record["proof"]["lines"].endswith("-> hypothesis;")
    assert set(record["proof"]["sentences"].values()) <= set(record["facts"])
