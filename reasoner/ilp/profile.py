"""Profile: what a support graph earns and costs, and what it must obey, as data.

A profile speaks of kinds of nodes and edges only. `reasoner.ilp.model` turns it into linear constraints and
`reasoner.ilp.verify` checks the same rules on a finished graph, each on its own.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

#: Every price is rounded to this, so that two graphs of different worth differ by far more than the tolerance of a
#: back end (1e-6): the best is exact, and a tie is a tie.
GRID = 1e-4
_DECIMALS = 4


def on_grid(price: float) -> float:
    """Return a price rounded to the grid.

    >>> on_grid(0.1 + 0.2)
    0.3
    """
    return round(price, _DECIMALS)


@dataclass(frozen=True, slots=True)
class Price:
    """What something active earns: so much for each unit of its weight, and so much in any case."""

    rate: float = 1.0
    base: float = 0.0

    def of(self, weight: float) -> float:
        """Return the price of something of that weight.

        >>> Price(2.0, -0.5).of(0.25)
        0.0
        """
        return on_grid(self.rate * weight + self.base)


@dataclass(frozen=True, slots=True)
class Degree:
    """An active node of this kind has this many active edges of these kinds."""

    kind: str
    edges: tuple[str, ...]
    at_least: int = 0
    at_most: int | None = None


@dataclass(frozen=True, slots=True)
class Members:
    """An active group of this kind has this many active members of these kinds."""

    group: str
    members: tuple[str, ...]
    at_least: int = 0
    at_most: int | None = None


@dataclass(frozen=True, slots=True)
class Limit:
    """At most so many nodes of these kinds are active in all."""

    kinds: tuple[str, ...]
    at_most: int


@dataclass(frozen=True, slots=True)
class Bridge:
    """Every active group lies on a path from outside in to outside out: no dangling evidence.

    Its members have an active edge of the kinds `into` or `links` coming in and one of the kinds `out` or `links` going
    out, and a chain of links is at most `longest` groups long, so that it ends.
    """

    groups: tuple[str, ...]
    into: tuple[str, ...]
    out: tuple[str, ...]
    links: tuple[str, ...] = ()
    longest: int = 1


@dataclass(frozen=True, slots=True)
class Joined:
    """Two active groups of these kinds that could be joined by edges of these kinds are."""

    groups: tuple[str, ...]
    links: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Alike:
    """The active rows of a table use the same columns: a cell is active where its row and its column are."""

    row: str
    column: tuple[str, ...]
    cell: str = "cell"


Rule = Degree | Members | Limit | Bridge | Joined | Alike


@dataclass(frozen=True)
class Profile:
    """Prices of active nodes and edges by kind, and the rules.

    Kinds without a price are free. `target` is the kind of node that is to be supported, one at a time.
    """

    name: str
    target: str
    nodes: Mapping[str, Price] = field(default_factory=dict)
    edges: Mapping[str, Price] = field(default_factory=dict)
    rules: tuple[Rule, ...] = ()

    def node_price(self, kind: str, weight: float) -> float:
        """Return what an active node earns.

        >>> Profile("p", "choice", nodes={"row": Price(-1.0)}).node_price("row", 0.5)
        -0.5
        """
        price = self.nodes.get(kind)
        return 0.0 if price is None else price.of(weight)

    def edge_price(self, kind: str, weight: float) -> float:
        """Return what an active edge earns."""
        price = self.edges.get(kind)
        return 0.0 if price is None else price.of(weight)
