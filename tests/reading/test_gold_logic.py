"""Every construction of the reader: our own sentences with the logic that they must be read as."""

from __future__ import annotations

from pathlib import Path

import pytest

from reasoner.reading.read import read

GOLD = [
    line.split(" => ")
    for line in (Path(__file__).parent / "gold_logic.txt").read_text(encoding="utf-8").splitlines()
    if " => " in line
]


def test_there_are_enough() -> None:
    assert len(GOLD) >= 150


@pytest.mark.parametrize(("sentence", "logic"), GOLD, ids=[sentence for sentence, _ in GOLD])
def test_gold(sentence: str, logic: str) -> None:
    assert str(read(sentence)) == logic
