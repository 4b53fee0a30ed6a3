"""Pairs of sentences to learn entailment from."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from reasoner.errors import InputError

OUTCOMES = {"entails": 0, "entailment": 0, "neutral": 1, "not_entailment": 1, "contradiction": 2}


@dataclass(frozen=True, slots=True)
class Pair:
    """A premise, a hypothesis, and what becomes of it: 0 entailed, 1 left open, 2 contradicted."""

    premise: str
    hypothesis: str
    outcome: int

    @property
    def entails(self) -> bool:
        """Whether the premise entails the hypothesis."""
        return self.outcome == 0


def read_pairs(path: Path) -> list[Pair]:
    """Read pairs: JSON lines with sentence1, sentence2 and gold_label, or a table with premise, hypothesis and label.

    A hypothesis that is only said not to be entailed counts as left open. The name may end in .gz.
    """
    open_text = gzip.open if path.suffix == ".gz" else open
    try:
        with open_text(path, "rt", encoding="utf-8") as file:
            table = ".tsv" in path.suffixes
            return list(_from_table(file, path) if table else _from_json(file, path))
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror or error}", path=str(path)) from None


def _from_table(lines: Iterator[str], path: Path) -> Iterator[Pair]:
    header = next(lines, "").rstrip("\n").split("\t")
    for number, line in enumerate(lines, 2):
        row = dict(zip(header, line.rstrip("\n").split("\t"), strict=False))
        yield _pair(row, ("premise", "hypothesis", "label"), path, number)


def _from_json(lines: Iterator[str], path: Path) -> Iterator[Pair]:
    for number, line in enumerate(lines, 1):
        try:
            row = json.loads(line)
        except ValueError as error:
            raise InputError(f"no JSON: {error}", path=str(path), line=number) from None
        yield _pair(row, ("sentence1", "sentence2", "gold_label"), path, number)


def _pair(row: dict[str, str], fields: tuple[str, str, str], path: Path, line: int) -> Pair:
    for field in fields:
        if field not in row:
            raise InputError("missing", path=str(path), line=line, field=field)
    premise, hypothesis, label = (row[field] for field in fields)
    if label not in OUTCOMES:
        raise InputError(f"{label!r} is not one of {', '.join(OUTCOMES)}", path=str(path), line=line, field=fields[2])
    return Pair(premise, hypothesis, OUTCOMES[label])
