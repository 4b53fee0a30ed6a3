"""Cross-validation: nothing is scored that was learned from, and every setting sees the same folds."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from reasoner.experiment.crossval import BLANK, Setting, crossvalidate, folds
from reasoner.question import Choice, Question
from reasoner.solver import get_solver
from reasoner.training.learners import reader_learner, solver_learner

PAIR = (Choice("A", "ada wins"), Choice("B", "bo loses"))
QUESTIONS = [
    Question(str(n), f"who is it {n}", PAIR, answer_key="A", category="idioms" if n % 3 else "negation")
    for n in range(30)
]
FIRST = [Question("first", "who was it", PAIR, answer_key="B")]


class Watched:
    """Earns a point for each question that it did not see; keeps what it was shown."""

    def __init__(self) -> None:
        self.calls: list[tuple[int, list[str], int]] = []

    def __call__(self, first: Sequence[Question], questions: Sequence[Question], seed: int):
        self.calls.append((len(first), [question.id for question in questions], seed))
        seen = {question.id for question in questions}
        self.stems = {question.stem for question in questions}
        return lambda asked: [float(question.id not in seen) for question in asked]


def test_folds_are_apart_and_even() -> None:
    dealt = folds(QUESTIONS, 5)
    assert sorted(place for fold in dealt for place in fold) == list(range(30))
    assert {sum(QUESTIONS[place].category == "negation" for place in fold) for fold in dealt} == {2}
    assert folds(QUESTIONS, 5) == dealt


def test_settings_share_the_folds_and_learn_from_their_share() -> None:
    learn = Watched()
    settings = [Setting(0.8), Setting(0.4), Setting(0.4, first=True), Setting(0, first=True)]
    rows = crossvalidate("watched", learn, QUESTIONS, settings, first=FIRST, trials=2)
    assert [row.trials for row in rows] == [(1.0, 1.0)] * 4
    sizes = [(first, len(questions)) for first, questions, _ in learn.calls]
    assert sizes == [(0, 24)] * 10 + [(0, 12)] * 10 + [(1, 12)] * 10 + [(1, 0)] * 10
    assert set(learn.calls[10][1]) < set(learn.calls[0][1])
    assert {seed for _, _, seed in learn.calls} == {1, 2}
    assert rows[0].categories == {"idioms": (1.0, 1.0), "negation": (1.0, 1.0)}


def test_the_question_is_left_blank() -> None:
    learn = Watched()
    crossvalidate("watched", learn, QUESTIONS, [Setting(0.8, blank=True)], trials=1)
    assert learn.stems == {BLANK}


def test_a_solver_that_learns_nothing_is_scored_once() -> None:
    rows = crossvalidate("guess-all", solver_learner(get_solver("guess-all")), QUESTIONS, [Setting(0)])
    assert rows[0].trials == (0.5,)


def test_a_reader_learns_in_folds() -> None:
    torch = pytest.importorskip("torch")
    from tests.neural.tiny_encoder import TinyEncoder

    torch.set_num_threads(1)
    learn = reader_learner("embed-sim", epochs=12, encoder=TinyEncoder())
    (row,) = crossvalidate("embed-sim", learn, QUESTIONS, [Setting(0.8)], count=2, trials=1)
    assert row.trials[0] >= 0.8


def test_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from reasoner.cli.app import app

    file = tmp_path / "questions.jsonl"
    file.write_text("\n".join(json.dumps(question.as_dict()) for question in QUESTIONS))
    app(["crossval", str(file), "--system", "guess-all", "--folds", "3"], standalone_mode=False)
    assert "| guess-all | untrained | 50.0 |" in capsys.readouterr().out
