"""What a knowledge base looks like from a question: candidate facts, and unit vectors of facts and texts alike.

By words, a vector holds the idf of each lemma; with an encoder, it is what the encoder makes of the sentence. What is
computed from the vectors is the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from reasoner.knowledge import KnowledgeBase
from reasoner.language.claim import hypotheses, open_hypothesis
from reasoner.language.terms import content_lemmas
from reasoner.question import Question
from reasoner.retrieval.dense import DenseIndex, Floats, TextEncoder
from reasoner.retrieval.words import Words

#: Candidates that each source may name, by its own ranking: facts that lead, facts that follow, and facts that follow
#: one of the first few that lead. Set by hand.
LEADING, FOLLOWING, HOPS, AFTER_HOP = 24, 16, 4, 3
_NEAR = 500  # facts of a source that are near a choice, among which a second hop looks
_OPEN_SHARE = 0.5  # of the open claim beside the stem, in the ranking of facts that may lead


@dataclass(frozen=True, slots=True)
class Asked:
    """The texts of a question: its stem, what all choices claim, the choices, and what each claims.

    >>> from reasoner.question import Choice
    >>> asked = Asked.of(Question("1", "Which is a metal?", (Choice("A", "wool"), Choice("B", "steel"))))
    >>> asked.claims[1]
    'Steel is a metal.'
    """

    stem: str
    shared: str
    choices: tuple[str, ...]
    claims: tuple[str, ...]

    @classmethod
    def of(cls, question: Question) -> Asked:
        """Return the texts of a question."""
        choices = [choice.text for choice in question.choices]
        return cls(
            question.stem, open_hypothesis(question.stem), tuple(choices), tuple(hypotheses(question.stem, choices))
        )

    @property
    def texts(self) -> list[str]:
        """All of them, in a row."""
        return [self.stem, self.shared, *self.choices, *self.claims]


class View(Protocol):
    """The candidates for one question, by their numbers in the knowledge base, and the vectors and words."""

    texts: Floats
    words: Words
    leading: list[int]
    following: list[list[int]]

    def vectors(self, numbers: Sequence[int]) -> Floats:
        """Return the vectors of some candidates."""

    def rows(self, numbers: Sequence[int]) -> list[int]:
        """Return where the words of some candidates stand; those of the question's texts stand before them."""


class WordView:
    """A question's candidates by BM25, as vectors of the idf of their lemmas."""

    def __init__(self, kb: KnowledgeBase, asked: Asked) -> None:
        self._kb, stem = kb, content_lemmas(asked.stem)
        self.leading = self._found([stem], LEADING)
        hops = [stem, *(self._new(number, stem) for number in self._best_of_each())]
        self.following = [self._following(content_lemmas(choice), hops) for choice in asked.choices]
        self.words, self._row = _words(kb, asked, self.leading, self.following)
        self.texts = self.words.unit[: len(asked.texts)]

    def vectors(self, numbers: Sequence[int]) -> Floats:
        """Return a unit vector for each of some candidates."""
        return self.words.unit[self.rows(numbers)]

    def rows(self, numbers: Sequence[int]) -> list[int]:
        """Return where the words of some candidates stand."""
        return [self._row[number] for number in numbers]

    def _found(self, groups: Sequence[Sequence[str]], limit: int) -> list[int]:
        parts = self._kb.parts
        among: list[range | None] = [None] if len(parts) == 1 else [*parts]
        return [number for part in among for number, _ in self._kb.store.search_numbers(groups, limit, part)]

    def _best_of_each(self) -> list[int]:
        return [number for part in self._kb.parts for number in [n for n in self.leading if n in part][:HOPS]]

    def _following(self, choice: tuple[str, ...], hops: Sequence[tuple[str, ...]]) -> list[int]:
        found = self._found([choice], FOLLOWING)
        for number, hop in enumerate(hops):
            found += self._found([choice, hop], AFTER_HOP if number else FOLLOWING)
        return list(dict.fromkeys(found))

    def _new(self, number: int, stem: Sequence[str]) -> tuple[str, ...]:
        """What a fact brings that the stem does not have: a second fact may be joined to it there."""
        return tuple(lemma for lemma in content_lemmas(self._kb.store[number].text) if lemma not in stem)


class DenseView:
    """A question's candidates by the likeness of sentence vectors."""

    def __init__(self, kb: KnowledgeBase, index: DenseIndex, encoder: TextEncoder, asked: Asked) -> None:
        self._index, self._parts = index, kb.parts
        self.texts = encoder.encode(asked.texts)
        self._likeness, self._count = index.likeness(self.texts), len(asked.choices)
        about = self._likeness[:, 0] + _OPEN_SHARE * self._likeness[:, 1]
        by_source = [_best_within(about, part, LEADING) for part in self._parts]
        self.leading = [number for some in by_source for number in some]
        self._hops = index[[number for some in by_source for number in some[:HOPS]]]
        self.following = [self._following(choice) for choice in range(self._count)]
        self.words, self._row = _words(kb, asked, self.leading, self.following)

    def vectors(self, numbers: Sequence[int]) -> Floats:
        """Return the vector of each of some candidates."""
        return self._index[numbers]

    def rows(self, numbers: Sequence[int]) -> list[int]:
        """Return where the words of some candidates stand."""
        return [self._row[number] for number in numbers]

    def _following(self, choice: int) -> list[int]:
        """The facts of each source nearest to a choice, and of those near it the ones that a leading fact leads to."""
        near_choice = self._likeness[:, 2 + choice] + self._likeness[:, 2 + self._count + choice]
        found: list[int] = []
        for part in self._parts:
            near = _best_within(near_choice, part, _NEAR)
            joined = self._index[near] @ self._hops.T + self._likeness[near, 2 + choice][:, None]
            after = np.argsort(-joined, axis=0, kind="stable")[:AFTER_HOP]
            found += near[:FOLLOWING] + [near[place] for place in after.ravel().tolist()]
        return list(dict.fromkeys(found))


class GivenView:
    """What facts that came with a question say, alone or two as one text; by an encoder, or by words."""

    def __init__(self, said: Sequence[str], kb: KnowledgeBase, encoder: TextEncoder | None, asked: Asked) -> None:
        texts = [*asked.texts, *said]
        self.words, self._before = Words(texts, kb.store.idf), len(asked.texts)
        vectors = encoder.encode(texts) if encoder else self.words.unit
        self.texts, self._facts = vectors[: self._before], vectors[self._before :]
        self.leading: list[int] = list(range(len(said)))
        self.following: list[list[int]] = [[] for _ in asked.choices]  # nothing else is joined to them

    def vectors(self, numbers: Sequence[int]) -> Floats:
        """Return the vector of each of some of them."""
        return self._facts[numbers]

    def rows(self, numbers: Sequence[int]) -> list[int]:
        """Return where the words of some of them stand."""
        return [self._before + number for number in numbers]


def _words(
    kb: KnowledgeBase, asked: Asked, leading: Sequence[int], following: Sequence[Sequence[int]]
) -> tuple[Words, dict[int, int]]:
    """Return the words of a question and of its candidates, and the row of each candidate."""
    candidates = dict.fromkeys([*leading, *(number for some in following for number in some)])
    texts = [*asked.texts, *(kb.store[number].text for number in candidates)]
    return Words(texts, kb.store.idf), {number: len(asked.texts) + row for row, number in enumerate(candidates)}


def _best_within(scores: Floats, part: range, limit: int) -> list[int]:
    own = scores[part.start : part.stop]
    some = np.argpartition(-own, limit - 1)[:limit] if len(own) > limit else np.arange(len(own))
    ordered = some[np.argsort(-own[some], kind="stable")]
    return [part.start + int(place) for place in ordered if np.isfinite(own[place])]  # others are struck out
