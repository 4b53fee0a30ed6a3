"""dgem as a solver: which premises it takes, with the packaged weights and encoder."""

from __future__ import annotations

import pytest

pytest.importorskip("torch")

from reasoner.explanation import total
from reasoner.knowledge import Fact, KnowledgeBase
from reasoner.question import Choice, Question
from reasoner.solver import get_solver

CHOICES = (Choice("A", "a wool hat"), Choice("B", "a steel spoon"), Choice("C", "a cotton shirt"))
STEM = "Which of these lets the most heat travel through?"
KNOWN = KnowledgeBase.from_facts(
    Fact(text, "facts", number)
    for number, text in enumerate(
        ("a wool hat lets the most heat travel through", "cotton candy is sweet", "ice melts")
    )
)
NOTHING = KnowledgeBase.from_facts(())


def asked(*facts: str) -> Question:
    return Question("1", STEM, CHOICES, facts=facts)


@pytest.mark.parametrize("name", ["dgem", "dgem-choice"])
@pytest.mark.parametrize("facts", [("metal lets heat through",), ("metal lets heat through", "steel is a metal")])
def test_given_facts_speak_alone(name: str, facts: tuple[str, ...]) -> None:
    with_more, alone = (get_solver(name, kb=kb).answer(asked(*facts)) for kb in (KNOWN, NOTHING))
    assert with_more.scores == alone.scores
    for explanation in with_more.explanations.values():
        assert {fact.text for fact in explanation.facts} <= set(facts)


def test_two_given_facts_are_one_premise_whatever_their_order() -> None:
    facts = ("metal lets heat through", "steel is a metal")
    answer = get_solver("dgem", kb=NOTHING).answer(asked(*facts))
    assert answer.selected == ("B",)
    for label, explanation in answer.explanations.items():
        assert [fact.text for fact in explanation.facts] == list(facts)
        assert total(explanation.parts) == pytest.approx(answer.scores[label], abs=1e-6)


def test_a_given_fact_that_shares_no_word_is_still_support() -> None:
    answer = get_solver("dgem", kb=NOTHING).answer(asked("conductors are made of iron alloys"))
    assert not answer.abstained


def test_nothing_known_means_abstention() -> None:
    assert get_solver("dgem", kb=NOTHING).answer(asked()).abstained


def test_words_agree_with_numbers() -> None:
    answer = get_solver("dgem", kb=KNOWN).answer(asked())
    for label, explanation in answer.explanations.items():
        score = answer.scores[label]
        assert score is not None
        assert ("barely" in explanation.summary) == (score < -1.386)  # a probability of 0.2
        assert all(set(part.of) <= {fact.id for fact in explanation.facts} for part in explanation.parts)


def test_a_premise_that_says_the_opposite_counts_against_the_claim() -> None:
    rings = Question(
        "1",
        "In dry years the rings of a tree become",
        (Choice("A", "narrower"), Choice("B", "wider")),
        facts=("in dry years the rings of a tree become narrower",),
    )
    answer = get_solver("dgem", kb=NOTHING).answer(rings)
    assert answer.selected == ("A",)
    why = answer.explanations["B"]
    assert "contradicted ('narrow' is the opposite of 'wide')" in why.summary
    assert answer.scores["B"] == pytest.approx(total(why.parts), abs=1e-6)
    assert total(why.parts) < 0


def test_a_change_is_read_from_its_rule() -> None:
    facts = ("The hotter the oven, the drier the cake.", "The oven was made hotter.")
    question = Question(
        "1", "What became of the cake?", (Choice("A", "it got wetter"), Choice("B", "it got drier")), facts=facts
    )
    answer = get_solver("dgem", kb=NOTHING).answer(question)
    assert answer.selected == ("B",)
    for label, why in answer.explanations.items():
        assert total(why.parts) == pytest.approx(answer.scores[label], abs=1e-6)
        assert next(part.value for part in why.parts if part.name == "read together, contradicted") <= 0
