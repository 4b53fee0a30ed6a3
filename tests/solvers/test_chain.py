"""chain: small worlds with the expected verdict beside them, near-proofs, and what counts against a choice."""

from __future__ import annotations

import pytest

from reasoner.explanation import total
from reasoner.knowledge import Fact, KnowledgeBase
from reasoner.language.claim import understand
from reasoner.question import Choice, Question, letter_label
from reasoner.reading.near.support import denied
from reasoner.solver import given_facts
from reasoner.solvers.chain import Chain


@pytest.fixture(scope="module")
def solver() -> Chain:
    return Chain(KnowledgeBase.from_facts(()))


def ask(stem: str, *texts: str, facts: tuple[str, ...]) -> Question:
    return Question(
        "q", stem, tuple(Choice(letter_label(number), text) for number, text in enumerate(texts)), None, facts
    )


@pytest.mark.parametrize(
    ("stem", "facts", "expected"),
    [
        ("Can a wib fly?", ("All wibs are trums.", "No trum can fly."), "no"),
        ("Can a wib fly?", ("All wibs are trums.", "Every trum can fly."), "yes"),
        ("Can a wib fly?", ("All wibs are trums.", "Every drum can fly."), "unknown"),
        ("Is the gate magnetic?", ("The gate is built from iron.", "Iron is magnetic."), "yes"),
        ("Is snow warm?", ("In this tale snow is warm.", "Whatever is warm is not cold."), "unknown"),
        ("Is the snow cold?", ("The snow is warm.", "Whatever is warm is not cold."), "no"),
    ],
)
def test_three_answers(solver: Chain, stem: str, facts: tuple[str, ...], expected: str) -> None:
    answer = solver.answer(ask(stem, "yes", "no", "unknown", facts=facts))
    assert answer.selected == ({"yes": "A", "no": "B", "unknown": "C"}[expected],)


def test_a_proof_is_called_one_and_nothing_else_is(solver: Chain) -> None:
    facts = ("Every dax is a fep.", "Feps glow.", "The wug is near the lamp.")
    answer = solver.answer(ask("Which of these glows?", "a dax", "a wug", facts=facts))
    assert answer.selected == ("A",)
    assert answer.explanations["A"].summary == "proved"
    assert not answer.explanations["B"].summary.startswith("proved")


def test_without_a_premise_nothing_is_proved(solver: Chain) -> None:
    answer = solver.answer(ask("Which of these glows?", "a dax", "a wug", facts=("Every dax is a fep.",)))
    assert "proved" not in {why.summary for why in answer.explanations.values()}


def test_near_proofs_follow_the_word_that_joins(solver: Chain) -> None:
    facts = ("the statue is of bronze", "the bench is of oak", "bronze, left outside, goes green over the years")
    answer = solver.answer(ask("What goes green over the years?", "the bench", "the statue", facts=facts))
    assert answer.selected == ("B",)
    assert len(answer.explanations["B"].facts) == 2


def test_a_fact_that_denies_is_no_support() -> None:
    kb = KnowledgeBase.from_facts(
        [
            Fact("a rubber band cannot conduct electricity", "kb", 1),
            Fact("a copper wire can conduct electricity", "kb", 2),
        ]
    )
    answer = Chain(kb).answer(ask("Which of these conducts electricity?", "a rubber band", "a copper wire", facts=()))
    assert answer.selected == ("B",)


def test_parts_of_near_proofs_add_up(solver: Chain) -> None:
    facts = ("bees gather nectar", "nectar is sweet")
    answer = solver.answer(ask("What do bees like?", "sweet nectar", "wooden chairs", facts=facts))
    assert answer.scores["B"] is None
    assert total(answer.explanations["A"].parts) == pytest.approx(answer.scores["A"])


def test_known_facts_prove_where_none_are_given() -> None:
    kb = KnowledgeBase.from_facts(["Pluvo is not a planet.", "Zerda is a kind of planet.", "Zerda is warm."])
    choices = (Choice("A", "Pluvo"), Choice("B", "Zerda"))
    answer = Chain(kb).answer(Question("1", "Which of these is a planet?", choices))
    assert answer.selected == ("B",)
    assert answer.explanations["B"].summary == "proved"
    assert answer.scores["B"] == pytest.approx(0.9)
    assert answer.explanations["A"].summary == "refuted"


def test_what_facts_deny_is_the_answer_to_a_question_by_not(solver: Chain) -> None:
    facts = ("Greta eats no fish.", "Nobody who eats no fish can eat the soup.", "Ivo eats anything.")
    choices = (Choice("A", "Ivo"), Choice("B", "Greta"))
    asked = Question("1", "Which guest cannot eat the soup?", choices, facts=facts)
    assert solver.answer(asked).selected == ("B",)
    by_trail = denied(solver.evidence, asked, given_facts(asked), understand(asked))
    assert by_trail["B"].explanation.nodes[0].text == "It is not so that Greta can eat the soup."
    listed = ("The soup is hot.", "The tea is hot.", "The milk comes from the cellar.")
    choices = (Choice("A", "the soup"), Choice("B", "the milk"), Choice("C", "the tea"))
    assert solver.answer(Question("2", "Which of these is not hot?", choices, facts=listed)).selected == ("B",)


def test_a_loose_proof_yields_to_where_the_facts_lead(solver: Chain) -> None:
    facts = (
        "Every piece of the harp is packed in box B.",
        "The hook is a piece of the harp.",
        "The stool and the lamp are packed in box A.",
    )
    choices = (Choice("A", "the lamp"), Choice("B", "the stool"), Choice("C", "the hook"))
    answer = solver.answer(Question("1", "Which of these is packed in box B?", choices, facts=facts))
    assert answer.selected == ("C",)
    assert answer.explanations["B"].summary != "proved"


def test_what_the_grammar_read_in_full_and_did_not_prove_is_unknown() -> None:
    facts = (
        "If someone likes the goat and is sleepy, they feed the goat.",
        "Moss likes the goat.",
        "The goat is sleepy.",
    )
    choices = (Choice("A", "True"), Choice("B", "False"), Choice("C", "Unknown"))
    asked = Question("1", "Moss feeds the goat.", choices, facts=facts)
    assert Chain(KnowledgeBase.from_facts(())).answer(asked).selected == ("C",)
