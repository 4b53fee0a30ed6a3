"""The verdict in sentences, in every form in which an answer is shown."""

from __future__ import annotations

import pickle
from dataclasses import replace

import reasoner
from reasoner.answer import Answer
from reasoner.explanation import Explanation, Node, Part
from reasoner.render.html import question_page
from reasoner.render.text import as_text
from reasoner.render.verdict import verdict_of
from tests.explained import ANSWERS, HEAT

FACTS = (
    Node("f1", "fact", "Every dax is a wug.", "given:1"),
    Node("f2", "fact", "If a wug is awake, then it glows.", "given:2"),
)
PROVED = Explanation(FACTS, parts=(Part("proof", 1.0, ("f1", "f2")),), summary="proved")


def answer_of(**scores: float | None) -> Answer:
    return Answer("heat", "chain", scores, dict.fromkeys(scores, PROVED))


def test_proof_is_told_in_full_and_called_proved() -> None:
    verdict = verdict_of(HEAT, answer_of(A=0.1, B=1.0, C=None))
    assert verdict.sentence == "B, a steel spoon: every dax is a wug; and if a wug is awake, then it glows."
    assert verdict.sure == "Proved from the 2 facts shown."


def test_what_is_not_proved_says_how_far_it_is_ahead() -> None:
    near = dict.fromkeys("ABC", replace(PROVED, summary="not proved; assumed: steel"))
    sure = [
        verdict_of(HEAT, Answer("heat", "chain", {"A": second, "B": 1.0, "C": None}, near)).sure
        for second in (None, 0.1, 0.8, 0.99)
    ]
    assert sure == [
        "Not proved; the only choice that anything was found for.",
        "Not proved; clearly ahead of the next, A.",
        "Not proved; somewhat ahead of the next, A.",
        "Not proved; just ahead of A.",
    ]


def test_price_of_a_fact_does_not_make_it_the_lesser_one() -> None:
    parts = (Part("price of a row", -0.8, ("f2",)), Part("term: glow", 0.9, ("f2",)), Part("term: dax", 0.2, ("f1",)))
    answer = Answer("heat", "ilp", {"A": None, "B": 0.3, "C": None}, {"B": Explanation(FACTS, parts=parts)})
    assert verdict_of(HEAT, answer).sentence.startswith("B, a steel spoon: if a wug is awake")
    lines = as_text(HEAT, answer).splitlines()
    assert "-0.8000  price of a row" in lines[-1]


def test_tie_abstention_and_refutation() -> None:
    assert verdict_of(HEAT, answer_of(A=1.0, B=1.0, C=None)).sentence == (
        "No single answer: A, a wool hat, and B, a steel spoon are equally good."
    )
    assert verdict_of(HEAT, ANSWERS["pmi"]).sentence == "No answer: pmi found nothing for any choice."
    refuted = {"A": Explanation(FACTS[:1], summary="refuted"), "B": PROVED}
    others = verdict_of(HEAT, Answer("heat", "chain", {"A": -1.0, "B": 1.0, "C": None}, refuted)).others
    assert others[0] == "Not A, a wool hat: ruled out: every dax is a wug."


BIRDS = ("A tern is a bird.", "No bird is a fish.", "A cod is a fish.", "A roach is a fish.")


def asked(text: str, *facts: str) -> list[str]:
    """The lines of the verdict of `chain`, which knows what is given and nothing else."""
    answer = reasoner.answer(text, "chain", facts=facts, kb="none")
    return str(verdict_of(answer.question, answer)).splitlines()  # type: ignore[arg-type]


def test_no_by_a_proof_is_called_proved() -> None:
    assert asked("Is a tern a fish? (A) yes (B) no", *BIRDS) == [
        "B, no: a tern is a bird, and no bird is a fish.",
        "Proved from the 2 facts shown.",
        "Not A, yes: the same facts rule it out.",
    ]


def test_a_refutation_ends_in_the_denial() -> None:
    answer = reasoner.answer("Is a tern a fish? (A) yes (B) no", "chain", facts=BIRDS, kb="none")
    for why in answer.explanations.values():
        last = why.steps[-1].conclusion
        assert next(node.text for node in why.nodes if node.id == last) == "It is not so that a tern is a fish."


def test_the_one_that_is_not_is_told_by_what_denies_it_and_the_others_by_what_says_it() -> None:
    assert asked("Which of these is not a fish? (A) a cod (B) a tern (C) a roach", *BIRDS) == [
        "B, a tern: a tern is a bird, and no bird is a fish.",
        "Proved from the 2 facts shown.",
        "Not A, a cod: a cod is a fish.",
        "Not C, a roach: a roach is a fish.",
    ]
    left = asked("Which of these is not a fish? (A) a cod (B) a tern (C) a roach", *BIRDS[2:])
    assert left[0] == "B, a tern: nothing known says that a tern is a fish."
    assert left[1] == "Each of the others is proved to be so, which leaves this one."


def test_all_of_these_is_proved_where_each_is() -> None:
    assert asked("Which of these is a fish? (A) a cod (B) a roach (C) all of these", *BIRDS) == [
        "C, all of these: a cod is a fish, and a roach is a fish.",
        "Proved from the 2 facts shown.",
        "Not A, a cod: that is so, but of the others too.",
        "Not B, a roach: that is so, but of the others too.",
    ]


def test_what_is_not_known_is_said_in_full() -> None:
    verdict = asked("Who can swim? (A) Miro (B) Tala", "Miro is a brill.", "All brills can swim.", "Tala is a dorn.")
    assert verdict[2] == "Not B, Tala: nothing known says that Tala can swim; only that Tala is a dorn."
    assert asked("Tala can swim. (A) true (B) false (C) unknown", "All brills can swim.", "Tala is a dorn.") == [
        "C, unknown: what is known neither proves nor refutes that Tala can swim.",
        "Nothing follows either way.",
        "Not A, true: it does not follow from what is known.",
        "Not B, false: that does not follow either.",
    ]


def test_notes_are_shown_everywhere() -> None:
    answer = replace(ANSWERS["chain"], notes=("The search was cut.",))
    assert "Note: The search was cut." in as_text(HEAT, answer)
    assert "The search was cut." in question_page(HEAT, {"chain": answer})


def test_answer_shows_itself() -> None:
    kb = reasoner.KnowledgeBase.from_facts(())
    asked = replace(HEAT, facts=("a steel spoon lets heat travel through",))
    answer = reasoner.get_solver("ir", kb=kb).answer(asked)
    again = pickle.loads(pickle.dumps(answer))
    for shown in (answer, again):
        assert str(shown) == verdict_of(HEAT, answer).sentence
        assert HEAT.stem in shown.to_text()
        assert HEAT.stem in shown.to_html()
    assert answer._repr_html_().startswith("<iframe sandbox srcdoc=")
    assert str(Answer.from_dict(answer.as_dict())).startswith(answer.selected[0])
