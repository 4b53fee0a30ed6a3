"""A support graph checked in plain Python, straight from graph and profile: no solver's word is taken for it.

Nothing here is shared with the compiled model, so an error in either shows as a difference.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import singledispatch

from reasoner.explanation import Part
from reasoner.ilp.graph import Edge, Item, SupportGraph
from reasoner.ilp.profile import Alike, Bridge, Degree, Joined, Limit, Members, Price, Profile


class Active:
    """The nodes and edges that a choice of edges makes active."""

    def __init__(self, graph: SupportGraph, edges: Iterable[Edge]) -> None:
        self.graph = graph
        self.edges = frozenset(edges)
        ends = {end for edge in self.edges for end in edge}
        found = ends | {group for node in ends for group in graph.ancestors(node)}
        self.nodes = [node for node in graph.nodes if node in found] if found else []
        self._items: frozenset[Item] = frozenset({*self.nodes, *self.edges})

    def __contains__(self, item: Item) -> bool:
        return item in self._items

    def count(self, items: Iterable[Item]) -> int:
        """Return how many of the items are active."""
        return sum(item in self._items for item in items)

    def of_kind(self, *kinds: str) -> list[str]:
        """Return the active nodes of some kinds."""
        return [node for node in self.nodes if self.graph.kind(node) in kinds]


def violations(graph: SupportGraph, profile: Profile, edges: Iterable[Edge], target: str) -> list[str]:
    """Return what is wrong with a support graph for a target; an empty list where nothing is.

    >>> graph = SupportGraph()
    >>> graph.add_node("heat", "term")
    >>> graph.add_node("steel", "choice")
    >>> graph.add_edge("heat", "steel", "ask", 1.0)
    >>> violations(graph, Profile("p", "choice"), [("heat", "steel")], "steel")
    []
    >>> violations(graph, Profile("p", "choice", rules=(Limit(("term",), 0),)), [("heat", "steel")], "steel")
    ['1 active term, at most 0']
    """
    active = Active(graph, edges)
    wrong = [f"{edge} is not a possible edge" for edge in sorted(active.edges) if edge not in graph]
    if wrong:
        return wrong
    if active.of_kind(profile.target) != [target]:
        wrong.append(f"supports {active.of_kind(profile.target)}, not {target}")
    wrong += [
        f"{one} and {other} exclude each other" for one, other in graph.exclusions if active.count((one, other)) > 1
    ]
    return wrong + [message for rule in profile.rules for message in _check(rule, active)]


def parts(graph: SupportGraph, profile: Profile, edges: Iterable[Edge]) -> list[Part]:
    """Return every term of the objective by name, with the nodes that earn it; they add up to the graph's worth.

    >>> graph = SupportGraph()
    >>> graph.add_node("heat", "term", weight=2.0, text="heat")
    >>> graph.add_node("steel", "choice", text="steel")
    >>> graph.add_edge("heat", "steel", "ask", 0.5)
    >>> parts(graph, Profile("p", "choice", nodes={"term": Price()}, edges={"ask": Price()}), [("heat", "steel")])
    [Part(name='term: heat', value=2.0, of=('heat',)), Part(name='ask: heat ~ steel', value=0.5, of=('heat', 'steel'))]
    """
    active = Active(graph, edges)
    found = []
    for node in active.nodes:
        data, kind = graph.node(node), graph.node(node)["kind"]
        price = profile.node_price(kind, data["weight"])
        name = f"price of a{'n' * (kind[0] in 'aeiou')} {kind}" if price < 0 else f"{kind}: {data['text'] or node}"
        found.append(Part(name, price, (node,)))  # a price is no evidence against what the node says
    for start, end in sorted(active.edges):
        data = graph.edge((start, end))
        ends = " ~ ".join(graph.node(node)["text"] or node for node in (start, end))
        found.append(Part(f"{data['kind']}: {ends}", profile.edge_price(data["kind"], data["weight"]), (start, end)))
    for bonus in graph.bonuses:
        if active.count(bonus.items) == len(bonus.items):
            earners = (item if isinstance(item, tuple) else (item,) for item in bonus.items)
            found.append(Part(bonus.name, Price().of(bonus.value), tuple(node for ends in earners for node in ends)))
    return [part for part in found if part.value]


@singledispatch
def _check(rule: object, active: Active) -> Iterator[str]:
    raise TypeError(f"no way to check {rule}")


def _outside(what: str, count: int, at_least: int, at_most: int | None) -> Iterator[str]:
    if count < at_least:
        yield f"{what}: {count}, at least {at_least}"
    if at_most is not None and count > at_most:
        yield f"{what}: {count}, at most {at_most}"


@_check.register
def _(rule: Degree, active: Active) -> Iterator[str]:
    for node in active.of_kind(rule.kind):
        count = active.count(active.graph.edges_at(node, rule.edges))
        yield from _outside(f"edges {'/'.join(rule.edges)} at {node}", count, rule.at_least, rule.at_most)


@_check.register
def _(rule: Members, active: Active) -> Iterator[str]:
    for group in active.of_kind(rule.group):
        count = active.count(active.graph.members(group, rule.members))
        yield from _outside(f"active {'/'.join(rule.members)} of {group}", count, rule.at_least, rule.at_most)


@_check.register
def _(rule: Limit, active: Active) -> Iterator[str]:
    count = len(active.of_kind(*rule.kinds))
    if count > rule.at_most:
        yield f"{count} active {'/'.join(rule.kinds)}, at most {rule.at_most}"


@_check.register
def _(rule: Bridge, active: Active) -> Iterator[str]:
    after: dict[str, set[str]] = {group: set() for group in active.of_kind(*rule.groups)}
    entered, left = set(), set()
    for start, end in active.edges:
        kind = active.graph.edge((start, end))["kind"]
        one, other = (active.graph.group_of(node, rule.groups) for node in (start, end))
        if kind in rule.into or kind in rule.links:
            entered.add(other)
        if kind in rule.out or kind in rule.links:
            left.add(one)
        if kind in rule.links and one and other:
            after[one].add(other)
    yield from (f"{group} has no way in" for group in after if group not in entered)
    yield from (f"{group} has no way out" for group in after if group not in left)
    reached = set(after)
    for _ in range(rule.longest):  # groups that a chain of so many groups starts from; a circle never runs out
        reached = {group for group in reached if after[group] & reached}
    yield from (f"the chain from {group} is longer than {rule.longest}" for group in sorted(reached))


@_check.register
def _(rule: Joined, active: Active) -> Iterator[str]:
    possible: dict[tuple[str, ...], list[Edge]] = {}
    for edge in active.graph.edges:
        if active.graph.edge(edge)["kind"] in rule.links:
            groups = {group for end in edge for group in active.graph.ancestors(end)}
            pair = tuple(sorted(group for group in groups if active.graph.kind(group) in rule.groups))
            possible.setdefault(pair, []).append(edge)
    for pair, edges in possible.items():
        if len(pair) == 2 and active.count(pair) == 2 and not active.count(edges):
            yield f"{pair[0]} and {pair[1]} are not joined"


@_check.register
def _(rule: Alike, active: Active) -> Iterator[str]:
    signatures: dict[str, dict[str, frozenset[str | None]]] = {}
    for row in active.of_kind(rule.row):
        cells = [cell for cell in active.graph.members(row) if cell in active]
        used = frozenset(active.graph.group_of(cell, rule.column) for cell in cells) - {None}
        for table in active.graph.node(row)["groups"]:
            signatures.setdefault(table, {})[row] = used
    for table, rows in signatures.items():
        if len(set(rows.values())) > 1:
            yield f"the active rows of {table} use different columns"
