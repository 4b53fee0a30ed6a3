"""What the facts that a solver shows say of a claim: how much of it, and whether they deny it."""

from __future__ import annotations

from reasoner.answer import Support
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


def share_told(claim: str, support: Support) -> float:
    """Return how much of a claim the facts shown say; given facts are meant to be put together."""
    facts = support.explanation.facts
    given = tuple(node.text for node in facts if (node.source or "").startswith("given"))
    return max(told(claim, tuple(node.text for node in facts)), told_together(claim, given))


def borne_out(claim: str, support: Support) -> bool:
    """Return whether a claim is supported and not denied, and the facts shown say enough of it."""
    if support.score is None or denied(claim, support):
        return False
    return support.proved or not support.explanation.facts or share_told(claim, support) >= ENOUGH


def wanting(claim: str, support: Support) -> bool:
    """Return whether what was found leaves a claim open or denies it; of a long one, facts may well say only a part."""
    if support.score is None or denied(claim, support):
        return True
    short = len(content_lemmas(last_sentence(claim))) <= SHORT
    return short and not support.proved and bool(support.explanation.facts) and share_told(claim, support) < ENOUGH
