"""Documents and the entities that they mention: the bipartite graph from which questions are assembled."""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from reasoner.errors import InputError
from reasoner.solvers.documents import plain

_IN_BRACKETS = re.compile(r"\s*\([^)]*\)\s*$")


class Statement(NamedTuple):
    """Something known: a subject, a relation and an object; `through` is the middle of two that were joined."""

    subject: str
    relation: str
    object: str
    through: str = ""


class Document(NamedTuple):
    """An article: its title and its text."""

    title: str
    text: str


def read_statements(path: Path) -> list[Statement]:
    """Read lines of subject, relation and object, with tabs between."""
    rows = [(line, text.split("\t")) for line, text in enumerate(_lines(path), 1) if text.strip()]
    for line, cells in rows:
        if len(cells) != 3:
            raise InputError(
                f"{len(cells)} cells, but subject, relation and object are expected", path=str(path), line=line
            )
    return [Statement(*(cell.strip() for cell in cells)) for _, cells in rows]


def read_documents(path: Path) -> list[Document]:
    """Read JSON lines with a title and a text each."""
    found = []
    for line, text in enumerate(_lines(path), 1):
        try:
            record = json.loads(text)
            found.append(Document(str(record["title"]), str(record["text"])))
        except (ValueError, KeyError, TypeError):
            raise InputError("a JSON object with title and text is expected", path=str(path), line=line) from None
    return found


def _lines(path: Path) -> list[str]:
    try:
        return path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"cannot be read: {error}", path=str(path)) from None


def joined(statements: Sequence[Statement]) -> Iterator[Statement]:
    """Yield what two statements say together where the object of one is the subject of another.

    >>> list(joined([Statement("The Night", "director", "Ann Lee"), Statement("Ann Lee", "place of birth", "Oslo")]))
    [Statement(subject='The Night', relation='place of birth of director', object='Oslo', through='Ann Lee')]
    """
    about = defaultdict(list)
    for statement in statements:
        about[plain(statement.subject)].append(statement)
    for first in statements:
        for second in about[plain(first.object)]:
            if plain(second.object) != plain(first.subject):
                relation = f"{second.relation} of {first.relation}"
                yield Statement(first.subject, relation, second.object, first.object)


class Corpus:
    """Which documents mention an entity, and which entities a document mentions.

    >>> corpus = Corpus([Document("Ann Lee (writer)", "Ann Lee was born in Oslo.")], ["Oslo", "Rome"])
    >>> corpus.mentioned[0], corpus.holding[" oslo "]
    ((' ann lee ', ' oslo '), [0])
    """

    def __init__(self, documents: Sequence[Document], names: Iterable[str]) -> None:
        self.documents = documents
        titles = [plain(_IN_BRACKETS.sub("", document.title)) for document in documents]
        known = {name for name in {*map(plain, names), *titles} if name.strip()}
        by_first = defaultdict(list)
        for name in sorted(known):
            by_first[name.split()[0]].append(name)
        self.mentioned = [_mentioned(plain(document.text), by_first) for document in documents]
        self.holding: dict[str, list[int]] = defaultdict(list)
        for number, names_in_it in enumerate(self.mentioned):
            for name in names_in_it:
                self.holding[name].append(number)
        self.article = {title: number for number, title in reversed(list(enumerate(titles)))}


def _mentioned(text: str, by_first: dict[str, list[str]]) -> tuple[str, ...]:
    words = dict.fromkeys(text.split())
    return tuple(sorted({name for word in words if word in by_first for name in by_first[word] if name in text}))
