"""The bipartite graph of documents and the names that they mention, on disk: a corpus may be larger than memory.

Names and statements lie in a SQLite file, the two directions of the graph in arrays that are mapped, not read, and
texts stay where they are. Any number of processes may look at one graph.
"""

from __future__ import annotations

import os
import sqlite3
from array import array
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

import numpy as np

from reasoner.datasets.corpus import as_document, read_documents, read_statements
from reasoner.documents.mentions import plain

_TABLES = """
PRAGMA journal_mode = OFF;
PRAGMA synchronous = OFF;
PRAGMA cache_size = -65536;
CREATE TABLE told (subject TEXT, relation TEXT, object TEXT, subject_plain TEXT, object_plain TEXT,
                   UNIQUE (subject, relation, object));
CREATE TABLE topics (document INTEGER PRIMARY KEY, plain TEXT);
CREATE TABLE names (number INTEGER PRIMARY KEY, plain TEXT UNIQUE, first TEXT);
CREATE TABLE asked (number INTEGER PRIMARY KEY, subject TEXT, relation TEXT, object TEXT,
                    subject_name INTEGER, object_name INTEGER, through INTEGER, kind TEXT);
"""
#: Names are numbered in their order, so that the same files give the same graph whatever the machine.
_NAMES = """
INSERT INTO names (plain, first) SELECT plain, substr(plain, 2, instr(substr(plain, 2), ' ') - 1) FROM (
    SELECT subject_plain AS plain FROM told UNION SELECT object_plain FROM told UNION SELECT plain FROM topics)
WHERE trim(plain) <> '' ORDER BY plain;
CREATE INDEX names_first ON names (first);
"""
_ASKED = """
INSERT INTO asked (subject, relation, object, subject_name, object_name, through, kind)
SELECT told.subject, told.relation, told.object, s.number, o.number, NULL, told.relation
FROM told JOIN names s ON s.plain = subject_plain JOIN names o ON o.plain = object_plain ORDER BY told.rowid;
CREATE INDEX asked_ends ON asked (kind, object_name) WHERE through IS NULL;
CREATE INDEX asked_subject ON asked (subject_name, relation);
"""
#: What two statements say together where the object of one is the subject of the other.
_JOINED = """
INSERT INTO asked (subject, relation, object, subject_name, object_name, through, kind)
SELECT DISTINCT a.subject, b.relation || ' of ' || a.relation, b.object,
    a.subject_name, b.object_name, a.object_name, b.kind
FROM asked a JOIN asked b ON b.subject_name = a.object_name
WHERE a.through IS NULL AND b.through IS NULL AND b.object_name <> a.subject_name ORDER BY a.number, b.number;
"""


class Asked(NamedTuple):
    """A statement to ask for: its number and words, its names by number, the middle of two that were joined."""

    number: int
    subject: str
    relation: str
    object: str
    subject_name: int
    object_name: int
    through: int | None
    kind: str


def index(facts: Path, documents: Path, folder: Path, join: bool) -> Iterator[int]:
    """Write the graph of two files into an empty folder; yield the number of each document that was read."""
    with sqlite3.connect(folder / "names.db") as names:
        names.executescript(_TABLES)
        rows = ((*each, plain(each.subject), plain(each.object)) for each in read_statements(facts))
        names.executemany("INSERT OR IGNORE INTO told VALUES (?, ?, ?, ?, ?)", rows)
        starts = array("q")
        for start, document in read_documents(documents):
            names.execute("INSERT INTO topics VALUES (?, ?)", (len(starts), document.topic))
            starts.append(start)
        starts.append(documents.stat().st_size)
        names.executescript(_NAMES + _ASKED + (_JOINED if join else ""))
        np.save(folder / "texts.npy", np.asarray(starts))
        count = names.execute("SELECT count(*) FROM names").fetchone()[0]
        yield from _link(names, documents, folder, len(starts) - 1, count + 1)
        article = np.full(count + 1, -1, dtype=np.int32)
        for number, document in names.execute(
            "SELECT names.number, document FROM topics JOIN names USING (plain) ORDER BY document DESC"
        ):
            article[number] = document
        np.save(folder / "article.npy", article)
    names.close()


def _link(names: sqlite3.Connection, documents: Path, folder: Path, texts: int, count: int) -> Iterator[int]:
    """Find the names in every document, and write which holds which, both ways."""

    @lru_cache(maxsize=100_000)
    def beginning(word: str) -> list[tuple[int, str]]:
        return names.execute("SELECT number, plain FROM names WHERE first = ?", (word,)).fetchall()

    holders, held = array("i"), array("i")
    for document, (_, (_, text)) in enumerate(read_documents(documents)):
        words = plain(text)
        found = {number for word in set(words.split()) for number, name in beginning(word) if name in words}
        holders.extend([document] * len(found))
        held.extend(sorted(found))
        yield document
    _save(folder, "mentioned", np.asarray(holders), np.asarray(held), texts)
    _save(folder, "holding", np.asarray(held), np.asarray(holders), count)


def _save(folder: Path, name: str, of: np.ndarray, values: np.ndarray, count: int) -> None:
    order = np.argsort(of, kind="stable")
    np.save(folder / f"{name}.npy", values[order])
    np.save(folder / f"{name}-starts.npy", np.searchsorted(of[order], np.arange(count + 1)))


class Links:
    """Some numbers for each number, in two arrays that are mapped from disk."""

    def __init__(self, folder: Path, name: str) -> None:
        self._values = _mapped(folder / f"{name}.npy")
        self._starts = _mapped(folder / f"{name}-starts.npy")

    def __getitem__(self, number: int) -> list[int]:
        found: list[int] = self._values[self._starts[number] : self._starts[number + 1]].tolist()
        return found

    def size(self, number: int) -> int:
        """How many there are for a number."""
        return int(self._starts[number + 1] - self._starts[number])


def _mapped(path: Path) -> np.ndarray:
    return np.asarray(np.load(path, mmap_mode="r"))


class Graph:
    """A graph that `index` wrote, open for reading: the documents that hold a name, the names that a document mentions.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     facts, documents = Path(folder) / "facts.tsv", Path(folder) / "documents.jsonl"
    ...     _ = facts.write_text("Ann Lee\\tplace of birth\\tOslo\\n")
    ...     _ = documents.write_text('{"title": "Ann Lee (writer)", "text": "Ann Lee was born in Oslo."}')
    ...     read = list(index(facts, documents, Path(folder), join=False))
    ...     graph = Graph(Path(folder), documents)
    ...     read, graph.mentioned[0], graph.wording("place of birth", 2), graph.text(0)
    ...     graph.close()
    ([0], [1, 2], 'Oslo', 'Ann Lee was born in Oslo.')
    """

    def __init__(self, folder: Path, documents: Path) -> None:
        uri = f"file:{folder / 'names.db'}?mode=ro&immutable=1"
        self._names = sqlite3.connect(uri, uri=True, check_same_thread=False)  # threads of a Dask worker only read
        self._texts = os.open(documents, os.O_RDONLY)
        self._starts = _mapped(folder / "texts.npy")
        self.mentioned, self.holding = Links(folder, "mentioned"), Links(folder, "holding")
        self.article = _mapped(folder / "article.npy")
        self.ends = lru_cache(maxsize=256)(self._ends)
        self.count: int = self._names.execute("SELECT count(*) FROM asked").fetchone()[0]

    def asked(self, first: int, last: int) -> list[Asked]:
        """Return the statements to ask for from one number, counted from 0, to before another."""
        rows = self._names.execute(
            "SELECT * FROM asked WHERE number > ? AND number <= ? ORDER BY number", (first, last)
        )
        return [Asked(number - 1, *row) for number, *row in rows]

    def true(self, subject: int, relation: str) -> set[int]:
        """Return the names of all objects that a subject has by a relation."""
        found = self._names.execute(
            "SELECT object_name FROM asked WHERE subject_name = ? AND relation = ?", (subject, relation)
        )
        return {number for (number,) in found}

    def _ends(self, kind: str) -> bytearray:
        """For every name 1 where it is the object of a statement with a relation, and so of the type asked for."""
        marks = bytearray(len(self.article))
        for (number,) in self._names.execute(
            "SELECT DISTINCT object_name FROM asked WHERE kind = ? AND through IS NULL", (kind,)
        ):
            marks[number] = 1
        return marks

    def wording(self, kind: str, name: int) -> str:
        """Return how the first statement with a relation writes its object."""
        found = self._names.execute(
            "SELECT object FROM asked WHERE kind = ? AND object_name = ? AND through IS NULL ORDER BY number LIMIT 1",
            (kind, name),
        )
        return str(found.fetchone()[0])

    def text(self, document: int) -> str:
        """Return the text of a document."""
        start, end = self._starts[document], self._starts[document + 1]
        return as_document(os.pread(self._texts, int(end - start), int(start))).text

    def close(self) -> None:
        """Let go of the files."""
        self._names.close()
        os.close(self._texts)
