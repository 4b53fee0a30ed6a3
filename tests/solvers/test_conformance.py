"""What every registered solver must do, present and future."""

from __future__ import annotations

import json
import random
from dataclasses import replace

import pytest

from reasoner.experiment.faithful import faithfulness
from reasoner.explanation import total
from reasoner.knowledge import Fact, KnowledgeBase
from reasoner.question import Choice, Question, letter_label
from reasoner.solver import Solver, get_solver, solver_names

FACTS = (
    "metal is a good conductor of heat",
    "steel is made of metal",
    "a spoon can be made of steel",
    "wool is a good insulator against heat",
    "a hat is made of wool",
    "if something is a conductor then heat travels through it",
)
#: Gives a score to every choice whatever is known, so "no support" does not exist for it.
NEVER_ABSTAINS = {
    "embed-sim",
    "esim",
    "guess-all",
    "longest",
    "odd-one-out",
    "plausible",
    "question-match",
    "random",
}
#: Scores rest on how often words stand in all that is known, so that fewer facts are other scores.
COUNTS_THE_KNOWLEDGE = {"knowledge-reader", "pmi"}


def question(*texts: str, stem: str = "Which of these lets heat travel through?", **fields: object) -> Question:
    choices = tuple(Choice(letter_label(number), text) for number, text in enumerate(texts))
    return replace(Question("q", stem, choices), **fields)


#: No model comes with the package; tests/neural/test_transformer.py has one made on the spot.
WITHOUT_MODEL = {"transformer"}


@pytest.fixture(scope="module", params=sorted(set(solver_names()) - WITHOUT_MODEL))
def solver(request: pytest.FixtureRequest) -> Solver:
    return get_solver(
        request.param, kb=KnowledgeBase.from_facts(Fact(text, "facts", n) for n, text in enumerate(FACTS))
    )


def scores_by_text(solver: Solver, asked: Question) -> dict[str, float | None]:
    answer = solver.answer(asked)
    return {choice.text: answer.scores[choice.label] for choice in asked.choices}


@pytest.mark.parametrize("count", [2, 3, 5, 8, 80])
def test_any_number_of_choices(solver: Solver, count: int) -> None:
    asked = question(*(f"a {'steel' if number % 2 else 'wool'} thing {number}" for number in range(count)))
    answer = solver.answer(asked)
    assert tuple(answer.scores) == asked.labels
    assert answer.solver == solver.name
    assert answer.question_id == "q"


@pytest.mark.parametrize(
    ("stem", "texts"),
    [
        ("Which of these is it?", ("it is", "that one")),
        ("¿Qué conduce el calor? 🔥", ("el acero 🥄", "la lana")),
        ("heat " * 500, ("metal " * 200, "\u202ewool\x00")),
        ("?", ("!", "...")),
        ("AND OR NOT (", ('"metal', "lemmas:wool^2")),
    ],
)
def test_odd_text(solver: Solver, stem: str, texts: tuple[str, ...]) -> None:
    asked = question(*texts, stem=stem)
    assert set(solver.answer(asked).scores) == set(asked.labels)


def test_repeated_choices_tie(solver: Solver) -> None:
    scores = solver.answer(question("a steel spoon", "a wool hat", "a steel spoon")).scores
    assert scores["A"] == scores["C"]


def test_shuffled_choices_keep_their_scores(solver: Solver) -> None:
    texts = ["a steel spoon", "a wool hat", "metal", "a cloud", "an insulator"]
    expected = scores_by_text(solver, question(*texts))
    shuffler = random.Random(0)
    for _ in range(3):
        shuffler.shuffle(texts)
        assert scores_by_text(solver, question(*texts)) == pytest.approx(expected, abs=1e-9)


def test_same_question_same_bytes(solver: Solver) -> None:
    asked = question("a steel spoon", "a wool hat", facts=("steel lets heat travel through",))
    first, second = (json.dumps(solver.answer(asked).as_dict() | {"seconds": 0}) for _ in range(2))
    assert first == second


def test_no_support_abstains(solver: Solver) -> None:
    if solver.name in NEVER_ABSTAINS:
        pytest.skip("scores every choice by definition")
    answer = solver.answer(question("qwx", "zzgh", stem="Which blorf is a frim?"))
    assert answer.abstained
    assert answer.selected == ("A", "B")


def test_parts_add_up_to_the_score(solver: Solver) -> None:
    answer = solver.answer(question("a steel spoon", "a wool hat", "metal"))
    for label, why in answer.explanations.items():
        if why.parts:
            assert total(why.parts) == pytest.approx(answer.scores[label], abs=1e-6)


def test_every_fact_has_a_source(solver: Solver) -> None:
    answer = solver.answer(question("a steel spoon", "a wool hat", facts=("steel lets heat travel through",)))
    assert all(node.source for why in answer.explanations.values() for node in why.facts)


def test_answers_all_in_order(solver: Solver) -> None:
    asked = [replace(question("a steel spoon", "a wool hat"), id=str(number)) for number in range(5)]
    assert [answer.question_id for answer in solver.answer_all(asked)] == ["0", "1", "2", "3", "4"]


def test_describes_itself(solver: Solver) -> None:
    assert solver.summary
    assert solver.needs
    assert solver.citation


def test_every_part_points_at_what_earned_it(solver: Solver) -> None:
    answer = solver.answer(question("a steel spoon", "a wool hat", "metal", facts=("steel lets heat travel through",)))
    for why in answer.explanations.values():
        assert all(part.of for part in why.parts)
        assert {node.id for node in why.facts} <= {node for part in why.parts for node in part.of}


def test_the_facts_shown_are_needed_and_enough(solver: Solver) -> None:
    known = KnowledgeBase.from_facts(Fact(text, "facts", n) for n, text in enumerate(FACTS))
    asked = [question("a steel spoon", "a wool hat"), question("a cup of tea", "a steel spoon", facts=FACTS[:2])]
    found = faithfulness(lambda kb: get_solver(solver.name, kb=kb), asked, known)
    assert found.needed == found.asked
    if solver.name not in COUNTS_THE_KNOWLEDGE:
        assert found.enough == found.asked
