"""Evidence for support graphs: table rows and tuples as units of cells, found for a question and kept for the next."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

from reasoner import language
from reasoner.knowledge import Fact, KnowledgeBase
from reasoner.knowledge.cache import cached_directory, content_fingerprint, fingerprint
from reasoner.knowledge.fact import GIVEN
from reasoner.knowledge.table import FILLER, Column, Row, Table, alternatives
from reasoner.language.english import listed
from reasoner.language.extract.tuples import extract_all
from reasoner.language.terms import content_lemmas
from reasoner.question import Question
from reasoner.solver import given_facts

#: How many sentences are looked at for each choice: those that touch stem and choice, and those that touch one of them
#: and may be one end of a chain. Found on Train; more adds time and noise (eval/benchmarks/ilp.py shows the growth).
DIRECT, ONE_END = 12, 6
_KEPT = 50_000  # facts whose tuples stay in memory
#: A knowledge base of so many facts is read as a whole and kept on disk; fewer are read at once, more take too long.
_KEPT_FROM, _KEPT_TO = 200, 3_000
_FIELDS = "fields.json"

#: Subject, predicate and objects of each statement of a sentence.
Fields = list[list[str]]

LIGHT = listed("evidence", "light")
GENERIC = listed("evidence", "generic")


@dataclass(frozen=True, slots=True)
class Cell:
    """A part of a unit: its kind, its words, and the column that it stands in, if any.

    Kinds: `cell` (of a row), `filler` (the words of a row's relation), `subject`, `predicate`, `object` (of a tuple).
    """

    kind: str
    text: str
    lemmas: tuple[str, ...]
    column: Column | None = None


@dataclass(frozen=True, slots=True)
class Unit:
    """A row or a tuple: cells, the sentence that it says, and where that was found.

    Kinds: `row`, `tuple`, and `open tuple` for one whose subject can be anything ("an object", "an organism").
    """

    id: str
    kind: str
    text: str
    source: str
    cells: tuple[Cell, ...]
    table: str = ""
    keyed: bool = False
    given: bool = False


class Finder:
    """Finds facts for a question in a knowledge base, and turns them into rows or tuples.

    >>> kb = KnowledgeBase.from_facts([Fact("steel is made of metal", "facts", 1)])
    >>> [[cell.text for cell in unit.cells] for unit in Finder(kb).tuples(kb)]
    [['steel', 'is made', 'of metal']]
    """

    def __init__(self, kb: KnowledgeBase) -> None:
        self.kb = kb
        self._units: dict[tuple[str, int], Unit] = {}
        self._tuples: dict[Fact, Unit] = {}

    def facts(self, question: Question, chains: bool) -> list[Fact]:
        """Return the facts that came with a question and the best that touch stem and choice.

        With `chains`, also those that touch only the stem or only a choice, and those that join such a one to the stem.
        """
        stem = content_lemmas(question.stem)
        found = self._search([stem], ONE_END) if chains else []
        for text in {choice.text: None for choice in question.choices}:
            choice = content_lemmas(text)
            found += self._search([stem, choice], DIRECT)
            if chains:
                ends = self._search([choice], ONE_END)
                between = {lemma for fact in ends for lemma in content_lemmas(fact.text)} - {*stem, *choice} - LIGHT
                found += ends + self._search([stem, between], ONE_END)
        return [*given_facts(question), *sorted(set(found), key=lambda fact: (fact.source, fact.line or 0, fact.text))]

    def _search(self, groups: Sequence[Iterable[str]], limit: int) -> list[Fact]:
        return [hit.fact for hit in self.kb.search(groups, limit)] if all(groups) else []

    def tuples(self, facts: Iterable[Fact]) -> list[Unit]:
        """Return what the facts say, as tuples; those that were not met before are parsed together."""
        facts = [fact for fact in facts if content_lemmas(fact.text)]
        if len(self._tuples) > _KEPT:
            self._tuples.clear()
        new = [fact for fact in dict.fromkeys(facts) if fact not in self._tuples]
        unread = [fact.text for fact in new if not _is_typed(fact) and fact.text not in self._read]
        read = self._read | _fields_of(unread) if unread else self._read
        self._tuples |= {fact: _tuple(fact, read.get(fact.text, ())) for fact in new}
        return [self._tuples[fact] for fact in facts]

    @cached_property
    def _read(self) -> dict[str, Fields]:
        """What the sentences of a small knowledge base say, read once for all processes and kept on disk."""
        if not _KEPT_FROM <= len(self.kb) <= _KEPT_TO:
            return {}
        texts = list(dict.fromkeys(fact.text for fact in self.kb if not _is_typed(fact)))

        def build(folder: Path) -> None:
            (folder / _FIELDS).write_text(json.dumps(_fields_of(texts)), encoding="utf-8")

        # How a sentence is read depends on the code and the model of the language room.
        reader = content_fingerprint([Path(language.__file__).parent])
        folder = cached_directory("tuples", fingerprint(reader, *texts), build)
        read: dict[str, Fields] = json.loads((folder / _FIELDS).read_text(encoding="utf-8"))
        return read

    def rows(self, facts: Sequence[Fact]) -> list[Unit]:
        """Return the table rows that facts are wordings of, each once; a given fact is a row of its own."""
        given = [_as_row(unit) for unit in self.tuples(fact for fact in facts if fact.source == GIVEN)]
        return [*given, *{(fact.source, fact.line): self._row(fact) for fact in facts if fact.cells}.values()]

    def _row(self, fact: Fact) -> Unit:
        place = fact.source, fact.line or 0
        if place not in self._units:
            self._units[place] = _row(self.kb.heads[fact.source], Row(fact.cells, place[1]))
        return self._units[place]


def _row(table: Table, row: Row) -> Unit:
    where = f"{table.name}:{row.line}"
    keyed = any(column.key for column in table.columns)
    return Unit(where, "row", table.sentence(row), where, tuple(_cells(table, row)), table.name, keyed)


def _cells(table: Table, row: Row) -> Iterator[Cell]:
    """The cells of a row that have content words, in any of their wordings; fillers hold the words of the relation."""
    for column, written in zip(table.columns, row.cells, strict=True):
        text = written or (column.name if column.type == FILLER else "")
        lemmas = tuple(dict.fromkeys(lemma for wording in alternatives(text) for lemma in content_lemmas(wording)))
        if lemmas and (column.is_data or column.type == FILLER):
            yield Cell("filler", text, lemmas) if column.type == FILLER else Cell("cell", text, lemmas, column)


def _fields_of(texts: Sequence[str]) -> dict[str, Fields]:
    """Subject, predicate and objects of every statement of each text."""
    found = zip(texts, extract_all(texts), strict=True)
    return {text: [list(each.fields) for each in statements] for text, statements in found}


def _is_typed(fact: Fact) -> bool:
    return bool(fact.relation) and len(fact.arguments) > 1


def _tuple(fact: Fact, statements: Iterable[Sequence[str]]) -> Unit:
    """The statements of a fact as one unit: one sentence is one piece of evidence, however many clauses it has."""
    if _is_typed(fact):
        subject, *objects = fact.arguments
        cells = [_cell("subject", subject), *(_cell("object", text) for text in objects)]
    else:
        cells = [cell for each in statements for cell in _statement(*each)]
    cells = _distinct(cells)
    told = {lemma for cell in cells for lemma in cell.lemmas}
    rest = " ".join(lemma for lemma in content_lemmas(fact.text) if lemma not in told)
    kind = "predicate" if any(cell.kind == "subject" for cell in cells) else "subject"
    cells += [cell for cell in [_cell(kind, rest)] if cell.lemmas]
    named = any(cell.kind == "subject" and not GENERIC.issuperset(cell.lemmas) for cell in cells)
    return Unit(
        fact.where, "tuple" if named else "open tuple", fact.text, fact.where, tuple(cells), given=fact.source == GIVEN
    )


def _as_row(unit: Unit) -> Unit:
    cells = tuple(replace(cell, kind="filler" if cell.kind == "predicate" else "cell") for cell in unit.cells)
    return replace(unit, kind="row", cells=cells)


def _statement(subject: str, predicate: str, *objects: str) -> list[Cell]:
    return [_cell("subject", subject), _cell("predicate", predicate), *(_cell("object", text) for text in objects)]


def _distinct(cells: Iterable[Cell]) -> list[Cell]:
    """Cells with a content word that no earlier one has."""
    kept: list[Cell] = []
    for cell in cells:
        if not any(set(cell.lemmas) <= set(other.lemmas) for other in kept):
            kept.append(cell)
    return kept


def _cell(kind: str, text: str) -> Cell:
    return Cell(kind, text, tuple(dict.fromkeys(content_lemmas(text))))
