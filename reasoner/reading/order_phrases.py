"""Phrases about order in a row of words: older than, third from the left, second-to-last, between, next to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from reasoner.language.terms import DEGREES
from reasoner.reading.scales import FIRST, LAST, Pole, adjective, degree, listed, longest, number, ordinal, phrases

_ORDER_FIRST, _ORDER_LAST = Pole(("order",), FIRST), Pole(("order",), LAST)
#: Fillers before a phrase of place: "to the left of", "at the far left".
_LEADING = {"to", "on", "at", "in", "the", "far", "very", "extreme", "exactly"}


@dataclass(frozen=True, slots=True)
class Compared:
    """Nearer to an end than something else; with a gap, by so many places."""

    pole: Pole
    gap: int | None = None


@dataclass(frozen=True, slots=True)
class Placed:
    """So many places from an end, that itself being 1; 0 for the middle."""

    pole: Pole
    index: int


@dataclass(frozen=True, slots=True)
class Near:
    """Next to something, or (`between`) between two."""

    between: bool = False


Phrase = Compared | Placed | Near
Match = tuple[int, Phrase]


def phrase_at(words: Sequence[str], start: int) -> Match | None:
    """Return the phrase about order that starts at a word, with the place where it ends.

    >>> phrase_at("the second most expensive".split(), 0)
    (4, Placed(pole=Pole(scales=('price',), end=1), index=2))
    >>> phrase_at("to the left of x".split(), 0)
    (4, Compared(pole=Pole(scales=('left',), end=1), gap=None))
    >>> phrase_at("two places behind x".split(), 0)
    (3, Compared(pole=Pole(scales=('order',), end=-1), gap=2))
    """
    at = start + (words[start] == "the")
    return _with_gap(words, start) or _plain(words, start) or (_plain(words, at) if at < len(words) else None)


def _plain(words: Sequence[str], start: int) -> Match | None:
    found = _compared(words, start) or _near(words, start) or _ordinal(words, start)
    return found or _superlative(words, start) or _end(words, start)


def _word(words: Sequence[str], place: int) -> str:
    return words[place] if 0 <= place < len(words) else ""


def _with_gap(words: Sequence[str], start: int) -> Match | None:
    """ "immediately before", "two places to the right of"."""
    gap, at = None, start
    if words[start] in listed("immediately"):
        gap, at = 1, start + 1
    elif number(words[start]) and _word(words, start + 1) in listed("units"):
        gap, at = number(words[start]), start + 2
    found = _compared(words, at) if gap and at < len(words) else None
    return (found[0], Compared(found[1].pole, gap)) if found else None


def _compared(words: Sequence[str], start: int) -> tuple[int, Compared] | None:
    found = _more_than(words, start) or _verb(words, start) or _degree_than(words, start)
    at = start
    while found is None and at < len(words) and (at == start or words[at - 1] in _LEADING):
        found = longest(words, at, phrases("prepositions"))
        at += 1
    return (found[0], Compared(found[1])) if found else None


def _more_than(words: Sequence[str], start: int) -> tuple[int, Pole] | None:
    """ "more expensive than", "fewer points than", "(costs) less than"."""
    if words[start] not in ("more", "less", "fewer"):
        return None
    amounts = phrases("amounts")
    if _word(words, start + 1) == "than":
        before = amounts.get((_word(words, start - 1),)) or amounts.get(tuple(words[max(start - 2, 0) : start]))
        pole, end = before, start + 2
    elif _word(words, start + 2) == "than":
        pole, end = amounts.get((words[start + 1],)) or adjective(words[start + 1]), start + 3
    else:
        return None
    return None if pole is None else (end, pole if words[start] == "more" else pole.turned())


def _degree_than(words: Sequence[str], start: int) -> tuple[int, Pole] | None:
    """ "older than", "farther from the sea than"."""
    pole = degree(words[start], "er")
    if pole is None or "than" not in words[start + 1 :]:
        return None
    than = list(words).index("than", start + 1)
    between = words[start + 1 : than]
    known = "".join(pole.scales) not in words[start]  # a made-up comparative has "than" right behind it
    near = not between or (known and len(between) < 5 and not {"*", ",", "and"} & set(between))
    return (than + 1, pole) if near else None


def _verb(words: Sequence[str], start: int) -> tuple[int, Pole] | None:
    found = longest(words, start, phrases("verbs"))
    if found and _word(words, found[0]) == "by":
        return found[0] + 1, found[1].turned()
    return found


def _near(words: Sequence[str], start: int) -> Match | None:
    for name, phrase in (("beside", Near()), ("middle", Placed(_ORDER_FIRST, 0))):
        for entry in listed(name):
            size = len(entry.split())
            if list(words[start : start + size]) == entry.split() and _word(words, start + size) not in ("last", "of"):
                return start + size, phrase
    return (start + 1, Near(between=True)) if words[start] == "between" else None


def _ordinal(words: Sequence[str], start: int) -> Match | None:
    """ "third", "third from the left", "second-to-last", "second-oldest", "last but one", "next to last"."""
    if words[start] == "penultimate":
        return start + 1, Placed(_ORDER_LAST, 2)
    if words[start] == "last":
        but = _word(words, start + 1) == "but" and number(_word(words, start + 2))
        return (start + 3, Placed(_ORDER_LAST, but + 1)) if but else (start + 1, Placed(_ORDER_LAST, 1))
    if list(words[start : start + 3]) == ["next", "to", "last"]:
        return start + 3, Placed(_ORDER_LAST, 2)
    index = ordinal(words[start])
    if index is None:
        return None
    if found := _superlative(words, start + 1):
        return found[0], Placed(found[1].pole, index)
    at = start + 1 + (_word(words, start + 1) in listed("units"))
    if _word(words, at) in ("from", "to"):
        end = at + 1 + (_word(words, at + 1) == "the")
        if _word(words, end) == "last":
            return end + 1, Placed(_ORDER_LAST, index)
        if pole := phrases("ends").get((_word(words, end),)):
            return end + 1, Placed(pole, index)
    return start + 1, Placed(_ORDER_FIRST, index)


def _superlative(words: Sequence[str], start: int) -> tuple[int, Placed] | None:
    """ "oldest", "least expensive", "rightmost"."""
    word, after = _word(words, start), _word(words, start + 1)
    if word in ("most", "least", "fewest") and after and after != "of" and after.isalpha():
        pole = adjective(after)
        return start + 2, Placed(pole if word == "most" else pole.turned(), 1)
    found = degree(word, "est")
    if found is None:
        return None
    known = word in DEGREES or word.endswith(("iest", "most")) or "".join(found.scales) not in word
    return (start + 1, Placed(found, 1)) if known else None


def _end(words: Sequence[str], start: int) -> Match | None:
    """ "at the far left", "on the right end", "at the top"."""
    if words[start] not in ("at", "on", "in"):
        return None
    at = start
    while _word(words, at) in _LEADING:
        at += 1
    pole = phrases("ends").get((_word(words, at),))
    at += 1 + (_word(words, at + 1) in ("end", "side", "edge"))
    return (at, Placed(pole, 1)) if pole and _word(words, at) != "of" else None
