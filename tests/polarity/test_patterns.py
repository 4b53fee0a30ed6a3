"""Choices that speak of others stand for patterns: over every pattern of what is so, the choice that says it wins."""

from itertools import product

import pytest

from reasoner import Choice, KnowledgeBase, Question, get_solver
from reasoner.language.claim import ChoiceClaim, understand
from reasoner.language.claim.combinations import combinations
from reasoner.polarity.patterns import agreement, pattern

SINGLES = ("A", "B", "C")
OFFERED = {
    "A": ChoiceClaim("A", ""),
    "B": ChoiceClaim("B", ""),
    "C": ChoiceClaim("C", ""),
    "A and B": ChoiceClaim("D", "", "all", ("A", "B")),
    "A and C": ChoiceClaim("E", "", "all", ("A", "C")),
    "B and C": ChoiceClaim("F", "", "all", ("B", "C")),
    "all": ChoiceClaim("G", "", "all", SINGLES),
    "none": ChoiceClaim("H", "", "none", SINGLES),
}
WORDS = {3: "all", 0: "none"}


def _best(degrees: dict[str, float], offered: dict[str, ChoiceClaim]) -> str:
    worth = {name: sum(agreement(pattern(each, SINGLES), degrees).values()) for name, each in offered.items()}
    return max(worth, key=lambda name: worth[name])


@pytest.mark.parametrize("sure", [1.0, 0.9, 0.7, 0.55])
@pytest.mark.parametrize("so", list(product([True, False], repeat=3)))
def test_the_pattern_that_is_so_wins(so: tuple[bool, ...], sure: float) -> None:
    degrees = {label: sure if holds else 1 - sure for label, holds in zip(SINGLES, so, strict=True)}
    held = [label for label, holds in zip(SINGLES, so, strict=True) if holds]
    assert _best(degrees, OFFERED) == WORDS.get(len(held), " and ".join(held))


@pytest.mark.parametrize("least", [0.55, 0.7, 0.9])
def test_being_the_best_of_several_that_hold_does_not_beat_all_of_them(least: float) -> None:
    assert _best({"A": 1.0, "B": least, "C": least}, OFFERED) == "all"


def test_one_that_is_not_so_rules_out_all_of_them() -> None:
    few = {name: OFFERED[name] for name in ("A", "B", "C", "all")}
    assert _best({"A": 1.0, "B": 0.9, "C": 0.0}, few) in {"A", "B"}
    assert _best({"A": 1.0, "B": 1.0, "C": 0.1}, few) in {"A", "B"}


def test_only_one_says_more_than_that_one() -> None:
    offered = {"A": OFFERED["A"], "only A": ChoiceClaim("D", "", "only", ("A",))}
    assert _best({"A": 1.0, "B": 0.1, "C": 0.2}, offered) == "only A"
    assert _best({"A": 1.0, "B": 1.0, "C": 0.2}, offered) == "A"


def test_two_labels_and_no_more() -> None:
    choices = [Choice("A", "a tern"), Choice("B", "an auk"), Choice("C", "a newt"), Choice("D", "A and B only")]
    assert combinations(choices)["D"] == ("only", ("A", "B"))


def test_only_one_or_both_of_two_that_no_choice_is_by_itself() -> None:
    texts = ("only tin", "only lead", "both of them", "neither of them")
    question = Question("q", "Which rusts?", tuple(map(Choice, "ABCD", texts)))
    assert [each.role for each in understand(question).choices] == ["only", "only", "all", "none"]


def test_members_are_judged_by_themselves_from_what_is_told() -> None:
    facts = (
        "The belt is worn, so it needs oil.",
        "The chain is dry, so it needs oil.",
        "The hinge is new and does not need oil.",
    )
    texts = ("the belt", "the chain", "the hinge", "A and B", "all of the above")
    question = Question("q", "Which parts of the pump need oil?", tuple(map(Choice, "ABCDE", texts)), facts=facts)
    answer = get_solver("chain", kb=KnowledgeBase.from_facts(())).answer(question)
    assert answer.selected == ("D",)
    assert answer.explanations["D"].summary.endswith("each of A, B is borne out by facts")


def test_no_room_of_a_floor_that_is_not_heated_is() -> None:
    facts = ("The loft is on the top floor.", "The study is on the top floor.", "No room on the top floor is heated.")
    texts = ("the loft", "the study", "both of them", "neither of them")
    question = Question("q", "Which of these rooms is heated?", tuple(map(Choice, "ABCD", texts)), facts=facts)
    assert get_solver("chain", kb=KnowledgeBase.from_facts(())).answer(question).selected == ("D",)


def test_choices_that_all_open_with_only_speak_of_nothing_but_themselves() -> None:
    texts = ("only a glow can hum", "only a glow can fly", "only a glow can dig")
    question = Question("q", "Which is not so?", tuple(map(Choice, "ABC", texts)), facts=("A glow can hum.",))
    assert {each.role for each in understand(question).choices} == {"single"}


def test_what_no_choice_is_by_itself_is_called_by_its_name_also_where_the_question_denies() -> None:
    texts = ("only tin", "only lead", "both tin and lead")
    question = Question(
        "q", "Which of these is not a metal?", tuple(map(Choice, "ABC", texts)), facts=("Tin is a metal.",)
    )
    answer = get_solver("ir", kb=KnowledgeBase.from_facts(())).answer(question)
    assert "only of lead is borne out by facts" in str(answer)
