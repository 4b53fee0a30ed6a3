"""Records in WikiHop's form, read and written by commands of `reasoner dataset`."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from reasoner.errors import InputError
from reasoner.files import write_atomically


def records(source: Path) -> Iterator[dict[str, Any]]:
    """Yield the records of a file in WikiHop's form, or of standard input, one at a time."""
    with ExitStack() as stack:
        try:
            lines = sys.stdin if str(source) == "-" else stack.enter_context(open(source, encoding="utf-8"))
            for number, line in enumerate(lines, 1):
                yield _record(line, str(source), number)
        except (OSError, UnicodeDecodeError) as error:
            raise InputError(f"cannot be read: {error}", path=str(source)) from None


def _record(line: str, path: str, number: int) -> dict[str, Any]:
    try:
        record = json.loads(line)
    except ValueError:
        raise InputError("not JSON", path=path, line=number) from None
    if not isinstance(record, dict) or not {"id", "candidates", "supports"} <= set(record):
        raise InputError("id, candidates and supports are expected", path=path, line=number)
    return record


def write(found: Iterable[dict[str, Any]], target: str) -> None:
    """Write records to a file, or to standard output."""
    lines = (json.dumps(record, ensure_ascii=False) + "\n" for record in found)
    if target == "-":
        sys.stdout.writelines(lines)
    else:
        write_atomically(target, lines)
