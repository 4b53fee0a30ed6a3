"""Choices that are orders, "ant, cat, horse": whether each thing stands where the scale that is asked for puts it."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import combinations

from reasoner.explanation import Part
from reasoner.knowledge import Fact
from reasoner.language.claim.scales import ends_named
from reasoner.question import Question
from reasoner.solvers.ordering import Order, Thing, thing

_ITEMS = re.compile(r",\s*(?:and\s+|then\s+)*|\s+(?:and\s+)?then\s+|\s*(?:→|->|–|;|<|>)\s*|\s+and\s+", re.IGNORECASE)
_FROM = re.compile(r"\bfrom\s+(?:the\s+)?(?:(?P<less>least)\s+|most\s+)?(?P<end>\w+)\b.*?\bto\b", re.IGNORECASE)


def sequences(question: Question) -> dict[str, list[Thing]]:
    """Return the things that each choice puts in order; nothing where the choices are not orders of the same things.

    >>> from reasoner.question import Choice
    >>> choices = (Choice("A", "ant, cat, horse"), Choice("B", "cat, ant, horse"))
    >>> [sorted(each) for each in sequences(Question("1", "Which is the right order?", choices))["B"]]
    [['cat'], ['ant'], ['horse']]
    """
    found = {
        choice.label: [thing(item) for item in _ITEMS.split(choice.text.rstrip(" ."))] for choice in question.choices
    }
    first = next(iter(found.values()))
    same = len(first) > 2 and all(first) and len(set(first)) == len(first)
    return (
        found
        if same and all(sorted(map(sorted, each)) == sorted(map(sorted, first)) for each in found.values())
        else {}
    )


def asked_end(stem: str) -> tuple[str, bool]:
    """Return the scale of an order that is asked for, and whether it begins at the high end; time, where none is said.

    >>> asked_end("From smallest to largest: which is right?"), asked_end("In which order does it grow?")
    (('size', False), ('time', False))
    """
    match = _FROM.search(stem)
    ends = ends_named(match["end"].lower()) if match else []
    return (ends[0][0], ends[0][1] != bool(match and match["less"])) if ends else ("time", False)


def weigh(
    items: Sequence[Thing], order: Order, high: bool, name: Callable[[Thing], str]
) -> list[tuple[Part, list[Fact]]]:
    """Return a part for each two things of an order that facts put in order: they agree with it, or they do not."""
    parts = []
    for one, other in combinations(items, 2):
        if (found := order.above(one, other)) is not None:
            agrees = found[0] == high
            said = f"{name(one)} {'before' if agrees else 'not before'} {name(other)}"
            parts.append((Part(said, 1.0 if agrees else -1.0), found[1]))
    return parts
