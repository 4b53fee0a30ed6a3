"""Folders that are written to twice hold what both runs found, or nothing of the first."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from reasoner.cli.app import app
from reasoner.errors import InputError
from reasoner.question import Choice, Question, write_questions


def command(*arguments: str | Path) -> str:
    result = CliRunner().invoke(app, [str(argument) for argument in arguments])
    if result.exception:
        raise result.exception
    return result.stdout


@pytest.fixture
def asked(tmp_path: Path) -> Path:
    choices = (Choice("A", "wool"), Choice("B", "steel"))
    facts = ("wool is metal", "steel is metal number 0 1 2")
    questions = [Question(str(number), f"Which is metal {number}?", choices, "B", facts) for number in range(3)]
    write_questions(questions, tmp_path / "q.jsonl")
    return tmp_path / "q.jsonl"


def test_results_of_an_earlier_run_stay(asked: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    command("evaluate", asked, "--kb", "none", "--given", "f", "--solver", "ir,guess-all", "--out", out)
    printed = json.loads(
        command("evaluate", asked, "--kb", "none", "--given", "all", "--solver", "ir", "--out", out, "--json")
    )
    kept = json.loads((out / "results.json").read_text())
    assert [run["given"] for run in printed["rows"]] == ["all"]
    assert [(run["solver"], run["given"]) for run in kept["rows"]] == [("ir", "all"), ("guess-all", "f"), ("ir", "f")]
    assert [run["score"] for run in kept["rows"]] == [1.0, 0.5, 0.0]
    assert "guess-all" in (out / "results.md").read_text()
    before = (out / "results.md").read_text()
    with pytest.raises(InputError, match="over other questions"):
        command("evaluate", asked, "--kb", "none", "--solver", "guess-all", "--limit", "2", "--out", out)
    assert (out / "results.md").read_text() == before


def test_pages_of_an_earlier_comparison_go(asked: Path, tmp_path: Path) -> None:
    out, pages = tmp_path / "out", tmp_path / "pages"
    command("evaluate", asked, "--kb", "none", "--given", "f", "--solver", "ir,guess-all", "--out", out)
    runs = out / "guess-all.none.f.jsonl", out / "ir.none.f.jsonl"
    command("compare", *runs, "--questions", asked, "--html", pages)
    assert len(list((pages / "questions").iterdir())) == 3
    (pages / "questions" / "notes.html").write_text("mine")
    command("compare", runs[1], runs[1], "--questions", asked, "--html", pages)
    assert [page.name for page in (pages / "questions").iterdir()] == ["notes.html"]
