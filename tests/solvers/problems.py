"""Reads tests/chaining/problems.txt."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from reasoner.question import Choice, Question, letter_label

FILE = Path(__file__).parent / "problems.txt"


@dataclass(frozen=True)
class Problem:
    """A question with the rule that its proof must use; the right choice comes first."""

    family: str
    rule: str
    question: Question


def problems() -> list[Problem]:
    """Every problem of the file."""
    return [_problem(block) for block in FILE.read_text(encoding="utf-8").split("\n== ")[1:]]


def _problem(block: str) -> Problem:
    heading, *lines = block.strip().split("\n")
    family, rule = heading.split()
    marked = {mark: tuple(line[2:] for line in lines if line.startswith(f"{mark} ")) for mark in ".?+-"}
    texts = (*marked["+"], *marked["-"])
    choices = tuple(Choice(letter_label(number), text) for number, text in enumerate(texts))
    return Problem(family, rule, Question(marked["?"][0], marked["?"][0], choices, "A", marked["."]))
