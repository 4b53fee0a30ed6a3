"""Finding facts for a question: sentence vectors of a knowledge base, and facts that are joined from stem to choice."""

from reasoner.retrieval.joined import Found, Joined
from reasoner.retrieval.views import Asked

__all__ = ["Asked", "Found", "Joined"]
