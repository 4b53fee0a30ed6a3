"""The facts of a reader's memory, by the paper's retrieval and by ours."""

from __future__ import annotations

import pytest

from reasoner.errors import UnknownNameError
from reasoner.knowledge import Fact, KnowledgeBase
from reasoner.question import Choice, Question
from reasoner.retrieval.memory import RETRIEVALS, make_finder

TEXTS = ["metal lets heat through", "steel is a metal", "wool is warm", "a cow eats grass"]
KB = KnowledgeBase.from_facts([Fact(text, "facts", number) for number, text in enumerate(TEXTS, 1)])
CHOICES = (Choice("A", "a steel spoon"), Choice("B", "a wool hat"))


@pytest.mark.parametrize("retrieval", RETRIEVALS)
def test_facts_are_found_for_each_choice_whatever_their_order(retrieval: str) -> None:
    finder = make_finder(retrieval, KB, None)
    found = finder.memory(Question("1", "Which lets heat through?", CHOICES), 2)
    assert "metal lets heat through" in [fact.text for fact in found]
    assert "a cow eats grass" not in [fact.text for fact in found]
    assert finder.memory(Question("2", "Which lets heat through?", CHOICES[::-1]), 2) == found


def test_an_unknown_retrieval_is_told() -> None:
    with pytest.raises(UnknownNameError, match="tf-idf"):
        make_finder("tfidf", KB, None)
