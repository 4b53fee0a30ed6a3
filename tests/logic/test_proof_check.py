"""Every proof of the engine is accepted; every proof that was tampered with is rejected."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reasoner.logic.atoms import Literal, Rule, Variable
from reasoner.logic.check import problems
from reasoner.logic.engine import Theory
from reasoner.logic.proof import Proof, Step
from tests.logic.enumeration import random_goal, random_theory

X = Variable("x")
MODES = [{}, {"classical": True}, {"closed_world": True}]


def proofs(seed: int, mode: dict[str, bool], tries: int = 40) -> list[tuple[list[Rule], Proof]]:
    """Proofs of goals and of their denials in small random theories."""
    rng = random.Random(seed)
    found = []
    for _ in range(tries):
        rules, goal = random_theory(rng, disjunctions=bool(mode.get("classical"))), random_goal(rng)
        verdict = Theory(rules).ask(goal, **mode)
        found += [(rules, proof) for proof in (verdict.proof, verdict.denial) if proof]
    return found


@pytest.mark.parametrize("mode", MODES, ids=str)
def test_accepts_what_the_engine_proves(mode: dict[str, bool]) -> None:
    found = proofs(7, mode, 600)
    assert len(found) > 100
    for rules, proof in found:
        assert problems(proof, rules, proof.conclusion, **mode) == [], f"{rules}\n{proof}"


def other_sign(step: Step) -> Step:
    return replace(step, conclusion=step.conclusion.denied if step.conclusion else Literal("p", ("a",)))


def other_constant(step: Step) -> Step:
    said = step.conclusion or Literal("p", ("a",))
    return replace(step, conclusion=Literal(said.predicate, ("nowhere", *said.terms[1:]), said.positive))


def one_premise_less(step: Step) -> Step:
    return replace(step, premises=step.premises[1:])


def one_case_less(step: Step) -> Step:
    return replace(step, cases=step.cases[1:])


def stands_on_itself(step: Step) -> Step:
    return replace(step, premises=(*step.premises[1:], step.number))


def made_up_rule(step: Step) -> Step:
    return replace(step, rule=replace(step.rule or Rule((), ()), source="made up"))


def other_binding(step: Step) -> Step:
    return replace(step, binding=tuple((variable, "nowhere") for variable, _ in step.binding))


def merely_assumed(step: Step) -> Step:
    return replace(step, kind="assume", rule=None, premises=(), binding=(), cases=())


def another_number(step: Step) -> Step:
    return replace(step, number=step.number + 1)


TAMPERINGS = [
    other_sign,
    other_constant,
    one_premise_less,
    one_case_less,
    stands_on_itself,
    made_up_rule,
    other_binding,
    merely_assumed,
    another_number,
]


@given(st.integers(0, 10_000), st.sampled_from(MODES), st.sampled_from(TAMPERINGS), st.randoms(use_true_random=False))
@settings(max_examples=250, deadline=None, derandomize=True)
def test_rejects_what_was_tampered_with(seed: int, mode: dict[str, bool], tampering: object, rng: object) -> None:
    for rules, proof in proofs(seed, mode, 3):
        place = rng.randrange(len(proof.steps))  # type: ignore[attr-defined]
        changed = tampering(proof.steps[place])  # type: ignore[operator]
        if changed != proof.steps[place]:
            steps = (*proof.steps[:place], changed, *proof.steps[place + 1 :])
            assert problems(Proof(steps), rules, proof.conclusion, **mode), f"{tampering}\n{proof}"


def test_rejects_a_missing_rule_an_idle_step_and_a_wrong_goal() -> None:
    fact = Rule((), (Literal("p", ("a",)),))
    rule = Rule((Literal("p", (X,)),), (Literal("q", (X,)),))
    proof = Theory([fact, rule]).ask(Literal("q", ("a",))).proof
    assert proof is not None
    assert problems(proof, [fact, rule], Literal("q", ("a",))) == []
    assert problems(proof, [rule]) == ["step 1: the rule p(a) is not given"]
    assert problems(proof, [fact, rule], Literal("q", ("b",))) == ["the last step concludes q(a), not q(b)"]
    idle = Step(3, "given", fact.heads[0], fact)
    assert problems(Proof((*proof.steps, idle)), [fact, rule]) == ["step 2 is used nowhere"]
    assert problems(Proof(()), [fact, rule]) == ["the proof is empty"]


def test_contraposition_is_for_classical_proofs_only() -> None:
    rules = [Rule((Literal("p", (X,)),), (Literal("q", (X,)),)), Rule((), (Literal("q", ("a",), False),))]
    proof = Theory(rules).ask(Literal("p", ("a",)), classical=True).denial
    assert proof is not None
    assert [step.kind for step in proof.steps] == ["given", "contraposition"]
    assert problems(proof, rules, classical=True) == []
    assert problems(proof, rules) == ["step 2: a step of the kind contraposition is not allowed"]
