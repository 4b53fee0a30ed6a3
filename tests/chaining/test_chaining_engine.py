"""The engine: what follows, what does not, and that it always comes to an end."""

from __future__ import annotations

import pytest

from reasoner.chaining.atom import Atom
from reasoner.chaining.engine import Engine, Limits, leaf
from reasoner.chaining.matching import Links, Matcher
from reasoner.chaining.rules import load_rules, parse_rules
from reasoner.errors import UsageError

RULES = load_rules()


def isa(*pairs: tuple[str, str]) -> list[Atom]:
    return [Atom("isa", pair) for pair in pairs]


def run(known: list[Atom], **limits: float):  # type: ignore[no-untyped-def]
    return Engine(RULES, limits=Limits(**limits)).run([leaf(atom) for atom in known])  # type: ignore[arg-type]


@pytest.mark.parametrize(("first", "second", "sign"), [(1, 1, 1), (1, -1, -1), (-1, 1, -1), (-1, -1, 1)])
def test_signs_multiply(first: int, second: int, sign: int) -> None:
    atoms = [Atom("causes", ("rain", "mud"), first), Atom("causes", ("mud", "worms"), second)]
    found = run(atoms)
    assert found.proofs(Atom("causes", ("rain", "worms"), sign))
    assert not found.proofs(Atom("causes", ("rain", "worms"), -sign))


def test_denials_are_not_premises() -> None:
    atoms = [Atom("isa", ("a whale", "a fish"), negated=True), Atom("has", ("a fish", "gills"))]
    assert not run(atoms).proofs(Atom("has", ("a whale", "gills")))


def test_chains_up_to_the_depth() -> None:
    links = isa(*((f"kind{number}", f"kind{number + 1}") for number in range(6)))
    assert run(links, depth=3).proofs(Atom("isa", ("kind0", "kind6")))
    assert not run(links, depth=2).proofs(Atom("isa", ("kind0", "kind6")))


def test_combination_is_a_parameter() -> None:
    leaves = [
        leaf(Atom("isa", ("a wren", "a bird")), confidence=0.8),
        leaf(Atom("can", ("a bird", "fly")), confidence=0.5),
    ]
    goal = Atom("can", ("a wren", "fly"))
    product, minimum = (Engine(RULES, combine=name).run(leaves).proofs(goal)[0] for name in ("product", "minimum"))
    assert product.confidence == pytest.approx(0.8 * 0.5 * 0.9)
    assert minimum.confidence == 0.5
    with pytest.raises(UsageError, match="choose one of product, minimum"):
        Engine(RULES, combine="sum")


def test_soft_matches_cost_and_show() -> None:
    matcher = Matcher(Links.of([("synonym", "car", "automobile")]))
    known = [leaf(Atom("isa", ("a taxi", "an automobile"))), leaf(Atom("has", ("a car", "wheels")))]
    proof = Engine(RULES, matcher).run(known).proofs(Atom("has", ("a taxi", "wheels")))[0]
    assert proof.confidence == pytest.approx(0.9 * 0.9)
    assert [(match.how, match.score) for match in proof.matches] == [("synonym", 0.9)]
    assert not Engine(RULES).run(known).proofs(Atom("has", ("a taxi", "wheels")))


def test_best_proofs_first() -> None:
    atoms = [Atom("has", ("a bird", "wings")), *isa(("a wren", "a bird")), Atom("has", ("a flier", "wings")),
             *isa(("a wren", "a flier"))]  # fmt: skip
    weak = [leaf(atom, confidence=0.5 if "flier" in str(atom) else 1.0) for atom in atoms]
    proofs = Engine(RULES).run(weak).proofs(Atom("has", ("a wren", "wings")))
    assert len(proofs) >= 2
    assert [proof.confidence for proof in proofs] == sorted((proof.confidence for proof in proofs), reverse=True)
    assert "bird" in str(proofs[0])


def test_cyclic_facts_and_rules_come_to_an_end() -> None:
    found = run(isa(("a", "b"), ("b", "c"), ("c", "a")), depth=10)
    assert found.complete
    assert found.proofs(Atom("isa", ("a", "c")))
    (forth, back) = parse_rules(
        "rule forth 1 [isa]: isa(X, Y) => can(X, Y) #: isa(a, b) => can(a, b)"
        "\nrule back 1 [isa]: can(X, Y) => isa(X, Y) #: can(a, b) => isa(a, b)"
    )
    cyclic = Engine([forth, back], limits=Limits(depth=50)).run([leaf(Atom("isa", ("x", "y")))])
    assert cyclic.complete
    assert len(cyclic.found) == 2


def test_hundred_copies_are_one_fact() -> None:
    once = run([Atom("has", ("a bird", "wings")), *isa(("a wren", "a bird"))])
    often = Engine(RULES).run(
        [leaf(atom, f"{atom}, copy {number}") for number in range(100)
         for atom in (Atom("has", ("a bird", "wings")), Atom("isa", ("a wren", "a bird")))]
    )  # fmt: skip
    assert set(once.found) == set(often.found)
    goal = Atom("has", ("a wren", "wings"))
    assert often.proofs(goal)[0].confidence == once.proofs(goal)[0].confidence


def test_contradictions_are_named() -> None:
    found = run([Atom("can", ("a bird", "fly")), Atom("can", ("birds", "fly"), negated=True),
                 Atom("causes", ("rain", "mud")), Atom("causes", ("rain", "mud"), sign=-1)])  # fmt: skip
    pairs = {(str(one.conclusion), str(other.conclusion)) for one, other in found.contradictions()}
    assert pairs == {("a bird can fly", "birds cannot fly"), ("rain causes or increases mud", "rain decreases mud")}


def test_time_limit_stops_it() -> None:
    many = isa(*((f"kind{one}", f"kind{other}") for one in range(60) for other in range(60) if one != other))
    found = Engine(RULES, limits=Limits(seconds=0.2, atoms=10**6, depth=9)).run([leaf(atom) for atom in many])
    assert not found.complete


def test_atom_limit_stops_it() -> None:
    many = isa(*((f"kind{number}", f"kind{number + 1}") for number in range(50)))
    found = run(many, atoms=60)
    assert len(found.found) <= 60
    assert not found.complete


def test_same_input_same_proofs() -> None:
    atoms = [*isa(("a wren", "a bird"), ("a bird", "an animal")), Atom("requires", ("an animal", "food"))]
    assert [str(proof) for proof in run(atoms)] == [str(proof) for proof in run(atoms)]
