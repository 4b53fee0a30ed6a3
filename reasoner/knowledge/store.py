"""Facts on disk with a BM25 index: streamed in once, memory-mapped afterwards."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from reasoner.knowledge.bm25 import idf
from reasoner.knowledge.fact import Fact
from reasoner.knowledge.parts import OFFSETS, TEXTS, as_fact
from reasoner.knowledge.store_index import BM25, COUNTS, open_index, schema

if TYPE_CHECKING:
    import tantivy

#: Part of the name of every index: raise it when the layout, the lemmas or an importer change.
VERSION = "8"


@dataclass(frozen=True, slots=True)
class Hit:
    """A fact found, and how well it matched."""

    fact: Fact
    score: float


class Store:
    """Facts in the order in which they were read, and search over their content lemmas.

    Examples
    --------
    >>> import tempfile
    >>> from reasoner.knowledge.store_index import build_store
    >>> folder = Path(tempfile.mkdtemp())
    >>> build_store(folder, [Fact("metal conducts heat"), Fact("wool keeps heat in"), Fact("steel is a metal")])
    >>> store = Store(folder)
    >>> len(store), store[2].text
    (3, 'steel is a metal')
    >>> [hit.fact.text for hit in store.search([["metal", "steel"]], limit=2)]
    ['steel is a metal', 'metal conducts heat']
    """

    #: The numbers of facts that are not to be found.
    struck: Collection[int] = ()

    def __init__(self, folder: Path) -> None:
        import numpy as np

        #: Where the facts lie.
        self.folder = folder
        self._offsets = np.load(folder / OFFSETS, mmap_mode="r")
        #: The file that the facts lie in; what is derived from them is kept under its fingerprint.
        self.texts = texts = folder / TEXTS
        self._texts = np.memmap(texts, dtype=np.uint8, mode="r") if texts.stat().st_size else np.empty(0, np.uint8)
        #: How many lemmas the facts hold in all, repeats counted.
        self.lemma_count: int = json.loads((folder / COUNTS).read_text(encoding="utf-8"))["lemmas"]
        self._related: dict[str, list[tuple[int, Fact]]] = {}
        self._schema = schema()
        self._searcher = open_index(folder / BM25).searcher()

    def __len__(self) -> int:
        return len(self._offsets) - 1

    def __getitem__(self, number: int) -> Fact:
        if not 0 <= number < len(self):
            raise IndexError(number)
        return as_fact(self._texts[self._offsets[number] : self._offsets[number + 1]].tobytes())

    def __iter__(self) -> Iterator[Fact]:
        with open(self.texts, "rb") as lines:  # several times as quick as one by one
            yield from map(as_fact, lines)

    def related(self, names: Collection[str]) -> Iterator[Fact]:
        """Yield the facts that are typed with one of some relations; they are read once and kept."""
        for name in names:
            if name not in self._related:
                mark = f", {json.dumps(name)}, [".encode()
                numbers = (number for number in self._holding(mark) if self[number].relation == name)
                self._related[name] = [(number, self[number]) for number in numbers]
            yield from (fact for number, fact in self._related[name] if number not in self.struck)

    def _holding(self, written: bytes) -> list[int]:
        """Return the numbers of the facts whose line in the file holds some bytes."""
        import numpy as np

        places = [match.start() for match in re.finditer(re.escape(written), self._texts)]  # type: ignore[call-overload]
        found = np.searchsorted(self._offsets, places, side="right") - 1
        return [int(number) for number in dict.fromkeys(found.tolist())]

    def search(self, groups: Sequence[Iterable[str]], limit: int) -> list[Hit]:
        """Return the best facts that hold at least one lemma of every group, best first.

        The score is BM25 over all lemmas; one that stands in two groups counts twice.
        """
        return [Hit(self[number], score) for number, score in self.search_numbers(groups, limit)]

    def search_numbers(
        self, groups: Sequence[Iterable[str]], limit: int, among: range | None = None
    ) -> list[tuple[int, float]]:
        """Return what `search` returns as pairs of fact number and score; `among` names the facts to look at."""
        lemmas = [sorted(set(group)) for group in groups]
        if not len(self) or not all(lemmas) or not lemmas:
            return []
        query = self._query(lemmas) if among is None else self._within(self._query(lemmas), among)
        hits = self._searcher.search(query, limit=limit, count=False).hits
        numbers = self._searcher.fast_field_values("number", [address for _, address in hits])
        found = [(int(number or 0), score) for number, (score, _) in zip(numbers, hits, strict=True)]
        return sorted(found, key=lambda pair: (-pair[1], pair[0]))

    def frequency(self, lemma: str) -> int:
        """Return how many facts hold a lemma."""
        return int(self._searcher.doc_freq("lemmas", lemma))

    def idf(self, lemma: str) -> float:
        """Return how much a lemma tells, as BM25 weighs it."""
        return idf(self.frequency(lemma), len(self))

    def _within(self, query: tantivy.Query, among: range) -> tantivy.Query:
        from tantivy import FieldType, Occur, Query

        numbers = Query.range_query(
            self._schema, "number", FieldType.Integer, among.start, among.stop, include_upper=False
        )
        return Query.boolean_query([(Occur.Must, query), (Occur.Must, Query.const_score_query(numbers, 0.0))])

    def _query(self, groups: list[list[str]]) -> tantivy.Query:
        from tantivy import Occur, Query

        any_of = [
            Query.boolean_query(
                [(Occur.Should, Query.term_query(self._schema, "lemmas", lemma, "freq")) for lemma in group]
            )
            for group in groups
        ]
        return any_of[0] if len(any_of) == 1 else Query.boolean_query([(Occur.Must, group) for group in any_of])
