"""Rows that say nearly the same, that other tables deny, or that a reader cannot judge."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator

from reasoner.knowledge.problems import Problem, Term, arguments_of, rows_of
from reasoner.knowledge.table import FILLER, Row, Table
from reasoner.language.english import listed
from reasoner.language.terms import lemma, tokenize
from reasoner.relations import names, relations

#: Words that make a statement no other one.
_LITTLE = listed("kb_check", "stops_subject") | listed("kb_check", "stress")
#: Subjects that say nothing by themselves.
_POINTING = listed("kb_check", "pointing")

Bag = frozenset[str]


def check_alike(tables: Iterable[Table]) -> Iterator[Problem]:
    """Rows of a table whose arguments hold the same words in another order or form, or that repeat a plainer table."""
    tables = list(tables)
    repeats = {name: known.repeats for name, known in relations().items() if known.repeats}
    plain = {
        (table.relation, arguments): where
        for table, row, where in rows_of(tables)
        if table.relation in repeats.values()
        for arguments in arguments_of(table, row)
    }
    seen: dict[tuple[str, tuple[Bag, ...]], tuple[str, list[str]]] = {}
    for table, row, where in rows_of(tables):
        repeated = [plain.get((repeats.get(table.relation, ""), some)) for some in arguments_of(table, row)]
        same, own = seen.setdefault((table.name, _bags(table, row)), (where, _words(table, row)))
        nearly = same if same != where and own != _words(table, row) else None
        if other := next(filter(None, repeated), nearly):
            yield Problem(where, f"says nearly the same as {other}: {table.sentence(row)}")


def check_denied(tables: Iterable[Table]) -> Iterator[Problem]:
    """Kinds that a thing has over several steps and is denied by a row; comparisons that lead round in a circle."""
    import networkx

    kinds = networkx.DiGraph()
    lesser: dict[Term, networkx.DiGraph] = defaultdict(networkx.DiGraph)
    denied: list[tuple[Term, Term, str, str]] = []
    compared: list[tuple[tuple[Term, ...], str, str]] = []
    for table, row, where in rows_of(tables):
        for arguments in arguments_of(table, row):
            if table.relation == names.isa:
                kinds.add_edge(arguments[0], arguments[1])
            elif table.relation == names.nota:
                denied.append((arguments[0], arguments[1], where, table.sentence(row)))
            elif table.relation == names.comparison:
                lesser[arguments[1]].add_edge(arguments[0], arguments[2])
                compared.append((arguments, where, table.sentence(row)))
    for thing, kind, where, sentence in denied:
        if thing in kinds and kind in kinds and networkx.has_path(kinds, thing, kind):
            yield Problem(where, f"the kinds of things contradict: {sentence}")
    for (more, quality, less), where, sentence in compared:
        if networkx.has_path(lesser[quality], less, more):
            yield Problem(where, f"other comparisons say the opposite of: {sentence}")


def check_plain(tables: Iterable[Table]) -> Iterator[Problem]:
    """Rows that cannot be judged by themselves: they point at something, say a thing of itself, or say nothing."""
    for table, row, where in rows_of(tables):
        sentence = table.sentence(row)
        if sentence.lower().split()[0] in _POINTING:
            yield Problem(where, f"does not say what it speaks of: {sentence}")
        if _of_things(table) and any(one == other for one, other in arguments_of(table, row)):
            yield Problem(where, f"says a thing of itself: {sentence}")


def _of_things(table: Table) -> bool:
    known = relations().get(table.relation)
    return known is not None and known.between == "things"


def _bags(table: Table, row: Row) -> tuple[Bag, ...]:
    """The words of each cell in its first wording, as lemmas; little words and those that only stress are left out."""
    cells = zip(row.cells, table.columns, strict=True)
    said = [cell for cell, column in cells if column.is_data or (cell and column.type == FILLER)]
    return tuple(_bag(cell.partition(";")[0]) for cell in said)


def _words(table: Table, row: Row) -> list[str]:
    return tokenize(table.sentence(row))


def _bag(text: str) -> Bag:
    return frozenset(lemma(word) for word in tokenize(text) if word not in _LITTLE)
