"""What a question asks and what each of its choices claims."""

from reasoner.language.claim.combinations import named
from reasoner.language.claim.declare import hypotheses, hypothesis, open_hypothesis
from reasoner.language.claim.denial import denied_together, denies, opposed, speaks_of_others
from reasoner.language.claim.judging import carried, is_aside, truths
from reasoner.language.claim.told import kind_of, told, told_by, told_together
from reasoner.language.claim.truth import Statement, last_sentence, lowered, statement
from reasoner.language.claim.understand import ChoiceClaim, Claim, understand

__all__ = [
    "ChoiceClaim",
    "Claim",
    "Statement",
    "carried",
    "denied_together",
    "denies",
    "hypotheses",
    "hypothesis",
    "is_aside",
    "kind_of",
    "last_sentence",
    "lowered",
    "named",
    "open_hypothesis",
    "opposed",
    "speaks_of_others",
    "statement",
    "told",
    "told_by",
    "told_together",
    "truths",
    "understand",
]
