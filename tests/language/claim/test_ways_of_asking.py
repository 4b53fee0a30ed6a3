"""The same question in other words: exceptions, false statements, truth, amounts and places in an order."""

from __future__ import annotations

import pytest

from reasoner.language.claim import denies, statement, understand
from reasoner.language.claim.negation import positive
from reasoner.language.claim.scales import find_scale
from reasoner.question import Choice, Question


def asked(stem: str, *texts: str) -> Question:
    return Question("1", stem, tuple(Choice("ABCDE"[n], text) for n, text in enumerate(texts)))


@pytest.mark.parametrize(
    ("stem", "turned"),
    [
        ("All of these are boats except a", "Which of these are boats?"),
        ("All the sailors can swim except", "Which of the sailors can swim?"),
        ("Everybody was paid except", "Who was paid?"),
        ("Apart from ___, all the lamps are lit.", "Which of the lamps are lit?"),
        ("Every lamp but ___ is lit.", "Which lamp is lit?"),
        ("Mr Oak sells everything on this list except", "Mr Oak sells"),
        ("Something on this list is not a boat: which is it?", "Which of these is a boat?"),
        ("Three of these are boats and one is not. Which is it?", "Which of these are boats?"),
        ("Which guest did not pay the bill?", "Which guest paid the bill?"),
        ("Which sailor does not own a knife?", "Which sailor owns a knife?"),
        ("Which would a sailor be least likely to eat?", "Which would a sailor eat?"),
        ("What would you least expect to see at sea?", "What would you see at sea?"),
        ("Which trade has the least to do with wood?", "Which trade has to do with wood?"),
        ("Which would be the least help to a sailor?", "Which would be a help to a sailor?"),
    ],
)
def test_a_question_for_the_one_that_is_not_is_turned(stem: str, turned: str) -> None:
    found = positive(stem)
    assert found.stem == turned
    assert found.negative


@pytest.mark.parametrize("stem", ["Nobody was paid except", "No lamp is lit but", "A moth eats nothing but"])
def test_what_is_excepted_from_nothing_is_so(stem: str) -> None:
    assert not positive(stem).negative


@pytest.mark.parametrize(
    ("stem", "negative"),
    [
        ("Pick out the false sentence.", True),
        ("Two of these are true and one is false. The false one is:", True),
        ("A pupil wrote these lines. Which one should be corrected?", True),
        ("Which sentence contradicts the report?", True),
        ("All of these statements are true except", True),
        ("Which of these is a lie?", True),
        ("Only one of the following is true. Which?", False),
        ("Which of these is NOT false?", False),
    ],
)
def test_statements_are_asked_one_by_one(stem: str, negative: bool) -> None:
    claim = understand(asked(stem, "Owls can fly.", "Owls have fins.", "Owls lay eggs."))
    assert claim.apart
    assert bool(claim.negative) == negative


@pytest.mark.parametrize(
    ("stem", "said", "denied"),
    [
        ("Mark as true or false: an owl can swim.", "An owl can swim.", False),
        ("Is this statement true or false? An owl can swim.", "An owl can swim.", False),
        ("An owl can swim. This statement is", "An owl can swim.", False),
        ("An owl can swim, right?", "An owl can swim.", False),
        ("Is it false that an owl can swim?", "An owl can swim.", True),
        ("It is not true that an owl cannot swim.", "An owl can swim.", False),
        ("It is impossible for an owl to swim. True or false?", "An owl can swim.", True),
        ("An owl has no fins.", "An owl has fins.", True),
        ("Has an owl got fins?", "An owl has fins.", False),
    ],
)
def test_what_asks_for_the_truth_is_no_part_of_the_statement(stem: str, said: str, denied: bool) -> None:
    found = statement(stem)
    assert found is not None
    assert (str(found), bool(found.denied)) == (said, denied)


def test_choices_may_speak_of_things_that_no_choice_is() -> None:
    claim = understand(asked("What did Ann buy?", "only tea", "only milk", "both tea and milk", "soap"))
    assert [(each.role, each.of) for each in claim.choices[:3]] == [
        ("only", ("+tea",)),
        ("only", ("+milk",)),
        ("all", ("+tea", "+milk")),
    ]
    assert [each.text for each in claim.named] == ["Ann bought tea.", "Ann bought milk."]
    claim = understand(asked("Which of the ships leaks?", "the Gull", "the Tern", "neither ship", "both ships"))
    assert [each.role for each in claim.choices] == ["single", "single", "none", "all"]


@pytest.mark.parametrize(
    ("stem", "name", "high"),
    [
        ("Which town gets the least rain?", "number", False),
        ("Which jug holds the most?", "number", True),
        ("Which glue dries more slowly?", "speed", False),
        ("Which takes more time?", "length", True),
    ],
)
def test_amounts_and_adverbs_are_scales(stem: str, name: str, high: bool) -> None:
    found = find_scale(stem)
    assert found is not None
    assert (found.name, found.high) == (name, high)


def test_most_of_a_subject_is_no_amount() -> None:
    assert find_scale("What do most cars have?") is None


def test_places_in_an_order() -> None:
    second, between = find_scale("Who came second?"), find_scale("Which day comes between Monday and Wednesday?")
    assert second is not None
    assert second.place == 2
    assert between is not None
    assert (between.target, between.other) == ("Monday", "Wednesday")


@pytest.mark.parametrize(
    ("fact", "claim"),
    [
        ("an ant has six legs", "An ant has eight legs."),
        ("Only one of the owners signed the deed.", "Both owners signed the deed."),
        ("The host, not the guest, pays for the meal.", "The guest pays for the meal."),
        ("The sign says that the bridge is open every day but Sunday.", "The bridge is open on Sunday."),
    ],
)
def test_another_amount_and_an_exception_deny(fact: str, claim: str) -> None:
    assert denies(fact, claim)


def test_the_same_amount_denies_nothing() -> None:
    assert denies("an ant has six legs", "An ant has six legs.") is None
    assert denies("an ant has at least two eyes", "An ant has five eyes.") is None


@pytest.mark.parametrize(
    ("stem", "claim"),
    [
        ("A hen has each of these, with one exception. What is the exception?", "A hen has a beak."),
        (
            "Except for one, these are ways of crossing a river. Find the exception.",
            "A beak is a way of crossing a river.",
        ),
        (
            "She laid out her things, and all except one of the things are sharp. Which is the exception?",
            "A beak is sharp.",
        ),
        ("Every one of these is sharp except which?", "A beak is sharp."),
        ("All of Mrs. Dee's parrots speak except", "A beak speaks."),
    ],
)
def test_an_announced_exception(stem: str, claim: str) -> None:
    asked = understand(Question("1", stem, (Choice("A", "a beak"), Choice("B", "a sock"))))
    assert asked.negative
    assert asked.choices[0].text == claim


def test_what_limits_a_plural_is_no_part_of_the_claim() -> None:
    asked = understand(Question("1", "Which of the boys who row can swim?", (Choice("A", "Bo"), Choice("B", "Cy"))))
    assert asked.choices[0].text == "Bo can swim."
