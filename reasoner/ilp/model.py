"""A support graph and a profile, compiled into one PuLP model that serves every target in turn."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import singledispatchmethod

from reasoner.ilp.graph import Edge, Item, SupportGraph
from reasoner.ilp.profile import Alike, Bridge, Degree, Joined, Limit, Members, Price, Profile
from reasoner.ilp.program import Program


class Model(Program):
    """The integer program of a pruned graph under the rules of its profile."""

    def __init__(self, graph: SupportGraph, profile: Profile) -> None:
        super().__init__(graph, profile)
        for rule in profile.rules:
            self._add(rule)
        self._add_exclusions()
        self._add_bonuses()
        self.problem += self._pulp.LpAffineExpression(self._price)

    @property
    def targets(self) -> list[str]:
        """The nodes that may be supported."""
        return self.graph.of_kind(self.profile.target)

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
        for link in self.graph.edges_of(rule.links):
            one, other = (self.graph.group_of(node, rule.groups) for node in link)
            if one and other:
                between[one, other].append(link)
        levels = {group: self._variable(False, steps) for group in groups}
        for (one, other), links in between.items():
            rise = [(levels[one], 1.0), (levels[other], -1.0)]
            for each in links:
                self._at_most([*rise, (self.variables[each], steps + 1)], steps)

    @_add.register
    def _(self, rule: Joined) -> None:
        links: dict[frozenset[str], list[Item]] = defaultdict(list)
        for link in self.graph.edges_of(rule.links):
            links[frozenset(joined_groups(self.graph, rule.groups, link))].append(link)
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
