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
from reasoner.retrieval import Asked, Found, Joined
from reasoner.solver import given_facts

#: How many ways are looked for to each choice, and how many of them count beside what the graph earns. What is found
#: counts by how near it comes to the best that was found for any choice: nothing from so far below on. By hand, with
#: 100 questions of Train in view, and 120 of OpenBookQA Dev twice.
WAYS, COUNTED, FAR_BELOW = 8, 2, 5.0
_KEPT = 10_000  # facts whose tuples stay in memory
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
    """A row or a tuple: cells, the sentence that it says, and as its id where that was found.

    Kinds: `row`, `tuple`, and `open tuple` for one whose subject can be anything ("an object", "an organism").
    """

    id: str
    kind: str
    text: str
    cells: tuple[Cell, ...]
    table: str = ""
    keyed: bool = False
    given: bool = False


@dataclass(frozen=True, slots=True)
class Way:
    """A fact, or two joined, that was found to lead to a choice: where they stand, and what they are worth, up to 1."""

    label: str
    facts: tuple[str, ...]
    worth: float


class Finder:
    """Finds facts for a question in a knowledge base by joined retrieval, and turns them into rows or tuples.

    >>> kb = KnowledgeBase.from_facts([Fact("steel is made of metal", "facts", 1)])
    >>> [[cell.text for cell in unit.cells] for unit in Finder(kb).tuples(kb)]
    [['steel', 'is made', 'of metal']]
    """

    def __init__(self, kb: KnowledgeBase) -> None:
        self.kb = kb
        self._tuples: dict[Fact, Unit] = {}

    def find(self, question: Question, chains: bool) -> tuple[list[Fact], list[Way]]:
        """Return the facts that came with a question and those found for its choices, and the ways that these are.

        With `chains` two facts may be joined. Where facts came with the question, those found count for nothing.
        """
        given = given_facts(question)
        found = (self._pairs if chains else self._singles).find(Asked.of(question), WAYS)
        facts = {fact for some in found for one in some for fact in one.facts}
        in_order = sorted(facts, key=lambda fact: (fact.source, fact.line or 0, fact.text))
        return [*given, *in_order], [] if given else _ways(question, found)

    @cached_property
    def _pairs(self) -> Joined:
        return Joined(self.kb)

    @cached_property
    def _singles(self) -> Joined:
        return Joined(self.kb, pairs=False)

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
        rows = {(fact.source, fact.line): fact for fact in facts if fact.cells}
        return [*given, *(_row(self.kb.heads[fact.source], Row(fact.cells, fact.line or 0)) for fact in rows.values())]


def _ways(question: Question, found: Sequence[Sequence[Found]]) -> list[Way]:
    """What was found for each choice and names it; the first few are worth how near they come to the best for any."""
    best = max((one.score for some in found for one in some), default=0.0)
    ways: list[Way] = []
    for choice, some in zip(question.choices, found, strict=True):
        told = frozenset(content_lemmas(choice.text))
        named = [one for one in some if not told.isdisjoint(content_lemmas(one.facts[-1].text))]
        for rank, one in enumerate(named):
            worth = max(0.0, 1 + (one.score - best) / FAR_BELOW) if rank < COUNTED else 0.0
            ways.append(Way(choice.label, tuple(fact.where for fact in one.facts), worth))
    return ways


def _row(table: Table, row: Row) -> Unit:
    where = f"{table.name}:{row.line}"
    keyed = any(column.key for column in table.columns)
    return Unit(where, "row", table.sentence(row), tuple(_cells(table, row)), table.name, keyed)


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
    return Unit(fact.where, "tuple" if named else "open tuple", fact.text, tuple(cells), given=fact.source == GIVEN)


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
