"""The second facts of questions, as their authors wrote them: oracle knowledge, for diagnosis only."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from reasoner.knowledge.fact import Fact
from reasoner.knowledge.importers.lines import Faults
from reasoner.question import read_questions


def read_second_facts(path: Path, source: str, faults: Faults) -> Iterator[Fact]:
    """Read the second fact of every question of a file, each once; what is read is named by its question's place."""
    seen: set[str] = set()
    for number, question in enumerate(read_questions(path), 1):
        for text in question.facts[1:2]:
            if text not in seen:
                seen.add(text)
                yield Fact(text, source, number)
