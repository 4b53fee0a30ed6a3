"""What stands above what on a scale: facts that compare, measured values, and what is called the greatest."""

from __future__ import annotations

import re
from collections import deque
from dataclasses import dataclass, field

from reasoner.knowledge import Fact
from reasoner.language.claim.scales import comparison, quantity_scale, superlative
from reasoner.language.terms import content_lemmas

#: How far facts are joined: "a > b", "b > c", "c > d".
LONGEST = 3
_MEASURE = re.compile(r"^(.+?) has (?:an? )?(.+?) of (.+)$", re.IGNORECASE)
_VALUE = re.compile(r"(minus |-)?(\d[\d,]*(?:\.\d+)?)\s+(.+)")
Thing = frozenset[str]


@dataclass(slots=True)
class Order:
    """What is greater than what on one scale, by which fact; values with their units; what is called the greatest."""

    greater: dict[Thing, dict[Thing, Fact]] = field(default_factory=dict)
    values: dict[Thing, tuple[float, str, Fact]] = field(default_factory=dict)
    extremes: dict[Thing, tuple[bool, Fact]] = field(default_factory=dict)

    def path(self, start: Thing, end: Thing) -> list[Fact] | None:
        """Return the facts that put one thing above another, the shortest way, or None."""
        waiting: deque[tuple[Thing, list[Fact]]] = deque([(start, [])])
        seen = {start}
        while waiting:
            thing, facts = waiting.popleft()
            if facts and thing <= end:
                return facts
            for lesser, fact in self.greater.get(thing, {}).items() if len(facts) < LONGEST else ():
                if lesser not in seen:
                    seen.add(lesser)
                    waiting.append((lesser, [*facts, fact]))
        return None

    def measured(self, one: Thing, other: Thing) -> tuple[bool, list[Fact]] | None:
        """Say whether one thing has the greater value, where both are known in one unit."""
        if one not in self.values or other not in self.values:
            return None
        (left, unit, fact), (right, other_unit, other_fact) = self.values[one], self.values[other]
        return (left > right, [fact, other_fact]) if unit == other_unit and left != right else None


def note(order: Order, fact: Fact, scale: str, thing: Thing) -> list[Thing]:
    """Put what a fact says of a thing into the order; return what else it speaks of."""
    if (compared := comparison(fact.text)) and scale in (ends := dict(compared.scales)):
        high, low = (compared.left, compared.right) if ends[scale] else (compared.right, compared.left)
        if thing in (high, low):
            order.greater.setdefault(high, {})[low] = fact
        return [high, low] if thing in (high, low) else []
    match = _MEASURE.match(fact.text)
    value = _VALUE.search(match[3]) if match and quantity_scale(match[2]) == scale else None
    words = content_lemmas(fact.text)
    if match and value and frozenset(content_lemmas(match[1])) == thing:
        number = float(value[2].replace(",", "")) * (-1 if value[1] else 1)
        order.values[thing] = number, value[3], fact
    elif frozenset(words[: len(thing)]) == thing and (end := superlative(fact.text, scale)) is not None:
        order.extremes[thing] = end, fact
    return []
