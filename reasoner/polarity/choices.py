"""The way back from a question that is negative, or whose choices speak of others."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from reasoner.answer import Support
from reasoner.explanation import AGAINST, Explanation, Node, Part
from reasoner.knowledge.fact import GIVEN
from reasoner.language.claim import ChoiceClaim, Claim
from reasoner.polarity.apart import Odd, odd_one
from reasoner.polarity.evidence import borne_out, denied, share_told, wanting
from reasoner.question import Question

#: What the words that the facts shown leave unsaid are worth in a question for what is not so, in steps of rank.
UNSAID = 1.0
#: How the summary of a choice opens that has support, in a question for the one that is not.
COUNTS_AGAINST = "what speaks for it counts against it, since the question asks for the one that is not"
#: How the ids of nodes begin that speak of the other choices, and what a summary says of a choice made of several.
OTHERS, SEVERAL = "others ", "is borne out by facts"


class Choices:
    """Turns back a question that is negative, or has choices that speak of others."""

    def __init__(self, question: Question, claim: Claim, found: Mapping[str, Support]) -> None:
        self.claim, self.found = claim, found
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
        self.odd = odd_one(singles, question.facts) if claim.negative and not claim.apart else None
        self.speaks = bool(scores) or any(support.refuted for support in found.values())

    def turned(self) -> dict[str, Support]:
        """Return the support for every choice."""
        if not self.speaks and not any(each.role == "none" for each in self.claim.choices):
            return {label: support for label, support in self.found.items() if label in self.texts}
        one_each = (*self.claim.choices, *self.claim.named)
        singles = {each.label: self._single(each) for each in one_each if each.role == "single"}
        joined = {each.label: self._joined(each, singles) for each in self.claim.choices if each.role != "single"}
        return {label: support for label, support in (singles | joined).items() if label in self.texts}

    def _single(self, each: ChoiceClaim) -> Support:
        support = self.found.get(each.label, Support(None))
        if not self.claim.negative:
            return self._weighed(each, support)
        turned = self._turned(each, support)
        if self.odd is None or self.odd.label != each.label or support.settled:
            return turned
        return self._set_apart(turned, self.odd)

    def _weighed(self, each: ChoiceClaim, support: Support) -> Support:
        """Add what the facts say of a claim: beside "all" and "none", choices are weighed one by one."""
        why = support.explanation
        if support.score is None or support.refuted or not why.facts:
            return support
        share = 1.0 if support.settled else share_told(each.text, support)
        part = Part(
            f"the facts shown say {share:.0%} of it", UNSAID * self.step * share, tuple(n.id for n in why.facts)
        )
        return replace(support, score=support.score + part.value, explanation=replace(why, parts=(*why.parts, part)))

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
            share = share_told(each.text, support)
            of = tuple(node.id for node in why.facts)
            parts.append(Part(f"the facts shown say {share:.0%} of it", UNSAID * self.step * (1 - share), of))
        summary = "; ".join(filter(None, [COUNTS_AGAINST, why.summary]))
        score = sum(part.value for part in parts) if why.parts else -support.score
        return replace(support, score=score, explanation=replace(why, parts=tuple(parts), summary=summary))

    def _ranked(self, each: ChoiceClaim, support: Support) -> Support:
        """A choice that is not supported, or refuted, in a question that asks for just that."""
        refuted = support.score is not None or support.refuted
        why = support.explanation if refuted else Explanation()
        node = Node("asked", "choice", self.texts[each.label])
        of = tuple(fact.id for fact in why.facts) or (node.id,)
        reason = "a fact denies that it is so" if refuted else "nothing says that it is so"
        parts = (
            Part("the weakest support of the others, turned round", -self.weakest, (node.id,)),
            Part(reason, (2 + UNSAID if refuted else self.nothing + UNSAID) * self.step, of),
        )
        proved = "proved: " if why.summary.startswith("refuted") else ""
        summary = f"{proved}{reason}, and the question asks for the one that is not"
        explained = Explanation((node, *why.nodes), why.links, why.steps, parts, summary)
        return Support(sum(part.value for part in parts), explained, support.notes)

    def _joined(self, each: ChoiceClaim, singles: Mapping[str, Support]) -> Support:
        """What "all", "none", "only" or "either" of some choices is worth."""
        if each.role == "any":
            return max((singles[label] for label in each.of), key=lambda one: (one.score is not None, one.score or 0.0))
        wanted = (each.role == "none") == bool(self.claim.negative)
        wrong = [label for label in each.of if not self._is_so(self.claims[label], label, wanted)]
        if each.role == "only":
            others = [label for label in self.found if label not in each.of and label in self.claims]
            wrong += [label for label in others if not self._is_so(self.claims[label], label, not wanted)]
        listed = ", ".join(each.of)
        if wrong:
            return Support(None, Explanation(summary=f"the facts say otherwise of {' and '.join(wrong)}"))
        amount = "only" if each.role == "only" else "each" if wanted else "none"
        complete = amount == "each" and all(singles[label].explanation.summary == "proved" for label in each.of)
        return self._held(each, singles, f"{'proved: ' if complete else ''}{amount} of {listed} {SEVERAL}")

    def _is_so(self, claim: str, label: str, wanted: bool) -> bool:
        holds = borne_out if wanted else wanting
        return holds(claim, self.found.get(label, Support(None)))

    def _held(self, each: ChoiceClaim, singles: Mapping[str, Support], reason: str) -> Support:
        shown = {label: self.found[label].explanation for label in each.of if label in self.found}
        nodes = tuple(
            replace(node, id=f"{label}/{node.id}") for label, why in shown.items() for node in why.nodes if why.facts
        )
        node = Node("asked", "choice", self.texts[each.label])
        facts = tuple(other.id for other in nodes if other.kind in {"fact", "row", "tuple"})
        best = max((one.score for label, one in singles.items() if one.score is not None), default=0.0)
        parts = (
            Part("the best of the single choices", best, (node.id,)),
            Part(reason, self.step * max(2, len(each.of)), facts or (node.id,)),
        )
        return Support(sum(part.value for part in parts), Explanation((node, *nodes), parts=parts, summary=reason))
