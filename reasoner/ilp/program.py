"""The variables of a support graph, and the constraints that tie nodes to their edges and groups to their members."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from reasoner.ilp.graph import Item, SupportGraph
from reasoner.ilp.profile import Alike, Bridge, Degree, Joined, Limit, Members, Profile

if TYPE_CHECKING:
    import pulp

Terms = list[tuple[Any, float]]


class Program:
    """An integer program with a variable for each item of a graph.

    Only edges are integer variables. A node lies between its edges (active when one of them is) and their sum (not when
    none is), and so does a group between its members; so they are whole when the edges are.
    """

    def __init__(self, graph: SupportGraph, profile: Profile) -> None:
        import pulp

        self.graph, self.profile = graph, profile
        self.problem = pulp.LpProblem(profile.name.replace("-", "_"), pulp.LpMaximize)
        self.columns: list[pulp.LpVariable] = []
        self.rows: list[pulp.LpConstraint] = []
        self.variables: dict[Item, pulp.LpVariable] = {}
        self._pulp = pulp
        self._price: Terms = []
        self._prices: dict[Item, float] = {}
        self._burdens, self._helpers = burdens(profile), helpers(profile)
        self._add_items()
        self._tie_together()

    def _variable(self, integer: bool, high: float = 1.0) -> pulp.LpVariable:
        category = self._pulp.LpInteger if integer else self._pulp.LpContinuous
        self.columns.append(self.problem.add_variable(f"v{len(self.columns):06}", 0, high, category))
        return self.columns[-1]

    def _add_items(self) -> None:
        prices = self.profile
        for node in self.graph.nodes:
            data = self.graph.node(node)
            self._price_item(node, prices.node_price(data["kind"], data["weight"]), integer=False)
        for edge in self.graph.edges:
            data = self.graph.edge(edge)
            self._price_item(edge, prices.edge_price(data["kind"], data["weight"]), integer=True)

    def _price_item(self, item: Item, price: float, integer: bool) -> None:
        self.variables[item] = self._variable(integer)
        if price:
            self._prices[item] = price
            self._price.append((self.variables[item], price))

    def _at_most(self, terms: Terms, bound: float) -> None:
        pulp = self._pulp
        self.rows.append(pulp.LpConstraint(pulp.LpAffineExpression(terms), pulp.LpConstraintLE, rhs=bound))
        self.problem.addConstraint(self.rows[-1], f"c{len(self.rows)}")

    def _sum(self, items: Iterable[Item], factor: float = 1.0) -> Terms:
        return [(self.variables[item], factor) for item in items]

    def _implies(self, item: Item, others: Iterable[Item], at_least: int = 1) -> None:
        """Where the item is active, at least so many of the others are."""
        self._at_most([(self.variables[item], float(at_least)), *self._sum(others, -1.0)], 0)

    def _between(self, node: str, items: Iterable[Item], at_least: int, at_most: int | None) -> None:
        items = list(items)
        if at_least:
            self._implies(node, items, at_least)
        if at_most is not None and len(items) > at_most:
            self._at_most([*self._sum(items), (self.variables[node], -float(at_most))], 0)

    def _tie_together(self) -> None:
        """Tie nodes to their edges and members, from below and from above, where leaving a tie out could pay.

        From below (an active edge makes it active) a node must be tied that costs something or that a rule burdens;
        from above (without an active edge it is not) one that earns something or that helps to meet a rule.
        """
        for edge in self.graph.edges:
            for node in dict.fromkeys(above for end in edge for above in self._burdened(end)):
                self._implies(edge, [node])
        for node in self.graph.nodes:
            kind, price = self.graph.kind(node), self._prices.get(node, 0.0)
            if price < 0 or kind in self._burdens:
                for group in dict.fromkeys(above for each in self._groups(node) for above in self._burdened(each)):
                    self._implies(node, [group])
            if price > 0 or kind in self._helpers:
                self._implies(node, [*self.graph.members(node), *self.graph.edges_at(node)])

    def _burdened(self, node: str) -> Iterator[str]:
        """The node where it must be tied from below; else its nearest groups of which that is true."""
        if self._prices.get(node, 0.0) < 0 or self.graph.kind(node) in self._burdens:
            yield node
        else:
            for group in self._groups(node):
                yield from self._burdened(group)

    def _groups(self, node: str) -> tuple[str, ...]:
        groups: tuple[str, ...] = self.graph.node(node)["groups"]
        return groups


def burdens(profile: Profile) -> frozenset[str]:
    """Return the kinds of nodes that a rule asks something of, or counts against a limit, when they are active."""
    kinds = {profile.target}
    for rule in profile.rules:
        match rule:
            case Degree(kind=kind, at_least=at_least) if at_least:
                kinds.add(kind)
            case Members(group=group, members=members, at_least=at_least, at_most=at_most):
                kinds |= {group} if at_least else set()
                kinds |= set(members) if at_most is not None else set()
            case Limit():
                kinds |= set(rule.kinds)
            case Bridge():
                kinds |= set(rule.groups)
            case Joined():
                kinds |= set(rule.groups)
            case Alike():
                kinds |= {rule.row, *rule.column}
    return frozenset(kinds)


def helpers(profile: Profile) -> frozenset[str]:
    """Return the kinds of nodes that help to meet a rule: members that are counted, cells of rows that are alike."""
    kinds = {profile.target}
    for rule in profile.rules:
        if isinstance(rule, Members) and rule.at_least:
            kinds |= set(rule.members)
        if isinstance(rule, Alike):
            kinds.add(rule.cell)
    return frozenset(kinds)
