"""tuple-ilp: TupleInference, parallel evidence from tuples that touch both question and choice."""

from __future__ import annotations

from collections.abc import Sequence

from reasoner.ilp.profile import Bridge, Degree, Limit, Members, Price, Profile, Rule
from reasoner.question import Question
from reasoner.solver import register
from reasoner.solvers.evidence import Unit
from reasoner.solvers.support import ALIGNMENTS, INTO, OUT, SupportSolver, edge_prices
from reasoner.solvers.weights import Weights

#: Khot et al. 2017, table 1: most edges of a field, a question term and a choice; most tuples; fewest fields of a tuple.
FIELD_EDGES, TERM_EDGES, CHOICE_EDGES, TUPLES, FIELDS = 2, 4, 4, 4, 2
FIELD_KINDS = ("subject", "predicate", "object")
TUPLE_KINDS = ("tuple", "given tuple")


def tuple_rules() -> tuple[Rule, ...]:
    """What tuples must obey, in whatever profile they stand."""
    rules: list[Rule] = [Degree(kind, ALIGNMENTS, at_most=FIELD_EDGES + 2) for kind in FIELD_KINDS]
    return (*rules, Members("tuple", FIELD_KINDS, at_least=FIELDS), Degree("answer", ("given answer",), at_most=1))


@register
class TupleILP(SupportSolver):
    """Scores a choice by its best support graph through Open IE tuples.

    >>> from reasoner.question import Choice
    >>> choices = (Choice("A", "a wool hat"), Choice("B", "a steel spoon"))
    >>> question = Question("1", "Which lets heat through?", choices, facts=("steel conducts heat",))
    >>> TupleILP().answer(question).selected
    ('B',)
    """

    name = parameters = "tuple-ilp"
    summary = "parallel evidence from Open IE tuples, chosen by an integer program"
    needs = "a knowledge base of sentences"
    citation = "Khot et al. 2017, Answering Complex Questions Using Open Information Extraction"

    @staticmethod
    def make_profile(weights: Weights) -> Profile:
        """Return TupleInference's prices and rules."""
        return Profile(
            "tuple-ilp",
            target="choice",
            nodes={
                "term": Price(weights.term),
                "answer": Price(),
                "tuple": Price(-weights.unit),
                "given tuple": Price(weights.given),
            },
            edges=edge_prices(weights),
            rules=(
                *tuple_rules(),
                Bridge(TUPLE_KINDS, into=INTO, out=OUT),
                Degree("term", INTO, at_most=TERM_EDGES),
                Limit(TUPLE_KINDS, TUPLES),
            ),
        )

    def gather(self, question: Question) -> Sequence[Unit]:
        """Return the tuples of sentences that touch stem and choice."""
        return self.finder.tuples(self.finder.facts(question, chains=False))
