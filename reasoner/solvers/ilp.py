"""ilp: rows and tuples in one support graph; a tuple found in text may continue a table row."""

from __future__ import annotations

from collections.abc import Sequence

from reasoner.ilp.profile import Bridge, Degree, Limit, Profile
from reasoner.knowledge import Fact
from reasoner.solver import register
from reasoner.solvers.support.evidence import Unit
from reasoner.solvers.support.solver import INTO, LINKS, OUT, SupportSolver, edge_prices, link_prices, node_prices
from reasoner.solvers.support.weights import Weights
from reasoner.solvers.table_ilp import ROW_KINDS, TABLE_EDGES, TABLE_NODES, add_titles, keep_near, table_rules
from reasoner.solvers.tuple_ilp import TERM_EDGES, TUPLE_KINDS, tuple_rules

#: Most rows and tuples together, and how many of them a chain may be long.
UNITS, LONGEST = 4, 3


@register
class ILP(SupportSolver):
    """Scores a choice by its best support graph through table rows and tuples.

    >>> from reasoner.question import Choice, Question
    >>> choices = (Choice("A", "a wool hat"), Choice("B", "a steel spoon"))
    >>> question = Question("1", "Which lets heat through?", choices, facts=("steel is a metal", "metal conducts heat"))
    >>> ILP().answer(question).selected
    ('B',)
    """

    name = "ilp"
    weights = ("ilp", "joined-words")
    summary = "rows and tuples in one support graph, chosen by an integer program"
    needs = "a knowledge base of sentences or tables"
    refinements = (keep_near, add_titles)
    citation = "Khashabi et al. 2016; Khot et al. 2017; their evidence joined here"

    @staticmethod
    def make_profile(weights: Weights) -> Profile:
        """Return the prices and rules of both kinds of evidence."""
        return Profile(
            "ilp",
            target="choice",
            nodes=TABLE_NODES | node_prices(weights, "row", "tuple", "open tuple"),
            edges=TABLE_EDGES | edge_prices(weights) | link_prices(weights),
            rules=(
                *table_rules(),
                *tuple_rules(),
                Bridge((*ROW_KINDS, *TUPLE_KINDS), into=INTO, out=OUT, links=LINKS, longest=LONGEST),
                Degree("term", INTO, at_most=TERM_EDGES),
                Limit((*ROW_KINDS, *TUPLE_KINDS), UNITS),
            ),
        )

    def gather(self, facts: Sequence[Fact]) -> Sequence[Unit]:
        """Return the rows that facts come from, and the tuples of those that are in no table."""
        rows = [row for row in self.finder.rows(facts) if not row.given]
        known = {row.id for row in rows}
        return [*rows, *self.finder.tuples(fact for fact in facts if fact.where not in known)]
