"""What the facts that a solver shows say of a claim: how much of it, and whether they deny it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from reasoner.answer import Support
from reasoner.explanation import Part
from reasoner.language.claim import denied_together, denies, last_sentence, told, told_together
from reasoner.language.terms import content_lemmas

#: The share of the words of a claim that the facts shown must say. Set by hand on questions of our own.
ENOUGH = 0.7
#: The most words of a claim of which facts that say less than that leave it open.
SHORT = 5


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


def borne_out(claim: str, support: Support) -> bool:
    """Return whether a claim is supported and not denied, and the facts shown say enough of it."""
    if support.score is None or denied(claim, support):
        return False
    return support.settled or not support.explanation.facts or share_told(claim, support) >= ENOUGH


def wanting(claim: str, support: Support) -> bool:
    """Return whether what was found leaves a claim open or denies it; of a long one, facts may well say only a part."""
    if support.score is None or denied(claim, support):
        return True
    short = len(content_lemmas(last_sentence(claim))) <= SHORT
    return short and not support.settled and bool(support.explanation.facts) and share_told(claim, support) < ENOUGH
