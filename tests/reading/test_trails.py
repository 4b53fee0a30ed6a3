"""Trails: where facts name every choice, the one that they lead to from what is asked."""

from __future__ import annotations

import pytest

from reasoner.knowledge import Fact
from reasoner.question import Choice, Question
from reasoner.reading.near.matching import Links
from reasoner.reading.near.search import trails
from reasoner.reading.near.stated import leaning
from reasoner.reading.near.trail import Trail
from reasoner.reading.near.units import going, units_of


def found(stem: str, choices: str, *facts: str) -> dict[str, Trail]:
    """Return the trails of a question, with the texts of the choices as labels."""
    question = Question("1", stem, tuple(Choice(text, text) for text in choices.split("|")))
    return trails(question, [Fact(text) for text in facts], Links.of(()), lambda lemma: 1.0)


def best(stem: str, choices: str, *facts: str) -> str:
    trail = found(stem, choices, *facts)
    return max(trail, key=lambda label: trail[label].value)


@pytest.mark.parametrize(
    ("stem", "right", "wrong", "facts"),
    [
        (
            "Where does the guest in room six usually eat?", "in the kitchen", "on the roof of the barn",
            ["Pipers usually eat in the kitchen.", "The guest in room six is a piper.",
             "The guest in room two usually eats on the roof of the barn."],
        ),
        (
            "What does the attic of the mill draw?", "owls", "hornets",
            ["The attic of the mill is full of voles.", "Voles draw owls.",
             "The loft of the mill is full of plums, and plums draw hornets."],
        ),
        (
            "Who has to sweep the yard?", "Orla", "Finn",
            ["Orla drew the black pebble.", "Whoever draws the black pebble has to sweep the yard.",
             "Finn drew the white pebble.", "Whoever draws the white pebble has to fetch water."],
        ),
        (
            "Which bench is free?", "the bench by the pond", "the bench by the gate",
            ["The bench by the pond is not booked.", "A bench is free unless it is booked.",
             "The bench by the gate is booked."],
        ),
        (
            "A drop in the number of pike has led to", "fewer snails", "more snails",
            ["With fewer pike there are more roach.", "The more roach there are, the fewer snails are left."],
        ),
    ],
)  # fmt: skip
def test_the_facts_lead_to_the_key(stem: str, right: str, wrong: str, facts: list[str]) -> None:
    assert best(stem, f"{wrong}|{right}", *facts) == right
    assert best(stem, f"{right}|{wrong}", *facts) == right


def test_no_trail_where_one_choice_alone_is_named() -> None:
    assert not found("What floats?", "the raft|the anvil", "The raft floats.")


def test_a_choice_that_no_fact_names_takes_no_trail_from_the_others() -> None:
    facts = "The bench in the park is of chalk.", "Chalk crumbles.", "Iron rusts.", "The gate in the park is of iron."
    trail = found("What does the bench in the park do?", "it glows|it rusts|it crumbles", *facts)
    assert set(trail) == {"it rusts", "it crumbles"}
    assert trail["it crumbles"].value > trail["it rusts"].value


def test_denials_of_the_word_that_joins_two_clauses_undo_each_other() -> None:
    facts = "The west plot gets no rain.", "Plots that get no rain give no beans.", "The east plot gets rain."
    trail = found("Which plot gives no beans?", "the east plot|the west plot", *facts)
    assert trail["the west plot"].value > trail["the east plot"].value
    assert not trail["the west plot"].measures["denied"]


def test_parts_add_up_and_prices_cost() -> None:
    trail = found("Who sings?", "Ada|Bo", "Ada sings.", "Bo does not sing.")
    assert trail["Ada"].value > trail["Bo"].value
    assert trail["Bo"].parts["denied"] < 0
    assert trail["Ada"].value == pytest.approx(sum(trail["Ada"].parts.values()))


def test_clauses_with_a_condition_stay_whole() -> None:
    assert len(units_of(Fact("While the guards sleep, the gate stays open."))) == 1
    assert len(units_of(Fact("Chickens eat ticks, which keeps the flock well."))) == 1
    assert len(units_of(Fact("The kettle is full and the cup is empty."))) == 2


def test_names_go_nowhere() -> None:
    assert not going("He lives in Low Pell")
    assert going("the number of crayfish goes up") == {"crayfish": 1, "go": 1}


@pytest.mark.parametrize(
    ("statement", "facts", "holds"),
    [
        ("The lid is shut.", ["The oak chest is shut.", "The lid is part of the oak chest."], True),
        ("Spines needs sun.", ["In Orm, thistles need no sun.", "Spines is a thistle in Orm."], False),
        ("No book in the vault is worth a fortune.",
         ["Books by Anselm are worth a fortune.", "The vault has a book by Anselm."], False),
    ],
)  # fmt: skip
def test_a_sound_trail_says_true_or_false(statement: str, facts: list[str], holds: bool) -> None:
    lean = leaning(statement, [Fact(text) for text in facts], Links.of(()), lambda lemma: 1.0)
    assert lean is not None
    assert (lean.holds, lean.sound) == (holds, True)


@pytest.mark.parametrize(
    "facts",
    [
        ["Anna is nimble.", "All dancers are nimble."],  # the converse
        ["Anna is a singer.", "Singers are not clerks.", "All clerks are dancers."],  # a denied condition
        ["Anna is a singer.", "Some singers are dancers."],
        ["All singers are dancers."],  # a premise is missing
        ["Anna is tall.", "If a singer is tall and has no cold, she is a dancer.", "Bea has no cold."],  # of another
    ],
)
def test_what_does_not_follow_is_not_sound(facts: list[str]) -> None:
    lean = leaning("Anna is a dancer.", [Fact(text) for text in facts], Links.of(()), lambda lemma: 1.0)
    assert lean is None or not lean.sound
