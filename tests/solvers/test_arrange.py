"""Puzzles about order in many wordings: what is forced gets 1, and nothing else does."""

from __future__ import annotations

from pathlib import Path

import pytest

from reasoner import get_solver
from reasoner.explanation import total
from reasoner.question import Choice, Question, letter_label
from reasoner.solvers.arrange import NOT_AN_ORDER, TOO_WIDE, Arrange

PUZZLES = Path(__file__).parents[1] / "reading"


def puzzles() -> list[tuple[Question, frozenset[str]]]:
    """Each paragraph: statements, the question, then the choices; * marks what is forced."""
    texts = [(PUZZLES / f"{name}.txt").read_text() for name in ("puzzles", "puzzles_worded")]
    paragraphs = [paragraph for text in texts for paragraph in text.split("\n\n")[1:]]
    found = []
    for number, paragraph in enumerate(paragraphs, 1):
        lines = paragraph.strip().splitlines()
        *facts, stem = [line for line in lines if not line.startswith("-")]
        marked = [line[1:].strip() for line in lines if line.startswith("-")]
        choices = tuple(Choice(letter_label(n), text.lstrip("* ")) for n, text in enumerate(marked))
        right = frozenset(choice.label for choice, text in zip(choices, marked, strict=True) if text.startswith("*"))
        found.append((Question(f"puzzle{number}", stem, choices, facts=tuple(facts)), right))
    return found


@pytest.mark.parametrize(("question", "right"), puzzles(), ids=lambda value: getattr(value, "id", ""))
def test_puzzle(question: Question, right: frozenset[str]) -> None:
    answer = Arrange().answer(question)
    assert frozenset(answer.selected) == right, dict(answer.scores)
    assert all(answer.scores[label] == 1.0 for label in right)


def test_the_explanation_names_the_statements_that_force_the_answer_and_no_others() -> None:
    facts = ("Ann is older than Bob.", "Bob is older than Cem.", "Dov is the youngest.")
    pair = (Choice("A", "Ann is older than Cem."), Choice("B", "Dov is the oldest."))
    answer = Arrange().answer(Question("1", "Which is true?", pair, facts=facts))
    assert [node.text for node in answer.explanations["A"].facts] == list(facts[:2])
    assert [node.text for node in answer.explanations["B"].facts] == [facts[2]]
    for label in "AB":
        why = answer.explanations[label]
        assert total(why.parts) == answer.scores[label]
        assert {end for part in why.parts for end in part.of} == {node.id for node in why.facts}


def test_abstains_where_there_is_no_order() -> None:
    pair = (Choice("A", "a wool hat"), Choice("B", "a steel spoon"))
    answer = Arrange().answer(Question("1", "Which lets heat through?", pair, facts=("steel lets heat through",)))
    assert answer.abstained
    assert answer.notes == (NOT_AN_ORDER,)


def test_statements_at_odds_are_named() -> None:
    facts = ("Ann is older than Bob.", "Cem is the oldest.", "Bob is older than Ann.")
    pair = (Choice("A", "Ann"), Choice("B", "Bob"))
    answer = Arrange().answer(Question("1", "Who is the youngest?", pair, facts=facts))
    assert answer.abstained
    expected = "arrange: these statements cannot all be true: Ann is older than Bob.; Bob is older than Ann."
    assert answer.notes == (expected,)


DAYS = (
    "Three cakes are baked from Tuesday to Thursday, one a day: a nut cake, a plum cake and a rye cake.",
    "The plum cake is baked on Thursday.",
    "The rye cake is baked the day after the nut cake.",
)
FLOORS = (
    "Dr Quist, Dr Roe and Dr Sand live on three different floors of a house with three floors.",
    "Dr Roe lives above Dr Sand.",
    "Dr Quist lives below Dr Sand.",
)
MOONS = (
    "Four moons circle Thal: Ab, Bel, Cor and Dun.",
    "Dun is the nearest to Thal.",
    "Ab is nearer than Bel.",
    "Cor is farther away than Bel.",
)
RACE = ("Three dogs, Rex, Cy and Fly, ran a race.", "Rex finished before Fly.", "Cy finished last.")


@pytest.mark.parametrize(
    ("facts", "stem", "choices", "right"),
    [
        (DAYS, "On which day is the rye cake baked?", ("Tuesday", "Wednesday", "Thursday"), "B"),
        (DAYS, "Which cake is baked on Tuesday?", ("the nut cake", "the plum cake", "the rye cake"), "A"),
        (FLOORS, "Who lives on the ground floor?", ("Dr Sand", "Dr Quist", "Dr Roe"), "B"),
        (MOONS, "Counting from Thal, which moon is the second?", ("Ab", "Bel", "Cor"), "A"),
        (RACE, "Who finished second?", ("Rex", "Cy", "Fly"), "C"),
    ],
)
def test_places_may_have_names(facts: tuple[str, ...], stem: str, choices: tuple[str, ...], right: str) -> None:
    labelled = tuple(Choice(label, text) for label, text in zip("ABC", choices, strict=True))
    assert get_solver("arrange").answer(Question("1", stem, labelled, facts=facts)).selected == (right,)


def test_who_stands_in_no_row_with_the_largest_is_not_ruled_out() -> None:
    choices = (Choice("A", "True"), Choice("B", "False"), Choice("C", "Unknown"))
    stem = "Ida was born in the largest town of Harn. True, false or unknown?"
    answer = Arrange().answer(Question("1", stem, choices, facts=("Selma is the largest town of Harn.",)))
    assert answer.abstained
    assert answer.notes == (NOT_AN_ORDER,)


def test_what_compares_eight_things_at_once_is_refused_in_words() -> None:
    texts = ("a bridge", "clay", "boats", "a wish", "tall", "ropes", "spring water", "songs")
    choices = tuple(Choice(letter_label(n), text) for n, text in enumerate(texts))
    facts = ("a boat is used for fishing", "Most larger villages need deep and quiet harbours.")
    answer = Arrange().answer(Question("1", "What do most larger villages need?", choices, facts=facts))
    assert answer.abstained
    assert answer.notes == (TOO_WIDE,)  # two million ways took minutes


def test_a_verb_that_is_left_out_and_a_place_beside_another() -> None:
    facts = ("Four of them ran.", "Ann came first and Cy last.", "Bo was just before the last.", "Di was before Bo.")
    choices = (Choice("A", "Ann"), Choice("B", "Di"), Choice("C", "Bo"))
    assert Arrange().answer(Question("1", "Who was second?", choices, facts=facts)).selected == ("B",)


def test_who_runs_between_whom_and_who_is_cheered_most_tell_no_place() -> None:
    facts = ("Una came in after Tom.", "Kay was first.", "Lew was second.", "Una was praised the most.")
    choices = (Choice("A", "Lew"), Choice("B", "Tom"), Choice("C", "Una"))
    asked = Question("1", "Who was third in the race between Kay, Lew, Tom and Una?", choices, facts=facts)
    assert Arrange().answer(asked).selected == ("B",)
