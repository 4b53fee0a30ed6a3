"""Retrieval by TF-IDF and cosine, as Appendix A of the OpenBookQA paper has it: so many facts for each choice."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from reasoner.knowledge.fact import Fact
from reasoner.language.terms import content_lemmas
from reasoner.question import Question


class TfIdf:
    """Facts by the cosine of their words to the words of a stem and of a choice, the two cosines added.

    Parameters
    ----------
    facts : iterable of Fact
        What is searched.

    Examples
    --------
    >>> found = TfIdf([Fact("steel is a metal"), Fact("a cow eats grass"), Fact("metal lets heat through")])
    >>> [fact.text for fact in found.search("Which lets heat through?", "steel", 5)]
    ['metal lets heat through', 'steel is a metal']
    """

    def __init__(self, facts: Iterable[Fact]) -> None:
        self._facts = list(facts)
        counts = [Counter(content_lemmas(fact.text)) for fact in self._facts]
        holders = Counter(lemma for count in counts for lemma in count)
        # The paper's tf-idf, not BM25's: the packaged readers were trained with the facts that this finds.
        self._idf = {lemma: math.log((1 + len(counts)) / (1 + held)) + 1 for lemma, held in holders.items()}
        places: dict[str, list[int]] = {}
        values: dict[str, list[float]] = {}
        for number, count in enumerate(counts):
            for lemma, value in self._weighed(count).items():
                places.setdefault(lemma, []).append(number)
                values.setdefault(lemma, []).append(value)
        self._places = {lemma: np.array(some) for lemma, some in places.items()}
        self._values = {lemma: np.array(some) for lemma, some in values.items()}

    def search(self, stem: str, choice: str, limit: int) -> list[Fact]:
        """Return the best facts; none that shares no word with the choice or the stem."""
        return self._best(self._cosines(stem) + self._cosines(choice), limit)

    def memory(self, question: Question, for_each: int) -> list[Fact]:
        """Return so many facts for each choice of a question, each fact once; the order of choices does not matter."""
        asked = self._cosines(question.stem)
        scores = (asked + self._cosines(choice.text) for choice in question.choices)
        found = {fact for some in scores for fact in self._best(some, for_each)}
        return sorted(found, key=lambda fact: (fact.where, fact.text))

    def _best(self, scores: NDArray[np.float64], limit: int) -> list[Fact]:
        touched = np.flatnonzero(scores)  # few of many facts share a word
        return [self._facts[number] for number in touched[np.argsort(-scores[touched], kind="stable")[:limit]]]

    def _cosines(self, text: str) -> NDArray[np.float64]:
        scores = np.zeros(len(self._facts))
        for lemma, value in self._weighed(Counter(content_lemmas(text))).items():
            if lemma in self._places:
                scores[self._places[lemma]] += value * self._values[lemma]
        return scores

    def _weighed(self, count: Counter[str]) -> dict[str, float]:
        weights = {lemma: times * self._idf.get(lemma, 1.0) for lemma, times in count.items()}
        length = math.sqrt(sum(value**2 for value in weights.values())) or 1.0
        return {lemma: value / length for lemma, value in weights.items()}


def texts_of(facts: Sequence[Fact]) -> tuple[str, ...]:
    """Return the texts of facts.

    >>> texts_of([Fact("steel is a metal")])
    ('steel is a metal',)
    """
    return tuple(fact.text for fact in facts)
