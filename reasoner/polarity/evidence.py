"""What the facts that a solver shows say of a claim: how much of it, and whether they deny it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from reasoner.answer import Support
from reasoner.explanation import Part
from reasoner.language.claim import denied_together, denies, told, told_together

#: The share of the words of a claim that the facts shown must say. Set by hand on questions of our own.
ENOUGH = 0.7


def denied(claim: str, support: Support) -> bool:
    """Return whether the solver refuted a claim, or a fact that it shows denies it, or given facts do between them."""
    facts = support.explanation.facts
    if support.refuted or any(denies(node.text, claim) for node in facts):
        return True
    given = [node.text for node in facts if (node.source or "").startswith("given")]
    return len(given) > 1 and denied_together(given, claim) is not None


def struck(claims: Mapping[str, str], found: Mapping[str, Support]) -> dict[str, Support]:
    """Return support in which a fact that denies what it was shown for counts against it, whatever the solver.

    >>> from reasoner.explanation import Explanation, Node, Part
    >>> why = Explanation((Node("f1", "fact", "a penguin cannot fly"),), parts=(Part("near", 0.4, ("f1",)),))
    >>> turned = struck({"A": "A penguin can fly."}, {"A": Support(0.4, why)})["A"]
    >>> turned.score, turned.refuted, turned.explanation.parts[-1].name
    (-0.4, True, "denied: it says 'not'")
    """
    return {label: _struck(claims[label], each) if label in claims else each for label, each in found.items()}


def _struck(claim: str, support: Support) -> Support:
    if support.score is None or support.refuted or support.settled:
        return support
    why = support.explanation
    reasons = ((node, reason) for node in why.facts if (reason := denies(node.text, claim)))
    node, reason = next(reasons, (None, ""))
    if node is None:
        return support
    part = Part(f"denied: {reason}", -2 * abs(support.score) or -1.0, (node.id,))
    explained = replace(why, parts=(*why.parts, part))
    return replace(support, score=support.score + part.value, explanation=explained, refuted=True)


def share_told(claim: str, support: Support) -> float:
    """Return how much of a claim the facts shown say; given facts are meant to be put together."""
    facts = support.explanation.facts
    given = tuple(node.text for node in facts if (node.source or "").startswith("given"))
    return max(told(claim, tuple(node.text for node in facts)), told_together(claim, given))
