"""What is known of each thing of a word list: how many rows, and which relations are missing."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from reasoner.knowledge.problems import Term, arguments_of, rows_of, term_of
from reasoner.knowledge.table import Table
from reasoner.relations import names


@dataclass(frozen=True, slots=True)
class Coverage:
    """How many rows name a thing as an argument, and which of the relations that were asked for none of them has."""

    thing: str
    rows: int
    missing: tuple[str, ...]


def coverage(tables: Iterable[Table], things: Sequence[str], relations: Sequence[str] = (names.isa,)) -> list[Coverage]:
    """Return what is known of each thing, the least first.

    >>> from reasoner.knowledge.table import Column, Row
    >>> columns = (Column("thing"), Column("is a kind of", "filler"), Column("kind"))
    >>> table = Table("isa", "isa", ((0,), (2,)), columns, (Row(("an owl", "", "bird"), 3),))
    >>> [(one.thing, one.rows, one.missing) for one in coverage([table], ["owls", "a bat"], ["isa"])]
    [('a bat', 0, ('isa',)), ('owls', 1, ())]
    """
    rows: dict[Term, set[str]] = defaultdict(set)
    said: dict[Term, set[str]] = defaultdict(set)
    for table, row, where in rows_of(tables):
        for arguments in arguments_of(table, row):
            said[arguments[0]].add(table.relation)
            for argument in arguments:
                rows[argument].add(where)
    terms = [(thing, term_of(thing)) for thing in dict.fromkeys(things)]
    found = [
        Coverage(thing, len(rows[term]), tuple(name for name in relations if name not in said[term]))
        for thing, term in terms
    ]
    return sorted(found, key=lambda one: (one.rows, -len(one.missing)))
