"""Questions that leave out part of what they ask are said in full, so that what they claim can be proved."""

from __future__ import annotations

import pytest

from reasoner import Choice, KnowledgeBase, Question, get_solver
from reasoner.reading.statements import claims_of, sentences_of, statement_of


@pytest.mark.parametrize(
    ("stem", "choice", "claim"),
    [
        ("One of the cups is cracked. Which one is it?", "the blue cup", "The blue cup is cracked."),
        ("One of my aunts keeps bees. Who is it?", "Aunt Ida", "Aunt Ida keeps bees."),
        ("Which kite stayed on the ground?", "the red one", "The red kite stayed on the ground."),
        ("Which kite stayed on the ground?", "the kite in box one", "The kite in box one stayed on the ground."),
        ("Who on the ward eats at six?", "Mr Osei", "Mr Osei eats at six."),
        ("Which of the dogs at number 12 was bred to run?", "Nell", "Nell was bred to run."),
        ("What can be said of the bridge at Holm?", "It does not rot.", "The bridge at Holm does not rot."),
        (
            "What will become of the puffins if the kelp goes?",
            "They will leave.",
            "The puffins will leave if the kelp goes.",
        ),
        ("What is the jar on the sill full of?", "honey", "The jar on the sill is full of honey."),
        ("What is the old queen famous for?", "her roses", "The old queen is famous for her roses."),
        ("What was the miller's son given?", "a sack of flour", "The miller's son was given a sack of flour."),
        ("What is today's soup like?", "thick", "Today's soup is thick."),
        ("Complete the sentence: In May, Bella is kept", "indoors", "In May, Bella is kept indoors."),
    ],
)
def test_what_a_choice_claims(stem: str, choice: str, claim: str) -> None:
    before, asked = sentences_of(stem)
    assert claims_of(asked, [choice], before) == [claim]


@pytest.mark.parametrize(
    ("stem", "statement"),
    [
        ("Is Hut 4 to be closed?", "Hut 4 is to be closed."),
        ("Does the animal that Lou drew eat plants?", "The animal that Lou drew does eat plants."),
    ],
)
def test_what_yes_says(stem: str, statement: str) -> None:
    assert statement_of(stem) == ([], statement)


@pytest.mark.parametrize(
    ("facts", "stem", "choices"),
    [
        (
            ("Linen does not itch.", "The shirt is made of linen."),
            "Which of these does not itch?",
            ("the shirt", "the sock"),
        ),
        (("Pewter bends.", "The mug was stamped out of pewter."), "Which of these bends?", ("the mug", "the jug")),
        (("Bram counts as a guest.", "Every guest gets a towel."), "Who gets a towel?", ("Bram", "Ole")),
        (("If a nurse is late, she calls.", "Nurse Pell is late."), "Who calls?", ("Nurse Pell", "Nurse Orr")),
        (("Odo enjoys sweet things.", "Plums are sweet."), "Which of these does Odo enjoy?", ("plums", "nuts")),
        (("According to the guide, moss is soft.", "Soft things sink."), "Which of these sinks?", ("moss", "tar")),
        (("The key in the drawer is brass.", "Brass shines."), "Which of these shines?", ("the key", "the lid")),
        (
            ("Wax softens when heated.", "The doll is wax.", "The doll is heated."),
            "Which of these softens?",
            ("the doll", "the hat"),
        ),
    ],
)
def test_what_is_said_in_other_words_is_proved(facts: tuple[str, ...], stem: str, choices: tuple[str, str]) -> None:
    offered = tuple(Choice(label, text) for label, text in zip("AB", choices, strict=True))
    solver = get_solver("chain", kb=KnowledgeBase.from_facts(()))
    answer = solver.answer(Question("1", stem, offered, facts=facts))
    assert answer.selected == ("A",)
    assert answer.explanations["A"].summary.startswith("proved")
    for number in range(len(facts)):
        fewer = tuple(fact for k, fact in enumerate(facts) if k != number)
        less = solver.answer(Question("1", stem, offered, facts=fewer))
        assert not any(why.summary.startswith("proved") for why in less.explanations.values())


def test_what_was_done_need_not_be_done() -> None:
    offered = (Choice("A", "the red wire"), Choice("B", "the blue wire"))
    facts = ("Any wire that hums must be cut.", "The blue wire hums.", "The red wire was cut.")
    solver = get_solver("chain", kb=KnowledgeBase.from_facts(()))
    assert solver.answer(Question("1", "Which wire must be cut?", offered, facts=facts)).selected == ("B",)


def test_a_month_is_no_modal_verb() -> None:
    offered = (Choice("A", "true"), Choice("B", "false"), Choice("C", "unknown"))
    facts = ("Anyone who joined before May owes fees.", "Una joined before May.")
    solver = get_solver("chain", kb=KnowledgeBase.from_facts(()))
    assert solver.answer(Question("1", "Una owes fees.", offered, facts=facts)).selected == ("A",)
