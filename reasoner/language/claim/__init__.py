"""What a question asks and what each of its choices claims."""

from reasoner.language.claim.declare import hypotheses, hypothesis, open_hypothesis
from reasoner.language.claim.denial import denies, opposed
from reasoner.language.claim.told import told
from reasoner.language.claim.truth import Statement, last_sentence
from reasoner.language.claim.understand import ChoiceClaim, Claim, understand

__all__ = [
    "ChoiceClaim",
    "Claim",
    "Statement",
    "denies",
    "hypotheses",
    "hypothesis",
    "last_sentence",
    "open_hypothesis",
    "opposed",
    "told",
    "understand",
]
