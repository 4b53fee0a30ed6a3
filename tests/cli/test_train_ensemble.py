"""`reasoner train ensemble`: what it writes can be used as a solver, and its members' answers are kept."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from reasoner.cli.app import app
from reasoner.errors import UsageError
from reasoner.question import Choice, Question, write_questions


@pytest.fixture
def questions(tmp_path: Path) -> Path:
    words = ["hard", "shiny", "heavy", "gray", "cold", "old", "long", "flat", "round", "small"]
    choices = (Choice("A", "wool"), Choice("B", "steel"))
    asked = [Question(word, f"Which is {word}?", choices, "B", (f"steel is {word}",)) for word in words]
    write_questions(asked, tmp_path / "train.jsonl")
    return tmp_path / "train.jsonl"


def train(questions: Path, *arguments: str) -> str:
    options = ["--train", questions, "--kb", "none", "--given", "f", "--output", questions.parent / "both.json"]
    result = CliRunner().invoke(app, ["train", "ensemble", *map(str, options), *arguments], catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.output


def test_a_trained_ensemble_answers(questions: Path) -> None:
    pytest.importorskip("sklearn")
    out = questions.parent / "out"
    promised = train(questions, "--solvers", "ir,guess-all", "--out", str(out))
    assert "1.000 on 10 questions, cross-validated" in promised
    assert train(questions, "--solvers", "ir,guess-all", "--out", str(out)) == promised  # from the answers kept
    assert sorted(path.name for path in out.glob("*.jsonl")) == ["guess-all.none.f.jsonl", "ir.none.f.jsonl"]
    arguments = ["evaluate", questions, "--solver", questions.parent / "both.json", "--kb", "none", "--given", "f"]
    (run,) = json.loads(CliRunner().invoke(app, [*map(str, arguments), "--json"]).output)["rows"]
    assert (run["solver"], run["score"], run["trained"], run["oracle"]) == ("both.json", 1.0, True, True)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--solvers", "ir"], "two members or more"),
        (["--solvers", "ir,guess-all", "--set", "depth=2"], "has an option depth"),
        (["--solvers", "ir,guess-all", "--given", "g"], "choose one of"),
    ],
)
def test_what_makes_no_sense_is_refused(questions: Path, arguments: list[str], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        train(questions, *arguments)
