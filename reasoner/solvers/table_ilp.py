"""table-ilp: TableILP, a support graph through table rows, rows chained across tables."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from reasoner.ilp.graph import SupportGraph
from reasoner.ilp.profile import Alike, Bridge, Degree, Joined, Limit, Members, Price, Profile, Rule
from reasoner.knowledge import Fact
from reasoner.language.terms import content_lemmas
from reasoner.solver import register
from reasoner.solvers.support.evidence import Unit
from reasoner.solvers.support.solver import (
    ALIGNMENTS,
    INTO,
    LINKS,
    OUT,
    SupportSolver,
    edge_prices,
    link_prices,
    node_prices,
)
from reasoner.solvers.support.terms import Asked
from reasoner.solvers.support.weights import Weights

#: TableILP's application.conf: maxTablesToChain, maxRowsPerTable, and a row's fewest active cells.
TABLES, ROWS, CELLS = 4, 4, 2
#: TableILP allows 2 alignments of a cell; our cells are phrases and our terms words, so a cell may take more.
CELL_EDGES = 4
ROW_KINDS, TABLE_KINDS = ("row", "given row"), ("table", "keyed table")


#: TableILP's qConsCoalignMaxDist: terms this far apart in the question do not mean one thing together.
FAR = 4
#: What two neighbouring terms in one cell earn; TableILP's 1/(d+1), in our unit.
NEAR = 0.1
#: A column's title that the question names, and a row's relation that it puts in words: TableILP's activeTitleObjCoeff
#: (0.3) and relationMatch (0.2), in our unit.
TITLE, RELATION = 0.03, 0.02


def keep_near(graph: SupportGraph, asked: Asked) -> None:
    """Reward neighbouring terms that align with one cell, and forbid it to terms that stand far apart."""
    position = {f"q {lemma}": number for number, lemma in enumerate(asked.terms)}
    for cell in graph.of_kind("cell"):
        for one, other in combinations(graph.edges_into(cell, ("ask", "ask alike")), 2):
            apart = abs(position[one[0]] - position[other[0]])
            if apart >= FAR:
                graph.exclude(one, other)
            elif apart == 1:
                graph.add_bonus(f"near: {one[0][2:]} {other[0][2:]}", (one, other), NEAR / (apart + 1))


def add_titles(graph: SupportGraph, asked: Asked) -> None:
    """Let terms of the question align with the titles of columns."""
    for column in [*graph.of_kind("column"), *graph.of_kind("key")]:
        named = [lemma for lemma in dict.fromkeys(content_lemmas(graph.node(column)["text"])) if f"q {lemma}" in graph]
        if named:
            graph.add_node(f"{column}|title", "title", text=graph.node(column)["text"], groups=[column])
        for lemma in named:
            graph.add_edge(f"q {lemma}", f"{column}|title", "ask title", 1.0)


def table_rules() -> tuple[Rule, ...]:
    """What rows must obey, in whatever profile they stand."""
    return (
        Members("row", ("cell", "filler"), at_least=CELLS),
        Degree("cell", ALIGNMENTS, at_most=CELL_EDGES),
        *(Members(kind, ROW_KINDS, at_most=ROWS) for kind in TABLE_KINDS),
        Members("keyed table", ("key",), at_least=1),
        Alike("row", ("column", "key")),
        Members("column", ("cell",), at_least=1),
        Members("key", ("cell",), at_least=1),
    )


#: What the words of a row's relation earn, and alignments that only tables have.
TABLE_NODES, TABLE_EDGES = {"filler": Price(RELATION)}, {"ask title": Price(TITLE)}


@register
class TableILP(SupportSolver):
    """Scores a choice by its best support graph through table rows.

    >>> from reasoner.question import Choice, Question
    >>> choices = (Choice("A", "a wool hat"), Choice("B", "a steel spoon"))
    >>> question = Question("1", "Which lets heat through?", choices, facts=("steel conducts heat",))
    >>> TableILP().answer(question).selected
    ('B',)
    """

    name = "table-ilp"
    weights = ("table-ilp", "joined-words")
    summary = "support graph through table rows, chained across tables, chosen by an integer program"
    needs = "a knowledge base with tables"
    refinements = (keep_near, add_titles)
    citation = "Khashabi et al. 2016, Question Answering via Integer Programming over Semi-Structured Knowledge"

    @staticmethod
    def make_profile(weights: Weights) -> Profile:
        """Return TableILP's prices and rules."""
        return Profile(
            "table-ilp",
            target="choice",
            nodes=TABLE_NODES | node_prices(weights, "row"),
            edges=TABLE_EDGES | edge_prices(weights) | link_prices(weights),
            rules=(
                *table_rules(),
                Bridge(ROW_KINDS, into=INTO, out=OUT, links=LINKS, longest=TABLES),
                Limit(TABLE_KINDS, TABLES),
                Degree("term", ("ask title",), at_most=1),
                Joined(TABLE_KINDS, LINKS),
            ),
        )

    def gather(self, facts: Sequence[Fact]) -> Sequence[Unit]:
        """Return the rows that facts come from."""
        return self.finder.rows(facts)
