"""What English words bring along: comparisons and parts are transitive, "bigger" turns round into "smaller"."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from reasoner.language.english import phrases, table
from reasoner.language.terms import DEGREES
from reasoner.logic.atoms import Literal, Rule, Variable

_X, _Y, _Z = Variable("x"), Variable("y"), Variable("z")


def background(rules: Iterable[Rule]) -> tuple[Rule, ...]:
    """Return the rules that the predicates of some rules obey because of what they mean.

    >>> for rule in background([Rule((), (Literal("part of", ("wheel", "car")),))]):
    ...     print(rule)
    part of(?x, ?y) & part of(?y, ?z) -> part of(?x, ?z)
    """
    names = dict.fromkeys(
        literal.predicate for rule in rules for literal in (*rule.body, *rule.heads) if len(literal.terms) == 2
    )
    return tuple(rule for name in names for rule in _laws(name))


def _laws(name: str) -> Iterator[Rule]:
    first = name.split(" ")[0]
    compares = name.endswith(" than") and (first in DEGREES or first in {"more", "less"}) and len(name.split()) <= 3
    if compares or name in phrases("transitive"):
        joined = (Literal(name, (_X, _Y)), Literal(name, (_Y, _Z)))
        yield Rule(joined, (Literal(name, (_X, _Z)),), name="transitive")
    if compares:
        yield Rule((Literal(name, (_X, _Y)),), (Literal(name, (_Y, _X), False),), name="one way round")
        if other := _opposite(name):
            yield Rule((Literal(name, (_X, _Y)),), (Literal(other, (_Y, _X)),), name="the other way round")
            yield Rule((Literal(other, (_Y, _X)),), (Literal(name, (_X, _Y)),), name="the other way round")


def _opposite(name: str) -> str | None:
    """The comparison that says the same the other way round: "bigger than", "smaller than"."""
    marked, _, rest = name.partition(" ")
    if marked in {"more", "less"}:
        return f"{'less' if marked == 'more' else 'more'} {rest}"
    base = DEGREES[marked]
    opposites = table("opposites")
    other = next(iter(opposites.get(base, ())), None) or next((k for k, v in opposites.items() if v[0] == base), None)
    forms = [form for form, adjective in DEGREES.items() if adjective == other and form.endswith("er")]
    return f"{forms[0]} than" if forms else None
