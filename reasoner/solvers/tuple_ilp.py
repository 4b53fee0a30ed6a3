"""tuple-ilp: TupleInference, parallel evidence from tuples that touch both question and choice."""

from __future__ import annotations

from collections.abc import Sequence

from reasoner.ilp.graph import Edge, SupportGraph
from reasoner.ilp.profile import Bridge, Degree, Limit, Members, Profile, Rule
from reasoner.knowledge import Fact
from reasoner.solver import register
from reasoner.solvers.support.evidence import Unit
from reasoner.solvers.support.solver import ALIGNMENTS, INTO, OUT, SupportSolver, edge_prices, node_prices
from reasoner.solvers.support.terms import Asked
from reasoner.solvers.support.weights import Weights

#: Khot et al. 2017, table 1: most edges of a question term, most tuples, fewest active fields of a tuple. Their fields
#: take 2 edges; ours are phrases and our terms words, so a field may take more.
TERM_EDGES, TUPLES, FIELDS, FIELD_EDGES = 4, 4, 2, 4
FIELD_KINDS = ("subject", "predicate", "object")
TUPLE_KINDS = ("tuple", "open tuple", "given tuple")


def tuple_rules() -> tuple[Rule, ...]:
    """What tuples must obey, in whatever profile they stand."""
    return (
        *(Degree(kind, ALIGNMENTS, at_most=FIELD_EDGES) for kind in FIELD_KINDS),
        *(Members(kind, FIELD_KINDS, at_least=FIELDS) for kind in ("tuple", "open tuple")),
        Degree("answer", ("given answer",), at_most=1),
    )


def keep_order(graph: SupportGraph, asked: Asked) -> None:
    """Where a predicate aligns with a term, subjects align only with earlier terms and objects only with later ones."""
    position = {f"q {lemma}": number for number, lemma in enumerate(asked.terms)}
    for kind in TUPLE_KINDS:
        for unit in graph.of_kind(kind):
            edges = {field: _asking(graph, unit, field) for field in FIELD_KINDS}
            for verb in edges["predicate"]:
                wrong = [edge for edge in edges["subject"] if position[edge[0]] > position[verb[0]]]
                wrong += [edge for edge in edges["object"] if position[edge[0]] < position[verb[0]]]
                for edge in wrong:
                    graph.exclude(verb, edge)


def _asking(graph: SupportGraph, unit: str, field: str) -> list[Edge]:
    return [edge for cell in graph.members(unit, (field,)) for edge in graph.edges_into(cell, ("ask", "ask alike"))]


@register
class TupleILP(SupportSolver):
    """Scores a choice by its best support graph through Open IE tuples.

    >>> from reasoner.question import Choice, Question
    >>> choices = (Choice("A", "a wool hat"), Choice("B", "a steel spoon"))
    >>> question = Question("1", "Which lets heat through?", choices, facts=("steel conducts heat",))
    >>> TupleILP().answer(question).selected
    ('B',)
    """

    name = "tuple-ilp"
    weights = ("tuple-ilp", "joined-words")
    summary = "parallel evidence from Open IE tuples, chosen by an integer program"
    needs = "a knowledge base of sentences"
    refinements = (keep_order,)
    chains = False
    citation = "Khot et al. 2017, Answering Complex Questions Using Open Information Extraction"

    @staticmethod
    def make_profile(weights: Weights) -> Profile:
        """Return TupleInference's prices and rules."""
        return Profile(
            "tuple-ilp",
            target="choice",
            nodes=node_prices(weights, "tuple", "open tuple"),
            edges=edge_prices(weights),
            rules=(
                *tuple_rules(),
                Members("tuple", ("subject",), at_least=1),
                Bridge(TUPLE_KINDS, into=INTO, out=OUT),
                Degree("term", INTO, at_most=TERM_EDGES),
                Limit(TUPLE_KINDS, TUPLES),
            ),
        )

    def gather(self, facts: Sequence[Fact]) -> Sequence[Unit]:
        """Return the tuples of facts."""
        return self.finder.tuples(facts)
