"""Phrases about order in a row of words: older than, third from the left, second-to-last, between, next to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from reasoner.language.terms import DEGREES, content_lemmas
from reasoner.reading.order.places import Compared, Near, Phrase, Placed
from reasoner.reading.order.scales import (
    FIRST,
    LAST,
    Pole,
    adjective,
    degree,
    listed,
    longest,
    number,
    ordinal,
    phrases,
    singular,
)

_ORDER_FIRST, _ORDER_LAST = Pole(("order",), FIRST), Pole(("order",), LAST)
_DEGREE_WORDS = ("more", "less", "fewer")
#: Fillers before a phrase of place: "to the left of", "at the far left".
_LEADING = {"to", "on", "at", "in", "the", "far", "very", "extreme", "exactly"}

Match = tuple[int, Phrase]


def phrase_at(words: Sequence[str], start: int) -> Match | None:
    """Return the phrase about order that starts at a word, with the place where it ends.

    >>> phrase_at("the second most expensive".split(), 0)
    (4, Placed(pole=Pole(scales=('price',), end=1), index=2, either=False))
    >>> phrase_at("to the left of x".split(), 0)
    (4, Compared(pole=Pole(scales=('left',), end=1), gap=None))
    >>> phrase_at("two places behind x".split(), 0)
    (3, Compared(pole=Pole(scales=('order',), end=-1), gap=2))
    """
    at = start + (words[start] == "the")
    return _with_gap(words, start) or _plain(words, start) or (_plain(words, at) if at < len(words) else None)


def _plain(words: Sequence[str], start: int) -> Match | None:
    found = _compared(words, start) or _middle_or_ends(words, start) or _near(words, start) or _ordinal(words, start)
    return found or _superlative(words, start) or _end(words, start) or _wins(words, start)


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
    if found is None:
        return None
    told = Compared(found[1].pole, gap)
    return _beside_a_place(words, found[0], told) or (found[0], told)


def _beside_a_place(words: Sequence[str], start: int, told: Compared) -> Match | None:
    """ "Just before the last", "right after the second": a place, counted from another one."""
    at = start + (_word(words, start) == "the")
    found = _ordinal(words, at) if at < len(words) else None
    if found is None or not isinstance(found[1], Placed) or not set(found[1].pole.scales) & set(told.pole.scales):
        return None
    index = found[1].index - (told.gap or 0) * told.pole.end * found[1].pole.end
    return (found[0], replace(found[1], index=index)) if index > 0 else None


def _compared(words: Sequence[str], start: int) -> tuple[int, Compared] | None:
    found = _more_than(words, start) or _as(words, start) or _verb(words, start) or _degree_than(words, start)
    at = start
    while found is None and at < len(words) and (at == start or words[at - 1] in _LEADING):
        found = longest(words, at, phrases("prepositions"))
        at += 1
    idle = found and _one_of(words, found[0], "each_other")  # "one after the other"
    return (found[0], Compared(found[1])) if found and not idle else None


def bare_comparative(words: Sequence[str]) -> Pole | None:
    """Return where a comparative points that names nothing to compare with.

    >>> bare_comparative("which ship is slower".split()), bare_comparative("which costs more".split())
    (Pole(scales=('speed',), end=-1), Pole(scales=('price',), end=1))
    >>> bare_comparative("who is older than Ann".split())
    """
    if "than" in words:
        return None
    for place, word in enumerate(words):
        if word in _DEGREE_WORDS:
            after = _word(words, place + 1)
            pole = adjective(singular(after)) if after.isalpha() else _amount(words, place)
            return pole if pole is None or word == "more" else pole.turned()
        pole = degree(word, "er")
        if pole and (word in DEGREES or "".join(pole.scales) not in word):
            return pole
    return None


def _more_than(words: Sequence[str], start: int) -> tuple[int, Pole] | None:
    """ "more expensive than", "fewer points than", "(costs) less than"."""
    if words[start] not in _DEGREE_WORDS:
        return None
    amounts = phrases("amounts")
    if _word(words, start + 1) == "than":
        pole, end = _amount(words, start), start + 2
    elif _word(words, start + 2) == "than":
        pole, end = amounts.get((words[start + 1],)) or adjective(singular(words[start + 1])), start + 3
    else:
        return None
    return None if pole is None else (end, pole if words[start] == "more" else pole.turned())


def _amount(words: Sequence[str], start: int) -> Pole | None:
    """The scale of "(costs) more" by the verb before it, one of its own where no scale lists the verb."""
    amounts, verb = phrases("amounts"), _word(words, start - 1)
    if known := amounts.get((verb,)) or amounts.get(tuple(words[max(start - 2, 0) : start])):
        return known
    if verb.isalpha() and verb not in listed("no_verbs"):
        return adjective(singular(verb))
    earlier = [place for place in range(start) if words[place] in _DEGREE_WORDS and words[place + 1] == "than"]
    return _amount(words, earlier[-1]) if earlier else None  # "earns more than Ann but less than Bob"


def _as(words: Sequence[str], start: int) -> tuple[int, Pole] | None:
    """ "(not) as old as": the denial makes it less; by itself it says nothing about an order."""
    if words[start] != "as" or _word(words, start + 2) != "as" or not _word(words, start + 1).isalpha():
        return None
    denied = any(_word(words, start - back) in listed("denials") for back in (1, 2))
    return (start + 3, adjective(words[start + 1])) if denied else None


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


def _middle_or_ends(words: Sequence[str], start: int) -> Match | None:
    """ "between the other two", "at one of the ends"."""
    at = start + (words[start] == "in")
    if _word(words, at) == "between" and (end := _one_of(words, at + 1, "others")):
        return end, Placed(_ORDER_FIRST, 0)
    end = _one_of(words, start, "either_end")
    return (end, Placed(_ORDER_FIRST, 1, either=True)) if end else None


def _one_of(words: Sequence[str], start: int, name: str) -> int | None:
    """Where one of some listed phrases ends that starts at a word."""
    ends = (start + len(entry.split()) for entry in listed(name) if _starts(words, start, entry.split()))
    return max(ends, default=None)


def _starts(words: Sequence[str], start: int, entry: Sequence[str]) -> bool:
    return list(words[start : start + len(entry)]) == list(entry)


def _wins(words: Sequence[str], start: int) -> Match | None:
    """ "won the race", but not "won two prizes"."""
    return (start + 1, Placed(_ORDER_FIRST, 1)) if words[start] in listed("wins") else None


def _near(words: Sequence[str], start: int) -> Match | None:
    for name, phrase in (("beside", Near()), ("middle", Placed(_ORDER_FIRST, 0))):
        end = _one_of(words, start, name)
        if end and _word(words, end) not in ("last", "of"):
            return end, phrase
    return (start + 1, Near(between=True)) if words[start] == "between" else None


def _ordinal(words: Sequence[str], start: int) -> Match | None:
    """ "third", "third from the left", "second-to-last", "second-oldest", "last but one", "next to last"."""
    if words[start] == "penultimate":
        return start + 1, Placed(_ORDER_LAST, 2)
    if words[start] == "last" and not _is_attribute(words, start):
        but = _word(words, start + 1) == "but" and number(_word(words, start + 2))
        return (start + 3, Placed(_ORDER_LAST, but + 1)) if but else (start + 1, Placed(_ORDER_LAST, 1))
    if list(words[start : start + 3]) == ["next", "to", "last"]:
        return start + 3, Placed(_ORDER_LAST, 2)
    index = ordinal(words[start])
    if index is None or _is_attribute(words, start):
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


def _is_attribute(words: Sequence[str], place: int) -> bool:
    """Whether an ordinal is no place: "the first train", "twice a second", "last night", "in the first place"."""
    before, after = _word(words, place - 1), _word(words, place + 1)
    if before in ("a", "per") or (before == "the" and after == "*"):
        return True
    if after in listed("units"):
        return after == "place" and list(words[max(place - 2, 0) : place]) == ["in", "the"]
    noun = after.isalpha() and bool(content_lemmas(after)) and not _plain_follows(words, place + 1)
    return noun and _word(words, place + 2) not in ("from", "to", "in")


def _plain_follows(words: Sequence[str], place: int) -> bool:
    """Whether what stands behind an ordinal goes on about the order: "second oldest", "first across the line"."""
    return words[place] in listed("after_places") or degree(words[place], "est") is not None


def _superlative(words: Sequence[str], start: int) -> tuple[int, Placed] | None:
    """ "oldest", "least expensive", "rightmost"."""
    word = _word(words, start)
    if word in ("most", "least", "fewest"):
        return _most(words, start)
    found = degree(word, "est")
    if found is None:
        return None
    if found.scales == ("distance",) and (at := _toward(words, start + 1)):  # "farthest to the west"
        return at[0], Placed(at[1] if found.end == LAST else at[1].turned(), 1)
    known = word in DEGREES or word.endswith(("iest", "most")) or "".join(found.scales) not in word
    return (start + 1, Placed(found, 1)) if known else None


def _most(words: Sequence[str], start: int) -> tuple[int, Placed] | None:
    """ "most expensive", "fewest votes", "(earns) the most"."""
    after = _word(words, start + 1)
    if after.isalpha() and after not in ("of", "in"):
        pole, end = phrases("amounts").get((after,)) or adjective(singular(after)), start + 2
    else:
        found = _amount(words, start - (_word(words, start - 1) == "the"))
        if found is None:
            return None
        pole, end = found, start + 1
    return end, Placed(pole if words[start] == "most" else pole.turned(), 1)


def _toward(words: Sequence[str], start: int) -> tuple[int, Pole] | None:
    at = start
    while _word(words, at) in _LEADING:
        at += 1
    pole = phrases("ends").get((_word(words, at),))
    return (at + 1, pole) if pole else None


def _end(words: Sequence[str], start: int) -> Match | None:
    """ "at the far left", "on the right end", "at the top"."""
    if words[start] not in ("at", "on", "in"):
        return None
    at = start
    while _word(words, at) in _LEADING:
        at += 1
    found = longest(words, at, phrases("ends"))
    pole, at = (found[1], found[0]) if found else (None, at + 1)
    at += _word(words, at) in listed("end_nouns")
    if _word(words, at) == "of" and not set(words[at : at + 4]) & set(listed("rows")):  # "at the bottom of the sea"
        return None
    noun = _word(words, at).isalpha() and bool(content_lemmas(words[at]))  # "in the west tower"
    return (at, Placed(pole, 1)) if pole and not noun else None
