"""Asking a theory: is a goal proved, refuted or unknown? What the words mean is defined in docs/semantics.md."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal as OneOf

from reasoner.errors import UsageError
from reasoner.logic.atoms import Literal, Rule, Variable
from reasoner.logic.cheapest import derive
from reasoner.logic.classical import Search, relevant_clauses
from reasoner.logic.closed import absent
from reasoner.logic.ground import Grounder
from reasoner.logic.index import RuleIndex
from reasoner.logic.proof import Derivation, Proof
from reasoner.logic.unify import constants_of, match

Status = OneOf["proved", "refuted", "unknown", "contradiction-noted"]


@dataclass(frozen=True, slots=True)
class Limits:
    """Where a search ends, counted in steps so that it ends at the same place everywhere."""

    steps: int = 200_000
    splits: int = 2_000
    looks: int = 500_000


@dataclass(frozen=True, slots=True)
class Found:
    """One way to fill the variables of a goal, and the proof that it holds then."""

    binding: Mapping[Variable, str]
    proof: Proof


@dataclass(frozen=True, slots=True)
class Contradiction:
    """Something that is proved and denied at once: the rules are at odds, and nothing else is concluded from it.

    `proof` may conclude None: the rules together are absurd, and `denial` is None.
    """

    proof: Proof
    denial: Proof | None = None

    def __str__(self) -> str:
        said = self.proof.conclusion
        return "the rules together are absurd" if said is None else f"{said} is both proved and denied"


@dataclass(frozen=True, slots=True)
class Verdict:
    """What became of a goal.

    `proof` is of the goal and `denial` of its opposite; both, where the theory contradicts itself about the goal.
    `found` lists every way to fill the goal's variables. `contradictions` are those that the proofs touch. `cut` says
    that a limit ended the search, so that `unknown` may only mean that nothing was found in time.
    """

    goal: Literal
    status: Status
    proof: Proof | None = None
    denial: Proof | None = None
    found: tuple[Found, ...] = ()
    contradictions: tuple[Contradiction, ...] = ()
    steps: int = 0
    cut: bool = False


class Theory:
    """Facts and rules that can be asked.

    Parameters
    ----------
    rules
        Facts and rules; those with one conclusion run forwards, the others speak only when asked classically.
    base
        A theory that this one adds to, such as a whole knowledge base. It is not copied.

    Examples
    --------
    >>> x = Variable("x")
    >>> wib, trum, flies = Literal("is", (x, "wib")), Literal("is", (x, "trum")), Literal("fly", (x,))
    >>> max_is_a_wib = Rule((), (Literal("is", ("Max", "wib")),))
    >>> theory = Theory([Rule((wib,), (trum,)), Rule((trum,), (flies.denied,)), max_is_a_wib])
    >>> verdict = theory.ask(Literal("fly", ("Max",)))
    >>> verdict.status
    'refuted'
    >>> print(verdict.denial)
    1. is(Max, wib)  [given]
    2. is(Max, trum)  [rule: 1]
    3. not fly(Max)  [rule: 2]
    >>> theory.ask(Literal("fly", ("Erin",))).status
    'unknown'
    >>> [dict(found.binding) for found in theory.ask(trum).found]
    [{Variable(name='x'): 'Max'}]
    """

    def __init__(self, rules: Iterable[Rule], base: Theory | None = None) -> None:
        self.index: RuleIndex = RuleIndex(rules, base.index if base else None)

    @property
    def rules(self) -> tuple[Rule, ...]:
        """All facts and rules, those of the base first."""
        return tuple(self.index)

    def ask(
        self, goal: Literal, limits: Limits | None = None, classical: bool = False, closed_world: bool = False
    ) -> Verdict:
        """Return whether the goal is proved, refuted or unknown, with the proof.

        Parameters
        ----------
        goal
            What is asked; a goal with variables asks for everything that fills them.
        limits
            Where the search ends.
        classical
            Draw every conclusion of classical logic over the constants at hand: contraposition, elimination, cases.
        closed_world
            Hold for false what nothing makes true.

        Raises
        ------
        UsageError
            If both are asked for, or a goal with variables classically.
        """
        limits = limits or Limits()
        if not classical:
            return _Inquiry(self.index, goal, limits, closed_world).verdict()
        if closed_world or goal.variables:
            raise UsageError("a classical question has no closed world and no open variables")
        return _classical_verdict(self.index, goal, limits)

    def contradictions(self, limits: Limits | None = None) -> tuple[Contradiction, ...]:
        """Return everything that the rules, run forwards, both prove and deny."""
        limits = limits or Limits()
        grounder = Grounder(self.index, (), limits.steps)
        heads = [rule.heads[0] for rule in self.index if rule.is_definite]
        grounder.ask(heads)
        return _clashes(derive(grounder.instances))


class _Inquiry:
    """One goal asked of rules that run forwards."""

    def __init__(self, index: RuleIndex, goal: Literal, limits: Limits, closed_world: bool) -> None:
        self.goal, self.closed_world = goal, closed_world
        named = tuple(term for term in goal.terms if isinstance(term, str))
        self.grounder = Grounder(index, named, limits.steps, closed_world)

    def verdict(self) -> Verdict:
        """Return what becomes of the goal."""
        self.grounder.ask([self.goal, self.goal.denied])
        derived = self._derived()
        found, against = self._matching(self.goal, derived), self._matching(self.goal.denied, derived)
        used = [step.conclusion for one in (*found, *against) for step in one.proof.steps if step.conclusion]
        self.grounder.ask(dict.fromkeys(literal.denied for literal in used))
        touched = {literal for one in used for literal in (one, one.denied)}
        clashes = _clashes({literal: why for literal, why in self._derived().items() if literal in touched})
        status: Status = "proved" if found else "refuted" if against else "unknown"
        if found and against and not self.goal.variables:
            status = "contradiction-noted"
        return Verdict(
            self.goal,
            status,
            found[0].proof if found else None,
            against[0].proof if against else None,
            found,
            clashes,
            self.grounder.steps,
            self.grounder.cut,
        )

    def _derived(self) -> dict[Literal, Derivation]:
        instances = self.grounder.instances
        if not self.closed_world:
            return derive(instances)
        return derive(instances, absent(instances, [self.goal, self.goal.denied]))

    def _matching(self, goal: Literal, derived: Mapping[Literal, Derivation]) -> tuple[Found, ...]:
        if not goal.variables:
            return (Found({}, Proof.of(derived[goal])),) if goal in derived else ()
        found = []
        for literal, why in derived.items():
            if (literal.predicate, literal.positive) == (goal.predicate, goal.positive):
                binding = match(goal.terms, constants_of(literal), {})
                if binding is not None:
                    found.append(Found(binding, Proof.of(why)))
        return tuple(found)


def _clashes(derived: Mapping[Literal, Derivation]) -> tuple[Contradiction, ...]:
    return tuple(
        Contradiction(Proof.of(why), Proof.of(derived[literal.denied]))
        for literal, why in derived.items()
        if literal.positive and literal.denied in derived
    )


def _classical_verdict(index: RuleIndex, goal: Literal, limits: Limits) -> Verdict:
    clauses, cut = relevant_clauses(index, goal, limits.steps)
    searches = [Search(clauses, literal, limits.splits, limits.looks) for literal in (goal, goal.denied)]
    proof, denial = (Proof.of(why) if (why := search.run()) else None for search in searches)
    absurd = [one for one in (proof, denial) if one and one.conclusion is None]
    status: Status = "proved" if proof else "refuted" if denial else "unknown"
    if absurd or (proof and denial):
        status = "contradiction-noted"
    clashes = (Contradiction(absurd[0]),) if absurd else (Contradiction(proof, denial),) if proof and denial else ()
    steps = len(clauses) + sum(search.splits for search in searches)
    found = (Found({}, proof),) if status == "proved" and proof else ()
    cut = cut or any(search.cut for search in searches)
    return Verdict(goal, status, proof, denial, found, clashes, steps, cut)
