"""What is proved and refuted of a question: by what it brings, else by what is known; and what a proof is worth."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache

from reasoner.answer import Support
from reasoner.errors import ReasonerError
from reasoner.knowledge import Fact
from reasoner.knowledge.fact import GIVEN
from reasoner.language.claim import lowered
from reasoner.language.english import words
from reasoner.logic.atoms import Rule
from reasoner.logic.check import problems
from reasoner.logic.rulebook import load_rules
from reasoner.question import Question
from reasoner.reading.explained import explain_proof, is_likely
from reasoner.reading.near.evidence import Evidence
from reasoner.reading.near.scope import said
from reasoner.reading.near.trail import Trail
from reasoner.reading.story import is_spoken_of, verdicts
from reasoner.reading.verdict import ChoiceVerdict, Verdicts, judged_choices

#: Where "unknown" is on offer, only rules that hold without exception decide.
SURE = 0.95
#: What a fact of the knowledge base leaves of a proof; one that was given leaves all of it.
KNOWN = 0.9


@cache
def composition(least: float) -> tuple[Rule, ...]:
    """Return the rules of rules/ that leave at least so much of a proof."""
    return tuple(rule for written in load_rules() for rule in written.rules if rule.confidence >= least)


@dataclass(frozen=True, slots=True)
class Proved:
    """What became of each choice, and the facts that this may rest on, by their text."""

    story: Verdicts
    facts: Mapping[str, Fact]

    @classmethod
    def of(cls, question: Question, story: Verdicts, given: Sequence[Fact], evidence: Evidence) -> Proved:
        """Return what is decided: by what the question brings, and where it brings no facts, by what is known."""
        if given or any(each.status != "unknown" for each in story.choices):
            return cls(story, {fact.text: fact for fact in given})
        answers = [""] if judged_choices(question) else [choice.text for choice in question.choices]
        known = {fact.text: fact for fact in evidence.found(question.stem, answers)}
        found = verdicts(replace(question, facts=tuple(known)), classical=False, behind=composition(SURE))
        return cls(replace(found, choices=tuple(map(_said_in_full, found.choices))), known)

    def supports(self, labels: Iterable[str], trails: Mapping[str, Trail] | None = None) -> dict[str, Support]:
        """Return the support for those of some choices that are decided; by a second reading, where trails agree."""
        best = max((trail.value for trail in (trails or {}).values()), default=0.0)
        led = {label for label, trail in (trails or {}).items() if trail.value == best}
        return {
            each.label: self._support(each)
            for each in self.story.choices
            if each.status != "unknown"
            and each.label in labels
            and not (self.story.loose and trails and (each.label in led) != (each.status == "proved"))
        }

    def _support(self, each: ChoiceVerdict) -> Support:
        """Return what a proof for or against a choice is worth, once the checker has accepted it."""
        outcome = each.outcome
        assert outcome is not None
        assert outcome.proof is not None
        if wrong := problems(outcome.proof, [*self.story.rules, *outcome.assumed], classical=self.story.classical):
            raise ReasonerError(f"a proof does not hold: {'; '.join(wrong)}")
        used = {step.rule.source for step in outcome.proof.steps if step.rule is not None}
        known = sum(text in used and not fact.where.startswith(GIVEN) for text, fact in self.facts.items())
        worth = outcome.proof.confidence * KNOWN**known * (1.0 if each.status == "proved" else -1.0)
        claim = each.claim.sentence
        concluded = claim if outcome.status == "proved" else f"It is not so that {lowered(claim)}"
        why = explain_proof(outcome.proof, concluded, worth, self.facts)
        sure = not is_likely(outcome.proof)
        return Support(worth, why, refuted=sure and worth < 0, settled=sure and worth > 0)


def _said_in_full(each: ChoiceVerdict) -> ChoiceVerdict:
    """Return what became of a choice by known facts, if they have every word of the claim: a row knows no condition."""
    spoken = frozenset(said(each.claim.sentence)) - words("joining_nothing")
    told = each.outcome is None or is_spoken_of(spoken, each.outcome)
    return each if told else replace(each, status="unknown", outcome=None)
