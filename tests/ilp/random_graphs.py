"""Random support graphs of every shape that a profile knows."""

from __future__ import annotations

import random

from reasoner.ilp.graph import SupportGraph


def random_graph(shuffler: random.Random, *, units: int, terms: int, density: float) -> SupportGraph:
    """Rows in tables, tuples, given ones among them; terms, choices, links, exclusions and bonuses, all at random."""
    graph = SupportGraph()
    cells: list[tuple[str, str]] = []
    for number in range(units):
        cells += _row(graph, shuffler, number) if shuffler.random() < 0.5 else _tuple(graph, shuffler, number)
    for number in range(terms):
        graph.add_node(f"q{number}", "term", weight=shuffler.random())
        for cell, _ in cells:
            if shuffler.random() < density:
                graph.add_edge(f"q{number}", cell, "ask", shuffler.random())
    for label in "AB":
        graph.add_node(f"choice {label}", "choice")
        for number in range(2):
            answer = f"{label}{number}"
            graph.add_node(answer, "answer", weight=shuffler.random(), groups=[f"choice {label}"])
            for cell, _ in cells:
                if shuffler.random() < density / 2:
                    graph.add_edge(cell, answer, "answer", shuffler.random())
    for one, unit in cells:
        for other, other_unit in cells:
            if unit != other_unit and shuffler.random() < density / 4:
                graph.add_edge(one, other, "link", shuffler.random())
    if len(graph.edges) > 1:
        graph.exclude(*shuffler.sample(graph.edges, 2))
        graph.add_bonus("bonus", shuffler.sample(graph.edges, 2), shuffler.random())
    return graph


def _row(graph: SupportGraph, shuffler: random.Random, number: int) -> list[tuple[str, str]]:
    table = f"table {shuffler.randrange(2)}"
    if table not in graph:
        graph.add_node(table, "table")
        for column in range(2):
            graph.add_node(f"{table}|{column}", "column", groups=[table])
    row = f"row {number}"
    graph.add_node(row, "row", groups=[table])
    for column in range(2):
        graph.add_node(f"{row}/{column}", "cell", groups=[row, f"{table}|{column}"])
    return [(f"{row}/{column}", row) for column in range(2)]


def _tuple(graph: SupportGraph, shuffler: random.Random, number: int) -> list[tuple[str, str]]:
    unit = f"tuple {number}"
    graph.add_node(unit, shuffler.choice(["tuple", "given tuple"]))
    kinds = ("subject", "predicate", "object")[: shuffler.randint(2, 3)]
    for kind in kinds:
        graph.add_node(f"{unit}/{kind}", kind, groups=[unit])
    return [(f"{unit}/{kind}", unit) for kind in kinds]
