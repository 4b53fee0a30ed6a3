"""What judges a set of questions: figures, faults, biases, judgements; as tables, JSON, page and plot."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from reasoner.cli.app import app
from reasoner.datasets.checks import key_evenness
from reasoner.datasets.human import agreement, validated
from reasoner.datasets.papers import papers
from reasoner.datasets.statistics import totals
from reasoner.question import Choice, Question


def asked(number: int, key: str = "B", stem: str = "Which is a metal?") -> Question:
    texts = ("wool", "a long steel spoon", "wood", "salt")
    choices = tuple(Choice(label, text) for label, text in zip("ABCD", texts, strict=True))
    return Question(str(number), stem, choices, key, facts=("metals shine", "steel is a metal"), category="metal")


@pytest.fixture
def source(tmp_path: Path) -> str:
    path = tmp_path / "set.jsonl"
    path.write_text("".join(json.dumps(asked(number).as_dict()) + "\n" for number in range(30)), encoding="utf-8")
    return str(path)


def run(*arguments: str) -> Result:
    return CliRunner().invoke(app, ["dataset", *arguments])


def found(*arguments: str) -> Any:
    result = run(*arguments, "--json")
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


def test_only_a_choice_that_is_alone_the_longest_counts() -> None:
    assert totals([asked(1)])["answer is the longest choice"] == 1.0
    assert totals([asked(1, "A")])["answer is the shortest choice"] == 0.0  # three are as short


def test_stats_of_several_files_beside_a_paper(source: str) -> None:
    figures = found("stats", source, source, "--beside", "openbookqa", "--types")
    assert figures["totals"]["questions"] == 60
    assert figures["totals"]["vocabulary with the first facts"] == figures["totals"]["vocabulary"] + 2
    assert figures["types"] == {"isa": [1.0, 1.0]}
    text = run("stats", source, "--beside", "openbookqa").stdout
    assert "11,855" in text
    assert "in the paper" in text
    bad = run("stats", source, "--beside", "squad")
    assert "choose one of openbookqa" in str(bad.exception) + bad.output


def test_figures_of_papers_have_names_that_are_counted() -> None:
    counted = {*totals([asked(1)])}
    assert all(set(paper.get("totals", {})) <= counted for paper in papers().values())


def test_keys_in_one_place_are_told(source: str) -> None:
    figures = found("check", source)
    assert figures["keys"] == {"B": 30}
    assert figures["p"] < 1e-6
    assert key_evenness([asked(number, "ABCD"[number % 4]) for number in range(40)]) == pytest.approx(1.0)


def test_biases_are_named_with_chance(source: str) -> None:
    rows = {row["name"]: row for row in found("biases", source, "--bias", "longest choice", "--bias", "majority")}
    assert rows["longest choice"]["score"] == rows["majority"]["score"] == 1.0
    assert rows["majority"]["chance"] == 0.25
    assert "Better than chance: longest choice." in run("biases", source, "--bias", "longest choice").stdout
    assert run("biases", source, "--bias", "colour").exit_code != 0


def test_filter_writes_what_is_left(source: str, tmp_path: Path) -> None:
    left = tmp_path / "left.jsonl"
    easy = found("filter", source, "--solver", "longest", "--kb", "none", "--left", str(left))
    assert len(easy["easy"]) == 30
    assert left.read_text(encoding="utf-8") == ""


def test_human_accuracy_from_judgements(tmp_path: Path) -> None:
    path = tmp_path / "judged.tsv"
    path.write_text("".join(f"{q}\tj{j}\t{int(j > 0)}\n" for q in range(100) for j in range(5)), encoding="utf-8")
    figures = found("human", str(path))
    assert (figures["questions"], figures["judges"], figures["accuracy"]) == (100, 5, pytest.approx(0.8))
    path.write_text("1\tann\tperhaps\n", encoding="utf-8")
    bad = run("human", str(path))
    assert bad.exit_code != 0
    assert "1 or 0" in str(bad.exception) + bad.output


def test_validated_keeps_what_most_judges_confirm(tmp_path: Path) -> None:
    sure, unsure = ["follows", "multiple"], ["not follow", "single"]
    judged = [[sure, sure, unsure], [sure, unsure, unsure]]
    rows = [
        {
            "id": str(n),
            "query": "a b",
            "answer": "x",
            "candidates": ["x", "y"],
            "supports": ["x y"],
            "annotations": each,
        }
        for n, each in enumerate(judged)
    ]
    path = tmp_path / "dev.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    result = run("validated", str(path))
    assert [json.loads(line)["id"] for line in result.stdout.splitlines()] == ["0"]
    assert validated([sure]) is True
    assert agreement([["follows"] * 3, ["follows"] * 3]) == 1.0
    del rows[1]["annotations"]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    assert run("validated", str(path)).exit_code != 0


@pytest.mark.parametrize("command", ["stats", "check", "filter", "biases", "human"])
def test_each_has_a_page_and_a_plot(command: str, source: str, tmp_path: Path) -> None:
    page, plot = tmp_path / "page.html", tmp_path / "plot.svg"
    more = {"filter": ["--solver", "longest", "--kb", "none"], "biases": ["--bias", "longest choice"]}.get(command, [])
    arguments = [] if command == "human" else [source]
    result = run(command, *arguments, *more, "--html", str(page), "--plot", str(plot))
    assert result.exit_code == 0, result.output
    assert plot.read_text(encoding="utf-8").startswith("<svg xmlns=")
    assert "<rect" in page.read_text(encoding="utf-8")
    assert "<table" in page.read_text(encoding="utf-8")


def test_records_come_through_a_pipe_and_bad_ones_are_named(tmp_path: Path) -> None:
    row = json.dumps(
        {"id": "1", "query": "r s", "answer": "Ann", "candidates": ["Ann", "Bo"], "supports": ["Ann, Bo."]}
    )
    masked = CliRunner().invoke(app, ["dataset", "mask", "-"], input=row + "\n")
    assert "MASK" in json.loads(masked.stdout)["supports"][0]
    bad = CliRunner().invoke(app, ["dataset", "condition", "-"], input='{"id": "1"}\n')
    assert "id, candidates and supports" in str(bad.exception) + bad.output
