"""What English words bring along: comparisons and parts are transitive, "bigger" turns round into "smaller"."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from reasoner.language.english import phrases
from reasoner.language.lexicon import antonyms
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
    return tuple(rule for name in names for rule in (*_laws(name), *_turned_round(name, names)))


def _laws(name: str) -> Iterator[Rule]:
    first = name.split(" ")[0]
    words = name.split(" ")
    degree = first in DEGREES or first in {"more", "less"}
    compares = words[-1] == "than" and ((degree and len(words) <= 3) or bool({"more", "less"} & set(words[1:2])))
    if compares or name in phrases("transitive"):
        joined = (Literal(name, (_X, _Y)), Literal(name, (_Y, _Z)))
        yield Rule(joined, (Literal(name, (_X, _Z)),), name="transitive")
    if compares:
        yield Rule((Literal(name, (_X, _Y)),), (Literal(name, (_Y, _X), False),), name="one way round")


def _turned_round(name: str, names: Iterable[str]) -> Iterator[Rule]:
    """Whatever is bigger than another is such that the other is smaller, where both are spoken of."""
    for other in names:
        if _says_opposite(name, other):
            yield Rule((Literal(name, (_X, _Y)),), (Literal(other, (_Y, _X)),), name="the other way round")


def _says_opposite(name: str, other: str) -> bool:
    if not (name.endswith(" than") and other.endswith(" than")):
        return False
    (first, _, rest), (second, _, others) = name.partition(" "), other.partition(" ")
    if {first, second} == {"more", "less"}:
        return rest == others
    if first == second and {rest.split(" ")[0], others.split(" ")[0]} == {"more", "less"}:  # "win more cups than"
        return rest.split(" ")[1:] == others.split(" ")[1:]
    return rest == others == "than" and first in DEGREES and second in DEGREES and antonyms(first, second)
