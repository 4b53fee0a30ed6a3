"""dgem-choice: choices ranked by a head that was trained on multiple-choice questions, given retrieved facts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from reasoner.explanation import Explanation, Link, Node, Part, total
from reasoner.question import Question
from reasoner.retrieval import Joined
from reasoner.solver import Support, register
from reasoner.solvers.batches import BatchSolver, Case, gather
from reasoner.solvers.shown import DECIMALS

if TYPE_CHECKING:
    from reasoner.neural.choice import ChoiceHead, Verdict


@register
class DGEMChoice(BatchSolver):
    """Scores a choice by the trained choice head; parameters are those of `dgem`."""

    name = "dgem-choice"
    summary = "question, choice and retrieved facts, ranked by a head trained on questions"
    citation = "Mihaylov et al. 2018, Can a Suit of Armor Conduct Electricity?"
    weights = ("dgem-choice",)

    @cached_property
    def _head(self) -> ChoiceHead:
        from reasoner.neural.choice import ChoiceHead

        return ChoiceHead(self._weights, self._encoder)

    @cached_property
    def _finder(self) -> Joined:
        from reasoner.neural.choice import RANKING

        return Joined(self.kb, self._encoder, RANKING, pairs=False)

    def _support_batch(self, questions: Sequence[Question]) -> Iterator[dict[str, Support]]:
        from reasoner.neural.choice import FACTS, Option

        rows = [gather(question, self._finder, FACTS) for question in questions]
        options = [
            [Option(case.stem, case.choice, case.claim, tuple(fact.text for fact in case.facts)) for case in row]
            for row in rows
        ]
        for row, verdicts in zip(rows, self._head.verdicts(options), strict=True):
            touched = any(case.touched for case in row)
            yield {case.label: _support(case, one) for case, one in zip(row, verdicts, strict=True)} if touched else {}


def _support(case: Case, verdict: Verdict) -> Support:
    facts = [Node(f"fact{number}", "fact", fact.text, fact.where) for number, fact in enumerate(case.facts, 1)]
    earned = tuple(node.id for node in facts)
    parts = (
        Part("question and choice", verdict.question, ("choice",)),
        Part("choice and facts", verdict.facts, earned or ("choice",)),
        Part("how well the facts match", verdict.matches, earned or ("choice",)),
    )
    nodes = (Node("choice", "choice", case.choice), *facts)
    links = tuple(
        Link(node.id, "choice", "counts", round(share, 4))
        for node, share in zip(facts, verdict.attention, strict=False)
    )
    return Support(round(total(parts), DECIMALS), Explanation(nodes, links, parts=parts), case.notes)
