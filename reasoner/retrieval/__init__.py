"""Finding facts for a question: sentence vectors of a knowledge base, and facts that are joined from stem to choice."""

from reasoner.retrieval.joined import PAIRED, Found, Joined, as_one_text, taken_together
from reasoner.retrieval.views import Asked

__all__ = ["PAIRED", "Asked", "Found", "Joined", "as_one_text", "taken_together"]
