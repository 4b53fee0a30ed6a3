"""Every block of the README runs and says what it says there; so does every command of the tutorial."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
import typer.testing

import reasoner
from reasoner.cli.app import app
from reasoner.solver import _registered

ROOT = Path(__file__).parent.parent


def blocks(name: str) -> list[tuple[str, str]]:
    """The language and the text of every block of a page."""
    text = (ROOT / name).read_text(encoding="utf-8")
    return re.findall(r"^```(\w*)\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


BLOCKS = blocks("README.md")
#: Blocks marked `sh` do not end by themselves: they start a server.
PAGES = ["CONTRIBUTING.md", *(f"docs/{path.name}" for path in sorted((ROOT / "docs").glob("*.md")))]
COMMANDS = [
    line
    for kind, block in [*BLOCKS, *(block for page in PAGES for block in blocks(page))]
    for line in block.splitlines()
    if line.startswith("reasoner ") and kind != "sh"
]


def named_in_passing() -> set[str]:
    """The commands that pages name in the middle of a sentence, as far as they are words: `kb check`."""
    text = "".join((ROOT / page).read_text(encoding="utf-8") for page in ["README.md", *PAGES])
    return {found[1].strip() for found in re.finditer(r"`reasoner((?: [a-z][a-z-]+)+)[^`]*`", text)}


@pytest.fixture(autouse=True, scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with what the pages speak of, into which commands may write."""
    place = tmp_path_factory.mktemp("readme")
    for name in ("eval", "tests"):
        (place / name).symlink_to(ROOT / name)
    solver = next(block for _, block in blocks("docs/python.md") if "def mentions" in block)
    (place / "mentions.py").write_text(solver.split("\n\n\nreasoner.")[0])
    return place


@pytest.fixture(autouse=True)
def _there(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)


def run(command: str, monkeypatch: pytest.MonkeyPatch) -> str:
    """Run a command of a block, and return what it prints in 80 columns."""
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


def known_commands(group: click.Command) -> Iterator[str]:
    """Yield every command by its words."""
    for name, command in getattr(group, "commands", {}).items():
        yield name
        yield from (f"{name} {below}" for below in known_commands(command))


def test_commands_named_in_passing_exist() -> None:
    known = set(known_commands(typer.main.get_command(app)))
    named = named_in_passing()
    assert "kb check" in named
    assert [name for name in named if not any(name == one or name.startswith(f"{one} ") for one in known)] == []


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


@pytest.mark.parametrize("block", [block for kind, block in blocks("docs/extend.md") if kind == "python"])
def test_what_is_written_to_extend_runs(block: str) -> None:
    exec("import reasoner\n" + block, {})
    _registered.pop("repeats", None)


@pytest.mark.parametrize("notebook", sorted((ROOT / "docs" / "notebooks").glob("*.ipynb")), ids=lambda path: path.stem)
def test_notebooks_run_and_answer_as_they_show(notebook: Path, capsys: pytest.CaptureFixture[str]) -> None:
    names: dict[str, object] = {}
    for cell in json.loads(notebook.read_text(encoding="utf-8"))["cells"]:
        if cell["cell_type"] == "code":
            exec("".join(cell["source"]), names)
            shown = "".join(text for output in cell["outputs"] for text in output["text"])
            printed = capsys.readouterr().out
            assert len(printed.splitlines()) == len(shown.splitlines())  # the knowledge, and its wording, may grow
            assert printed.splitlines()[0].split(":")[0] == shown.splitlines()[0].split(":")[0]


def test_every_solver_has_a_page_that_is_what_it_says() -> None:
    assert subprocess.run([sys.executable, ROOT / "eval" / "solver_page.py", "--check"]).returncode == 0


@pytest.mark.slow
def test_site_is_built_and_needs_no_network(tmp_path: Path) -> None:
    pytest.importorskip("material", reason="needs the extra docs")
    built = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", tmp_path], cwd=ROOT, check=False
    )
    assert built.returncode == 0
    pages = {path.name: path.read_text(encoding="utf-8") for path in tmp_path.glob("*.html")}
    assert "KnowledgeBase" in pages["api.html"]
    assert [name for name, text in pages.items() if re.search(r'(src|stylesheet" href)="https?:', text)] == []


def test_make_targets_exist() -> None:
    targets = re.findall(r"^make (\w+)", "".join(block for _, block in BLOCKS), re.MULTILINE)
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    assert targets == ["demo", "test"]
    assert all(f"\n{target}:" in makefile for target in targets)


def test_links_lead_somewhere() -> None:
    for page in (ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").rglob("*.md")):
        links = re.findall(r"\]\(([^)#]+)", page.read_text(encoding="utf-8"))
        assert [link for link in links if not (page.parent / link).exists()] == []


def test_citation_has_the_version() -> None:
    assert f"version: {reasoner.__version__}\n" in (ROOT / "CITATION.cff").read_text(encoding="utf-8")
