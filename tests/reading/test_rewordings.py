"""Small worlds in words of our own: what follows from them is found whatever the wording."""

from __future__ import annotations

import re
from pathlib import Path

from reasoner.question import Choice, Question
from reasoner.reading.statements import sentences_of
from reasoner.reading.story import verdicts

WORLDS = Path(__file__).parent / "rewordings.txt"
CHOICES = (Choice("yes", "true"), Choice("no", "false"), Choice("open", "unknown"))


def problems() -> list[tuple[Question, str]]:
    """Every statement as a question, with what follows: yes, no or open."""
    found = []
    for world in WORLDS.read_text(encoding="utf-8").split("\n\n")[1:]:
        told, *asked = world.strip().splitlines()
        before, last = sentences_of(told)
        for line in asked:
            statement, expected = re.fullmatch(r"\? (.+\.) (yes|no|open)", line).groups()  # type: ignore[union-attr]
            stem = f"Is the following statement true, false, or unknown? {statement}"
            found.append((Question(statement, stem, CHOICES, facts=(*before, last)), expected))
    return found


def test_at_least_95_of_100_are_decided_rightly() -> None:
    asked = problems()
    assert len(asked) >= 100
    wrong = [(*question.facts, question.id, expected) for question, expected in asked if selected(question) != expected]
    assert len(wrong) <= 0.05 * len(asked), "\n".join(map(str, wrong))


def selected(question: Question) -> str | None:
    return verdicts(question).selected
