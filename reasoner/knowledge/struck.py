"""Facts of a store with some struck out: they keep their numbers, and are not found."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from functools import cached_property

from reasoner.knowledge.fact import Fact
from reasoner.knowledge.store import Store


class Struck(Store):
    """A store of which the facts at some places, `source:line`, are not to be found; a row goes with all its wordings.

    How rare a word is, is still counted over all facts, so that what is left has the scores that it had.
    """

    def __init__(self, store: Store, places: frozenset[str]) -> None:
        self.__dict__.update(vars(store))
        self._places = places | getattr(store, "_places", frozenset())

    @cached_property
    def struck(self) -> frozenset[int]:  # type: ignore[override]
        """The numbers of the facts that are struck out."""
        return frozenset(number for place in self._places for number in self._at(place))

    def _at(self, place: str) -> list[int]:
        source, _, line = place.rpartition(":")
        mark = f", {json.dumps(source, ensure_ascii=False)}, {line}, ".encode()
        return [number for number in self._holding(mark) if self._is_struck(self[number])]

    def search_numbers(
        self, groups: Sequence[Iterable[str]], limit: int, among: range | None = None
    ) -> list[tuple[int, float]]:
        """Return what is found when the facts struck out are passed over."""
        wider = limit + _MOST_WORDINGS * len(self._places)
        found = super().search_numbers(groups, wider, among)
        return [(number, score) for number, score in found if not self._is_struck(self[number])][:limit]

    def _is_struck(self, fact: Fact) -> bool:
        return f"{fact.source}:{fact.line}" in self._places


#: Facts that one row of a table may be worded as; more of one row in a search would crowd out a later hit.
_MOST_WORDINGS = 8
