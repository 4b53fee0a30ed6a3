"""TableILP's CSV tables: a blank header is filler, `KEY ` marks a key, `SKIP` metadata, `;` separates alternatives."""

from __future__ import annotations

import csv
import re
from pathlib import Path

from reasoner.errors import InputError
from reasoner.knowledge.importers.lines import Faults, read_lines
from reasoner.knowledge.table import FILLER, SKIP, Column, Row, Table

_SKIPPED = re.compile(r"\[?skip\]?\b", re.IGNORECASE)
_KEY = "KEY "


def tableilp_files(path: Path) -> list[Path]:
    """Return the tables in a folder, or the one that the path names."""
    return sorted(path.glob("*.csv")) if path.is_dir() else [path]


def looks_tableilp(path: Path, lines: list[str]) -> bool:
    """Whether a path is a CSV file, or a folder of them."""
    return bool(tableilp_files(path)) if path.is_dir() else path.name.removesuffix(".gz").lower().endswith(".csv")


def tableilp_table(path: Path, name: str, faults: Faults) -> Table:
    """Read one table; rows that do not fit the header are faults."""
    lines = (line for _, line in read_lines(path, faults))
    reader = csv.reader(lines)
    try:
        columns = tuple(_column(header) for header in next(reader, []))
        data = tuple((position,) for position, column in enumerate(columns) if column.is_data)
        if not data:
            raise InputError("the header names no column", path=str(path), line=1)
        rows: dict[tuple[str, ...], Row] = {}  # repeated rows count once, as in TableILP
        for cells in reader:
            cells = [cell.strip() for cell in cells]
            if len(cells) != len(columns):
                faults.add(reader.line_num, f"{len(cells)} cells under {len(columns)} columns", path.name)
            elif any(cells[position] for (position,) in data):
                rows.setdefault(tuple(cells), Row(tuple(cells), reader.line_num))
    except csv.Error as error:
        raise InputError(f"is not CSV: {error}", path=str(path), line=reader.line_num) from None
    return Table(name, "", data, columns, tuple(rows.values()))


def _column(header: str) -> Column:
    header = header.strip()
    if not header:
        return Column("", FILLER)
    if _SKIPPED.match(header):
        return Column(_SKIPPED.sub("", header).strip() or "skip", SKIP)
    return Column(header.removeprefix(_KEY).strip(), "term", key=header.startswith(_KEY))
