"""Small random theories, and what brute force says of them: the engine must agree everywhere."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import product

from reasoner.logic.atoms import Literal, Rule, Variable

CONSTANTS = ("a", "b", "c")
VARIABLES = (Variable("x"), Variable("y"))
PREDICATES = {"p": 1, "q": 1, "r": 1, "s": 2}


def random_literal(rng: random.Random, terms: tuple[object, ...]) -> Literal:
    predicate = rng.choice(sorted(PREDICATES))
    chosen = tuple(rng.choice(terms) for _ in range(PREDICATES[predicate]))
    return Literal(predicate, chosen, rng.random() < 0.7)  # type: ignore[arg-type]


def random_theory(rng: random.Random, disjunctions: bool = False, constants: tuple[str, ...] = CONSTANTS) -> list[Rule]:
    """A few facts and rules; some with heads that their body does not bind, some with several heads."""
    rules = [Rule((), (random_literal(rng, constants),)) for _ in range(rng.randint(0, 4))]
    for _ in range(rng.randint(1, 5)):
        terms = (*VARIABLES[: rng.randint(0, 2)], rng.choice(constants))
        body = tuple(random_literal(rng, terms) for _ in range(rng.randint(0, 3)))
        heads = tuple(random_literal(rng, terms) for _ in range(rng.randint(0, 3) if disjunctions else 1))
        rules.append(Rule(body, heads, confidence=rng.choice((1.0, 0.5)), exclusive=rng.random() < 0.3))
    return rules


def random_goal(rng: random.Random, constants: tuple[str, ...] = CONSTANTS) -> Literal:
    return random_literal(rng, constants)


def ground_rules(rules: list[Rule], constants: tuple[str, ...]) -> list[Rule]:
    """Every instance of every rule over the constants."""
    found = []
    for rule in rules:
        variables = sorted({v for literal in (*rule.body, *rule.heads) for v in literal.variables})
        for values in product(constants, repeat=len(variables)):
            binding = dict(zip(variables, values, strict=True))
            body, heads = (tuple(one.under(binding) for one in part) for part in (rule.body, rule.heads))
            found.append(Rule(body, heads, confidence=rule.confidence, exclusive=rule.exclusive))
    return found


def constants_of(rules: list[Rule], goal: Literal) -> tuple[str, ...]:
    terms = [term for rule in rules for literal in (*rule.body, *rule.heads) for term in literal.terms]
    return tuple(sorted({term for term in (*terms, *goal.terms) if isinstance(term, str)}))


def fixpoint(rules: list[Rule], goal: Literal) -> set[Literal]:
    """Everything that definite rules derive, run forwards until nothing changes."""
    ground = [rule for rule in ground_rules(rules, constants_of(rules, goal)) if len(rule.heads) == 1]
    known: set[Literal] = set()
    while new := {rule.heads[0] for rule in ground if known.issuperset(rule.body)} - known:
        known |= new
    return known


def least_costs(rules: list[Rule], goal: Literal) -> dict[Literal, float]:
    """The greatest product of confidences of a proof tree for each derived literal, by repeated improvement."""
    ground = [rule for rule in ground_rules(rules, constants_of(rules, goal)) if len(rule.heads) == 1]
    best: dict[Literal, float] = {}
    changed = True
    while changed:
        changed = False
        for rule in ground:
            if all(literal in best for literal in rule.body):
                worth = rule.confidence
                for literal in rule.body:
                    worth *= best[literal]
                if worth > best.get(rule.heads[0], 0.0) + 1e-12:
                    best[rule.heads[0]] = worth
                    changed = True
    return best


def models(rules: list[Rule], goal: Literal) -> Iterator[set[Literal]]:
    """Every choice of true atoms that satisfies all rules as classical statements."""
    constants = constants_of(rules, goal) or ("a",)
    ground = ground_rules(rules, constants)
    literals = [literal for rule in ground for literal in (*rule.body, *rule.heads)] + [goal]
    atoms = sorted({(one.predicate, one.terms) for one in literals})
    for signs in product((True, False), repeat=len(atoms)):
        true = {Literal(*atom, sign) for atom, sign in zip(atoms, signs, strict=True)}
        if all(_satisfied(rule, true) for rule in ground):
            yield true


def _satisfied(rule: Rule, true: set[Literal]) -> bool:
    if not true.issuperset(rule.body):
        return True
    holding = sum(head in true for head in rule.heads)
    return holding > 0 and not (
        rule.exclusive
        and any(one in true and other in true for i, one in enumerate(rule.heads) for other in rule.heads[i + 1 :])
    )


def classical_status(rules: list[Rule], goal: Literal) -> str:
    """proved, refuted, unknown or absurd (no model), by enumeration of models."""
    values = {goal in model for model in models(rules, goal)}
    return {(): "absurd", (True,): "proved", (False,): "refuted"}.get(tuple(sorted(values)), "unknown")


def well_founded(rules: list[Rule], goal: Literal) -> tuple[set[Literal], set[Literal]]:
    """What is true and what is false in a closed world, by immediate consequences and greatest unfounded sets.

    A negative condition is met by a derived denial or by the falsity of the atom: a rule with such a condition is taken
    as two, one for each way. A pair (literal, False) below stands for falsity, (literal, True) for what is derived.
    """
    constants = constants_of(rules, goal)
    ground = [rule for rule in ground_rules(rules, constants) if len(rule.heads) == 1]
    program = [
        (rule.heads[0], ways)
        for rule in ground
        for ways in product(
            *([(one, True)] if one.positive else [(one, True), (one.denied, False)] for one in rule.body)
        )
    ]
    literals = {one for rule in ground for one in (*rule.body, *rule.heads)} | {goal}
    atoms = literals | {one.denied for one in literals}
    true: set[Literal] = set()
    false: set[Literal] = set()
    while True:
        unfounded = set(atoms)
        while founded := {
            head
            for head, ways in program
            if head in unfounded
            and not any(one in false or one in unfounded if holds else one in true for one, holds in ways)
        }:
            unfounded -= founded
        more = {head for head, ways in program if all(one in (true if holds else false) for one, holds in ways)}
        if more <= true and unfounded <= false:
            return true, false
        true, false = true | more, false | unfounded
