"""Choices that speak of other choices: all of these, none, both A and C, only B, and single ones beside them.

Each choice stands for a pattern: which of the single choices are so, and which are not. "A and B" says that A is so and
B is so; that C is not, it leaves to the reader. "None of these" says of each that it is not so, "only A" that A is and
the others are not. A single choice beside such ones says that it is so, and leaves it to the reader that the others are
not: else the answer would be one of those.

How far a single choice is so (`degree`) is asked of each by itself: 1 where it is proved, 0 where it is denied, and
else by the share of its claim that the facts shown say. Each single choice adds to a pattern what it agrees with it
beyond a half, `AGAINST` times as much where the pattern says otherwise; what is left to the reader counts `LEFT` as
much as what is said. So a pattern of which all is so beats those that say less, and those of which something is not.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple

from reasoner.answer import Support
from reasoner.explanation import Explanation, Node, Part
from reasoner.language.claim import ChoiceClaim, named
from reasoner.polarity.evidence import ENOUGH, denied, share_told

#: How much it counts what a choice leaves to the reader, where what it says counts 1, and what disagrees.
LEFT, AGAINST = 0.5, 2.0
#: What the support that a solver found is worth beside the patterns: it decides between patterns that agree alike.
BESIDE = 0.01
#: How ids of nodes begin that speak of other choices, and what a summary says of a choice made of several.
OTHERS, SEVERAL = "others ", "is borne out by facts"


class Said(NamedTuple):
    """What a choice says of a single one: that it is so or not, and how much that counts."""

    holds: bool
    counts: float = 1.0


def pattern(each: ChoiceClaim, singles: tuple[str, ...]) -> dict[str, Said]:
    """Return what a choice says of the single choices.

    >>> pattern(ChoiceClaim("D", "", "all", ("A", "B")), ("A", "B", "C"))["C"]
    Said(holds=False, counts=0.5)
    """
    own = each.of if each.role != "single" else (each.label,)
    if each.role == "none":
        return {label: Said(False) for label in own}
    left = 1.0 if each.role == "only" else LEFT
    return {label: Said(True) if label in own else Said(False, left) for label in singles}


def agreement(said: Mapping[str, Said], degrees: Mapping[str, float]) -> dict[str, float]:
    """Return what each single choice adds to how well a pattern agrees with how far they are so.

    >>> agreement({"A": Said(True), "B": Said(False)}, {"A": 1.0, "B": 0.75})
    {'A': 0.5, 'B': -0.5}
    """
    return {label: _agrees(each, degrees[label] if each.holds else 1 - degrees[label]) for label, each in said.items()}


def _agrees(said: Said, degree: float) -> float:
    beyond = degree - 0.5
    return said.counts * beyond if beyond > 0 or said.counts < 1 else AGAINST * beyond


def degree(claim: str, support: Support, silence: float) -> float:
    """Return how far a single choice is so, by itself; `silence` where nothing was found for it."""
    if support.doubted or denied(claim, support):
        return 0.0
    if support.score is None:
        return silence
    if support.settled or not support.explanation.facts:
        return 1.0  # a solver that shows no facts is taken at its word
    share = share_told(claim, support)
    return 0.5 * share / ENOUGH if share < ENOUGH else 0.5 + 0.5 * (share - ENOUGH) / (1 - ENOUGH)


@dataclass(frozen=True)
class Patterns:
    """Turns back a question with choices that speak of others; `degrees` are those of what the question asks for."""

    texts: Mapping[str, str]
    degrees: Mapping[str, float]
    found: Mapping[str, Support]
    step: float

    def turned(self, each: ChoiceClaim, own: Support) -> Support:
        """Return the support for a choice; `own` is what was found for it by itself."""
        said = pattern(each, tuple(self.degrees))
        worth = agreement(said, self.degrees)
        node = Node("pattern", "choice", self.texts.get(each.label, each.text))
        shown = {label: self._facts(each, label) for label in said}
        parts = [
            Part(self._reason(label, said[label]), worth[label], tuple(n.id for n in shown[label]) or (node.id,))
            for label in said
        ]
        nodes = {n.id: n for of in shown.values() for n in of} | {n.id: n for n in own.explanation.nodes}
        mine = [replace(part, value=BESIDE / self.step * part.value) for part in own.explanation.parts]
        why = replace(
            own.explanation,
            nodes=(node, *nodes.values()),
            parts=(*mine, *parts),
            summary=self._summary(each, said, own.explanation),
        )
        return Support(sum(part.value for part in why.parts), why, own.notes)

    def _facts(self, each: ChoiceClaim, label: str) -> tuple[Node, ...]:
        """The facts behind how far a single choice is so, under names of their own where it is another choice."""
        facts = self.found[label].explanation.facts if label in self.found else ()
        if label == each.label:
            return facts
        before = label if label in each.of else f"{OTHERS}{label}"
        return tuple(replace(node, id=f"{before}/{node.id}") for node in facts)

    def _reason(self, label: str, said: Said) -> str:
        return f"{'so' if said.holds else 'not so'}: {named(label)}, which is {self.degrees[label]:.0%} so"

    def _summary(self, each: ChoiceClaim, said: Mapping[str, Said], why: Explanation) -> str:
        if each.role == "single":
            return why.summary
        wrong = [label for label, one in said.items() if one.counts == 1 and one.holds != (self.degrees[label] >= 0.5)]
        if wrong:
            return f"the facts say otherwise of {' and '.join(map(named, wrong))}"
        amount = {"all": "each", "none": "none", "only": "only"}[each.role]
        settled = {label for label, support in self.found.items() if support.settled}
        proved = each.role == "all" and settled.issuperset(label for label, one in said.items() if one.holds)
        return f"{'proved: ' if proved else ''}{amount} of {', '.join(map(named, each.of))} {SEVERAL}"
