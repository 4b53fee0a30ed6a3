"""How much the words of questions and of evidence tell."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from reasoner.knowledge import KnowledgeBase
from reasoner.language.terms import content_lemmas
from reasoner.question import Choice, Question
from reasoner.solvers.support.evidence import LIGHT, Cell, Unit
from reasoner.solvers.support.weights import Weights

#: Lemmas whose rarity is kept in memory.
_KEPT = 100_000


@dataclass(frozen=True, slots=True)
class Asked:
    """A question in lemmas: the terms of the stem, in order, with their weights, and those of each choice."""

    terms: Mapping[str, float]
    answers: Mapping[str, Mapping[str, float]]
    #: The units that deny what a choice claims, of it or of others, by label; none of them may support it.
    barred: Mapping[str, set[str]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Place:
    """A word in a cell of a unit, and the share of the unit's weight that it makes up."""

    unit: Unit
    number: int
    share: float

    @property
    def cell(self) -> Cell:
        """The cell that the word stands in."""
        return self.unit.cells[self.number]


class Terms:
    """Weighs words by how rare they are in a knowledge base."""

    def __init__(self, kb: KnowledgeBase, prices: Weights) -> None:
        self.kb, self.prices = kb, prices
        self._rarity: dict[str, float] = {}

    def rarity(self, lemma: str) -> float:
        """Return how rare a lemma is in the knowledge base: 1 for one that it does not hold, near 0 for one in all."""
        if len(self._rarity) > _KEPT:
            self._rarity.clear()
        if lemma not in self._rarity:
            # Not BM25's idf: of a handful of facts it leaves a word that two of them share too little to link them by.
            facts = max(len(self.kb), 1)
            rarity = math.log(1 + facts / (1 + self.kb.store.frequency(lemma))) / math.log(1 + facts)
            self._rarity[lemma] = rarity * (self.prices.light if lemma in LIGHT else 1.0)
        return self._rarity[lemma]

    def read(self, question: Question) -> Asked:
        """Return the question as terms; the weights of its terms add up to 1."""
        stem = dict.fromkeys(content_lemmas(question.stem))
        last = max(len(stem) - 1, 1)
        later = self.prices.later
        raw = {lemma: self.rarity(lemma) * (1 + later * number / last) for number, lemma in enumerate(stem)}
        whole = sum(raw.values()) or 1.0
        answers = {choice.label: self._answer(choice, stem) for choice in question.choices}
        return Asked({lemma: weight / whole for lemma, weight in raw.items()}, answers)

    def _answer(self, choice: Choice, stem: Iterable[str]) -> dict[str, float]:
        """What each term of a choice is worth when supported; one that the stem holds too tells nothing."""
        lemmas = dict.fromkeys(content_lemmas(choice.text))
        telling = {lemma: self.rarity(lemma) for lemma in lemmas if lemma not in stem}
        telling = telling or {lemma: self.rarity(lemma) for lemma in lemmas}
        whole = sum(telling.values())
        share, count = self.prices.answer_share, self.prices.answer_count
        return {lemma: share * rarity / whole + count * rarity for lemma, rarity in telling.items()}

    def places(self, unit: Unit) -> list[tuple[str, Place]]:
        """Return the words of a unit with their places."""
        whole = sum(self.rarity(lemma) for cell in unit.cells for lemma in cell.lemmas)
        return [
            (lemma, Place(unit, number, self.rarity(lemma) / whole))
            for number, cell in enumerate(unit.cells)
            for lemma in cell.lemmas
        ]
