"""Typed tables: the project's own TSV format, one relation a file.

Line 1 names the relation and its arguments, line 2 the columns, then come the rows (see kb/science/README.md)::

    # relation: madeof(thing, material)
    thing:term*   [is made of]   material:term*   topic:topic
    a spoon                      steel            objects
"""

from __future__ import annotations

import re
from pathlib import Path

from reasoner.errors import InputError
from reasoner.knowledge.importers.lines import Faults, read_lines
from reasoner.knowledge.table import DATA_TYPES, FILLER, SKIP, TOPIC, Column, Row, Table

_RELATION = re.compile(r"# relation: ([a-z]+)\(([a-z]+(?:, [a-z]+)*)\)$")
_COLUMN = re.compile(r"([a-z]+):([a-z]+)(\*?)(\??)$")


def typed_files(path: Path) -> list[Path]:
    """Return the tables in a folder, or the one that the path names."""
    return sorted(path.glob("*.tsv")) if path.is_dir() else [path]


def typed_table(path: Path, name: str, faults: Faults) -> Table:
    """Read one typed table; rows that do not fit the header are faults."""
    lines = read_lines(path, faults)
    relation, arguments = _relation(next(lines, (1, ""))[1], path)
    columns = parse_header(next(lines, (2, ""))[1], path)
    positions = {column.name: position for position, column in enumerate(columns) if column.is_data}
    for argument in arguments:
        if argument not in positions:
            raise InputError(f"the relation's argument {argument!r} is not a column", path=str(path), line=1)
    rows = []
    for number, line in lines:
        if not line:
            continue
        cells = tuple(cell.strip() for cell in line.split("\t"))
        if problem := row_problem(cells, columns):
            faults.add(number, problem, path.name)
        else:
            rows.append(Row(cells, number))
    return Table(name, relation, tuple((positions[argument],) for argument in arguments), columns, tuple(rows))


def parse_header(line: str, path: Path) -> tuple[Column, ...]:
    """Return the columns that a header names.

    >>> [str(column) for column in parse_header("thing:term*\\t[is made of]\\ttopic:topic", Path("x.tsv"))]
    ['thing:term*', '[is made of]', 'topic:topic']
    """
    columns = []
    for cell in line.split("\t"):
        if cell.startswith("[") and cell.endswith("]") and len(cell) > 2:
            columns.append(Column(cell[1:-1], FILLER))
        elif (match := _COLUMN.match(cell)) and match[2] in (*DATA_TYPES, TOPIC, SKIP):
            columns.append(Column(match[1], match[2], bool(match[3]), bool(match[4])))
        else:
            expected = f"[words], or name:type with a type of {', '.join((*DATA_TYPES, TOPIC, SKIP))}"
            raise InputError(f"column {cell!r} is not {expected}", path=str(path), line=2)
    return tuple(columns)


def row_problem(cells: tuple[str, ...], columns: tuple[Column, ...]) -> str:
    """Say what keeps cells from being a row under the columns, or nothing.

    >>> columns = parse_header("a:term*\\tb:direction", Path("x.tsv"))
    >>> row_problem(("speed", "grows"), columns)
    "b: 'grows' is not one of increases, decreases"
    >>> row_problem(("speed",), columns), row_problem(("speed", "increases"), columns)
    ('1 cells under 2 columns', '')
    """
    if len(cells) != len(columns):
        return f"{len(cells)} cells under {len(columns)} columns"
    for cell, column in zip(cells, columns, strict=True):
        if column.is_data and not cell and not column.optional:
            return f"{column.name} is blank"
        allowed = _VALUES.get(column.type)
        if allowed and cell not in allowed:
            return f"{column.name}: {cell!r} is not one of {', '.join(allowed)}"
    return ""


_VALUES = {"direction": ("increases", "decreases"), "state": ("solid", "liquid", "gas", "plasma")}


def _relation(line: str, path: Path) -> tuple[str, tuple[str, ...]]:
    match = _RELATION.match(line)
    if not match:
        raise InputError("line 1 must read '# relation: name(argument, ...)'", path=str(path), line=1)
    return match[1], tuple(match[2].split(", "))


def looks_typed(path: Path, lines: list[str]) -> bool:
    """Whether a path is a typed table, or a folder of them."""
    if path.is_dir():
        return any(_starts_typed(file) for file in typed_files(path)[:1])
    return bool(lines) and lines[0].startswith("# relation:")


def _starts_typed(file: Path) -> bool:
    return next(read_lines(file, Faults()), (1, ""))[1].startswith("# relation:")
