"""`reasoner compare`: the figures, and pages with both explanations of the questions that set two runs apart."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from reasoner.cli.app import app

QUESTIONS = [
    {"id": "1", "question": {"stem": "Which is a metal?", "choices": ["wool", "steel"]}, "answerKey": "B"},
    {"id": "2", "question": {"stem": "Which is <b>soft</b>?", "choices": ["wool", "steel"]}, "answerKey": "A"},
    {"id": "3", "question": {"stem": "Which is green?", "choices": ["wool", "steel"]}, "answerKey": "A"},
]
FACTS = {"1": "steel is a metal", "2": "steel is soft"}


def reasoner(*arguments: object) -> str:
    result = CliRunner().invoke(app, [str(argument) for argument in arguments])
    assert result.exit_code == 0, result.output
    return result.output


@pytest.fixture
def runs(tmp_path: Path) -> tuple[Path, Path, Path]:
    questions = tmp_path / "questions.jsonl"
    lines = [question | ({"fact1": FACTS[question["id"]]} if question["id"] in FACTS else {}) for question in QUESTIONS]
    questions.write_text("\n".join(map(json.dumps, lines)))
    out = tmp_path / "out"
    reasoner("evaluate", questions, "--solver", "ir,guess-all", "--kb", "none", "--given", "f", "--out", out)
    return out / "ir.none.f.jsonl", out / "guess-all.none.f.jsonl", questions


def test_figures_and_where_to_look(runs: tuple[Path, Path, Path]) -> None:
    first, second, questions = runs
    text = reasoner("compare", first, second, "--questions", questions)
    assert f"credit only in {first}: 0" in text
    assert f"  2  explained in {second}:3" in text
    for words in ("oracle of the two", "permutation test p", "McNemar p", "same labels selected"):
        assert words in text


def test_pages_set_both_explanations_side_by_side(runs: tuple[Path, Path, Path], tmp_path: Path) -> None:
    first, second, questions = runs
    html = tmp_path / "html"
    text = reasoner("compare", first, second, "--questions", questions, "--html", html)
    page = html / "questions" / "00002.html"
    assert f"  2  explained in {page}" in text
    assert str(html / "index.html") in text
    assert [path.name for path in (html / "questions").iterdir()] == [page.name]  # the others set nothing apart
    shown = page.read_text()
    assert "</span> ir <span" in shown
    assert "</span> guess-all <span" in shown
    assert "<b>soft</b>" not in shown
    index = (html / "index.html").read_text()
    assert "questions/00002.html" in index
    assert "McNemar p" in index
    record = json.loads(reasoner("compare", first, second, "-q", questions, "--html", html, "--json"))
    assert record["only_second"] == ["2"]
    assert record["html"] == str(html / "index.html")
