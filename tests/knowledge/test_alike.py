"""Near-duplicates, contradictions over several rows, rows that point at nothing; what a word list lacks."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from reasoner.cli.app import app
from reasoner.knowledge.check import check_folder

HEADS = {
    "isa": ("isa(thing, kind)", "thing:term*\t[is a kind of]\tkind:term*\ttopic:topic"),
    "not-a": ("nota(thing, kind)", "thing:term*\t[is not]\tkind:term*\ttopic:topic"),
    "example-of": ("example(example, concept)", "example:term*\t[is an example of]\tconcept:term*\ttopic:topic"),
    "harms": ("harms(thing, target)", "thing:term*\t[is harmful to]\ttarget:term*\ttopic:topic"),
    "compare": (
        "comparison(greater, quality, lesser)",
        "greater:term*\t[is]\tquality:property*\t[than]\tlesser:term*\ttopic:topic",
    ),
}


def write(folder: Path, rows: list[str]) -> Path:
    """Write tables of rows, each given as ``table: cell | cell | ...``."""
    (folder / "ROOTS").write_text("object\nanimal\n")
    for row in rows:
        name, _, cells = row.partition(": ")
        path = folder / f"{name}.tsv"
        known = path.read_text() if path.exists() else "# relation: {}\n{}\n".format(*HEADS[name])
        path.write_text(known + "\t".join(cell.strip() for cell in cells.split("|")) + "\n")
    return folder


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        (["harms: noise of ships | | a whale | sea", "harms: ship noise | | a whale | sea"], "nearly the same"),
        (["isa: a bat | | animal | x", "example-of: a bat | | an animal | x"], "nearly the same as isa:3"),
        (["isa: a whale | | mammal | x", "isa: mammal | | animal | x", "not-a: a whale | | animal | x"], "contradict"),
        (["isa: an animal | | animal | x"], "a thing of itself"),
        (["isa: it | | animal | x"], "does not say what it speaks of"),
        (
            [
                "compare: a cat | | faster | | a dog | x",
                "compare: a dog | | faster | | a hen | x",
                "compare: a hen | | faster | | a cat | x",
            ],
            "other comparisons say the opposite",
        ),
    ],
)
def test_what_is_wrong_is_found(tmp_path: Path, rows: list[str], said: str) -> None:
    assert any(said in str(problem) for problem in check_folder(write(tmp_path, rows)).problems)


def test_rows_that_differ_in_what_matters_stand_side_by_side(tmp_path: Path) -> None:
    rows = ["harms: ship noise | | a whale | sea", "harms: ship oil | | a whale | sea", "isa: a bat | | animal | x"]
    rows += ["compare: a cat | | faster | | a dog | x", "compare: a dog | | faster | | a hen | x"]
    assert check_folder(write(tmp_path, [*rows, "not-a: a bat | | a bird | x"])).problems == []


def test_coverage_names_what_a_word_list_lacks(tmp_path: Path) -> None:
    tables = tmp_path / "tables"
    tables.mkdir()
    write(tables, ["isa: a bat | | animal | x", "harms: noise | | a bat | x"])
    words = tmp_path / "words.txt"
    words.write_text("bat\nan otter\n")
    done = CliRunner().invoke(app, ["kb", "coverage", str(words), "--kb", str(tables), "--least", "2", "--json"])
    assert done.exit_code == 0, done.output
    assert '"thing": "an otter"' in done.output
    assert '"thing": "bat"' not in done.output
