"""Reads the gold sets and scores the extractors against them; the tests and eval/benchmarks/tuples.py share it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from reasoner.language.extract.tuples import Tuple

HERE = Path(__file__).parent
HELD_OUT_EVERY = 3
_ROLES = ("condition", "result", "embedded")

# What a tuple is compared by: subject, predicate, objects with prepositions, negation.
Heads = tuple[str, str, tuple[str, ...], bool]


@dataclass
class GoldSentence:
    text: str
    construction: str
    held_out: bool
    tuples: list[Heads] = field(default_factory=list)
    marks: list[tuple[str | None, str | None]] = field(default_factory=list)


def gold_sentences() -> list[GoldSentence]:
    """Every sentence of gold_tuples.txt with its tuples by heads and their (modality, role)."""
    sentences: list[GoldSentence] = []
    construction = ""
    for line in (HERE / "gold_tuples.txt").read_text(encoding="utf-8").splitlines():
        if line.startswith("["):
            construction = line.strip("[]")
        elif line.startswith("    "):
            body, _, marks = line.strip().rstrip("}").partition("{")
            subject, predicate, *objects = (part.strip().lower() for part in body.split("|"))
            listed = marks.split()
            roles = [mark for mark in listed if mark in _ROLES]
            modals = [mark for mark in listed if mark not in (*_ROLES, "not")]
            heads = (subject.strip("-"), predicate, tuple(sorted(objects)), "not" in listed)
            sentences[-1].tuples.append(heads)
            sentences[-1].marks.append((modals[0] if modals else None, roles[0] if roles else None))
        elif line and not line.startswith("#"):
            held_out = len(sentences) % HELD_OUT_EVERY == HELD_OUT_EVERY - 1
            sentences.append(GoldSentence(line, construction, held_out))
    return sentences


def heads(found: Tuple) -> Heads:
    objects = [f"{each.preposition}:{each.head}" if each.preposition else each.head for each in found.objects]
    return found.subject.head, found.predicate.head, tuple(sorted(objects)), found.negated


@dataclass
class Counts:
    right: int = 0
    found: int = 0
    gold: int = 0

    def add(self, found: Iterable[Heads], gold: Iterable[Heads]) -> None:
        has, wants = Counter(found), Counter(gold)
        self.right += (has & wants).total()
        self.found += has.total()
        self.gold += wants.total()

    @property
    def precision(self) -> float:
        return self.right / self.found if self.found else 0.0

    @property
    def recall(self) -> float:
        return self.right / self.gold if self.gold else 0.0


@dataclass
class GoldFact:
    type: str
    detail: str
    text: str
    held_out: bool


def gold_facts() -> list[GoldFact]:
    """Every fact of gold_relations.txt with its type and the detail of it (direction or signs, else "")."""
    facts: list[GoldFact] = []
    for line in (HERE / "gold_relations.txt").read_text(encoding="utf-8").splitlines():
        found = re.fullmatch(r"(\w+)(?:/(\S+))? \| (.+)", line)
        if found:
            held_out = len(facts) % HELD_OUT_EVERY == HELD_OUT_EVERY - 1
            facts.append(GoldFact(found[1], found[2] or "", found[3], held_out))
    return facts
