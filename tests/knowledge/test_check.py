"""The check finds what is wrong; tests/cli/test_kb.py holds that nothing is wrong with the science tables."""

from __future__ import annotations

from pathlib import Path

import pytest

from reasoner.knowledge.check import check_folder

HEADS = {
    "isa": ("isa(thing, kind)", "thing:term*\t[is a kind of]\tkind:term*\ttopic:topic"),
    "conducts": ("conducts(thing, what)", "thing:term*\t[is a good conductor of]\twhat:term*\ttopic:topic"),
    "insulates": ("insulates(thing, what)", "thing:term*\t[is a good insulator against]\twhat:term*\ttopic:topic"),
    "property": ("property(thing, property)", "thing:term*\t[is]\tproperty:property*\ttopic:topic"),
    "opposite": ("opposite(word, other)", "word:term*\t[is the opposite of]\tother:term*\ttopic:topic"),
    "compare": (
        "comparison(greater, quality, lesser)",
        "greater:term*\t[is]\tquality:property*\t[than]\tlesser:term*\ttopic:topic",
    ),
    "more-less": (
        "moreless(quantity, change, other, effect)",
        "[as]\tquantity:term*\tchange:direction\t[,]\tother:term*\teffect:direction\ttopic:topic",
    ),
}


def problems(folder: Path, *rows: str) -> list[str]:
    """Check tables of some rows, each written as ``table: cell | cell | ...``."""
    (folder / "ROOTS").write_text("object\n")
    for row in rows:
        name, _, cells = row.partition(": ")
        path = folder / f"{name}.tsv"
        if not path.exists():
            path.write_text(f"# relation: {HEADS[name][0]}\n{HEADS[name][1]}\n")
        with open(path, "a") as file:
            file.write("\t".join(cell.strip() for cell in cells.split("|")) + "\n")
    return [str(problem) for problem in check_folder(folder).problems]


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        (["conducts: copper || heat | heat", "insulates: the copper || heat | heat"], "contradicts"),
        (["compare: a cat || larger || a dog | x", "compare: a dog || larger || a cat | x"], "contradicts"),
        (["opposite: hard || soft | x", "property: wool || hard | x", "property: wool || soft | x"], "contradicts"),
        (["property: a rock || living | x", "property: rocks | are | not living | x"], "contradicts"),
        (
            [
                "more-less: | speed | increases || time | decreases | x",
                "more-less: | speed | increases || the time | increases | x",
            ],
            "contradicts",
        ),
        (["property: a spoon || hard | x", "property: spoons | are | hard | y"], "says the same as property:3"),
        (["isa: a cup || container | x"], "leads to no root"),
        (["isa: a cup || mug | x", "isa: a mug || cup | x"], "runs in a circle"),
        (["property: an spoon || hard | x"], "'an spoon' should be 'a spoon'"),
        (["property: a hour || long | x"], "'a hour' should be 'an hour'"),
        (["property: a unit || small | x", "property: an hour || long | x"], None),
        (["property: spoons || hard | x"], "'is' should be 'are'"),
        (["property: a spoon | are | hard | x"], "'are' should be 'is'"),
        (["property: the the spoon || hard | x"], "'the the' is doubled"),
        (["property: a spoon || hard. | x"], "holds '.'"),
        (["property: a spoon || hard (very) | x"], "holds '('"),
        (["property: a spoon ||  | x"], "property is blank"),
        (["property: a spoon || hard"], "3 cells under 4 columns"),
        (["more-less: | speed | grows || time | falls | x"], "'grows' is not one of increases, decreases"),
        (["property: light from the sun || bright | x"], "needs a capital"),
        (["isa: a cup || object | x", "property: a cup || hard | x"], None),
    ],
)
def test_problems_are_found(tmp_path: Path, rows: list[str], expected: str | None) -> None:
    found = problems(tmp_path, *rows)
    if expected is None:
        assert found == []
    else:
        assert any(expected in problem for problem in found), found


def test_a_broken_table_is_a_problem_not_a_crash(tmp_path: Path) -> None:
    (tmp_path / "broken.tsv").write_text("thing\tkind\na\tb\n")
    assert "line 1 must read" in problems(tmp_path)[0]
