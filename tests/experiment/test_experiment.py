"""An experiment is checked before it runs, resumes when interrupted, and two runs give the same bytes, times apart."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from reasoner.ensemble.trained import FEATURES, Weights, save_ensemble
from reasoner.errors import InputError
from reasoner.experiment.described import read_experiment
from reasoner.experiment.results import run_experiment
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
[[run]]
solvers = ["ir+guess-all"]
knowledge = ["B"]
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
    assert "| untrained, oracle | untouched |" in (data / "one" / "results.md").read_text()


def test_results_say_how_to_have_them_again(data: Path) -> None:
    (data / "small.toml").write_text("seed = 7\n" + TEXT)
    run_experiment(read_experiment(data / "small.toml", data), data / "out", "reasoner run small.toml --data DATA")
    record = json.loads((data / "out" / "results.json").read_text())
    assert record["command"] == "reasoner run small.toml --data DATA"
    assert record["seed"] == 7
    assert {"reasoner", "python", "numpy"} <= set(record["versions"])
    assert set(record["checksums"]) == {"q.jsonl", "book.txt", "reasoner"}
    assert {row["status"] for row in record["rows"]} == {"untouched"}
    text = (data / "out" / "results.md").read_text()
    for words in (
        record["command"],
        "Seed 7",
        record["checksums"]["book.txt"],
        f"python {record['versions']['python']}",
    ):
        assert words in text


def test_an_ensemble_is_tested_against_its_best_member(data: Path) -> None:
    run_experiment(read_experiment(data / "small.toml", data), data / "out", "command")
    rows = {row["key"]: row for row in json.loads((data / "out" / "results.json").read_text())["rows"]}
    assert rows["ir+guess-all/B/none"]["best_member"] == "ir/B/none"
    assert rows["ir+guess-all/B/none"]["member_p_value"] == 1.0
    assert rows["ir/B/none"]["best_member"] is None
    text = (data / "out" / "results.md").read_text()
    assert "| ir/B/none | 1.0000 |" in text
    assert "ir+guess-all/B/none is not better than its best member, ir/B/none (0.750 and 0.750, p 1.0000)." in text


def test_a_trained_ensemble_lies_beside_the_experiment(data: Path) -> None:
    weights = Weights(
        ["ir", "guess-all"], {name: [1.0] * (len(FEATURES) + 1) for name in ("ir", "guess-all")}, [1, 1, 0], 0.5, 9
    )
    save_ensemble(weights, data / "both.json")
    (data / "small.toml").write_text(TEXT.replace('"ir+guess-all"', '"both.json"'))
    outcome = run_experiment(read_experiment(data / "small.toml", data), data / "out", "command")
    result = outcome.results[-1]
    assert (result.row.key, result.row.plan.kind, result.best_member) == ("both.json/B/none", "trained", "ir/B/none")
    record = json.loads((data / "out" / "results.json").read_text())
    assert "both.json" in record["checksums"]
    assert str(data) not in json.dumps(record)


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
    rows = read_experiment(path, Path("data")).rows
    plans = [row.plan for row in rows]
    assert len({plan.file_name for plan in plans}) == len(plans)
    built_in = {source for plan in plans for source in plan.kb if source.endswith(".tsv") and "science" in source}
    assert all(Path(source).is_file() for source in built_in)
    for plan in plans:  # every ensemble has its members beside it, so that it can be combined and tested
        assert set(plan.members) <= set(plans)
