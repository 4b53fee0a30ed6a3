"""The indexes of sources in the user's cache: what is missing is built, in parts, and sealed."""

from __future__ import annotations

import json
import logging
import os
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import asdict, dataclass
from itertools import chain
from pathlib import Path
from typing import Any

from reasoner.errors import InputError
from reasoner.files import link
from reasoner.knowledge.cache import cache_folder, fingerprint, kept_parts, sealed_directory
from reasoner.knowledge.fact import Fact
from reasoner.knowledge.importers.lines import Faults
from reasoner.knowledge.parts import OFFSETS, TEXTS, Track, make_parts, write_facts
from reasoner.knowledge.sources import Source
from reasoner.knowledge.store import VERSION
from reasoner.knowledge.store_index import index_facts, join_segments
from reasoner.knowledge.table import Column, Table

_CONTENTS, _TABLES = "sources.json", "tables.json"
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Content:
    """What a source gave when it was read: how many facts, and how many lines that could not be read."""

    source: str
    kind: str
    facts: int
    bad_lines: int = 0
    bad: str = ""


def indexed(opened: Sequence[Source], track: Track, executor: Executor | None) -> tuple[Path, str]:
    """Return the folder of the index of some sources, built where there is none, and its name in the cache."""
    versions, key = file_versions(opened), _key(opened)
    names = ", ".join(source.name for source in opened)
    final = cache_folder() / "knowledge" / key

    def write(folder: Path) -> None:
        contents: list[Content] = []
        heads: list[Table] = []
        facts = chain.from_iterable(_read(source, contents, heads) for source in opened)
        write_facts(folder, track(facts, f"Reading {names}") if opened else facts)
        if file_versions(opened) != versions or _key(opened) != key:
            raise InputError("changed while it was read; run the command again", path=names)
        for name, parts in ((_CONTENTS, contents), (_TABLES, heads)):
            (folder / name).write_text(json.dumps([asdict(part) for part in parts]), encoding="utf-8")

    def build(folder: Path) -> None:
        with kept_parts(final, folder) as kept:
            written = sealed_directory(kept / "facts", write)
            join_segments(
                folder, make_parts(index_facts, written, kept, track, f"Indexing {names or 'nothing'}", executor)
            )
            for name in (TEXTS, OFFSETS, _CONTENTS, _TABLES):
                link(written / name, folder / name)

    return sealed_directory(final, build), key


def _key(opened: Sequence[Source]) -> str:
    return fingerprint(VERSION, *(part for source in opened for part in source.identity))


def file_versions(opened: Sequence[Source]) -> list[tuple[int, ...]]:
    """Return what changes whenever a file is replaced, even where its old content is put back afterwards."""
    stats = [os.stat(file) for source in opened for file in source.files]
    return [(one.st_ino, one.st_size, one.st_mtime_ns, one.st_ctime_ns) for one in stats]


def read_contents(folder: Path) -> list[Content]:
    """Return what each source of an index gave."""
    return [Content(**content) for content in json.loads((folder / _CONTENTS).read_text(encoding="utf-8"))]


def read_heads(folder: Path) -> list[Table]:
    """Return the tables of an index, without their rows."""
    return [_head(**head) for head in json.loads((folder / _TABLES).read_text(encoding="utf-8"))]


def _head(name: str, relation: str, arguments: list[list[int]], columns: list[dict[str, Any]], rows: object) -> Table:
    return Table(name, relation, tuple(map(tuple, arguments)), tuple(Column(**column) for column in columns), ())


def _read(source: Source, contents: list[Content], heads: list[Table]) -> Iterator[Fact]:
    """Stream a source, and write down what it gave."""
    faults, count = Faults(), 0
    for count, fact in enumerate(source.read(faults, heads), 1):  # noqa: B007
        yield fact
    if faults:
        _log.warning("%s: %s", source.name, faults)
    contents.append(Content(source.name, source.kind, count, faults.count, str(faults) if faults else ""))
