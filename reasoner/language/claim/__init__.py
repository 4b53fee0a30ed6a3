"""What a question asks and what each of its choices claims."""

from reasoner.language.claim.declare import hypotheses, hypothesis, open_hypothesis
from reasoner.language.claim.denial import denies
from reasoner.language.claim.understand import ChoiceClaim, Claim, understand

__all__ = ["ChoiceClaim", "Claim", "denies", "hypotheses", "hypothesis", "open_hypothesis", "understand"]
