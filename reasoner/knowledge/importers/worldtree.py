"""WorldTree's tablestore: `[FILL]` columns make the sentence, `[SKIP]` columns are metadata, among them the UID."""

from __future__ import annotations

import re
from pathlib import Path

from reasoner.errors import InputError
from reasoner.knowledge.importers.lines import Faults, read_lines
from reasoner.knowledge.table import FILLER, SKIP, Column, Row, Table
from reasoner.relations import imported

_MARK = re.compile(r"\[\s*(fill|skip)\s*\]\s*", re.IGNORECASE)


def worldtree_files(path: Path) -> list[Path]:
    """Return the tables in a folder or in its `tables` folder, or the one that the path names."""
    if not path.is_dir():
        return [path]
    folder = path / "tables" if (path / "tables").is_dir() else path
    return sorted(folder.glob("*.tsv"))


def looks_worldtree(path: Path, lines: list[str]) -> bool:
    """Whether a path is such a table, or a folder of them."""
    if path.is_dir():
        return any(_MARK.search(next(read_lines(file, Faults()), (1, ""))[1]) for file in worldtree_files(path)[:1])
    return bool(lines) and bool(_MARK.search(lines[0]))


def worldtree_table(path: Path, name: str, faults: Faults) -> Table:
    """Read one table; rows that do not fit the header are faults."""
    lines = read_lines(path, faults)
    headers = [header.strip() for header in next(lines, (1, ""))[1].split("\t")]
    columns = tuple(_column(header) for header in headers)
    if not any(column.is_data for column in columns):
        raise InputError("the header names no column", path=str(path), line=1)
    rows = []
    for number, line in lines:
        cells = [cell.strip() for cell in line.split("\t")]
        if any(cells[len(columns) :]):
            faults.add(number, f"{len(cells)} cells under {len(columns)} columns", path.name)
            continue
        cells = (cells + [""] * len(columns))[: len(columns)]
        if any(cell for cell, column in zip(cells, columns, strict=True) if column.is_data):
            rows.append(Row(tuple(cells), number))
    relation, arguments = _arguments(path.name.partition(".")[0], headers, columns)
    return Table(name, relation, arguments, columns, tuple(rows))


def _column(header: str) -> Column:
    mark = _MARK.match(header)
    if not header or (mark and mark[1].lower() == "skip"):
        return Column(_MARK.sub("", header) or "skip", SKIP)
    return Column("", FILLER) if mark else Column(header)


def _arguments(table: str, headers: list[str], columns: tuple[Column, ...]) -> tuple[str, tuple[tuple[int, ...], ...]]:
    known = imported("worldtree").get(table)
    used = [position for position, column in enumerate(columns) if column.type != SKIP]
    if known is None or known.wording not in headers:
        return "", tuple((position,) for position in used if columns[position].is_data)
    middle = headers.index(known.wording)
    sides = (tuple(p for p in used if p < middle), tuple(p for p in used if p > middle))
    return known.relation, sides[::-1] if known.reversed else sides
