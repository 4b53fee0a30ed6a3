"""chain: the cheapest proof of what a choice claims, from given facts, rules and knowledge. See docs/chain.md."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Annotated

from reasoner import polarity
from reasoner.answer import noted
from reasoner.errors import UsageError
from reasoner.explanation import Explanation
from reasoner.knowledge import KnowledgeBase
from reasoner.language.claim import understand
from reasoner.question import Question
from reasoner.reading.explained import by_elimination
from reasoner.reading.joint.properties import is_plain
from reasoner.reading.near.evidence import Evidence
from reasoner.reading.near.support import denied, leaned, nearly, undecided
from reasoner.reading.proved import SURE, Proved, composition
from reasoner.reading.story import verdicts
from reasoner.reading.verdict import judged_choices
from reasoner.solver import Solver, Support, given_facts, register
from reasoner.solvers.arrange import forced
from reasoner.solvers.batches import load_encoder
from reasoner.solvers.scale import is_sure, ordered


@register
class Chain(Solver):
    """Scores a choice by the cheapest proof of what it claims; what refutes the claim counts against it.

    >>> import reasoner
    >>> facts = ("All wibs are trums.", "Every trum can fly.")
    >>> choices = (reasoner.Choice("A", "a wib"), reasoner.Choice("B", "a trumpet"))
    >>> answer = Chain(reasoner.KnowledgeBase.from_facts(())).answer(
    ...     reasoner.Question("1", "Which of these can fly?", choices, facts=facts))
    >>> answer.selected, answer.explanations["A"].summary
    (('A',), 'proved')
    """

    name = "chain"
    summary = "the cheapest proof of what a choice claims, from given facts, rules and knowledge"
    needs = "facts that come with the question, or a knowledge base"
    citation = "this package; the composition of f and k is that of Mihaylov et al. 2018, OpenBookQA"
    handles_polarity = True
    weights = ("chain", "trail")

    def __init__(
        self,
        kb: KnowledgeBase | None = None,
        soft: Annotated[
            str | None, "embeddings: facts may also be taken for a claim by their vectors, as a step"
        ] = None,
    ) -> None:
        super().__init__(kb)
        if soft not in (None, "embeddings"):
            raise UsageError(f"option soft of solver 'chain' is embeddings or is not set, not {soft!r}")
        self._encoder = load_encoder("chain[soft=embeddings]", None, None) if soft else None
        if soft:
            self.name = f"chain[soft={soft}]"  # type: ignore[misc]  # what it uses is told wherever it is named

    @cached_property
    def evidence(self) -> Evidence:
        """Where near-proofs come from."""
        return Evidence(self.kb, self._encoder)

    def support(self, question: Question) -> Mapping[str, Support]:
        """Return the score of each choice and the proof, or the near-proof, behind it."""
        claim = understand(question)
        orders = claim.by_amount or not claim.negative
        if orders and (in_order := forced(question)):  # what stands above what is decided where orders are
            return in_order
        judged = judged_choices(question)
        if judged and (decided := self._judged(question, judged)):
            return decided
        if claim.by_amount and is_sure(in_order := ordered(question, self.kb)):
            return in_order
        turned = polarity.turn(question)
        single = [self._single(asked) for asked in turned.asked]
        proved = any(one.settled or one.refuted for each in single for one in each.values())
        given = given_facts(question)
        if claim.negative and not proved and (told := denied(self.evidence, question, given, claim)):
            notes = (note for each in single for one in each.values() for note in one.notes)
            return noted(told, question.labels, notes)  # a proof goes before a trail
        found = turned.back(single, lambda: self.kb)
        return by_elimination(found, question) if claim.plain else found  # turned scores are below zero by nature

    def _judged(self, question: Question, judged: Mapping[str, str]) -> Mapping[str, Support]:
        """Return what becomes of true, false and unknown; nothing where no proof decides and unknown is not offered."""
        given = given_facts(question)
        offered = next((label for label, value in judged.items() if value == "unknown"), None)
        story = verdicts(question, behind=composition(SURE if offered else 0.0))
        proved = Proved.of(question, story, given, self.evidence)
        sentence, notes = proved.story.choices[0].claim.sentence, proved.story.notes
        decided = proved.supports(judged.keys() - {offered})
        if decided and offered:
            decided[offered] = Support(None, Explanation(summary="the facts decide it"))
        decided = decided or self._compared(question)
        if not decided and not is_plain(proved.story.readings):
            decided = leaned(self.evidence, question, given, judged, proved.story)
        if not decided and offered and given:
            decided = {offered: undecided(sentence)}
        return noted(decided, question.labels, notes) if decided else {}

    def _compared(self, question: Question) -> dict[str, Support]:
        """Return what becomes of a statement that puts one thing above another, where facts put the two in order."""
        turned = polarity.turn(question)
        found = [ordered(asked, self.kb) for asked in turned.asked]
        decides = any(one.settled or one.refuted for each in found for one in each.values())
        return dict(turned.back(found)) if decides else {}

    def _single(self, question: Question) -> Mapping[str, Support]:
        """Return the support for claims of single choices: a proof, else an order by facts, else a near-proof."""
        story = verdicts(question, behind=composition(0.0))
        in_order = ordered(question, self.kb) if all(each.status == "unknown" for each in story.choices) else {}
        if len({in_order[label].score if label in in_order else None for label in question.labels}) > 1:
            return in_order
        given = given_facts(question)
        proved = Proved.of(question, story, given, self.evidence)
        trails = self.evidence.trails(question, given)
        proofs = proved.supports(question.labels, trails)
        open_claims = {each.label: each.claim.sentence for each in proved.story.choices if each.label not in proofs}
        found = nearly(self.evidence, question, given, trails, open_claims) | proofs
        return noted(found, question.labels, proved.story.notes)
