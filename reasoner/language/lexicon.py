"""Synonyms and opposites among words of elementary science, compared by lemma, in American spelling."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import permutations

from reasoner.language.english import listed
from reasoner.language.terms import lemma


def _pairs(name: str) -> frozenset[frozenset[str]]:
    groups = [entry.split("/") for entry in listed("lexicon", name)]
    return frozenset(frozenset({a, b}) for group in groups for a in group for b in group if a != b)


ANTONYMS = _pairs("antonyms")
SYNONYMS = _pairs("synonyms") - ANTONYMS
_NEGATIVE_PREFIXES = ("un", "in", "im", "ir", "il", "non", "dis", "anti")


def antonyms(a: str, b: str) -> bool:
    """Whether two words are opposites.

    >>> antonyms("hotter", "colder"), antonyms("hot", "hotter"), antonyms("harmful", "harmless")
    (True, False, True)
    """
    pair = frozenset({lemma(a.lower()), lemma(b.lower())})
    return pair in ANTONYMS or (len(pair) == 2 and _opposite_forms(*sorted(pair, key=len)))


def opposed_pairs(words: Sequence[str]) -> list[tuple[str, str]]:
    """Return all pairs of words that are opposites, both ways round, without looking at every two of them.

    >>> opposed_pairs(["hot", "red", "harmful", "cold", "harmless"])
    [('hot', 'cold'), ('harmful', 'harmless'), ('cold', 'hot'), ('harmless', 'harmful')]
    """
    by_stem: dict[str, list[int]] = {}
    for place, word in enumerate(words):
        for stem in _stems(lemma(word.lower())):
            by_stem.setdefault(stem, []).append(place)
    alike = {pair for places in by_stem.values() for pair in permutations(places, 2)}
    return [(words[one], words[other]) for one, other in sorted(alike) if antonyms(words[one], words[other])]


def _stems(word: str) -> Iterator[str]:
    """Yield what a word shares with each of its opposites."""
    yield word
    yield from (f"{prefix}{word}" for prefix in _NEGATIVE_PREFIXES)
    yield f"{word.removesuffix('ful').removesuffix('less')}-"
    yield from (" ".join(sorted(pair)) for pair in _listed_with(word))


@cache
def _listed_with(word: str) -> tuple[frozenset[str], ...]:
    return tuple(pair for pair in ANTONYMS if word in pair)


def _opposite_forms(short: str, long: str) -> bool:
    """renewable and nonrenewable, harmful and harmless."""
    if len(short) < 4:
        return False
    if any(long == prefix + short for prefix in _NEGATIVE_PREFIXES):
        return True
    stems = {word.removesuffix("ful").removesuffix("less") for word in (short, long)}
    return len(stems) == 1 and short.endswith(("ful", "less")) and long.endswith(("ful", "less"))


@cache
def synonyms(word: str) -> tuple[str, ...]:
    """Return the words that mean nearly the same, in order.

    >>> "large" in synonyms("big"), synonyms("gadoid")
    (True, ())
    """
    return tuple(sorted(other for pair in SYNONYMS if word in pair for other in pair - {word}))
