"""A support graph and a profile, compiled into one PuLP model that serves every target in turn."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import singledispatchmethod
from typing import TYPE_CHECKING, Any

from reasoner.ilp.graph import Edge, Item, SupportGraph
from reasoner.ilp.profile import Alike, Bridge, Degree, Joined, Limit, Members, Price, Profile

if TYPE_CHECKING:
    import pulp

Terms = list[tuple[Any, float]]


class Model:
    """The integer program of a pruned graph.

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
        for rule in profile.rules:
            self._add(rule)
        self._add_exclusions()
        self._add_bonuses()
        self.problem += pulp.LpAffineExpression(self._price)

    @property
    def targets(self) -> list[str]:
        """The nodes that may be supported."""
        return self.graph.of_kind(self.profile.target)

    # -- variables --------------------------------------------------------------------------------------------------

    def _variable(self, integer: bool, high: float = 1.0) -> pulp.LpVariable:
        category = self._pulp.LpInteger if integer else self._pulp.LpContinuous
        self.columns.append(self.problem.add_variable(f"v{len(self.columns):06}", 0, high, category))
        return self.columns[-1]

    def _add_items(self) -> None:
        prices = self.profile
        for node in self.graph.nodes:
            data = self.graph.node(node)
            self._price_item(node, prices.node_price(data["kind"], data["weight"]), integer=False)
        for start, end, data in self.graph.graph.edges(data=True):
            self._price_item((start, end), prices.edge_price(data["kind"], data["weight"]), integer=True)

    def _price_item(self, item: Item, price: float, integer: bool) -> None:
        self.variables[item] = self._variable(integer)
        if price:
            self._prices[item] = price
            self._price.append((self.variables[item], price))

    # -- constraints ------------------------------------------------------------------------------------------------

    def _at_most(self, terms: Terms, bound: float) -> None:
        pulp = self._pulp
        self.rows.append(pulp.LpConstraint(pulp.LpAffineExpression(terms), pulp.LpConstraintLE, rhs=bound))
        self.problem.addConstraint(self.rows[-1], f"c{len(self.rows)}")

    def _sum(self, items: Iterable[Item], factor: float = 1.0) -> Terms:
        return [(self.variables[item], factor) for item in items]

    def _implies(self, item: Item, others: Iterable[Item], at_least: int = 1) -> None:
        """Where the item is active, at least so many of the others are."""
        self._at_most([(self.variables[item], float(at_least)), *self._sum(others, -1.0)], 0)

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

    @singledispatchmethod
    def _add(self, rule: object) -> None:
        raise TypeError(f"no way to compile {rule}")

    @_add.register
    def _(self, rule: Degree) -> None:
        for node in self.graph.of_kind(rule.kind):
            self._between(node, self.graph.edges_at(node, rule.edges), rule.at_least, rule.at_most)

    @_add.register
    def _(self, rule: Members) -> None:
        for group in self.graph.of_kind(rule.group):
            self._between(group, self.graph.members(group, rule.members), rule.at_least, rule.at_most)

    def _between(self, node: str, items: Iterable[Item], at_least: int, at_most: int | None) -> None:
        items = list(items)
        if at_least:
            self._implies(node, items, at_least)
        if at_most is not None and len(items) > at_most:
            self._at_most([*self._sum(items), (self.variables[node], -float(at_most))], 0)

    @_add.register
    def _(self, rule: Limit) -> None:
        nodes = [node for kind in rule.kinds for node in self.graph.of_kind(kind)]
        if len(nodes) > rule.at_most:
            self._at_most(self._sum(nodes), rule.at_most)

    @_add.register
    def _(self, rule: Bridge) -> None:
        groups = [group for kind in rule.groups for group in self.graph.of_kind(kind)]
        for group in groups:
            members = self.graph.members(group)
            into, out = {*rule.into, *rule.links}, {*rule.out, *rule.links}
            self._implies(group, [edge for node in members for edge in self.graph.edges_into(node, into)])
            self._implies(group, [edge for node in members for edge in self.graph.edges_from(node, out)])
        if rule.links:
            self._order(rule, groups)

    def _order(self, rule: Bridge, groups: list[str]) -> None:
        """Give every group a level that rises along each active link, so that chains end and are short enough."""
        steps = rule.longest - 1.0
        between: dict[Edge, list[Item]] = defaultdict(list)
        for start, end, data in self.graph.graph.edges(data=True):
            if data["kind"] in rule.links:
                one, other = (self.graph.group_of(node, rule.groups) for node in (start, end))
                if one and other:
                    between[one, other].append((start, end))
        levels = {group: self._variable(False, steps) for group in groups}
        for (one, other), links in between.items():
            rise = [(levels[one], 1.0), (levels[other], -1.0)]
            for link in links:
                self._at_most([*rise, (self.variables[link], steps + 1)], steps)

    @_add.register
    def _(self, rule: Joined) -> None:
        links: dict[frozenset[str], list[Item]] = defaultdict(list)
        for start, end, data in self.graph.graph.edges(data=True):
            if data["kind"] in rule.links:
                links[frozenset(joined_groups(self.graph, rule.groups, (start, end)))].append((start, end))
        for pair, edges in links.items():
            if len(pair) == 2:
                self._at_most([*self._sum(sorted(pair)), *self._sum(edges, -1.0)], 1)

    @_add.register
    def _(self, rule: Alike) -> None:
        for cell, row, column in grid(self.graph, rule):
            used: list[Item] = [row, column]
            terms = self._sum(used)
            if cell is not None:
                terms.append((self.variables[cell], -1.0))
            self._at_most(terms, 1)

    def _add_exclusions(self) -> None:
        for pair in self.graph.exclusions:
            self._at_most(self._sum(pair), 1)

    def _add_bonuses(self) -> None:
        for bonus in self.graph.bonuses:
            earned = self._variable(integer=False)
            self._price.append((earned, Price().of(bonus.value)))
            for item in bonus.items:
                self._at_most([(earned, 1.0), (self.variables[item], -1.0)], 0)

    # -- solutions --------------------------------------------------------------------------------------------------

    def fixed(self, target: str) -> Mapping[int, float]:
        """Return the values of the target variables (by position) that ask for the support of one target."""
        return {self.position(node): float(node == target) for node in self.targets}

    def position(self, item: Item) -> int:
        """Return the position of an item's variable among the variables of the problem."""
        return int(self.variables[item].name[1:])

    def active_edges(self, values: list[float]) -> frozenset[Edge]:
        """Return the edges that the values of all variables make active."""
        return frozenset(
            item for item in self.variables if isinstance(item, tuple) and values[self.position(item)] > 0.5
        )


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


def joined_groups(graph: SupportGraph, kinds: Iterable[str], edge: Edge) -> list[str]:
    """Return the groups of some kinds, near or far, that an edge joins."""
    return [group for end in edge for group in graph.ancestors(end) if graph.kind(group) in kinds]


def grid(graph: SupportGraph, rule: Alike) -> Iterator[tuple[str | None, str, str]]:
    """Yield (cell or None, row, column) for the rows and columns of each table that has several rows."""
    for table, rows in _by_table(graph, rule.row).items():
        columns = graph.members(table, rule.column)
        cells = {
            (row, graph.group_of(cell, rule.column)): cell for row in rows for cell in graph.members(row)
        }  # fmt: skip
        if len(rows) > 1:
            for row in rows:
                for column in columns:
                    yield cells.get((row, column)), row, column


def _by_table(graph: SupportGraph, kind: str) -> dict[str, list[str]]:
    tables: dict[str, list[str]] = defaultdict(list)
    for row in graph.of_kind(kind):
        for table in graph.node(row)["groups"]:
            tables[table].append(row)
    return tables
