"""Asking a theory whether a whole sentence holds: conditions are assumed, "every" is tried on an arbitrary one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from reasoner.logic.atoms import Literal, Rule, Variable
from reasoner.logic.engine import Limits, Theory, Verdict
from reasoner.logic.proof import Proof
from reasoner.reading.meaning.formula import (
    And,
    Every,
    Formula,
    If,
    Never,
    Not,
    Or,
    Some,
    Unreadable,
    bound,
    cases,
    denial,
    plain,
    rules_of,
)

CLAIM = Literal("hold", ("claim",))


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a claim: proved, refuted or unknown, and the proof of it or of its denial.

    `goal` is the literal that was asked; where the claim is more than one, `hold(claim)` stands for it.
    `assumed` are rules that come with the claim: what it supposes, and what `hold(claim)` stands for. `cut` says that a
    limit ended the search.
    """

    status: str
    goal: Literal
    proof: Proof | None = None
    assumed: tuple[Rule, ...] = ()
    contradiction: str | None = None
    cut: bool = False


def ask(theory: Theory, claim: Formula, classical: bool, limits: Limits | None = None) -> Outcome:
    """Ask a theory whether a claim holds.

    >>> wib, trum = Literal("is", ("Max", "wib")), Literal("is", ("Max", "trum"))
    >>> ask(Theory([Rule((), (wib,))]), Or((wib, trum)), classical=False).status
    'proved'
    """
    assumed, body = _supposed(claim, theory, classical)
    goal, helpers = _goal(body)
    verdict = Theory([*assumed, *helpers], base=theory).ask(goal, limits, classical=classical)
    outcome = _outcome(verdict, (*assumed, *helpers))
    if outcome.status == "unknown" and isinstance(claim, Every):
        return _counterexample(theory, claim, classical, limits) or outcome
    return outcome


def _counterexample(theory: Theory, claim: Every, classical: bool, limits: Limits | None) -> Outcome | None:
    """Refute what is said of all by one of whom it is not true.

    >>> x = Variable("x")
    >>> lazy = Every(x, If(Literal("is", (x, "owl")), Literal("is", (x, "lazy"))))
    >>> uno = [Rule((), (Literal("is", ("Uno", "owl")),)), Rule((), (Literal("is", ("Uno", "lazy"), False),))]
    >>> ask(Theory(uno), lazy, classical=False).status
    'refuted'
    """
    against = tuple(Rule(case, (CLAIM.denied,), name="a counterexample") for case in _ways(denial(claim)))
    if not against:
        return None
    outcome = _outcome(Theory(against, base=theory).ask(CLAIM, limits, classical=classical), against)
    return outcome if outcome.status == "refuted" else None


def _outcome(verdict: Verdict, assumed: tuple[Rule, ...]) -> Outcome:
    clash = str(verdict.contradictions[0]) if verdict.contradictions else None
    status = verdict.status if verdict.status in {"proved", "refuted"} else "unknown"
    proof = {"proved": verdict.proof, "refuted": verdict.denial}.get(status)
    return Outcome(status, verdict.goal, proof, assumed, clash, verdict.cut)


def _supposed(claim: Formula, theory: Theory, classical: bool) -> tuple[list[Rule], Formula]:
    """Take an arbitrary one of whatever the claim is about; suppose what the claim supposes.

    A condition about named things is supposed only where rules run forwards: classically "if A then B" is refuted by
    A without B alone.
    """
    fresh = False
    while isinstance(claim, Every):
        claim = bound(claim.body, {claim.variable: _example(claim)})
        fresh = True
    if isinstance(claim, Never):
        claim = If(claim.first, Not(claim.second))
    if isinstance(claim, If) and (fresh or not classical):
        try:
            return rules_of(claim.condition), claim.consequence
        except Unreadable:
            return [], claim
    return [], claim


def _example(claim: Every) -> str:
    """Return an arbitrary one of a kind; where the kind is written as a name, whoever has that name."""
    kind = _kind_of(claim.body, claim.variable)
    if kind is None:
        return f"any {claim.variable.name}"
    named = kind[:1].isupper() and isinstance(claim.body, If) and isinstance(claim.body.condition, Literal)
    return kind if named else f"any {kind}"


def _kind_of(body: Formula, variable: Variable) -> str | None:
    """Return the kind that a formula limits a variable to."""
    condition = body.condition if isinstance(body, If) else body.first if isinstance(body, Never) else body
    parts = condition.parts if isinstance(condition, And) else (condition,)
    for part in parts:
        match part:
            case Literal("is", (term, str() as kind)) if term == variable:
                return kind
    return None


def _goal(claim: Formula) -> tuple[Literal, Sequence[Rule]]:
    """Return a literal to ask for, and the rules that make it stand for the claim where that is more."""
    claim = plain(claim)
    if isinstance(claim, Literal) and not claim.variables:
        return claim, ()
    for_it = [Rule(case, (CLAIM,), name="the claim") for case in _ways(claim)]
    against = [Rule(case, (CLAIM.denied,), name="the claim's denial") for case in _ways(denial(claim))]
    return CLAIM, (*for_it, *against)


def _ways(claim: Formula) -> list[tuple[Literal, ...]]:
    try:
        return cases(_arbitrary(plain(claim)))
    except Unreadable:
        return []


def _arbitrary(claim: Formula) -> Formula:
    """Put an arbitrary thing in the place of "every"."""
    match claim:
        case Every(variable, body):
            return _arbitrary(bound(body, {variable: f"any {_kind_of(body, variable) or variable.name}"}))
        case Some(variable, body, name):
            return Some(variable, _arbitrary(body), name)
        case And(parts):
            return And(tuple(map(_arbitrary, parts)))
        case Or(parts):
            return Or(tuple(map(_arbitrary, parts)))
    return claim
