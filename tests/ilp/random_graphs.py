"""Random support graphs with every kind of node and edge that a profile knows."""

from __future__ import annotations

import random

from reasoner.ilp.graph import SupportGraph


def random_graph(chance: random.Random, *, units: int, terms: int, density: float) -> SupportGraph:
    """Rows in tables, tuples, given ones among them; terms, choices, links, exclusions and bonuses, all at random."""
    graph = SupportGraph()
    cells: list[tuple[str, str]] = []
    for number in range(units):
        cells += _row(graph, chance, number) if chance.random() < 0.5 else _tuple(graph, chance, number)
    titles = [node for node in graph.nodes if graph.kind(node) == "title"]
    for number in range(terms):
        graph.add_node(f"q{number}", "term", weight=chance.random())
        _edges(graph, chance, density, [f"q{number}"], [cell for cell, _ in cells], ("ask", "ask alike"))
        _edges(graph, chance, density / 2, [f"q{number}"], titles, ("ask title",))
    given = [cell for cell, unit in cells if graph.kind(unit).startswith("given")]
    if given:
        graph.add_node("told", "told")
        _edges(graph, chance, density, ["told"], given, ("told",))
    for label in "AB":
        graph.add_node(f"choice {label}", "choice")
        answers = [f"{label}{number}" for number in range(2)]
        for answer in answers:
            graph.add_node(answer, "answer", weight=chance.random(), groups=[f"choice {label}"])
        kinds = ("answer", "answer alike", "given answer")
        _edges(graph, chance, density / 2, [cell for cell, _ in cells], answers, kinds)
    for one, unit in cells:
        others = [other for other, other_unit in cells if other_unit != unit]
        _edges(graph, chance, density / 4, [one], others, ("link", "given link"))
    if len(graph.edges) > 1:
        graph.exclude(*chance.sample(graph.edges, 2))
        graph.add_bonus("bonus", chance.sample(graph.edges, 2), chance.random())
    return graph


def _edges(
    graph: SupportGraph,
    chance: random.Random,
    density: float,
    starts: list[str],
    ends: list[str],
    kinds: tuple[str, ...],
) -> None:
    for start in starts:
        for end in ends:
            if chance.random() < density:
                graph.add_edge(start, end, chance.choice(kinds), chance.random())


def _row(graph: SupportGraph, chance: random.Random, number: int) -> list[tuple[str, str]]:
    row = f"row {number}"
    if chance.random() < 0.2:
        graph.add_node(row, "given row")
        graph.add_node(f"{row}/0", "cell", groups=[row])
        return [(f"{row}/0", row)]
    table = f"table {chance.randrange(2)}"
    if table not in graph:
        graph.add_node(table, chance.choice(["table", "keyed table"]), weight=chance.random())
        for column, kind in enumerate(("key", "column")):
            graph.add_node(f"{table}|{column}", kind, groups=[table])
        graph.add_node(f"{table}|title", "title", groups=[f"{table}|1"])
    graph.add_node(row, "row", groups=[table])
    for column in range(2):
        graph.add_node(f"{row}/{column}", "cell", groups=[row, f"{table}|{column}"])
    graph.add_node(f"{row}/filler", "filler", groups=[row])
    return [(f"{row}/{part}", row) for part in (0, 1, "filler")]


def _tuple(graph: SupportGraph, chance: random.Random, number: int) -> list[tuple[str, str]]:
    unit = f"tuple {number}"
    graph.add_node(unit, chance.choice(["tuple", "open tuple", "given tuple"]))
    kinds = ("subject", "predicate", "object")[: chance.randint(2, 3)]
    for kind in kinds:
        graph.add_node(f"{unit}/{kind}", kind, groups=[unit])
    return [(f"{unit}/{kind}", unit) for kind in kinds]
