"""Probabilities: fitted on one set, they hold on another; what cannot be told apart is a tie."""

from __future__ import annotations

import json
import random
import sys
from pathlib import Path

import pytest

from reasoner import weights
from reasoner.answer import Answer, calibrated
from reasoner.experiment.calibration import measured, trust
from reasoner.question import Choice, Question
from reasoner.training.calibration import fit_calibration

CHOICES = (Choice("A", "wool"), Choice("B", "steel"), Choice("C", "tea"))


def drawn(count: int, seed: int, temperature: float = 3.0) -> tuple[list[Question], list[Answer]]:
    """Answers whose scores are right as often as a softmax at a known temperature says."""
    draw = random.Random(seed)
    questions, answers = [], []
    for number in range(count):
        scores = {label: draw.gauss(0, 6) for label in "ABC"}
        shares = calibrated(scores, temperature, 0.0)
        key = draw.choices(list(shares), list(shares.values()))[0]
        questions.append(Question(str(number), "Which?", CHOICES, answer_key=key))
        answers.append(Answer(str(number), "drawn", scores))
    return questions, answers


def test_the_temperature_is_found_and_holds_elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    fitted = fit_calibration(*drawn(1500, 1))
    assert fitted.temperature == pytest.approx(3.0, rel=0.2)
    numbers = {"temperature": fitted.temperature, "unsupported": fitted.unsupported}
    monkeypatch.setattr(sys.modules["reasoner.answer"], "calibration", lambda solver: numbers)
    found = trust(*drawn(1500, 2))
    assert found.error is not None
    assert found.error < 0.05
    shares = [share for share, _ in found.coverage]
    risks = [risk for _, risk in found.coverage]
    assert shares == sorted(shares)
    assert shares[-1] == 1.0
    assert risks[len(risks) // 4] < risks[-1]  # the surest are right more often


def test_what_has_no_support_is_less_likely() -> None:
    questions = [Question(str(n), "Which?", CHOICES, answer_key="A" if n % 4 else "B") for n in range(200)]
    answers = [Answer(str(n), "ir", {"A": 1.0, "B": None, "C": None}) for n in range(200)]
    fitted = fit_calibration(questions, answers)
    shares = calibrated(answers[0].scores, fitted.temperature, fitted.unsupported)
    assert shares["A"] == pytest.approx(0.75, abs=0.05)
    assert shares["B"] == shares["C"]


def test_perfect_and_useless_probabilities() -> None:
    sure = measured([{"A": 1.0, "B": 0.0}] * 4, ["A"] * 4, [1.0] * 4)
    assert (sure.brier, sure.error) == (0.0, 0.0)
    wrong = measured([{"A": 1.0, "B": 0.0}] * 4, ["B"] * 4, [0.0] * 4)
    assert (wrong.brier, wrong.error) == (2.0, 1.0)


def test_a_solver_without_probabilities_is_ranked_by_its_margin() -> None:
    questions = [Question(str(n), "Which?", CHOICES, answer_key="A") for n in range(4)]
    scores = [{"A": 5.0, "B": 1.0}, {"A": 3.0, "B": 2.9}, {"A": 0.0, "B": 2.0}, {"A": None, "B": None}]
    found = trust(questions, [Answer(str(n), "nobody", one) for n, one in enumerate(scores)])
    assert (found.brier, found.error, found.bins) == (None, None, ())
    assert found.coverage == ((0.25, 0.0), (0.5, 0.5), (0.75, pytest.approx(1 / 3)), (1.0, 0.375))


def test_a_reader_is_calibrated_on_what_it_has_not_seen() -> None:
    torch = pytest.importorskip("torch")
    from reasoner.knowledge import KnowledgeBase
    from reasoner.training.calibration import held_back_answers

    torch.set_num_threads(1)
    questions, _ = drawn(40, 5)
    lines: list[str] = []
    kept, answers = held_back_answers(
        "plausible", questions, KnowledgeBase.from_facts([]), epochs=1, report=lines.append
    )
    assert [question.id for question in kept] == [answer.question_id for answer in answers]
    assert [question.id for question in kept] == [str(n) for n in range(0, 40, 5)]
    assert any("epoch 1/1" in line for line in lines)


def test_shipped_calibrations_have_certificates() -> None:
    for path in weights.FOLDER.glob("calibration-*.toml"):
        assert weights.certificate(path.stem).kind == "fitted"
        assert set(weights.values(path.stem)) == {"temperature", "unsupported"}


def test_command_fits_a_file_that_answers_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from reasoner.cli.app import app

    file, output = tmp_path / "train.jsonl", tmp_path / "calibration-longest.toml"
    questions, _ = drawn(20, 3)
    file.write_text("\n".join(json.dumps(question.as_dict()) for question in questions))
    app(
        ["train", "calibration", "--solver", "guess-all", "--train", str(file), "--output", str(output)],
        standalone_mode=False,
    )
    monkeypatch.setattr(weights, "FOLDER", tmp_path)
    assert weights.calibration("longest") is not None
    shares = Answer("1", "longest", {"A": 0.0, "B": 0.0}).probabilities
    assert shares == {"A": 0.5, "B": 0.5}
