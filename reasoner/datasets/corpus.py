"""What questions are assembled from: statements and documents, read a line at a time."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from reasoner.documents.mentions import plain
from reasoner.errors import InputError

_IN_BRACKETS = re.compile(r"\s*\([^)]*\)\s*$")


class Statement(NamedTuple):
    """Something known: a subject, a relation and an object."""

    subject: str
    relation: str
    object: str


class Document(NamedTuple):
    """An article: its title and its text."""

    title: str
    text: str

    @property
    def topic(self) -> str:
        """The plain name that the article is about.

        >>> Document("Ann Lee (writer)", "Ann Lee was born in Oslo.").topic
        ' ann lee '
        """
        return plain(_IN_BRACKETS.sub("", self.title))


class Line(NamedTuple):
    """A line of a file: its number, the place in bytes where it starts, and what it says."""

    number: int
    start: int
    text: str


def read_statements(path: Path) -> Iterator[Statement]:
    """Read lines of subject, relation and object, with tabs between."""
    for line in _lines(path):
        cells = line.text.split("\t")
        if len(cells) != 3:
            message = f"{len(cells)} cells, but subject, relation and object are expected"
            raise InputError(message, path=str(path), line=line.number)
        yield Statement(*(cell.strip() for cell in cells))


def read_documents(path: Path) -> Iterator[tuple[int, Document]]:
    """Read JSON lines with a title and a text each; yield where a line starts, and the document."""
    for line in _lines(path):
        try:
            yield line.start, as_document(line.text)
        except (ValueError, KeyError, TypeError):
            message = "a JSON object with title and text is expected"
            raise InputError(message, path=str(path), line=line.number) from None


def as_document(line: str | bytes) -> Document:
    """Return the document that a line of JSON holds."""
    record = json.loads(line)
    return Document(str(record["title"]), str(record["text"]))


def _lines(path: Path) -> Iterator[Line]:
    """Yield the lines that are not empty."""
    start = 0
    try:
        with open(path, "rb") as lines:
            for number, line in enumerate(lines, 1):
                if line.strip():
                    yield Line(number, start, line.decode().rstrip("\r\n"))
                start += len(line)
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"cannot be read: {error}", path=str(path)) from None
