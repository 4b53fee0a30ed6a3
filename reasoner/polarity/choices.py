"""The way back from a question that is negative, or whose choices speak of others."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from reasoner.answer import Support
from reasoner.explanation import AGAINST, Explanation, Node, Part
from reasoner.knowledge.fact import GIVEN
from reasoner.language.claim import ChoiceClaim, Claim
from reasoner.polarity.apart import Odd, odd_one
from reasoner.polarity.evidence import denied, share_told
from reasoner.polarity.patterns import OTHERS, Patterns, degree
from reasoner.question import Question

#: What the words that the facts shown leave unsaid are worth in a question for what is not so, in steps of rank.
UNSAID = 1.0
#: How the summary of a choice opens that has support, in a question for the one that is not.
COUNTS_AGAINST = "what speaks for it counts against it, since the question asks for the one that is not"
#: How far a choice is so of which nothing known says it, and one of which nothing is known at all; of what is told
#: here, nothing is so that is not told.
SILENCE, STRANGE = 0.1, 0.3


class Choices:
    """Turns back a question that is negative, or has choices that speak of others."""

    def __init__(
        self,
        question: Question,
        claim: Claim,
        found: Mapping[str, Support],
        strange: Collection[str] = (),
        odd: Odd | None = None,
    ) -> None:
        #: `strange` are the labels of choices of which nothing at all is known, `odd` is the one that is known as odd.
        self.claim, self.found, self.strange = claim, found, strange
        self.texts = {choice.label: choice.text for choice in question.choices}
        self.claims = {one.label: one.text for one in (*claim.choices, *claim.named)}
        scores = [support.score for support in found.values() if support.score is not None]
        self.weakest = min(scores, default=0.0)
        #: What it is worth that nothing says it: much of what is told here, nothing more of what is known.
        self.nothing = 1.0 if question.facts or question.documents else 0.0
        self.weakest = self.weakest if self.nothing else max(0.0, self.weakest)
        #: What a step in rank is worth: as much as lies between the strongest support and the weakest.
        self.step = max(1.0, max(scores, default=0.0) - self.weakest)
        singles = {each.label: self.texts[each.label] for each in claim.choices if each.role == "single"}
        self.odd = odd or (odd_one(singles, question.facts) if claim.negative and not claim.apart else None)
        self.speaks = odd is not None or bool(scores) or any(support.refuted for support in found.values())

    def turned(self) -> dict[str, Support]:
        """Return the support for every choice."""
        if not self.speaks and not any(each.role == "none" for each in self.claim.choices):
            return {label: support for label, support in self.found.items() if label in self.texts}
        one_each = [each for each in (*self.claim.choices, *self.claim.named) if each.role == "single"]
        singles = {each.label: self._single(each) for each in one_each}
        if all(each.role == "single" for each in self.claim.choices):
            return singles
        patterns = Patterns(self.texts, self._degrees(one_each), self.found, self.step)
        return {each.label: self._patterned(each, singles, patterns) for each in self.claim.choices}

    def _degrees(self, singles: Sequence[ChoiceClaim]) -> dict[str, float]:
        """How far each single choice is what the question asks for."""
        found = {one.label: self.found.get(one.label, Support(None)) for one in singles}
        degrees = {one.label: degree(one.text, found[one.label], self._silence(one.label)) for one in singles}
        return {label: 1 - value if self.claim.negative else value for label, value in degrees.items()}

    def _silence(self, label: str) -> float:
        return 0.0 if self.nothing else STRANGE if label in self.strange else SILENCE

    def _patterned(self, each: ChoiceClaim, singles: Mapping[str, Support], patterns: Patterns) -> Support:
        if each.role != "any":
            return patterns.turned(each, singles.get(each.label, Support(None)))
        members = (patterns.turned(replace(each, label=label, role="single"), singles[label]) for label in each.of)
        return max(members, key=lambda one: one.score or 0.0)

    def _single(self, each: ChoiceClaim) -> Support:
        support = self.found.get(each.label, Support(None))
        if not self.claim.negative:
            return support
        turned = self._turned(each, support)
        if self.odd is None or self.odd.label != each.label or support.settled:
            return turned
        return self._set_apart(turned, self.odd)

    def _set_apart(self, support: Support, odd: Odd) -> Support:
        """Add what it is worth that the facts say something of all the others, and not of this one."""
        why = support.explanation
        nodes = tuple(Node(f"{OTHERS}{n}", "fact", text, GIVEN) for n, text in enumerate(odd.facts))
        reason = f"said of all the others, and not of this one: {', '.join(odd.words)}"
        part = Part(reason, 2 * self.step, tuple(node.id for node in nodes))
        explained = replace(
            why, nodes=(*why.nodes, *nodes), parts=(*why.parts, part), summary=f"{why.summary}; {reason}"
        )
        return replace(support, score=(support.score or 0.0) + part.value, explanation=explained)

    def _turned(self, each: ChoiceClaim, support: Support) -> Support:
        if support.score is None or denied(each.text, support):
            return self._ranked(each, support)
        why = support.explanation
        parts = [Part(AGAINST + part.name, -part.value, part.of) for part in why.parts]
        if why.facts and not support.settled:
            share = max(share_told(each.text, support), self._silence(each.label))
            of = tuple(node.id for node in why.facts)
            parts.append(Part(f"the facts shown say {share:.0%} of it", UNSAID * self.step * (1 - share), of))
        summary = "; ".join(filter(None, [COUNTS_AGAINST, why.summary]))
        score = sum(part.value for part in parts) if why.parts else -support.score
        return replace(support, score=score, explanation=replace(why, parts=tuple(parts), summary=summary))

    def _ranked(self, each: ChoiceClaim, support: Support) -> Support:
        """A choice that is not supported, or refuted, in a question that asks for just that."""
        refuted = support.score is not None or support.refuted
        why = support.explanation if refuted else Explanation()
        node = Node("asked", "choice", self.texts.get(each.label, each.text))
        of = tuple(fact.id for fact in why.facts) or (node.id,)
        reason = "a fact denies that it is so" if refuted else "nothing says that it is so"
        unsaid = UNSAID * (1 - self._silence(each.label))
        parts = (
            Part("the weakest support of the others, turned round", -self.weakest, (node.id,)),
            Part(reason, (2 + UNSAID if refuted else self.nothing + unsaid) * self.step, of),
        )
        proved = "proved: " if why.summary.startswith("refuted") else ""
        summary = f"{proved}{reason}, and the question asks for the one that is not"
        explained = Explanation((node, *why.nodes), why.links, why.steps, parts, summary)
        return Support(sum(part.value for part in parts), explained, support.notes)
