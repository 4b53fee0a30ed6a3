"""Orders by integer program against all permutations."""

from __future__ import annotations

import random
from itertools import permutations

import pytest

from reasoner.ilp.order import Before, Beside, Between, Denied, Joined, Order, Place, Statement
from reasoner.ilp.order_check import impossible

THINGS = ["a", "b", "c", "d"]


def random_statement(rng: random.Random, depth: int = 1) -> Statement:
    one, other, third = ((thing, "age") for thing in rng.sample(THINGS, 3))
    kind = rng.randrange(6 if depth else 4)
    if kind == 0:
        return Place(one, frozenset(rng.sample([1, 2, 3, 4], rng.randint(1, 2))))
    if kind == 1:
        return Before(one, other, rng.choice([None, None, 1, 2]))
    if kind == 2:
        return Beside(one, other)
    if kind == 3:
        return Between(one, other, third)
    if kind == 4:
        return Denied(random_statement(rng, 0))
    return Joined((random_statement(rng, 0), random_statement(rng, 0)), all_of=rng.random() < 0.5)


def allowed(statements: list[Statement]) -> list[dict[tuple[str, str], int]]:
    found = []
    for order in permutations(THINGS):
        places = {(thing, "age"): place for place, thing in enumerate(order, 1)}
        if all(one.holds([places[spot] for spot in one.spots]) for one in statements):
            found.append(places)
    return found


@pytest.mark.parametrize("block", range(4))
def test_as_all_permutations(block: int) -> None:
    rng = random.Random(block)
    for _ in range(25):
        statements = [random_statement(rng) for _ in range(rng.randint(1, 4))]
        claim = random_statement(rng)
        order = Order(THINGS, statements, [claim])
        left = allowed(statements)
        assert bool(order.conflict()) == (not left)
        if left:
            truths = {claim.holds([places[spot] for spot in claim.spots]) for places in left}
            expected = "possible" if len(truths) == 2 else "entailed" if truths == {True} else "impossible"
            ruling = order.judge(0)
            assert ruling.verdict == expected
            against = Denied(claim) if expected == "entailed" else claim
            reasons = [statements[number] for number in ruling.forced_by]
            if expected != "possible":
                assert not allowed([*reasons, against])
                assert all(allowed([*reasons[:k], *reasons[k + 1 :], against]) for k in range(len(reasons)))


def test_more_places_than_things() -> None:
    place = Place(("a", "age"), frozenset({3}))
    assert Order(["a", "b"], [place], [place]).conflict() == (0,)
    assert Order(["a", "b"], [place], [place], count=3).judge(0).verdict == "entailed"


def test_the_check_agrees_with_all_permutations() -> None:
    rng = random.Random(7)
    for _ in range(100):
        statements = [random_statement(rng) for _ in range(rng.randint(1, 5))]
        assert impossible(statements, len(THINGS)) == (not allowed(statements))
    assert impossible([Before(("a", "age"), ("b", "age"))], 4, tries=1) is None
