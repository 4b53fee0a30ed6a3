"""The engine against brute force on small random theories, and on small programs with the answer beside each."""

from __future__ import annotations

import random

import pytest
from enumeration import classical_status, fixpoint, random_goal, random_theory

from reasoner.logic.engine import Theory


@pytest.mark.parametrize("block", range(10))
def test_rules_run_forwards_as_the_naive_fixpoint(block: int) -> None:
    rng = random.Random(block)
    for _ in range(300):
        rules, goal = random_theory(rng), random_goal(rng)
        derived = fixpoint(rules, goal)
        verdict = Theory(rules).ask(goal)
        expected = {
            (True, False): "proved",
            (False, True): "refuted",
            (False, False): "unknown",
            (True, True): "contradiction-noted",
        }[goal in derived, goal.denied in derived]
        assert verdict.status == expected, (list(map(str, rules)), str(goal))


@pytest.mark.parametrize("block", range(10))
def test_classical_answers_are_those_of_all_models(block: int) -> None:
    rng = random.Random(100 + block)
    for _ in range(60):
        constants = ("a", "b")
        rules, goal = random_theory(rng, True, constants), random_goal(rng, constants)
        expected = classical_status(rules, goal)
        verdict = Theory(rules).ask(goal, classical=True)
        assert not verdict.cut
        if expected != "absurd":
            assert verdict.status == expected, (list(map(str, rules)), str(goal))
