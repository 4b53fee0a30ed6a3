"""What the checks of tables share: the problem, and the rows of tables with their arguments as terms."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import product

from reasoner.knowledge.table import Row, Table, alternatives, bare_term
from reasoner.language.terms import lemma, tokenize

Term = tuple[str, ...]


@dataclass(frozen=True, slots=True, order=True)
class Problem:
    """Something wrong with a row or a table."""

    where: str
    message: str

    def __str__(self) -> str:
        return f"{self.where}: {self.message}"


def rows_of(tables: Iterable[Table]) -> Iterator[tuple[Table, Row, str]]:
    """Every row, with its table and where it stands."""
    return ((table, row, f"{table.name}:{row.line}") for table in tables for row in table.rows)


def term_of(cell: str) -> Term:
    """The lemmas of a cell's first wording, articles aside: what two wordings of one thing share."""
    return tuple(lemma(word, "NOUN") for word in tokenize(bare_term(cell.split(";")[0])))


def arguments_of(table: Table, row: Row) -> Iterator[tuple[Term, ...]]:
    """The arguments of a row as terms, in every wording."""
    cells = (" ".join(row.cells[position] for position in argument) for argument in table.arguments)
    return product(*([term_of(wording) for wording in alternatives(cell)] for cell in cells))
