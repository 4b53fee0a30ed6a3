"""table-ilp: TableILP, a support graph through table rows, rows chained across tables."""

from __future__ import annotations

from collections.abc import Sequence

from reasoner.ilp.profile import Alike, Bridge, Degree, Joined, Limit, Members, Price, Profile, Rule
from reasoner.question import Question
from reasoner.solver import register
from reasoner.solvers.evidence import Unit
from reasoner.solvers.support import ALIGNMENTS, INTO, OUT, SupportSolver, edge_prices
from reasoner.solvers.weights import Weights

#: TableILP's application.conf: maxTablesToChain, maxRowsPerTable, and a row's fewest active cells.
TABLES, ROWS, CELLS = 4, 4, 2
#: TableILP allows 2 alignments of a cell; our cells are phrases and our terms words, so a cell may take more.
CELL_EDGES = 4
ROW_KINDS = ("row", "given row")


def table_rules() -> tuple[Rule, ...]:
    """What rows must obey, in whatever profile they stand."""
    return (
        Members("row", ("cell", "filler"), at_least=CELLS),
        Degree("cell", ALIGNMENTS, at_most=CELL_EDGES),
        Members("table", ROW_KINDS, at_most=ROWS),
        Alike("row", ("column",)),
    )


@register
class TableILP(SupportSolver):
    """Scores a choice by its best support graph through table rows.

    >>> from reasoner.question import Choice
    >>> choices = (Choice("A", "a wool hat"), Choice("B", "a steel spoon"))
    >>> question = Question("1", "Which lets heat through?", choices, facts=("steel conducts heat",))
    >>> TableILP().answer(question).selected
    ('B',)
    """

    name = parameters = "table-ilp"
    summary = "support graph through table rows, chained across tables, chosen by an integer program"
    needs = "a knowledge base with tables"
    citation = "Khashabi et al. 2016, Question Answering via Integer Programming over Semi-Structured Knowledge"

    @staticmethod
    def make_profile(weights: Weights) -> Profile:
        """Return TableILP's prices and rules."""
        return Profile(
            "table-ilp",
            target="choice",
            nodes={
                "term": Price(weights.term),
                "answer": Price(),
                "row": Price(-weights.unit),
                "given row": Price(weights.given),
            },
            edges=edge_prices(weights) | {"link": Price(weights.link, -weights.hop)},
            rules=(
                *table_rules(),
                Bridge(ROW_KINDS, into=INTO, out=OUT, links=("link",), longest=TABLES),
                Limit(("table",), TABLES),
                Joined("table", ("link",)),
            ),
        )

    def gather(self, question: Question) -> Sequence[Unit]:
        """Return the rows that touch stem or choice."""
        return self.finder.rows(self.finder.facts(question, chains=True))
