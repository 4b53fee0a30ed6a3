"""The engine against brute force on small random theories, and on small programs with the answer beside each."""

from __future__ import annotations

import math
import os
import random
import subprocess
import sys
from pathlib import Path

import pytest

from reasoner.errors import UsageError
from reasoner.logic.atoms import Literal, Variable
from reasoner.logic.engine import Limits, Theory
from reasoner.logic.proof import Proof
from tests.logic.enumeration import classical_status, fixpoint, least_costs, random_goal, random_theory, well_founded
from tests.logic.programs import literal, program

STATUS = {
    (True, False): "proved",
    (False, True): "refuted",
    (False, False): "unknown",
    (True, True): "contradiction-noted",
}


@pytest.mark.parametrize("block", range(10))
def test_rules_run_forwards_as_the_naive_fixpoint(block: int) -> None:
    rng = random.Random(block)
    for _ in range(300):
        rules, goal = random_theory(rng), random_goal(rng)
        derived = fixpoint(rules, goal)
        verdict = Theory(rules).ask(goal)
        assert verdict.status == STATUS[goal in derived, goal.denied in derived], (list(map(str, rules)), str(goal))


def test_an_open_goal_finds_every_binding() -> None:
    rng = random.Random(3)
    for _ in range(300):
        rules = random_theory(rng)
        goal = Literal("s", (Variable("u"), Variable("v")))
        expected = {one for one in fixpoint(rules, goal) if one.predicate == "s" and one.positive}
        assert {goal.under(found.binding) for found in Theory(rules).ask(goal).found} == expected


@pytest.mark.parametrize("block", range(10))
def test_classical_answers_are_those_of_all_models(block: int) -> None:
    rng = random.Random(100 + block)
    for _ in range(40):
        constants = ("a", "b")
        rules, goal = random_theory(rng, True, constants), random_goal(rng, constants)
        expected = classical_status(rules, goal)
        verdict = Theory(rules).ask(goal, classical=True)
        assert not verdict.cut
        if expected != "absurd":  # where no model is left, the engine speaks of the part that bears on the goal
            assert verdict.status == expected, (list(map(str, rules)), str(goal))


def test_closed_world_answers_are_those_of_the_well_founded_model() -> None:
    rng = random.Random(5)
    seen = set()
    for _ in range(1500):
        rules, goal = random_theory(rng), random_goal(rng)
        true, false = well_founded(rules, goal)
        holds = {one: one in true or (not one.positive and one.denied in false) for one in (goal, goal.denied)}
        verdict = Theory(rules).ask(goal, closed_world=True)
        seen.add(verdict.status)
        assert verdict.status == STATUS[holds[goal], holds[goal.denied]], (list(map(str, rules)), str(goal))
    assert seen == set(STATUS.values())


def tree_confidence(proof: Proof) -> float:
    worth: dict[int, float] = {}
    for step in proof.steps:
        assert step.rule is not None
        worth[step.number] = step.rule.confidence * math.prod(worth[number] for number in step.premises)
    return worth[len(proof.steps)]


def test_the_proof_is_the_cheapest() -> None:
    rng = random.Random(11)
    compared = 0
    for _ in range(500):
        rules, goal = random_theory(rng), random_goal(rng)
        verdict = Theory(rules).ask(goal)
        if verdict.proof:
            compared += 1
            assert tree_confidence(verdict.proof) == pytest.approx(least_costs(rules, goal)[goal])
    assert compared > 50


FORWARDS = [
    ("p(a)", "p(a)", "proved"),
    ("p(a)", "p(b)", "unknown"),
    ("not p(a)", "p(a)", "refuted"),
    ("p(?x) -> q(?x); p(a)", "q(a)", "proved"),
    ("p(?x) -> q(?x); not q(a)", "p(a)", "unknown"),  # rules are not read backwards
    ("p(?x) -> q(?x); q(a)", "p(a)", "unknown"),
    ("p(?x) & q(?x) -> r(?x); p(a); q(b)", "r(a)", "unknown"),
    ("s(?x, ?y) & s(?y, ?z) -> s(?x, ?z); s(a, b); s(b, c); s(c, d)", "s(a, d)", "proved"),
    ("s(?x, ?x) -> p(?x); s(a, b); s(b, b)", "p(a)", "unknown"),
    ("s(?x, ?x) -> p(?x); s(a, b); s(b, b)", "p(b)", "proved"),
    ("p(?x)", "p(anything)", "proved"),  # a rule without conditions holds of what the goal names
    ("p(a) -> q(?x)", "q(b)", "unknown"),
    ("p(a) -> q(?x); p(a)", "q(b)", "proved"),
    ("p(a) or q(a); not q(a)", "p(a)", "unknown"),  # alternatives speak only when asked classically
    ("p(a); not p(a)", "p(a)", "contradiction-noted"),
    ("p(a); not p(a); q(b)", "r(b)", "unknown"),  # nothing follows from a contradiction
    ("rain()", "rain()", "proved"),
]


@pytest.mark.parametrize(("text", "goal", "status"), FORWARDS)
def test_running_forwards(text: str, goal: str, status: str) -> None:
    assert Theory(program(text)).ask(literal(goal)).status == status


CLASSICAL = [
    ("p(?x) -> q(?x); not q(a)", "p(a)", "refuted", "given contraposition"),
    ("p(a) or q(a); not q(a)", "p(a)", "proved", "given elimination"),
    ("p(a) xor q(a); q(a)", "p(a)", "refuted", "given exclusion"),
    ("p(a) or q(a); q(a)", "p(a)", "unknown", ""),
    (
        "p(a) or q(a); p(?x) -> r(?x); q(?x) -> r(?x)",
        "r(a)",
        "proved",
        "assume contraposition clash contradiction",
    ),
    ("not p(?x) -> p(?x)", "p(a)", "proved", "rule"),
    ("p(a) -> false", "p(a)", "refuted", "contraposition"),
    ("p(a); not p(a)", "p(a)", "contradiction-noted", ""),
    ("p(a); not p(a)", "q(a)", "unknown", ""),  # what has nothing to do with it stays unknown
]


@pytest.mark.parametrize(("text", "goal", "status", "kinds"), CLASSICAL)
def test_classically(text: str, goal: str, status: str, kinds: str) -> None:
    verdict = Theory(program(text)).ask(literal(goal), classical=True)
    assert verdict.status == status
    if kinds:
        proof = verdict.proof or verdict.denial
        assert proof is not None
        assert {step.kind for step in proof.steps} == set(kinds.split())


def test_by_cases() -> None:
    """No literal settles it, and neither does the denial of the goal: each of r, t, u must be tried."""
    text = """
        r(a) or t(a) or u(a)
        r(a) -> v(a) or w(a); v(a) -> p(a); w(a) -> p(a)
        t(a) -> v(b) or w(b); v(b) -> p(a) or w(b); w(b) -> p(a)
        u(a) -> p(a)
    """
    verdict = Theory(program(text)).ask(literal("p(a)"), classical=True)
    assert verdict.status == "proved"
    hard = "p(a) or q(a) or r(a);" + ";".join(f"{x}(a) & {y}(a) -> g(a)" for x, y in ("pq", "qr", "pr"))
    hard += "; p(a) -> q(a) or r(a); q(a) -> p(a) or r(a); r(a) -> p(a) or q(a)"
    proof = Theory(program(hard)).ask(literal("g(a)"), classical=True).proof
    assert proof is not None
    assert "cases" in {step.kind for step in proof.steps}


CLOSED = [
    ("p(a)", "q(a)", "refuted"),
    ("not p(?x) -> q(?x); r(a)", "q(a)", "proved"),
    ("not p(?x) -> q(?x); p(a)", "q(a)", "refuted"),
    ("not p(?x) -> p(?x); r(a)", "p(a)", "unknown"),
    ("not p(a) -> q(a); not q(a) -> p(a)", "p(a)", "unknown"),
]


@pytest.mark.parametrize(("text", "goal", "status"), CLOSED)
def test_closed_world(text: str, goal: str, status: str) -> None:
    assert Theory(program(text)).ask(literal(goal), closed_world=True).status == status


def test_the_contradictions_that_a_proof_touches_are_named() -> None:
    text = "p(a); not p(a); p(?x) -> q(?x); r(b); not r(b)"
    verdict = Theory(program(text)).ask(literal("q(a)"))
    assert verdict.status == "proved"
    assert list(map(str, verdict.contradictions)) == ["p(a) is both proved and denied"]
    everywhere = Theory(program(text)).contradictions()
    assert sorted(map(str, everywhere)) == ["p(a) is both proved and denied", "r(b) is both proved and denied"]


def test_of_equal_proofs_the_shorter_and_of_unequal_the_surer() -> None:
    rules = program("p(a); p(?x) -> q(?x); q(?x) -> r(?x); 0.9 :: p(?x) -> r(?x)")
    proof = Theory(rules).ask(literal("r(a)")).proof
    assert proof is not None
    assert (proof.confidence, len(proof.steps), proof.depth) == (1.0, 3, 2)
    shorter = Theory([*rules, *program("p(?x) -> r(?x)")]).ask(literal("r(a)")).proof
    assert shorter is not None
    assert (len(shorter.steps), shorter.depth) == (2, 1)


def test_a_theory_on_top_of_another_says_the_same_as_one() -> None:
    rng = random.Random(9)
    for _ in range(200):
        rules, goal = random_theory(rng), random_goal(rng)
        whole = Theory(rules).ask(goal)
        above = Theory(rules[2:], base=Theory(rules[:2])).ask(goal)
        assert (above.status, above.proof, above.denial) == (whole.status, whole.proof, whole.denial)


def test_unrelated_facts_cost_no_step() -> None:
    rules = program("p(?x) & s(?x, ?y) -> q(?y); p(a); s(a, b)")
    crowd = program(";".join(f"p(n{n}); s(n{n}, m{n}); is(n{n}, red)" for n in range(300)))
    theory = Theory(rules, base=Theory(crowd))
    assert theory.ask(literal("q(b)")).steps == Theory(rules).ask(literal("q(b)")).steps
    assert "constants" not in vars(theory.index)  # nor are all constants gathered where no rule needs them


def test_a_cut_search_says_so() -> None:
    chain = program("p0(a);" + ";".join(f"p{n}(?x) -> p{n + 1}(?x)" for n in range(50)))
    assert Theory(chain).ask(literal("p50(a)")).status == "proved"
    short = Theory(chain).ask(literal("p50(a)"), Limits(steps=10))
    assert (short.status, short.cut) == ("unknown", True)
    split = program(";".join(f"p(n{n}) or q(n{n}); p(n{n}) -> r(a) or t(n{n})" for n in range(8)))
    assert Theory(split).ask(literal("r(a)"), Limits(splits=1), classical=True).cut
    assert Theory(split).ask(literal("r(a)"), Limits(looks=1), classical=True).cut
    assert Theory(split).ask(literal("r(a)"), Limits(steps=1), classical=True).cut


def test_what_cannot_be_asked() -> None:
    with pytest.raises(UsageError, match="no closed world and no open variables"):
        Theory([]).ask(literal("p(?x)"), classical=True)


def test_the_same_proof_whatever_the_hash_seed() -> None:
    code = (
        "import random; from tests.logic.enumeration import *; from reasoner.logic.engine import Theory\n"
        "rng = random.Random(2)\n"
        "for _ in range(60):\n"
        "    rules, goal = random_theory(rng, True), random_goal(rng)\n"
        "    for classical in (False, True):\n"
        "        verdict = Theory(rules).ask(goal, classical=classical)\n"
        "        print(verdict.status, verdict.proof, verdict.denial, verdict.steps)\n"
    )
    said = set()
    for seed in ("1", "2"):
        environment = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join(sys.path)}
        run = [sys.executable, "-c", code]
        said.add(
            subprocess.run(run, env=environment, cwd=Path(__file__).parent, capture_output=True, check=True).stdout
        )
    assert len(said) == 1
    assert b"[" in said.pop()
