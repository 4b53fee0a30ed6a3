"""An experiment is checked before it runs, resumes when interrupted, and two runs give the same bytes, times apart."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from reasoner.errors import InputError
from reasoner.evaluation.experiment import read_experiment
from reasoner.evaluation.results import run_experiment
from reasoner.question import Choice, Question, write_questions

SHIPPED = sorted((Path(__file__).parents[2] / "eval" / "experiments").glob("*.toml"))
TEXT = """
title = "Small"
questions = "q.jsonl"
status = "untouched"
baseline = "guess-all/none/none"
[knowledge]
none = ["none"]
B = ["book.txt"]
[[run]]
solvers = ["guess-all", "ir"]
knowledge = ["none", "B"]
[[run]]
solvers = ["ir"]
knowledge = ["none"]
given = ["f"]
[paper]
"ir/B/none" = 0.4
"""


@pytest.fixture
def data(tmp_path: Path) -> Path:
    choices = (Choice("A", "wool"), Choice("B", "steel"))
    questions = [
        Question(str(n), f"Which {word} is it?", choices, "B", (f"steel is {word}",))
        for n, word in enumerate(["hard", "shiny"])
    ]
    write_questions(questions, tmp_path / "q.jsonl")
    (tmp_path / "book.txt").write_text("steel is hard\n")
    (tmp_path / "small.toml").write_text(TEXT)
    return tmp_path


def test_two_runs_give_the_same_bytes(data: Path) -> None:
    experiment = read_experiment(data / "small.toml", data)
    for name in ("one", "two"):
        run_experiment(experiment, data / name, "command")
    run_experiment(experiment, data / "two", "command")
    for file in ("results.json", "results.md", "scores.svg", "agreement.svg"):
        assert (data / "one" / file).read_bytes() == (data / "two" / file).read_bytes()
    rows = {row["key"]: row for row in json.loads((data / "one" / "results.json").read_text())["rows"]}
    assert rows["ir/B/none"]["score"] == 0.75
    assert rows["ir/B/none"]["paper"] == 0.4
    assert rows["ir/none/f"]["score"] == 1.0
    assert rows["ir/none/f"]["oracle"]
    assert not rows["ir/B/none"]["trained"]
    assert "untrained, oracle" in (data / "one" / "results.md").read_text()


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('title = "Small"', "", "field title: missing"),
        ('"untouched"', '"fresh"', "field status: must be one of"),
        ('knowledge = ["none", "B"]', 'knowledge = ["C"]', "field run 1, knowledge: 'C' is not under"),
        ('given = ["f"]', 'given = ["g"]', "field run 2, given"),
        ('"ir/B/none" = 0.4', '"ir/C/none" = 0.4', "a row that is not run"),
        ("[knowledge]", "colour = 1\n[knowledge]", "field colour: unknown"),
        ('given = ["f"]', "", "a row is run twice"),
        ('"guess-all/none/none"', '"guess/none/none"', "field baseline"),
        ("[knowledge]", "[[knowledge", "cannot be read"),
    ],
)
def test_mistakes_are_named(data: Path, old: str, new: str, message: str) -> None:
    path = data / "small.toml"
    path.write_text(TEXT.replace(old, new, 1))
    with pytest.raises(InputError) as caught:
        read_experiment(path, data)
    assert message in str(caught.value)


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_shipped_experiments_are_valid(path: Path) -> None:
    assert read_experiment(path, Path("data")).rows
