"""dgem-choice: choices ranked by a head that was trained on multiple-choice questions, given retrieved facts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from reasoner.explanation import Explanation, Link, Node, Part, total
from reasoner.knowledge import Fact
from reasoner.question import Question
from reasoner.retrieval import Asked, Joined
from reasoner.retrieval.joined import Facts
from reasoner.solver import Support, given_facts, register
from reasoner.solvers.batches import BatchSolver, Case, read_of
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
        from reasoner.neural.choice import options_of, ways_to

        asked = [Asked.of(question) for question in questions]
        read = [read_of(given_facts(question), question, self.kb) for question in questions]
        ways = [ways_to(one, self._finder, given) for one, (given, _) in zip(asked, read, strict=True)]
        verdicts = self._head.verdicts([options_of(*one) for one in zip(asked, ways, strict=True)])
        for question, (given, notes), own, said in zip(questions, read, ways, verdicts, strict=True):
            among = len(question.choices)
            cases = [
                Case(choice.label, question.stem, choice.text, "", _distinct(some), bool(given), among, notes)
                for choice, some in zip(question.choices, own, strict=True)
            ]
            touched = any(case.touched for case in cases)
            yield dict(zip(question.labels, map(_support, cases, own, said), strict=True)) if touched else {}


def _distinct(ways: Sequence[Facts]) -> tuple[Fact, ...]:
    return tuple(dict.fromkeys(fact for way in ways for fact in way))


def _support(case: Case, ways: Sequence[Facts], verdict: Verdict) -> Support:
    names = {fact: f"fact{number}" for number, fact in enumerate(case.facts, 1)}
    facts = [Node(name, "fact", fact.text, fact.where) for fact, name in names.items()]
    shares = dict.fromkeys(case.facts, 0.0)
    for way, share in zip(ways, verdict.attention, strict=False):
        for fact in way:
            shares[fact] += share / len(way)
    earned = tuple(names.values())
    parts = (
        Part("question and choice", verdict.question, ("choice",)),
        Part("choice and facts", verdict.facts, earned or ("choice",)),
        Part("how well the facts match", verdict.matches, earned or ("choice",)),
    )
    links = tuple(Link(names[fact], "choice", "counts", round(share, 4)) for fact, share in shares.items())
    explanation = Explanation((Node("choice", "choice", case.choice), *facts), links, parts=parts)
    return Support(round(total(parts), DECIMALS), explanation, case.notes)
