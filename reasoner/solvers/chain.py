"""chain: the cheapest proof of what a choice claims, from given facts, rules and knowledge. See docs/chain.md."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache, cached_property
from typing import Annotated

from reasoner import polarity
from reasoner.errors import ReasonerError, UsageError
from reasoner.explanation import Explanation, Node, Part
from reasoner.knowledge import Fact, KnowledgeBase
from reasoner.knowledge.fact import GIVEN
from reasoner.language import english
from reasoner.language.claim import lowered, understand
from reasoner.logic.atoms import Rule
from reasoner.logic.check import problems
from reasoner.logic.rulebook import load_rules
from reasoner.question import Question
from reasoner.reading.evidence import Evidence
from reasoner.reading.explained import CLAIM, by_elimination, explain_proof
from reasoner.reading.near import NEAR
from reasoner.reading.nearly import denied, leaned, nearly
from reasoner.reading.properties import is_plain
from reasoner.reading.scope import said
from reasoner.reading.story import ChoiceVerdict, Verdicts, is_spoken_of, judged_choices, verdicts
from reasoner.reading.trail import Trail
from reasoner.solver import Solver, Support, given_facts, register
from reasoner.solvers.arrange import forced
from reasoner.solvers.batches import load_encoder
from reasoner.solvers.scale import ordered

#: Where "unknown" is on offer, only rules that hold without exception decide.
SURE = 0.95
#: What a fact of the knowledge base leaves of a proof; one that was given leaves all of it.
KNOWN = 0.9
CUT = "the search for a proof was cut at its limit of steps"


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
        if not claim.negative and (in_order := forced(question)):  # what stands above what is decided where orders are
            return in_order
        judged = judged_choices(question)
        if judged and (decided := self._judged(question, judged)):
            return decided
        turned = polarity.turn(question)
        single = [self._single(asked) for asked in turned.asked]
        proved = any(one.settled or one.refuted for each in single for one in each.values())
        given = given_facts(question)
        if claim.negative and not proved and (told := denied(self.evidence, question, given, claim)):
            return told  # a proof goes before a trail
        found = turned.back(single, lambda: self.kb)
        return by_elimination(found, question) if claim.plain else found  # turned scores are below zero by nature

    def _judged(self, question: Question, judged: Mapping[str, str]) -> Mapping[str, Support]:
        """Return what becomes of true, false and unknown; nothing where no proof decides and unknown is not offered."""
        unsure = "unknown" in judged.values()
        story, facts = self._proved(question, verdicts(question, behind=composition(SURE if unsure else 0.0)))
        open_label = next((label for label, value in judged.items() if value == "unknown"), None)
        decided = {
            each.label: _proof_support(each, story, facts)
            for each in story.choices
            if each.status != "unknown" and each.label != open_label
        }
        if decided and open_label is not None:
            decided[open_label] = Support(None, Explanation(summary="the facts decide it"))
        if not decided and not is_plain(story.readings):
            decided = leaned(self.evidence, question, given_facts(question), judged, story.choices[0].claim.sentence)
        if decided or open_label is None or not question.facts:
            return decided
        node = Node(CLAIM, "choice", story.choices[0].claim.sentence)
        part = Part("neither proved nor refuted", NEAR, (CLAIM,))
        why = Explanation((node,), parts=(part,), summary="neither proved nor refuted")
        cut = any(each.outcome and each.outcome.cut for each in story.choices)
        return {open_label: Support(NEAR, why, (CUT,) if cut else ())}

    def _single(self, question: Question) -> Mapping[str, Support]:
        """Return the support for claims of single choices: a proof, else an order by facts, else a near-proof."""
        story = verdicts(question, behind=composition(0.0))
        if all(each.status == "unknown" for each in story.choices) and (in_order := ordered(question, self.kb)):
            return in_order
        story, facts = self._proved(question, story)
        given = given_facts(question)
        trails = self.evidence.trails(question, given)
        best = max((trail.value for trail in trails.values()), default=0.0)
        decided = [
            each
            for each in story.choices
            if each.status != "unknown" and not (story.loose and _is_led_elsewhere(each, trails, best))
        ]
        labels = {each.label for each in decided}
        sentences = {each.label: each.claim.sentence for each in story.choices if each.label not in labels}
        proofs = {each.label: _proof_support(each, story, facts) for each in decided}
        return nearly(self.evidence, question, given, trails, sentences) | proofs

    def _proved(self, question: Question, story: Verdicts) -> tuple[Verdicts, dict[str, Fact]]:
        """Return what is proved and refuted in the end, and the facts behind it by their text.

        What the question brings decides; only where it brings no facts and decides nothing, what is known does.
        """
        given = given_facts(question)
        if given or any(each.status != "unknown" for each in story.choices):
            return story, {fact.text: fact for fact in given}
        answers = [""] if judged_choices(question) else [choice.text for choice in question.choices]
        known = {fact.text: fact for fact in self.evidence.found(question.stem, answers)}
        asked = replace(question, facts=tuple(known))
        found = verdicts(asked, classical=False, behind=composition(SURE))
        return replace(found, choices=tuple(map(_said_in_full, found.choices))), known


def _said_in_full(each: ChoiceVerdict) -> ChoiceVerdict:
    """Return what became of a choice by known facts, if they have every word of the claim: a row knows no condition."""
    words = frozenset(said(each.claim.sentence)) - english.words("joining_nothing")
    told = each.outcome is None or is_spoken_of(words, each.outcome)
    return each if told else replace(each, status="unknown", outcome=None)


def _is_led_elsewhere(each: ChoiceVerdict, trails: Mapping[str, Trail], best: float) -> bool:
    """Whether trails, where there are any, say otherwise: they lead to another choice, or to one that is refuted."""
    leads = each.label in trails and trails[each.label].value == best
    return bool(trails) and leads != (each.status == "proved")


def _proof_support(each: ChoiceVerdict, story: Verdicts, facts: Mapping[str, Fact]) -> Support:
    """Return what a proof for or against a choice is worth, once the checker has accepted it."""
    outcome = each.outcome
    assert outcome is not None
    assert outcome.proof is not None
    if wrong := problems(outcome.proof, [*story.rules, *outcome.assumed], classical=story.classical):
        raise ReasonerError(f"a proof does not hold: {'; '.join(wrong)}")
    used = {step.rule.source for step in outcome.proof.steps if step.rule is not None}
    known = sum(text in used and not fact.where.startswith(GIVEN) for text, fact in facts.items())
    worth = outcome.proof.confidence * KNOWN**known * (1.0 if each.status == "proved" else -1.0)
    said = each.claim.sentence
    concluded = said if outcome.status == "proved" else f"It is not so that {lowered(said)}"
    why = explain_proof(outcome.proof, concluded, worth, facts)
    return Support(worth, why, (CUT,) if outcome.cut else (), refuted=worth < 0, settled=worth > 0)


@cache
def composition(least: float) -> tuple[Rule, ...]:
    """Return the rules of rules/ that leave at least so much of a proof."""
    return tuple(rule for written in load_rules() for rule in written.rules if rule.confidence >= least)
