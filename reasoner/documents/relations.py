"""Which words of a sentence tell a part of a relation: those that name it, or, weakly, those whose vectors are near."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

from reasoner.language.english import table
from reasoner.language.terms import STOP_WORDS, content_lemmas, lemma

Groups = Sequence[frozenset[str]]


class Telling(NamedTuple):
    """A word that tells a part of a relation: its place in the sentence, how near it is (1: it names it), the word."""

    place: int
    likeness: float
    word: str


def relation_groups(relation: str) -> list[frozenset[str]]:
    """Return the words that tell each part of a relation, the part that lies next to the subject first.

    >>> [sorted(group) for group in relation_groups("place of death of director")]
    [['direct', 'director'], ['death', 'die']]
    >>> relation_groups("moon of")
    [frozenset({'moon'})]
    """
    known, groups, rest = table("query_relations"), [], relation.strip()
    while rest:
        name = max((name for name in known if rest == name or rest.startswith(f"{name} of ")), key=len, default=rest)
        groups.append(frozenset(known[name].split() if name in known else content_lemmas(name)))
        rest = rest.removeprefix(name).removeprefix(" of ")
    return [group for group in reversed(groups) if group]


class Words:
    """Words tell a part of a relation where they are among its own.

    >>> Words([frozenset({"direct"})]).told(" it was directed by ann ")
    [[Telling(place=2, likeness=1.0, word='directed')]]
    """

    def __init__(self, groups: Groups) -> None:
        self.groups = groups

    def prepare(self, sentences: Iterable[str]) -> None:
        """Get to know the sentences that will be asked for."""

    def told(self, sentence: str) -> list[list[Telling]]:
        """Return the words of a plain sentence that tell each part."""
        words = [(place, word, lemma(word)) for place, word in enumerate(sentence.split())]
        return [[Telling(place, 1.0, word) for place, word, base in words if base in group] for group in self.groups]


class Vectors(Words):
    """A sentence without such a word tells a part by its word that is nearest to one, as far as it is near.

    This is the weak unification of relation symbols by which NLProlog reads text (Weber et al. 2019).
    """

    def __init__(self, groups: Groups, encode: Callable[[Sequence[str]], Any]) -> None:
        super().__init__(groups)
        self._encode = encode
        self._near: list[dict[str, float]] = [{} for _ in groups]

    def prepare(self, sentences: Iterable[str]) -> None:
        """Measure how near each word of the sentences is to each part."""
        words = sorted({lemma(word) for text in sentences for word in text.split() if word.isalpha()} - STOP_WORDS)
        vectors = self._encode(words)
        for near, group in zip(self._near, self.groups, strict=True):
            likeness = (vectors @ self._encode(sorted(group)).T).max(axis=1)
            near.update(zip(words, likeness.tolist(), strict=True))

    def told(self, sentence: str) -> list[list[Telling]]:
        """Return the words that tell each part, or the nearest one."""
        words = list(enumerate(sentence.split()))
        return [
            found or self._nearest(words, near) for found, near in zip(super().told(sentence), self._near, strict=True)
        ]

    def _nearest(self, words: list[tuple[int, str]], near: dict[str, float]) -> list[Telling]:
        likeness = [Telling(place, near[lemma(word)], word) for place, word in words if near.get(lemma(word), 0.0) > 0]
        return [max(likeness, key=lambda each: each.likeness)] if likeness else []
