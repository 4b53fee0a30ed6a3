"""Every block of the README runs and says what it says there; so does every command of the tutorial."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
import typer.testing

import reasoner
from reasoner.cli.app import app

ROOT = Path(__file__).parent.parent


def blocks(name: str) -> list[tuple[str, str]]:
    """The language and the text of every block of a page."""
    text = (ROOT / name).read_text(encoding="utf-8")
    return re.findall(r"^```(\w*)\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


BLOCKS = blocks("README.md")
COMMANDS = [
    line
    for _, block in [*BLOCKS, *blocks("docs/start.md")]
    for line in block.splitlines()
    if line.startswith("reasoner ")
]


def run(command: str, monkeypatch: pytest.MonkeyPatch) -> str:
    """Run a command of a block from the root of the project, and return what it prints in 80 columns."""
    monkeypatch.chdir(ROOT)
    monkeypatch.setenv("COLUMNS", "80")
    result = typer.testing.CliRunner().invoke(app, shlex.split(command, comments=True)[1:], catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.stdout


def test_results_table_agrees_with_the_results() -> None:
    check = subprocess.run([sys.executable, ROOT / "eval" / "results_page.py", "--check"])
    assert check.returncode == 0, "run python eval/results_page.py"


def test_readme_is_one_screen() -> None:
    assert len((ROOT / "README.md").read_text(encoding="utf-8").splitlines()) <= 110


@pytest.mark.parametrize("command", COMMANDS)
def test_commands_run(command: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert run(command, monkeypatch)


def test_made_up_world_is_answered_as_printed(monkeypatch: pytest.MonkeyPatch) -> None:
    (block,) = (block for kind, block in BLOCKS if kind == "console")
    command, printed = re.fullmatch(r"\$ (.*?[^\\])\n(.*)", block, re.DOTALL).groups()  # type: ignore[union-attr]
    shown = [line.rstrip() for line in run(command.replace("\\\n", " "), monkeypatch).splitlines()]
    expected = [line for line in printed.splitlines() if line and line != "..."]
    assert [line for line in shown if line in expected] == expected


def test_python_says_what_its_comment_says(capsys: pytest.CaptureFixture[str]) -> None:
    (block,) = (block for kind, block in BLOCKS if kind == "python")
    exec(block, {})
    assert capsys.readouterr().out.strip() == block.rsplit("# ", 1)[1].strip()


def test_make_targets_exist() -> None:
    targets = re.findall(r"^make (\w+)", "".join(block for _, block in BLOCKS), re.MULTILINE)
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    assert targets == ["demo", "test"]
    assert all(f"\n{target}:" in makefile for target in targets)


def test_links_lead_somewhere() -> None:
    for page in (ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").glob("*.md")):
        links = re.findall(r"\]\(([^)#]+)", page.read_text(encoding="utf-8"))
        assert [link for link in links if not (page.parent / link).exists()] == []


def test_citation_has_the_version() -> None:
    assert f"version: {reasoner.__version__}\n" in (ROOT / "CITATION.cff").read_text(encoding="utf-8")
