"""Formulas between English and rules: and, or, not, if, every, some; and how they become rules.

A rule runs one way, as it was said: `If` gives "condition -> consequence" and no contrapositive; `Never` ("no wib is a
trum") is said of both sides and gives both. Everything else is brought into clauses.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations, product

from reasoner.logic.atoms import Literal, Rule, Variable

_MOST_CASES = 64


class Unreadable(Exception):
    """What a sentence says cannot be put into rules; the message says why."""


@dataclass(frozen=True, slots=True)
class Not:
    """The denial of a formula."""

    of: Formula


@dataclass(frozen=True, slots=True)
class And:
    """All of some formulas; of none, it holds always."""

    parts: tuple[Formula, ...]


@dataclass(frozen=True, slots=True)
class Or:
    """At least one of some formulas; with `exclusive`, one and no more."""

    parts: tuple[Formula, ...]
    exclusive: bool = False


@dataclass(frozen=True, slots=True)
class If:
    """What holds if something does."""

    condition: Formula
    consequence: Formula


@dataclass(frozen=True, slots=True)
class Never:
    """That two formulas never hold together."""

    first: Formula
    second: Formula


@dataclass(frozen=True, slots=True)
class Every:
    """A formula that holds whatever the variable stands for."""

    variable: Variable
    body: Formula


@dataclass(frozen=True, slots=True)
class Some:
    """A formula that holds of something, which `name` is a name for."""

    variable: Variable
    body: Formula
    name: str


Formula = Literal | Not | And | Or | If | Never | Every | Some


def conjunction(parts: Iterable[Formula]) -> Formula:
    """Join formulas by "and", flat, each once.

    >>> conjunction([Literal("fly", ("wib",)), And(())])
    Literal(predicate='fly', terms=('wib',), positive=True)
    """
    flat: dict[Formula, None] = {}
    for part in parts:
        flat |= dict.fromkeys(part.parts if isinstance(part, And) else (part,))
    return next(iter(flat)) if len(flat) == 1 else And(tuple(flat))


def bound(formula: Formula, binding: Mapping[Variable, str]) -> Formula:
    """Return the formula with variables replaced by constants."""
    match formula:
        case Literal():
            return formula.under(binding)
        case Not(of):
            return Not(bound(of, binding))
        case And(parts):
            return And(tuple(bound(part, binding) for part in parts))
        case Or(parts, exclusive):
            return Or(tuple(bound(part, binding) for part in parts), exclusive)
        case If(condition, consequence):
            return If(bound(condition, binding), bound(consequence, binding))
        case Never(first, second):
            return Never(bound(first, binding), bound(second, binding))
        case Every(variable, body):
            return Every(variable, bound(body, binding))
        case Some(variable, body, name):
            return Some(variable, bound(body, binding), name)


def denial(formula: Formula) -> Formula:
    """Return what holds where the formula does not, with denials of literals only."""
    match formula:
        case Literal():
            return formula.denied
        case Not(of):
            return plain(of)
        case And(parts):
            return Or(tuple(denial(part) for part in parts))
        case Or(parts, exclusive):
            return denial(_inclusive(formula)) if exclusive else And(tuple(denial(part) for part in parts))
        case If(condition, consequence):
            return And((plain(condition), denial(consequence)))
        case Never(first, second):
            return And((plain(first), plain(second)))
        case Every(variable, body):
            return Some(variable, denial(body), f"some {variable.name}")
        case Some(variable, body):
            return Every(variable, denial(body))


def plain(formula: Formula) -> Formula:
    """Return the formula written with and, or, every, some and denied literals only."""
    match formula:
        case Literal():
            return formula
        case Not(of):
            return denial(of)
        case And(parts):
            return And(tuple(plain(part) for part in parts))
        case Or(parts, exclusive):
            return plain(_inclusive(formula)) if exclusive else Or(tuple(plain(part) for part in parts))
        case If(condition, consequence):
            return Or((denial(condition), plain(consequence)))
        case Never(first, second):
            return Or((denial(first), denial(second)))
        case Every(variable, body):
            return Every(variable, plain(body))
        case Some(variable, body, name):
            return Some(variable, plain(body), name)


def _inclusive(formula: Or) -> Formula:
    """Write "one and no more" with plain "or"."""
    apart = tuple(Or((Not(first), Not(second))) for first, second in combinations(formula.parts, 2))
    return And((Or(formula.parts), *apart))


def cases(formula: Formula) -> list[tuple[Literal, ...]]:
    """Return the ways in which a condition may hold, each a conjunction; variables of "some" are left open.

    >>> wib, trum = Literal("is", ("Max", "wib")), Literal("is", ("Max", "trum"))
    >>> [[str(literal) for literal in case] for case in cases(Or((wib, trum)))]
    [['is(Max, wib)'], ['is(Max, trum)']]
    """
    return _products(plain(formula), joined=And, what="a condition about every one of a kind")


def clauses(formula: Formula) -> list[tuple[Literal, ...]]:
    """Return the disjunctions that together say what a formula does; something unnamed gets a name."""
    return _products(_named(plain(formula)), joined=Or, what="")


def _products(formula: Formula, joined: type[And] | type[Or], what: str) -> list[tuple[Literal, ...]]:
    match formula:
        case Literal():
            return [(formula,)]
        case Some(_, body) if joined is And:
            return _products(body, joined, what)
        case Every(_, body) if joined is Or:
            return _products(body, joined, what)
        case And(parts) | Or(parts):
            below = [_products(part, joined, what) for part in parts]
            if not isinstance(formula, joined):
                return [case for some in below for case in some]
            count = 1
            for some in below:
                count *= len(some)
            if count > _MOST_CASES:
                raise Unreadable(f"more than {_MOST_CASES} cases")
            return [tuple(dict.fromkeys(each for case in some for each in case)) for some in product(*below)]
    raise Unreadable(what or "something that depends on every other thing")


def _named(formula: Formula) -> Formula:
    match formula:
        case Some(variable, body, name):
            return _named(bound(body, {variable: name}))
        case And(parts):
            return And(tuple(map(_named, parts)))
        case Or(parts):
            return Or(tuple(map(_named, parts)))
        case Every(variable, body):
            return Every(variable, _named(body))
    return formula


def rules_of(formula: Formula) -> list[Rule]:
    """Return the rules that say what a formula does, each running the way it was said."""
    return list(dict.fromkeys(_rules(formula)))


def _rules(formula: Formula) -> Iterator[Rule]:
    match formula:
        case And(parts):
            for part in parts:
                yield from _rules(part)
        case Every(_, body):
            yield from _rules(body)
        case Some(variable, body, name):
            yield from _rules(bound(body, {variable: name}))
        case Not(Never() | If() | Every() | Some() | Not() as inner):
            yield from _rules(denial(inner))
        case Not(And(parts)) if len(parts) > 1 and all(_literal(part) is not None for part in parts):
            yield from _never(parts[0], And(parts[1:]))
        case If(condition, If(inner, consequence)):
            yield from _rules(If(conjunction((condition, inner)), consequence))
        case If(condition, Every(_, body)):
            yield from _rules(If(condition, body))
        case If(condition, And(parts)):
            for part in parts:
                yield from _rules(If(condition, part))
        case If(condition, Some(variable, body, name)):
            yield from _rules(If(condition, bound(body, {variable: name})))
        case If(condition, Never(first, second)):
            yield from _rules(If(conjunction((condition, first)), Not(second)))
            yield from _rules(If(conjunction((condition, second)), Not(first)))
        case If(condition, Not(And(parts))) if all(_literal(part) is not None for part in parts):
            for part in reversed(parts):
                others = conjunction((condition, *(other for other in parts if other is not part)))
                yield from _rules(If(others, _literal(Not(part)) or Not(part)))
        case If(Every() as all_of, consequence):
            example, supposed = _example(all_of)
            yield from (Rule((), (literal,), name="any one of a kind") for literal in supposed)
            yield from _rules(If(example, consequence))
        case If(condition, consequence):
            for case in cases(condition):
                yield from (Rule(case, heads, exclusive=exclusive) for heads, exclusive in _heads(consequence))
        case Never(first, second):
            yield from _never(first, second)
        case _:
            yield from (Rule((), heads, exclusive=exclusive) for heads, exclusive in _heads(formula))


def _example(said: Every) -> tuple[Formula, list[Literal]]:
    """Return what is said of all as said of any one of them, and what makes it one: nothing else is known of it."""
    match said.body:
        case If(limit, body) | Never(limit, body):
            kinds = [_literal(part) for part in (limit.parts if isinstance(limit, And) else (limit,))]
            name = next((str(each.terms[-1]) for each in kinds if each and each.predicate == "is"), said.variable.name)
            one = {said.variable: f"any {name}"}
            if any(each is None or not each.positive or each.variables != {said.variable} for each in kinds):
                raise Unreadable("a condition about every one of a kind")
            supposed = [each.under(one) for each in kinds if each]
            return bound(Not(body) if isinstance(said.body, Never) else body, one), supposed
    return bound(said.body, {said.variable: f"any {said.variable.name}"}), []


def _never(first: Formula, second: Formula) -> Iterator[Rule]:
    """Of things that never hold together, each is denied where all the others hold."""
    together = conjunction((first, second))
    parts = together.parts if isinstance(together, And) else (together,)
    if all(_literal(part) is not None for part in parts):
        for part in reversed(parts):
            others = tuple(_literal(other) for other in parts if other is not part)
            denied = _literal(Not(part))
            assert denied is not None
            yield Rule(tuple(other for other in others if other is not None), (denied,))
        return
    yield from _rules(If(first, Not(second)))
    if first != And(()):
        yield from _rules(If(second, Not(first)))


def _heads(formula: Formula) -> list[tuple[tuple[Literal, ...], bool]]:
    if isinstance(formula, Or) and formula.exclusive:
        literals = tuple(_literal(part) for part in formula.parts)
        if None not in literals:
            return [(tuple(literal for literal in literals if literal is not None), True)]
    return [(clause, False) for clause in clauses(formula) if not any(each.denied in clause for each in clause)]


def _literal(formula: Formula) -> Literal | None:
    if isinstance(formula, Not):
        inner = _literal(formula.of)
        return inner.denied if inner is not None else None
    return formula if isinstance(formula, Literal) else None
