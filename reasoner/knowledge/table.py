"""Table: rows of one relation under typed columns, each row also a sentence and a fact."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from reasoner.knowledge.fact import Fact

#: What a cell of a data column can be. `skip` is metadata that is not part of the sentence.
DATA_TYPES = ("term", "property", "action", "clause", "direction", "state")
FILLER, TOPIC, SKIP = "filler", "topic", "skip"

_ARTICLE = re.compile(r"^(?:a|an|the)\s+(?=\S)", re.IGNORECASE)
_SPACE_BEFORE_COMMA = re.compile(r"\s+,")


def bare_term(cell: str) -> str:
    """Return a noun phrase without its leading article.

    >>> bare_term("a spoon"), bare_term("the Sun"), bare_term("an"), bare_term("theory")
    ('spoon', 'Sun', 'an', 'theory')
    """
    return _ARTICLE.sub("", cell.strip())


def alternatives(cell: str) -> tuple[str, ...]:
    """Return the wordings that a cell offers, the most usual first.

    >>> alternatives("a car; an automobile"), alternatives("")
    (('a car', 'an automobile'), ())
    """
    return tuple(wording for part in cell.split(";") if (wording := part.strip()))


@dataclass(frozen=True, slots=True)
class Column:
    """A column: its name and type; whether it is a key; for a filler, the words that a blank cell stands for.

    >>> str(Column("thing", "term", key=True)), str(Column("is made of", FILLER))
    ('thing:term*', '[is made of]')
    """

    name: str
    type: str = "term"
    key: bool = False
    optional: bool = False

    @property
    def is_data(self) -> bool:
        """Whether its cells are arguments: neither filler nor metadata."""
        return self.type in DATA_TYPES

    def __str__(self) -> str:
        if self.type == FILLER:
            return f"[{self.name}]"
        return f"{self.name}:{self.type}{'*' * self.key}{'?' * self.optional}"


@dataclass(frozen=True, slots=True)
class Row:
    """The cells of one row as they were written, and the line that they stand in."""

    cells: tuple[str, ...]
    line: int


@dataclass(frozen=True)
class Table:
    """Rows of one relation.

    `arguments` gives, for each argument of the relation, the positions of the columns that make it up.

    Examples
    --------
    >>> columns = (Column("thing", key=True), Column("is made of", FILLER), Column("material"), Column("topic", TOPIC))
    >>> row = Row(("a spoon", "", "steel; stainless steel", "objects"), 3)
    >>> table = Table("science/made-of", "madeof", ((0,), (2,)), columns, (row,))
    >>> table.sentence(row), table.terms(row)
    ('a spoon is made of steel', (('spoon',), ('steel', 'stainless steel')))
    >>> for fact in table.facts():
    ...     print(fact.where, fact.text, fact.arguments)
    science/made-of:3 a spoon is made of steel ('spoon', 'steel')
    science/made-of:3.2 a spoon is made of stainless steel ('spoon', 'stainless steel')
    """

    name: str
    relation: str
    arguments: tuple[tuple[int, ...], ...]
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]

    def __len__(self) -> int:
        return len(self.rows)

    def cell(self, row: Row, name: str) -> str:
        """Return the cell of a row under the column of that name, as written."""
        return next(
            cell
            for cell, column in zip(row.cells, self.columns, strict=True)
            if column.name == name and column.type != FILLER
        )

    def topic(self, row: Row) -> str:
        """Return the topic of a row, or nothing where the table has no topics."""
        return next((row.cells[i] for i, column in enumerate(self.columns) if column.type == TOPIC), "")

    def terms(self, row: Row) -> tuple[tuple[str, ...], ...]:
        """Return, for each data column, the wordings of its cell without article."""
        return tuple(
            tuple(bare_term(wording) for wording in alternatives(cell))
            for cell, column in zip(row.cells, self.columns, strict=True)
            if column.is_data
        )

    def sentence(self, row: Row) -> str:
        """Return a row as a sentence, in the first wording of every cell."""
        return self._sentence([(alternatives(cell) or ("",))[0] for cell in row.cells])

    def facts(self) -> Iterator[Fact]:
        """Yield a fact for each row, and one more for each further wording of one of its cells."""
        for row in self.rows:
            first = [(alternatives(cell) or ("",))[0] for cell in row.cells]
            worded = [first] + [
                [*first[:position], wording, *first[position + 1 :]]
                for position, cell in enumerate(row.cells)
                for wording in alternatives(cell)[1:]
            ]
            yield from (self._fact(row, cells, number) for number, cells in enumerate(worded, 1))

    def _fact(self, row: Row, cells: list[str], wording: int) -> Fact:
        joined = (" ".join(cells[position] for position in argument if cells[position]) for argument in self.arguments)
        arguments = tuple(bare_term(term) for term in joined)
        return Fact(
            self._sentence(cells), self.name, row.line, self.relation or None, arguments, wording, cells=row.cells
        )

    def _sentence(self, cells: list[str]) -> str:
        words: list[str] = []
        pending = ""  # a filler before an optional column counts only if that is filled: "needs water [to] <nothing>"
        for column, cell in zip(self.columns, cells, strict=True):
            if column.type == FILLER:
                words.append(pending)
                pending = cell or column.name
            elif column.is_data:
                if cell or not column.optional:
                    words += [pending, cell]
                pending = ""
        words.append(pending)
        return _SPACE_BEFORE_COMMA.sub(",", " ".join(word for word in words if word))
