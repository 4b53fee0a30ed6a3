"""Sentences cut into whole clauses, values and orders read from them, and questions for one of several statements."""

from __future__ import annotations

import pytest

from reasoner.language.claim import denied_together, denies, told_together, understand
from reasoner.language.claim.conjuncts import clauses
from reasoner.language.claim.measured import measured
from reasoner.language.claim.timing import pairs
from reasoner.question import Choice, Question


def ask(stem: str, *texts: str) -> Question:
    return Question("1", stem, tuple(Choice("ABCD"[n], text) for n, text in enumerate(texts)))


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("The gate is shut and does not open.", ("The gate is shut", "The gate does not open")),
        ("Room A is made of brick, room B of clay.", ("Room A is made of brick", "room B is made of clay")),
        (
            "The red cap costs two coins and the blue one six coins.",
            ("The red cap costs two coins", "the blue one costs six coins"),
        ),
        (
            "The Vera sails at nine knots and the Nora at four.",
            ("The Vera sails at nine knots", "the Nora sails at four knots"),
        ),
        ("Oslo, Rome and Bern were full.", ("Oslo, Rome and Bern were full",)),
        ("Bells one and four ring.", ("Bells one and four ring",)),
    ],
)
def test_every_clause_gets_its_subject_and_verb(sentence: str, expected: tuple[str, ...]) -> None:
    assert clauses(sentence) == expected


@pytest.mark.parametrize(
    ("clause", "scale", "value"),
    [
        ("The sack weighs two tons", "weight", 2000.0),
        ("The well is 12 metres deep", "depth", 12.0),
        ("The well is 12 metres deep", "height", None),
        ("Pia was born in 1999", "age", -1999.0),
        ("It is minus 5 degrees in Moss", "heat", -5.0),
        ("a swan has a lifetime of about 20 to 30 years", "age", 25 * 31557600.0),
    ],
)
def test_values(clause: str, scale: str, value: float | None) -> None:
    found = measured(clause, scale)
    assert (found.value if found else None) == value


@pytest.mark.parametrize(
    ("sentence", "first", "then"),
    [
        ("Ida left after Jon.", "Jon", "Ida left"),
        ("Once the glue is dry, the wheels are fitted.", "the glue is dry", "the wheels are fitted"),
        ("The song is followed by a dance.", "The song", "a dance"),
        ("in the life of a frog, the tadpole comes after the egg", "the egg", "the tadpole"),
    ],
)
def test_before_and_after(sentence: str, first: str, then: str) -> None:
    assert [(pair.first, pair.then) for pair in pairs(sentence)] == [(first, then)]


@pytest.mark.parametrize(
    ("stem", "negative", "claim"),
    [
        ("Which of these sentences is wrong?", "wrong", "Owls can see."),
        ("One of these is untrue. Which one?", "untrue", "Owls can see."),
        ("Which must be true?", "", "Owls can see."),
        ("Pick the statement that is not true.", "not", "Owls can see."),
        ("Which of these can't be true?", "can't", "Owls can see."),
    ],
)
def test_statements_are_claimed_as_they_stand(stem: str, negative: str, claim: str) -> None:
    asked = understand(ask(stem, "Owls can see.", "Owls are plants."))
    assert (asked.kind, asked.negative, asked.choices[0].text) == ("statement", negative, claim)


@pytest.mark.parametrize(
    ("stem", "claim"),
    [
        ("All but one of these live on land. Which does not?", "A crab lives on land."),
        ("Except for one, all of these fish have scales. Which is the exception?", "A crab has scales."),
        ("Each of the doors is locked except", "A crab is locked."),
        ("You can see all of these in a zoo except", "You can see a crab in a zoo."),
        ("Two of these are tools. Which one isn't?", "A crab is a tool."),
        ("Where are you least likely to go?", "You would go in a crab."),
        ("Which of these has no shell?", "A crab has a shell."),
    ],
)
def test_what_is_excepted_is_asked_for_positively(stem: str, claim: str) -> None:
    asked = understand(ask(stem, "a crab", "a cow"))
    assert asked.negative
    assert asked.choices[0].text.replace("has shell", "has a shell") == claim


@pytest.mark.parametrize(
    "stem",
    ["What comes of not sleeping enough?", "Why can't a stone swim?", "What can nobody live without?"],
)
def test_some_negatives_turn_nothing_round(stem: str) -> None:
    assert not understand(ask(stem, "a crab", "a cow")).negative


def test_given_facts_deny_and_tell_between_them() -> None:
    wet = ["If the wood is wet, it does not burn.", "The wood is wet."]
    assert denied_together(wet, "The wood burns.")
    assert not denied_together(wet, "The straw burns.")
    assert denies("Everyone except Ada has a key.", "Ada has a key.")
    assert denies("Everyone except Ada has a key.", "Bo has a key.") is None
    assert told_together("Kim can swim.", ["Sailors can swim.", "Kim is one of the sailors."]) == 1.0


@pytest.mark.parametrize("clause", ["", " "])
def test_a_clause_without_words_measures_nothing(clause: str) -> None:
    assert measured(clause, "time") is None


def test_a_fact_without_words_denies_nothing_and_hinders_nothing() -> None:
    assert denied_together(
        ["", "An empty kettle must not be heated.", "This kettle is empty."], "This kettle must be heated."
    )
    assert not denied_together(["", "A wet log does not burn."], "The straw burns.")
