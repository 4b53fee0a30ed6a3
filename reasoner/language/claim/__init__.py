"""What a question asks and what each of its choices claims."""

from reasoner.language.claim.declare import hypotheses, hypothesis, open_hypothesis

__all__ = ["hypotheses", "hypothesis", "open_hypothesis"]
