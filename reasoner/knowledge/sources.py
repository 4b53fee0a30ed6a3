"""Sources of knowledge by name: what ``--kb`` takes, turned into a stream of facts."""

from __future__ import annotations

import gzip
import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from reasoner.errors import InputError
from reasoner.knowledge.fact import Fact


@dataclass(frozen=True)
class Source:
    """Something that facts can be read from: the files that it lies in, and the call that streams them."""

    name: str
    files: tuple[Path, ...]
    read: Callable[[], Iterator[Fact]]


def open_source(spec: str | os.PathLike[str]) -> Source:
    """Return the source that a path names.

    >>> open_source("no-such-file.txt")
    Traceback (most recent call last):
    ...
    reasoner.errors.InputError: no-such-file.txt: no such file or knowledge source
    """
    path = Path(spec)
    if not path.is_file():
        raise InputError("no such file or knowledge source", path=str(spec))
    return Source(path.name, (path,), partial(read_text, path))


def read_text(path: Path) -> Iterator[Fact]:
    """Read one sentence a line; quotes around a line, as in OpenBookQA's open book, are dropped."""
    opener = gzip.open if path.suffix == ".gz" else open
    try:
        with opener(path, "rt", encoding="utf-8", errors="replace") as lines:
            for number, line in enumerate(lines, 1):
                if sentence := line.strip().strip('"').strip():
                    yield Fact(sentence, path.name, number)
    except (OSError, EOFError) as error:
        raise InputError(f"cannot be read: {error}", path=str(path)) from None
