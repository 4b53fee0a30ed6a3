"""Choices that are orders, and stages that a question names in words of its own."""

from __future__ import annotations

import pytest

from reasoner import Choice, KnowledgeBase, Question, get_solver

SIZES = ("a vole is smaller than a fox", "a fox is smaller than an elk")
TEA = (
    "In making tea, boiling the water comes after filling the kettle",
    "In making tea, pouring the water comes after boiling the water",
)


def chosen(stem: str, choices: tuple[str, ...], facts: tuple[str, ...] = (), known: tuple[str, ...] = ()) -> str:
    labelled = tuple(Choice(label, text) for label, text in zip("ABC", choices, strict=False))
    answer = get_solver("scale", kb=KnowledgeBase.from_facts(known)).answer(Question("1", stem, labelled, facts=facts))
    return "".join(answer.selected)


@pytest.mark.parametrize(
    ("stem", "right"),
    [
        ("From smallest to largest, which order is right?", "B"),
        ("Which is right, from largest to smallest?", "A"),
    ],
)
def test_a_choice_may_be_an_order(stem: str, right: str) -> None:
    assert chosen(stem, ("elk, fox, vole", "vole, fox, elk", "fox, vole, elk"), SIZES) == right


def test_what_becomes_of_a_thing_is_an_order_in_time() -> None:
    facts = ("A brill starts as a pod, and the pod becomes a wisp.", "The wisp later becomes a mote.")
    assert chosen("In what order does a brill grow?", ("wisp, pod, mote", "pod, wisp, mote"), facts) == "B"


def test_stages_are_found_by_the_words_that_are_not_those_of_the_process() -> None:
    choices = ("pour it into the cup", "fill the kettle", "boil the water")
    assert chosen("When you make tea, what do you do last?", choices, known=TEA) == "A"
    assert chosen("What comes first when you make tea?", choices, known=TEA) == "B"


@pytest.mark.parametrize(
    ("stem", "facts", "right"),
    [
        ("Which letter came earliest in the week?", ("Letter 2 came on Friday.", "Letter 1 came on Tuesday."), "B"),
        ("Which way takes less time?", ("The high way takes an hour.", "The low way takes forty minutes."), "B"),
        ("Which way takes less time?", ("The high way takes half an hour.", "The low way takes forty minutes."), "A"),
        ("Who ruled before Una?", ("Ida was followed on the throne by Una.", "Una was followed by Olaf."), "B"),
    ],
)
def test_values_and_what_follows_put_things_in_order(stem: str, facts: tuple[str, ...], right: str) -> None:
    choices = {"letter": ("letter 2", "letter 1"), "way": ("the high way", "the low way"), "ruled": ("Olaf", "Ida")}
    texts = next(each for word, each in choices.items() if word in stem)
    assert chosen(stem, texts, facts) == right
