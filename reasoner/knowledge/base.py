"""KnowledgeBase: facts from any mix of sources behind one retrieval call."""

from __future__ import annotations

import json
import logging
import os
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import cached_property
from itertools import accumulate, chain
from pathlib import Path
from typing import TYPE_CHECKING

from reasoner.errors import InputError, UsageError
from reasoner.knowledge.bm25 import bm25
from reasoner.knowledge.cache import cached_directory, fingerprint
from reasoner.knowledge.fact import Fact
from reasoner.knowledge.importers.lines import Faults
from reasoner.knowledge.sources import Source, open_sources
from reasoner.knowledge.store import VERSION, Hit, Store, build_store
from reasoner.knowledge.struck import Struck
from reasoner.knowledge.table import Table
from reasoner.language.terms import content_lemmas

if TYPE_CHECKING:
    from reasoner.knowledge.positions import Positions

_CONTENTS = "sources.json"
_log = logging.getLogger(__name__)

Track = Callable[[Iterator[Fact], str], Iterable[Fact]]
"""Wraps a stream to show its progress, under a heading."""

Sources = str | os.PathLike[str] | Sequence[str | os.PathLike[str]]
"""One source or several: ``science``, a path, ``kind:path``, ``none``."""


@dataclass(frozen=True, slots=True)
class Content:
    """What a source gave when it was read: how many facts, and how many lines that could not be read."""

    source: str
    kind: str
    facts: int
    bad_lines: int = 0
    bad: str = ""


class KnowledgeBase:
    """Facts from any mix of sources.

    Examples
    --------
    >>> kb = KnowledgeBase.from_facts([Fact("metal conducts heat"), Fact("steel is a metal")])
    >>> len(kb), kb.search("What is steel?", limit=1)[0].fact.text
    (2, 'steel is a metal')
    """

    def __init__(
        self,
        store: Store,
        sources: Sequence[Source] = (),
        contents: Sequence[Content] = (),
        key: str | None = None,
        track: Track = lambda facts, heading: facts,
    ) -> None:
        self.store = store
        self.sources = tuple(source.name for source in sources)
        #: What each source gave when it was read.
        self.contents = tuple(contents)
        #: The name of this knowledge in the cache; it changes with the content. None where it is not kept.
        self.key = key
        self._opened = tuple(sources)
        self._track = track

    @classmethod
    def open(
        cls, sources: Sequence[str | os.PathLike[str]], track: Track = lambda facts, heading: facts
    ) -> KnowledgeBase:
        """Return the knowledge of some sources, from the index in the user's cache where there is one.

        Parameters
        ----------
        sources : sequence of str or path
            ``science``, a path, or ``kind:path``; ``none`` for no knowledge (see `reasoner.knowledge.sources`).
        track : callable
            Wraps the stream of facts while an index is built, to show its progress.
        """
        opened = open_sources(sources)
        folder, key = _indexed(opened, track)
        contents = json.loads((folder / _CONTENTS).read_text(encoding="utf-8"))
        return cls(Store(folder), opened, [Content(**content) for content in contents], key, track)

    @classmethod
    def from_facts(cls, facts: Iterable[Fact | str]) -> KnowledgeBase:
        """Return a knowledge base of its own, kept as long as it is used; plain sentences will do."""
        if isinstance(facts, str):
            raise UsageError("facts are a list of sentences, not one text: write [text]")
        folder = tempfile.TemporaryDirectory(prefix="reasoner-")
        made = (Fact(fact, "facts", line) if isinstance(fact, str) else fact for line, fact in enumerate(facts, 1))
        build_store(Path(folder.name), made)
        kb = cls(Store(Path(folder.name)))
        kb._folder = folder  # type: ignore[attr-defined]  # deleted together with the knowledge base
        return kb

    def without(self, places: Iterable[str]) -> KnowledgeBase:
        """Return the same knowledge with some facts struck out, by their source and line; nothing is indexed anew.

        >>> kb = KnowledgeBase.from_facts(["metal conducts heat", "metal is hard"])
        >>> [hit.fact.text for hit in kb.without(["facts:1"]).search("metal")]
        ['metal is hard']
        """
        left = KnowledgeBase(Struck(self.store, frozenset(places)), self._opened, self.contents, self.key, self._track)
        left._whole = self  # type: ignore[attr-defined]  # keeps what the store lies in
        return left

    @cached_property
    def tables(self) -> tuple[Table, ...]:
        """The tables of those sources that have any.

        >>> KnowledgeBase.from_facts([Fact("metal conducts heat")]).tables
        ()
        """
        return tuple(table for source in self._opened for table in source.tables())

    @cached_property
    def positions(self) -> Positions:
        """Where every word of the facts stands; indexed when first asked for, and kept in the user's cache.

        >>> KnowledgeBase.from_facts([Fact("metal conducts heat")]).positions.sentence_count
        1
        """
        from reasoner.knowledge.positions import Positions
        from reasoner.knowledge.positions_index import VERSION as POSITIONS_VERSION
        from reasoner.knowledge.positions_index import build_positions

        if self.key is None:
            return Positions.of(fact.text for fact in self)

        def build(folder: Path) -> None:
            build_positions(folder, (fact.text for fact in self.tracked(f"Indexing the words of {named}")))

        named = ", ".join(self.sources)
        return Positions.open(cached_directory("positions", fingerprint(POSITIONS_VERSION, self.key), build))

    def __len__(self) -> int:
        return len(self.store)

    def __iter__(self) -> Iterator[Fact]:
        struck = self.store.struck
        return (fact for number, fact in enumerate(self.store) if number not in struck)

    def related(self, *names: str) -> Iterator[Fact]:
        """Yield the facts that are typed with one of some relations.

        >>> kb = KnowledgeBase.from_facts([Fact("heat rises"), Fact("hot is not cold", relation="opposite")])
        >>> [fact.text for fact in kb.related("opposite")]
        ['hot is not cold']
        """
        return self.store.related(names)

    def tracked(self, heading: str) -> Iterator[Fact]:
        """Yield every fact, struck out or not, showing how far one is where the knowledge was opened with a way to."""
        return iter(self._track(iter(self.store), heading))

    @property
    def parts(self) -> list[range]:
        """The numbers of the facts of each source, in the order in which the sources were named."""
        ends = list(accumulate(content.facts for content in self.contents)) or [len(self)]
        return [range(start, end) for start, end in zip([0, *ends], ends, strict=False)]

    def search(self, wanted: str | Sequence[Iterable[str]], limit: int = 10, given: Sequence[Fact] = ()) -> list[Hit]:
        """Return the best facts for a text, or those that hold at least one lemma of every group; best first.

        Parameters
        ----------
        wanted : str or sequence of lemmas
            A text; or groups of lemmas, such as those of stem and choice for facts that touch both.
        limit : int
            How many facts at the most.
        given : sequence of Fact
            Facts that came with the question; they are ranked among those of the knowledge base.
        """
        lemmas = [sorted(set(group)) for group in _groups(wanted)]
        found = self.store.search(lemmas, limit)
        if given:
            found = sorted([*self._search_given(lemmas, given), *found], key=lambda hit: -hit.score)
        return found[:limit]

    def _search_given(self, groups: list[list[str]], given: Sequence[Fact]) -> Iterator[Hit]:
        documents = [content_lemmas(fact.text) for fact in given]
        query = list(chain.from_iterable(groups))
        size, lemma_count = len(self.store), self.store.lemma_count
        scores = bm25(documents, query, frequency=self.store.frequency, document_count=size, lemma_count=lemma_count)
        for fact, document, score in zip(given, documents, scores, strict=True):
            if all(not set(group).isdisjoint(document) for group in groups):
                yield Hit(fact, score)


_opened: dict[tuple[object, ...], KnowledgeBase] = {}
#: How many knowledge bases a process keeps open.
_KEPT = 8


def open_knowledge(sources: Sources, track: Track = lambda facts, heading: facts) -> KnowledgeBase:
    """Return the knowledge of one or several sources, opened once a process unless a file has changed since.

    >>> open_knowledge("none") is open_knowledge(["none"])
    True
    """
    named = (sources,) if isinstance(sources, (str, os.PathLike)) else tuple(sources)
    key = (named, *_versions(open_sources(named)))
    if key not in _opened:
        while len(_opened) >= _KEPT:
            del _opened[next(iter(_opened))]
        _opened[key] = KnowledgeBase.open(named, track)
    return _opened[key]


def as_knowledge(kb: KnowledgeBase | Sources | None) -> KnowledgeBase:
    """Return a knowledge base as it is, or the one that sources name; the built-in one where nothing is named.

    >>> len(as_knowledge("none"))
    0
    >>> as_knowledge(["steel is a metal"])
    Traceback (most recent call last):
    ...
    reasoner.errors.InputError: steel is a metal: no such file or knowledge source; sentences go to facts=, or \
KnowledgeBase.from_facts
    """
    if isinstance(kb, KnowledgeBase):
        return kb
    try:
        return open_knowledge("science" if kb is None else kb)
    except InputError as error:
        if error.path and " " in error.path and not os.path.exists(error.path):
            message = f"{error.message}; sentences go to facts=, or KnowledgeBase.from_facts"
            raise InputError(message, path=error.path) from None
        raise


def _indexed(opened: Sequence[Source], track: Track) -> tuple[Path, str]:
    """Return the folder of the index of some sources, built where there is none, and its name in the cache."""
    versions, key = _versions(opened), _key(opened)

    def build(folder: Path) -> None:
        contents: list[Content] = []
        facts = chain.from_iterable(_read(source, contents) for source in opened)
        names = ", ".join(source.name for source in opened)
        build_store(folder, track(facts, f"Indexing {names}") if opened else facts)
        if _versions(opened) != versions or _key(opened) != key:
            raise InputError("changed while it was read; run the command again", path=names)
        (folder / _CONTENTS).write_text(json.dumps([asdict(content) for content in contents]), encoding="utf-8")

    return cached_directory("knowledge", key, build), key


def _key(opened: Sequence[Source]) -> str:
    return fingerprint(VERSION, *(part for source in opened for part in source.identity))


def _versions(opened: Sequence[Source]) -> list[tuple[int, ...]]:
    """Return what changes whenever a file is replaced, even where its old content is put back afterwards."""
    stats = [os.stat(file) for source in opened for file in source.files]
    return [(one.st_ino, one.st_size, one.st_mtime_ns, one.st_ctime_ns) for one in stats]


def _groups(wanted: str | Sequence[Iterable[str]]) -> list[Iterable[str]]:
    """Return what is looked for as groups of lemmas; a list of words, which would be read as letters, is refused."""
    if isinstance(wanted, str):
        return [content_lemmas(wanted)]
    if wrong := [group for group in wanted if isinstance(group, str)]:
        raise UsageError(
            f"search for a text, {wrong[0]!r}, or for groups of lemmas, [[{wrong[0]!r}]]; not a list of words"
        )
    return list(wanted)


def _read(source: Source, contents: list[Content]) -> Iterator[Fact]:
    """Stream a source, and write down what it gave."""
    faults, count = Faults(), 0
    for count, fact in enumerate(source.read(faults), 1):  # noqa: B007
        yield fact
    if faults:
        _log.warning("%s: %s", source.name, faults)
    contents.append(Content(source.name, source.kind, count, faults.count, str(faults) if faults else ""))
