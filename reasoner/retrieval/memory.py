"""The facts in a reader's memory: those that the paper's retrieval finds for each choice, or those that ours finds."""

from __future__ import annotations

from typing import Protocol

from reasoner.errors import UnknownNameError
from reasoner.knowledge import Fact, KnowledgeBase
from reasoner.question import Question
from reasoner.retrieval.dense import TextEncoder
from reasoner.retrieval.joined import Joined
from reasoner.retrieval.tf_idf import TfIdf
from reasoner.retrieval.views import Asked

#: By the cosine of words, as Appendix A of the OpenBookQA paper has it; and as `nearest` ranks single facts.
RETRIEVALS = ("tf-idf", "joined")


class Finder(Protocol):
    """What finds the facts of a memory."""

    def memory(self, question: Question, for_each: int) -> list[Fact]:
        """Return so many facts for each choice of a question, each fact once; the order of choices does not matter."""


class NearestFacts:
    """Facts as `nearest` ranks them: by what they add to the stem that the choice adds too.

    Parameters
    ----------
    kb : KnowledgeBase
        Where facts are looked for.
    encoder : TextEncoder, optional
        Such as `reasoner.neural.Encoder`; without it facts are compared by their words.

    Examples
    --------
    >>> from reasoner.question import Choice
    >>> kb = KnowledgeBase.from_facts(["metal lets heat through", "steel is a metal", "cows eat grass"])
    >>> question = Question("1", "Which lets heat through?", (Choice("A", "steel"), Choice("B", "wool")))
    >>> [fact.text for fact in NearestFacts(kb).memory(question, 1)]
    ['metal lets heat through']
    """

    def __init__(self, kb: KnowledgeBase, encoder: TextEncoder | None = None) -> None:
        self._joined = Joined(kb, encoder, pairs=False)

    def memory(self, question: Question, for_each: int) -> list[Fact]:
        """Return so many facts for each choice of a question, each fact once; the order of choices does not matter."""
        found = {one.facts[0] for some in self._joined.find(Asked.of(question), for_each) for one in some}
        return sorted(found, key=lambda fact: (fact.where, fact.text))


def make_finder(retrieval: str, kb: KnowledgeBase, encoder: TextEncoder | None) -> Finder:
    """Return what finds facts in a knowledge base by a retrieval of that name."""
    if retrieval not in RETRIEVALS:
        raise UnknownNameError("retrieval", retrieval, RETRIEVALS)
    return TfIdf(kb) if retrieval == "tf-idf" else NearestFacts(kb, encoder)
