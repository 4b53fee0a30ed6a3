"""KnowledgeBase: facts from any mix of sources behind one retrieval call."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import replace
from functools import cached_property
from itertools import accumulate, chain
from pathlib import Path

from reasoner.errors import InputError, UsageError
from reasoner.knowledge.bm25 import bm25
from reasoner.knowledge.fact import Fact
from reasoner.knowledge.indexing import Content, file_versions, indexed, read_contents, read_heads
from reasoner.knowledge.parts import Track
from reasoner.knowledge.sources import Source, open_sources
from reasoner.knowledge.store import Hit, Store
from reasoner.knowledge.store_index import build_store
from reasoner.knowledge.struck import Struck
from reasoner.knowledge.table import Row, Table
from reasoner.language.terms import content_lemmas

Sources = str | os.PathLike[str] | Sequence[str | os.PathLike[str]]
"""One source or several: ``science``, a path, ``kind:path``, ``none``."""


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
        heads: Sequence[Table] = (),
    ) -> None:
        self.store = store
        self.sources = tuple(source.name for source in sources)
        #: What each source gave when it was read.
        self.contents = tuple(contents)
        #: The name of this knowledge in the cache; it changes with the content. None where it is not kept.
        self.key = key
        #: The tables by name, without their rows: those are facts, each with the cells of its row.
        self.heads = {head.name: head for head in heads}
        self._opened = tuple(sources)
        #: How progress is shown while something is indexed.
        self.track = track

    @classmethod
    def open(
        cls,
        sources: Sequence[str | os.PathLike[str]],
        track: Track = lambda facts, heading: facts,
        executor: Executor | None = None,
    ) -> KnowledgeBase:
        """Return the knowledge of some sources, from the index in the user's cache where there is one.

        Parameters
        ----------
        sources : sequence of str or path
            ``science``, a path, or ``kind:path``; ``none`` for no knowledge (see `reasoner.knowledge.sources`).
        track : callable
            Wraps the stream of facts while an index is built, to show its progress.
        executor : Executor, optional
            Processes, which see the same files, that index parts of the facts.
        """
        opened = open_sources(sources)
        folder, key = indexed(opened, track, executor)
        return cls(Store(folder), opened, read_contents(folder), key, track, read_heads(folder))

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
        store, heads = Struck(self.store, frozenset(places)), list(self.heads.values())
        left = KnowledgeBase(store, self._opened, self.contents, self.key, self.track, heads)
        left._whole = self  # type: ignore[attr-defined]  # keeps what the store lies in
        return left

    @cached_property
    def tables(self) -> tuple[Table, ...]:
        """The tables of those sources that have any, as the index holds them.

        >>> KnowledgeBase.from_facts([Fact("metal conducts heat")]).tables
        ()
        """
        rows: dict[str, list[Row]] = {name: [] for name in self.heads}
        for fact in self if rows else ():
            if fact.cells and fact.line is not None and fact.wording == 1:
                rows[fact.source].append(Row(fact.cells, fact.line))
        return tuple(replace(head, rows=tuple(rows[name])) for name, head in self.heads.items())

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
            found = sorted([*_search_given(self.store, lemmas, given), *found], key=lambda hit: -hit.score)
        return found[:limit]


_opened: dict[tuple[object, ...], KnowledgeBase] = {}
#: How many knowledge bases a process keeps open.
_KEPT = 8


def open_knowledge(
    sources: Sources, track: Track = lambda facts, heading: facts, executor: Executor | None = None
) -> KnowledgeBase:
    """Return the knowledge of one or several sources, opened once a process unless a file has changed since.

    >>> open_knowledge("none") is open_knowledge(["none"])
    True
    """
    named = (sources,) if isinstance(sources, (str, os.PathLike)) else tuple(sources)
    key = (named, *file_versions(open_sources(named)))
    if key not in _opened:
        while len(_opened) >= _KEPT:
            del _opened[next(iter(_opened))]
        _opened[key] = KnowledgeBase.open(named, track, executor)
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


def _search_given(store: Store, groups: list[list[str]], given: Sequence[Fact]) -> Iterator[Hit]:
    documents = [content_lemmas(fact.text) for fact in given]
    query = list(chain.from_iterable(groups))
    size, lemma_count = len(store), store.lemma_count
    scores = bm25(documents, query, frequency=store.frequency, document_count=size, lemma_count=lemma_count)
    for fact, document, score in zip(given, documents, scores, strict=True):
        if all(not set(group).isdisjoint(document) for group in groups):
            yield Hit(fact, score)


def _groups(wanted: str | Sequence[Iterable[str]]) -> list[Iterable[str]]:
    """Return what is looked for as groups of lemmas; a list of words, which would be read as letters, is refused."""
    if isinstance(wanted, str):
        return [content_lemmas(wanted)]
    if wrong := [group for group in wanted if isinstance(group, str)]:
        raise UsageError(
            f"search for a text, {wrong[0]!r}, or for groups of lemmas, [[{wrong[0]!r}]]; not a list of words"
        )
    return list(wanted)
