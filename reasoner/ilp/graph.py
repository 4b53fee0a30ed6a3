"""SupportGraph: what may support what. Nodes with kinds, possible edges with weights, groups, exclusions and bonuses.

>>> graph = SupportGraph()
>>> graph.add_node("heat", "term", weight=2.0)
>>> graph.add_node("row", "row")
>>> graph.add_node("cell", "cell", groups=["row"], text="conducts heat")
>>> graph.add_edge("heat", "cell", "ask", 0.5)
>>> graph.members("row"), graph.edges_at("cell")
(['cell'], [('heat', 'cell')])
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

Edge = tuple[str, str]
Item = str | Edge
"""What can be active: a node, by its id, or an edge, by its two ends."""


@dataclass(frozen=True, slots=True)
class Bonus:
    """Earned when all of its items are active; never negative."""

    name: str
    items: tuple[Item, ...]
    value: float


class SupportGraph:
    """A directed graph of possible support, from what is asked towards what is to be supported.

    A node is active exactly when one of its edges or one of its members is; so a choice of edges is a support graph.
    Nothing is asked of it but who is next to whom, thousands of times a question: plain dictionaries do that best.
    """

    def __init__(self) -> None:
        self._nodes: dict[str, dict[str, Any]] = {}
        self._from: dict[str, dict[str, dict[str, Any]]] = {}
        self._into: dict[str, dict[str, dict[str, Any]]] = {}
        self._members: dict[str, list[str]] = {}
        self.exclusions: list[tuple[Item, Item]] = []
        self.bonuses: list[Bonus] = []

    def add_node(
        self, node: str, kind: str, *, weight: float = 1.0, text: str = "", groups: Iterable[str] = ()
    ) -> None:
        """Add a node; its groups must be there already."""
        groups = tuple(groups)
        for group in groups:
            self._members.setdefault(group, []).append(node)
        self._nodes[node] = {"kind": kind, "weight": weight, "text": text, "groups": groups}
        self._from.setdefault(node, {})
        self._into.setdefault(node, {})

    def add_edge(self, start: str, end: str, kind: str, weight: float) -> None:
        """Add an edge that may be used between two nodes."""
        self._from[start][end] = self._into[end][start] = {"kind": kind, "weight": weight}

    def exclude(self, one: Item, other: Item) -> None:
        """Allow at most one of two items to be active."""
        self.exclusions.append((one, other))

    def add_bonus(self, name: str, items: Iterable[Item], value: float) -> None:
        """Reward items that are active together."""
        if value < 0:
            raise ValueError(f"bonus {name!r} is negative: {value}")
        self.bonuses.append(Bonus(name, tuple(items), value))

    def __contains__(self, item: Item) -> bool:
        return item in self._nodes if isinstance(item, str) else item[1] in self._from.get(item[0], ())

    def node(self, node: str) -> dict[str, Any]:
        """Return kind, weight, text and groups of a node."""
        return self._nodes[node]

    def edge(self, edge: Edge) -> dict[str, Any]:
        """Return kind and weight of an edge."""
        return self._from[edge[0]][edge[1]]

    def kind(self, node: str) -> str:
        """Return the kind of a node."""
        kind: str = self._nodes[node]["kind"]
        return kind

    @property
    def nodes(self) -> list[str]:
        """Every node, in the order in which they were added."""
        return list(self._nodes)

    @property
    def edges(self) -> list[Edge]:
        """Every possible edge."""
        return [(start, end) for start, ends in self._from.items() for end in ends]

    def edges_of(self, kinds: Iterable[str]) -> list[Edge]:
        """Return the edges of some kinds."""
        return [
            (start, end) for start, ends in self._from.items() for end, data in ends.items() if data["kind"] in kinds
        ]

    def of_kind(self, kind: str) -> list[str]:
        """Return the nodes of a kind."""
        return [node for node, data in self._nodes.items() if data["kind"] == kind]

    def members(self, group: str, kinds: Iterable[str] | None = None) -> list[str]:
        """Return the members of a group, or those of some kinds."""
        members = self._members.get(group, [])
        return list(members) if kinds is None else [node for node in members if self.kind(node) in kinds]

    def edges_at(self, node: str, kinds: Iterable[str] | None = None) -> list[Edge]:
        """Return the edges into and out of a node, or those of some kinds."""
        return [*self.edges_into(node, kinds), *self.edges_from(node, kinds)]

    def edges_into(self, node: str, kinds: Iterable[str] | None = None) -> list[Edge]:
        """Return the edges that end in a node, or those of some kinds."""
        return [(u, node) for u, data in self._into[node].items() if kinds is None or data["kind"] in kinds]

    def edges_from(self, node: str, kinds: Iterable[str] | None = None) -> list[Edge]:
        """Return the edges that start in a node, or those of some kinds."""
        return [(node, v) for v, data in self._from[node].items() if kinds is None or data["kind"] in kinds]

    def ancestors(self, node: str) -> Iterator[str]:
        """Yield the groups of a node, their groups, and so on."""
        for group in self._nodes[node]["groups"]:
            yield group
            yield from self.ancestors(group)

    def group_of(self, node: str, kinds: Iterable[str]) -> str | None:
        """Return the group of a node that is of one of the kinds, if it has one."""
        return next((group for group in self._nodes[node]["groups"] if self.kind(group) in kinds), None)

    def drop(self, nodes: Iterable[str]) -> None:
        """Remove nodes with their members, and whatever spoke of them."""
        gone, left = set(), list(nodes)
        while left:
            node = left.pop()
            gone.add(node)
            left += self._members.get(node, ())
        for node in gone & self._nodes.keys():
            del self._nodes[node]
            for end in self._from.pop(node):
                del self._into[end][node]
            for start in self._into.pop(node):
                del self._from[start][node]
        self._members = {
            group: [node for node in members if node not in gone]
            for group, members in self._members.items()
            if group not in gone
        }
        self.exclusions = [pair for pair in self.exclusions if pair[0] in self and pair[1] in self]
        self.bonuses = [bonus for bonus in self.bonuses if all(item in self for item in bonus.items)]
