"""Votes are added up, silence stays silence, ties stay ties, and trained weights survive a file."""

from __future__ import annotations

import json
import random
from collections.abc import Mapping
from pathlib import Path

import pytest

from reasoner.ensemble import Ensemble, TrainedEnsemble, get_solver, train_ensemble
from reasoner.ensemble.trained import FEATURES, Weights, features_of, save_ensemble
from reasoner.errors import InputError, UsageError
from reasoner.explanation import Explanation, Node, total
from reasoner.knowledge import KnowledgeBase
from reasoner.question import Choice, Question, letter_label
from reasoner.solver import Solver, Support, _registered, register

EMPTY = KnowledgeBase.from_facts(())


def question(*texts: str, key: str | None = None, name: str = "1") -> Question:
    return Question(name, "Which?", tuple(Choice(letter_label(n), text) for n, text in enumerate(texts)), key)


@pytest.fixture(autouse=True)
def stub_solvers():
    """Solvers that read their scores off the choices: ``loud`` the first number, ``quiet`` the second."""

    def stub(stub_name: str, position: int) -> None:
        class Stub(Solver):
            name, summary = stub_name, "reads its score off the choice"

            def __init__(self, kb: KnowledgeBase | None = None, scale: float = 1) -> None:
                super().__init__(kb)
                self.scale = scale

            def support(self, question: Question) -> Mapping[str, Support]:
                numbers = {choice.label: choice.text.split()[position] for choice in question.choices}
                why = Explanation(nodes=(Node("n", "fact", "a fact", "here"),), summary="because")
                return {label: Support(self.scale * float(x), why) for label, x in numbers.items() if x != "-"}

        Stub.__qualname__ = stub_name
        register(Stub)

    stub("loud", 0)
    stub("quiet", 1)
    yield
    del _registered["loud"], _registered["quiet"]


def test_scales_do_not_matter_and_weights_do() -> None:
    asked = question("900 0.1", "100 0.4", "100 0.1")
    both = get_solver("loud+quiet", kb=EMPTY).answer(asked)
    assert both.scores["A"] == pytest.approx(both.scores["B"])
    assert get_solver("2*loud+quiet", kb=EMPTY).answer(asked).selected == ("A",)
    assert get_solver("loud+1.5*quiet", kb=EMPTY).answer(asked).selected == ("B",)


def test_parts_name_each_solver_and_add_up() -> None:
    answer = get_solver("loud+3*quiet", kb=EMPTY).answer(question("9 1", "1 4"))
    for label, why in answer.explanations.items():
        assert total(why.parts) == pytest.approx(answer.scores[label])
        assert [part.kind for part in why.parts] == ["loud", "quiet"]
        assert [node.id for node in why.nodes] == ["choice", "loud/n", "quiet/n"]
        assert why.summary == "loud: because; quiet: because"


def test_an_abstaining_member_is_silent() -> None:
    asked = question("3 -", "1 -")
    answer = get_solver("loud+5*quiet", kb=EMPTY).answer(asked)
    assert answer.selected == ("A",)
    assert [part.name for part in answer.explanations["A"].parts] == ["loud: a share of 1"]


def test_ties_and_abstention_survive() -> None:
    assert get_solver("loud+quiet", kb=EMPTY).answer(question("3 1", "3 1", "1 1")).selected == ("A", "B")
    assert get_solver("loud+quiet", kb=EMPTY).answer(question("- -", "- -")).abstained
    scores = get_solver("loud+quiet", kb=EMPTY).answer(question("3 1", "- -")).scores
    assert scores["B"] is None


def test_options_go_to_the_members_that_have_them() -> None:
    ensemble = get_solver("loud+guess-all", kb=EMPTY, scale=-1)
    assert isinstance(ensemble, Ensemble)
    assert ensemble.answer(question("3 1", "1 1")).selected == ("B",)
    with pytest.raises(UsageError, match="has an option depth"):
        get_solver("loud+guess-all", kb=EMPTY, depth=2)


@pytest.mark.parametrize("name", ["loud+", "+loud", "0*loud+quiet", "loud+loud", "x*loud+quiet"])
def test_malformed_names_are_refused(name: str) -> None:
    with pytest.raises(UsageError):
        get_solver(name, kb=EMPTY)


def training_questions(count: int) -> list[Question]:
    """`quiet` is right, `loud` is noise."""
    generator = random.Random(5)
    questions = []
    for number in range(count):
        key = generator.randrange(3)
        texts = [f"{generator.random():.3f} {generator.random() + (position == key):.3f}" for position in range(3)]
        questions.append(question(*texts, key=letter_label(key), name=str(number)))
    return questions


def train(questions: list[Question]) -> Weights:
    solvers = {name: get_solver(name, kb=EMPTY) for name in ("loud", "quiet")}
    return train_ensemble({name: list(one.answer_all(questions)) for name, one in solvers.items()}, questions)


def test_training_finds_who_is_right(tmp_path: Path) -> None:
    weights = train(training_questions(150))
    assert weights.accuracy > 0.85
    path = tmp_path / "both.json"
    save_ensemble(weights, path)
    ensemble = get_solver(str(path), kb=EMPTY)
    assert isinstance(ensemble, TrainedEnsemble)
    assert ensemble.name == "both"
    tests = training_questions(60)
    answers = list(ensemble.answer_all(tests))
    assert sum(a.credit(q.answer_key) for q, a in zip(tests, answers, strict=True)) > 50
    for answer in answers:
        for label, why in answer.explanations.items():
            assert total(why.parts) == pytest.approx(answer.scores[label])
    assert ensemble.answer(question("- -", "- -")).abstained
    assert ensemble.answer(question("1 1", "1 1")).tied


def test_log_odds_of_a_member_survive() -> None:
    """`quiet` says by how much it is sure, and is right as often as it says; its shares of a vote look all the same."""
    unsure, sure = (
        features_of(question("0 0", f"0 {gap}"), {"quiet": {"A": Support(0.0), "B": Support(gap)}})["quiet"][1]
        for gap in (0.1, 4.0)
    )
    score = FEATURES.index("score")
    assert unsure[:score] == pytest.approx(sure[:score])
    assert (unsure[score], sure[score]) == (0.05, 2.0)


def test_training_is_repeatable(tmp_path: Path) -> None:
    for name in ("one.json", "two.json"):
        save_ensemble(train(training_questions(40)), tmp_path / name)
    assert (tmp_path / "one.json").read_bytes() == (tmp_path / "two.json").read_bytes()


@pytest.mark.parametrize("text", ["", "[]", "{}", json.dumps({"version": 1, "features": []})])
def test_a_foreign_file_is_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / "no.json").write_text(text)
    with pytest.raises(InputError, match=r"no\.json: "):
        get_solver(str(tmp_path / "no.json"), kb=EMPTY)
