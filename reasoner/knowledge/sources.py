"""Sources of knowledge by name: what ``--kb`` takes, turned into a stream of facts."""

from __future__ import annotations

import difflib
import os
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path

from reasoner.errors import InputError, UnknownNameError
from reasoner.files import check_regular
from reasoner.knowledge.fact import Fact
from reasoner.knowledge.importers import conceptnet, genericskb, second_facts, tableilp, text, typed, wordnet, worldtree
from reasoner.knowledge.importers.lines import Faults, read_lines
from reasoner.knowledge.table import Table
from reasoner.resources import data_folder

#: The knowledge base that travels with the package, and the name of no knowledge at all.
SCIENCE, NONE = "science", "none"
#: The kind of source that was written for the questions themselves.
ORACLE = "second-facts"

_PEEKED = 5  # lines looked at to tell the kind of a file

Reader = Callable[[Path, str, Faults], Iterator[Fact]]
TableReader = Callable[[Path, str, Faults], Table]


def _one_file(path: Path) -> list[Path]:
    if path.is_dir():
        raise InputError("is a folder; this kind of source is a file", path=str(path))
    return [path]


def _never(path: Path, lines: list[str]) -> bool:
    return False


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of source: how facts or tables are read, the files it lies in, whether a path looks like one (`suits`)."""

    summary: str
    read: Reader | None = None
    files: Callable[[Path], list[Path]] = _one_file
    suits: Callable[[Path, list[str]], bool] = _never
    table: TableReader | None = None


#: In the order in which a path is tried.
KINDS: dict[str, Kind] = {
    "tables": Kind("typed tables (.tsv) such as those of science", None, typed.typed_files, typed.looks_typed,
                   typed.typed_table),
    "worldtree": Kind("WorldTree tablestore: a folder of tables, or a table", None, worldtree.worldtree_files,
                      worldtree.looks_worldtree, worldtree.worldtree_table),
    "wordnet": Kind("WordNet: its own database folder, or the wn or nltk library", wordnet.read_wordnet,
                    wordnet.wordnet_files, wordnet.looks_wordnet),
    "conceptnet": Kind("ConceptNet: relation, head, tail (.tsv), or assertions (.csv)", conceptnet.read_conceptnet,
                       suits=conceptnet.looks_conceptnet),
    "genericskb": Kind("GenericsKB: term, sentence, score (.tsv)", genericskb.read_genericskb,
                       suits=genericskb.looks_genericskb),
    "tableilp": Kind("TableILP tables (.csv), or a folder of them", None, tableilp.tableilp_files,
                     tableilp.looks_tableilp, tableilp.tableilp_table),
    "openbook": Kind("the open book: one quoted fact a line", text.read_text, suits=text.looks_quoted),
    "text": Kind("plain text, one sentence a line", text.read_text, suits=text.looks_text),
    "prose": Kind("running text, split into sentences", text.read_prose),
    ORACLE: Kind("the second facts of a file of questions; oracle knowledge", second_facts.read_second_facts),
}  # fmt: skip


@dataclass(frozen=True)
class Source:
    """Something that facts can be read from: its name, kind and path, and the files that it lies in."""

    name: str
    kind: str
    path: Path
    files: tuple[Path, ...]

    @property
    def identity(self) -> tuple[str | Path, ...]:
        """What makes an index of this source stale when it changes."""
        return (self.name, self.kind, *self.files)

    def read(self, faults: Faults | None = None, heads: list[Table] | None = None) -> Iterator[Fact]:
        """Stream the facts; what cannot be read is counted in `faults`, tables without their rows go to `heads`."""
        faults = Faults() if faults is None else faults
        read, empty = KINDS[self.kind].read, True
        for fact in read(self.path, self.name, faults) if read else self._of_tables(faults, heads):
            empty = False
            yield fact
        if empty:
            found = f": {faults}" if faults else ""
            raise InputError(f"there is no fact in it, read as {self.kind}{found}", path=str(self.path))

    def tables(self, faults: Faults | None = None) -> Iterator[Table]:
        """Read the tables, where this kind of source has any."""
        if read := KINDS[self.kind].table:
            for file in self.files:
                name = f"{self.name}/{file.name.partition('.')[0]}" if self.path.is_dir() else self.name
                yield read(file, name, Faults() if faults is None else faults)

    def _of_tables(self, faults: Faults, heads: list[Table] | None) -> Iterator[Fact]:
        for table in self.tables(faults):
            yield from table.facts()
            if heads is not None:
                heads.append(replace(table, rows=()))


def open_sources(specs: Iterable[str | os.PathLike[str]]) -> list[Source]:
    """Return the sources that some specifications name; `none` names none.

    >>> [source.name for source in open_sources(["none", "science"])]
    ['science']
    """
    return [open_source(spec) for spec in specs if os.fspath(spec) != NONE]


def open_source(spec: str | os.PathLike[str]) -> Source:
    """Return the source that a name, a path or ``kind:path`` names.

    >>> open_source("science").kind
    'tables'
    >>> open_source("no-such-file.txt")
    Traceback (most recent call last):
    ...
    reasoner.errors.InputError: no-such-file.txt: no such file or knowledge source
    >>> open_source("openbok:facts.txt")
    Traceback (most recent call last):
    ...
    reasoner.errors.UnknownNameError: unknown kind of source 'openbok': did you mean 'openbook'? Available: \
conceptnet, genericskb, openbook, prose, second-facts, tableilp, tables, text, wordnet, worldtree
    """
    spec = os.fspath(spec)
    if spec == SCIENCE:
        return _source(SCIENCE, "tables", data_folder("kb") / SCIENCE)
    if spec == "wordnet" and not os.path.exists(spec):
        return Source(spec, spec, Path(wordnet.LIBRARY), ())
    kind, colon, rest = spec.partition(":")
    if os.path.exists(spec) or not colon or len(kind) == 1:  # a single letter is a Windows drive
        return _source(Path(spec).name, _kind_of(Path(spec)), Path(spec))
    if kind not in KINDS:
        raise UnknownNameError("kind of source", kind, KINDS)
    path = Path(rest)
    if not rest or not os.path.exists(path):
        raise InputError("no such file or folder", path=rest or spec)
    return _source(path.name or path.resolve().name, kind, path)


def _source(name: str, kind: str, path: Path) -> Source:
    files = KINDS[kind].files(path)
    if not files:
        raise InputError(f"there is no file of kind {kind} in this folder", path=str(path))
    for file in files:
        check_regular(file)
    readable = name.encode("utf-8", "replace").decode()  # names of files may hold any bytes, texts may not
    return Source(readable, kind, path, tuple(files))


def _kind_of(path: Path) -> str:
    if not os.path.exists(path):
        close = difflib.get_close_matches(str(path), [SCIENCE, NONE, "wordnet"], n=1)
        hint = f"; did you mean {close[0]!r}?" if close else ""
        raise InputError(f"no such file or knowledge source{hint}", path=str(path))
    lines = [] if path.is_dir() else [line for _, line in islice(read_lines(path, Faults()), _PEEKED)]
    if path.is_file() and not any(lines) and not path.stat().st_size:
        raise InputError("the file is empty", path=str(path))
    for name, kind in KINDS.items():
        if kind.suits(path, lines):
            return name
    what = "folder" if path.is_dir() else "file"
    raise InputError(f"cannot tell what kind of {what} this is; write KIND:PATH with one of {', '.join(KINDS)}",
                     path=str(path))  # fmt: skip
