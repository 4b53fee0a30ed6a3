"""Order words looked up: which scale a word or phrase belongs to, and which of its ends it points to."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

from reasoner.language.english import table
from reasoner.language.terms import lemma

FIRST, LAST = 1, -1


@dataclass(frozen=True, slots=True)
class Pole:
    """One end of a scale; a word may belong to several scales ("short"), the other words of a puzzle decide."""

    scales: tuple[str, ...]
    end: int

    def turned(self) -> Pole:
        """The other end."""
        return Pole(self.scales, -self.end)


def listed(name: str) -> list[str]:
    """Return one of the lists of words about order.

    >>> "beside" in listed("beside")
    True
    """
    found: list[str] = table("order")["words"][name]
    return found


def singular(word: str) -> str:
    """Return a noun's singular.

    >>> singular("mangoes"), singular("mice"), singular("glass")
    ('mango', 'mouse', 'glass')
    """
    return lemma(word, "NOUN")


@lru_cache(maxsize=50_000)
def ordinal(word: str) -> int | None:
    """Return the number that an ordinal stands for.

    >>> ordinal("third"), ordinal("4th"), ordinal("bird")
    (3, 4, None)
    """
    digits = re.fullmatch(r"(\d{1,15})(?:st|nd|rd|th)", word)
    found: int | None = table("order")["ordinals"].get(word)
    return int(digits[1]) if digits else found


@lru_cache(maxsize=50_000)
def number(word: str) -> int | None:
    """Return the number that a word stands for.

    >>> number("two"), number("7"), number("owl")
    (2, 7, None)
    """
    plain = word.isdecimal() and len(word) <= 15  # "³" is a digit, too; thousands of digits are no number of anything
    found: int | None = int(word) if plain else table("order")["numbers"].get(word)
    return found


@cache
def phrases(kind: str) -> dict[tuple[str, ...], Pole]:
    """Return the phrases of a kind ("prepositions", "verbs", "ends", "amounts") and where each points."""
    keys = {
        "prepositions": ("before", "after"),
        "verbs": ("beats", "trails"),
        "ends": ("first_end", "last_end"),
        "amounts": ("by", ""),
    }[kind]
    found: dict[tuple[str, ...], Pole] = {}
    for scale, entry in _scales().items():
        for key, end in zip(keys, (FIRST, LAST), strict=True):
            for phrase in entry.get(key, ()):
                found[tuple(phrase.split())] = Pole((scale,), end)
    return found


def _scales() -> dict[str, dict[str, Any]]:
    found: dict[str, dict[str, Any]] = table("order")["scale"]
    return found


@lru_cache(maxsize=50_000)
def adjective(word: str) -> Pole:
    """Return where an adjective points; one that no scale lists is the first end of its own.

    >>> adjective("cheap")
    Pole(scales=('price',), end=-1)
    >>> adjective("short").scales, adjective("zorpy")
    (('height', 'length'), Pole(scales=('zorpy',), end=1))
    """
    for key, end in (("more", FIRST), ("less", LAST)):
        if scales := tuple(scale for scale, entry in _scales().items() if word in entry.get(key, ())):
            return Pole(scales, end)
    for key, end in (("high", FIRST), ("low", LAST)):
        if scales := tuple(scale for scale, entry in table("scales").items() if word in entry[key].split()):
            return Pole(scales, end)
    return Pole((word,), FIRST)


@lru_cache(maxsize=50_000)
def degree(word: str, ending: str) -> Pole | None:
    """Return where a comparative ("er") or superlative ("est") points; None where the word is neither.

    >>> degree("cheapest", "est"), degree("bus", "er"), degree("zorpier", "er")
    (Pole(scales=('price',), end=-1), None, Pole(scales=('zorpy',), end=1))
    """
    irregular = table("order")["irregular"]
    if word in irregular:
        return adjective(irregular[word]) if word.endswith("st") == (ending == "est") else None
    if ending == "est" and word.endswith("most") and (end := phrases("ends").get((word.removesuffix("most"),))):
        return end
    if not word.endswith(ending) or len(word) < len(ending) + 3:
        return None
    bases = list(_bases(word.removesuffix(ending)))
    known = [base for base in bases if len(adjective(base).scales) > 1 or adjective(base).scales[0] != base]
    return adjective((known or bases)[0])


def _bases(stem: str) -> Iterator[str]:
    if stem.endswith("i"):
        yield stem[:-1] + "y"
        yield stem[:-1] + "ey"
    if len(stem) > 3 and stem[-1] == stem[-2]:
        yield stem[:-1]
    yield stem
    yield stem + "e"


def longest(words: Sequence[str], start: int, entries: dict[tuple[str, ...], Pole]) -> tuple[int, Pole] | None:
    """Return where the longest phrase that starts at a word ends, and where it points.

    >>> longest("is ahead of the van".split(), 1, phrases("prepositions"))
    (3, Pole(scales=('order',), end=1))
    """
    for length in (4, 3, 2, 1):
        pole = entries.get(tuple(words[start : start + length]))
        if pole is not None and start + length <= len(words):
            return start + length, pole
    return None
