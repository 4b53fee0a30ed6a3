"""KnowledgeBase: facts from any mix of sources behind one retrieval call."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain
from pathlib import Path

from reasoner.knowledge.bm25 import bm25
from reasoner.knowledge.cache import cached_directory, fingerprint
from reasoner.knowledge.fact import Fact
from reasoner.knowledge.sources import open_source
from reasoner.knowledge.store import VERSION, Hit, Store, build_store
from reasoner.language.terms import content_lemmas

Track = Callable[[Iterator[Fact], str], Iterable[Fact]]
"""Wraps a stream to show its progress, under a heading."""


class KnowledgeBase:
    """Facts from any mix of sources.

    Examples
    --------
    >>> kb = KnowledgeBase.from_facts([Fact("metal conducts heat"), Fact("steel is a metal")])
    >>> len(kb), kb.search([["steel"]], limit=1)[0].fact.text
    (2, 'steel is a metal')
    """

    def __init__(self, store: Store, sources: Sequence[str] = ()) -> None:
        self.store = store
        self.sources = tuple(sources)

    @classmethod
    def open(
        cls, sources: Sequence[str | os.PathLike[str]], track: Track = lambda facts, heading: facts
    ) -> KnowledgeBase:
        """Return the knowledge of some sources, from the index in the user's cache where there is one."""
        opened = [open_source(spec) for spec in sources]
        names = [source.name for source in opened]
        key = fingerprint(VERSION, *names, *(path for source in opened for path in source.files))

        def build(folder: Path) -> None:
            facts = chain.from_iterable(source.read() for source in opened)
            build_store(folder, track(facts, f"Indexing {', '.join(names)}"))

        return cls(Store(cached_directory("knowledge", key, build)), names)

    @classmethod
    def from_facts(cls, facts: Iterable[Fact]) -> KnowledgeBase:
        """Return a knowledge base of its own, kept as long as it is used."""
        folder = tempfile.TemporaryDirectory(prefix="reasoner-")
        build_store(Path(folder.name), facts)
        kb = cls(Store(Path(folder.name)))
        kb._folder = folder  # type: ignore[attr-defined]  # deleted together with the knowledge base
        return kb

    def __len__(self) -> int:
        return len(self.store)

    def __iter__(self) -> Iterator[Fact]:
        return (self.store[number] for number in range(len(self.store)))

    def search(self, groups: Sequence[Iterable[str]], limit: int, given: Sequence[Fact] = ()) -> list[Hit]:
        """Return the best facts that hold at least one lemma of every group, best first.

        Parameters
        ----------
        groups : sequence of lemmas
            One group for a plain search; stem and choice as two groups for facts that touch both.
        limit : int
            How many facts at the most.
        given : sequence of Fact
            Facts that came with the question; they are ranked among those of the knowledge base.
        """
        lemmas = [sorted(set(group)) for group in groups]
        found = self.store.search(lemmas, limit)
        if given:
            found = sorted([*self._search_given(lemmas, given), *found], key=lambda hit: -hit.score)
        return found[:limit]

    def _search_given(self, groups: list[list[str]], given: Sequence[Fact]) -> Iterator[Hit]:
        documents = [content_lemmas(fact.text) for fact in given]
        query = list(chain.from_iterable(groups))
        size, lemma_count = len(self.store), self.store.lemma_count
        scores = bm25(
            documents, query, frequency=self.store.frequency, document_count=size, lemma_count=lemma_count
        )
        for fact, document, score in zip(given, documents, scores, strict=True):
            if all(not set(group).isdisjoint(document) for group in groups):
                yield Hit(fact, score)
