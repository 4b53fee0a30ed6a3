"""``reasoner answer`` in every form, its older name ``explain``, and ``reasoner report`` on the command line."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from reasoner.cli import main
from reasoner.render.record import VERSION

QUESTION = "Which lets heat through? (A) a steel spoon (B) a wool hat"
ASK = ("answer", QUESTION, "--solver", "ir", "--kb", "none", "--fact", "steel lets heat through")

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def reasoner(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    def run(*arguments: object) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["reasoner", *map(str, arguments)])
        with pytest.raises(SystemExit) as stop:
            main()
        captured = capsys.readouterr()
        return int(stop.value.code or 0), captured.out, captured.err

    return run


@pytest.mark.parametrize(
    ("form", "text"),
    [
        ("--dot", "digraph"),
        ("--mermaid", "flowchart LR"),
        ("--line", "sent1 -> hypothesis;"),
        ("--json", f'"version": {VERSION}'),
    ],
)
def test_forms(reasoner: Run, form: str, text: str) -> None:
    code, out, err = reasoner(*ASK, form)
    assert code == 0
    assert text in out
    assert err == ""


def test_text_has_no_colour_when_piped(reasoner: Run) -> None:
    code, out, _ = reasoner(*ASK)
    assert code == 0
    assert "why A: a steel spoon" in out
    assert "\x1b" not in out


def test_html_is_one_file(reasoner: Run, tmp_path: Path) -> None:
    assert reasoner(*ASK, "--html", tmp_path / "out.html")[0] == 0
    assert [path.name for path in tmp_path.iterdir()] == ["out.html"]
    assert "steel lets heat through" in (tmp_path / "out.html").read_text(encoding="utf-8")


def test_wrong_command_lines(reasoner: Run, tmp_path: Path) -> None:
    assert reasoner(*ASK, "--dot", "--line")[::2] == (
        2,
        "reasoner: choose one of --html, --json, --dot, --mermaid and --line\n",
    )
    two = tmp_path / "two.jsonl"
    lines = [{"id": name, "question": {"stem": "Which?", "choices": ["a", "b"]}} for name in ("one", "two")]
    two.write_text("\n".join(map(json.dumps, lines)))
    code, _, err = reasoner("explain", two, "--kb", "none", "--html", tmp_path / "out.html")
    assert code == 2
    assert "--id one" in err
    assert reasoner("explain", two, "--kb", "none", "--id", "two")[0] == 0
    assert "no question has the id 'three'" in reasoner("explain", two, "--id", "three")[2]


def test_report_of_an_evaluation(reasoner: Run, tmp_path: Path) -> None:
    questions = tmp_path / "questions.jsonl"
    line = {"id": "1", "question": {"stem": "Which is a metal?", "choices": ["wool", "steel"]}, "answerKey": "B"}
    questions.write_text(json.dumps(line))
    run, html = tmp_path / "run", tmp_path / "html"
    assert reasoner("evaluate", questions, "--solver", "ir,guess-all", "--kb", "none", "--out", run)[0] == 0
    code, out, _ = reasoner("report", run, "--questions", questions, "--html", html)
    assert code == 0
    assert "1 questions written" in out
    index = (html / "index.html").read_text(encoding="utf-8")
    assert 'href="questions/00001.html"' in index
    assert "Which is a metal?" in (html / "questions" / "00001.html").read_text(encoding="utf-8")
    assert str(tmp_path) not in index


def test_report_without_runs(reasoner: Run, tmp_path: Path) -> None:
    questions = tmp_path / "q.txt"
    questions.write_text('{"id": "1", "question": {"stem": "Which?", "choices": ["a", "b"]}, "answerKey": "A"}')
    code, _, err = reasoner("report", tmp_path / "nothing", "--questions", questions, "--html", tmp_path / "html")
    assert code == 1
    assert "holds no run" in err
