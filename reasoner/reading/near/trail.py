"""Trails: where given facts name several choices, which of them they lead to from what is asked.

Being named sets no choice apart then. A trail starts at a clause that names the choice and goes on, over at most four
clauses, to clauses joined to it by the words that both have outside of the claim: "minnows attract herons" to "the pond
is full of minnows". It is worth what it says of the claim, less a price for whatever in it does not fit: a clause that
nothing joins, joins that lead elsewhere too, words left over, subjects nobody asked about, and a denial. The prices
stand in `weights/trail.toml`; `docs/chain.md` defines the semantics, `reading/near/search.py` looks for trails.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from reasoner import weights
from reasoner.knowledge import Fact
from reasoner.reading.near.units import Unit

#: What a trail is measured by, and how that is worded; prices are below zero.
MEASURES = {
    "named": "names the choice",
    "together": "names it in one phrase",
    "asked": "carries of the question",
    "far": "how far it leads",
    "beside": "joined by no word",
    "vague": "joined by what others have too",
    "left": "left over",
    "unmet": "speaks of something else",
    "others": "names other choices",
    "denied": "the facts deny it",
}
#: Parts are rounded, so that the order of a sum decides nothing.
_DECIMALS = 6


@dataclass(frozen=True, slots=True)
class Join:
    """How a clause is joined to an earlier one: by words that both have, or by forms of one word."""

    place: int
    shared: frozenset[str]
    forms: frozenset[tuple[str, str]]
    key: tuple[str, str]

    @property
    def pairs(self) -> frozenset[tuple[str, str]]:
        """The joining words, of the earlier clause and of the later one."""
        return self.forms | {(word, word) for word in self.shared}

    @property
    def here(self) -> frozenset[str]:
        """The joining words of the later clause."""
        return self.shared | {other for _, other in self.forms}

    @property
    def there(self) -> frozenset[str]:
        """The joining words of the earlier clause."""
        return self.shared | {word for word, _ in self.forms}


@dataclass(frozen=True)
class Trail:
    """Clauses that lead from a choice to the question, how they are joined, and what each measure comes to."""

    units: tuple[Unit, ...]
    joins: tuple[Join | None, ...]
    measures: Mapping[str, float]
    told: Mapping[str, tuple[str, ...]]
    cut: bool = False  # others were not looked at

    @property
    def value(self) -> float:
        """What the trail is worth, less its prices."""
        return sum(self.parts.values())

    @cached_property
    def parts(self) -> dict[str, float]:
        """What each measure that is not nothing adds or costs."""
        numbers = weights.values("trail")
        return {name: round(numbers[name] * value, _DECIMALS) for name, value in self.measures.items() if value}

    def steps(self) -> Iterator[tuple[Unit, Unit, Join]]:
        """Yield each clause that a later one is joined to, that one, and how."""
        for place, join in enumerate(self.joins, 1):
            if join is not None:
                yield self.units[join.place], self.units[place], join

    @property
    def premises(self) -> tuple[Fact, ...]:
        """The facts on the way, in the order in which they are reached."""
        return tuple(dict.fromkeys(unit.fact for unit in self.units))


def most() -> float:
    """Return what a trail is worth that says all of a claim and nothing else."""
    numbers = weights.values("trail")
    return float(sum(numbers[name] for name in ("named", "together", "asked")))
