"""Measured values in sentences, and the order that they put things in: three pounds, 40 metres deep, in 1801."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from reasoner.ilp.order import Before
from reasoner.language.english import table
from reasoner.reading.order.phrases import phrase_at
from reasoner.reading.order.scales import adjective, listed, number, ordinal, phrases, singular
from reasoner.reading.order.things import Things, words_of

Words = Sequence[str | int]


@dataclass(frozen=True, slots=True)
class Kind:
    """What a value measures: the scales on which more comes first, and those on which less does."""

    high: tuple[str, ...] = ()
    low: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Measured:
    """A thing has a value."""

    thing: str
    value: float
    kind: Kind


class AmountReader:
    """Reads how much, how many or when, sentence after sentence: a value without a unit is of the kind before it.

    >>> reader = AmountReader(Things(["Ann", "Bo"]))
    >>> [(one.thing, one.value, one.kind.high) for one in reader.read("Ann weighs sixty kilos and Bo fifty.")]
    [('ann', 60.0, ('weight',)), ('bo', 50.0, ('weight',))]
    """

    def __init__(self, things: Things) -> None:
        self.things = things
        self._last: tuple[Kind, float] | None = None

    def read(self, text: str) -> list[Measured]:
        """Return the values that a sentence gives, at most one a thing."""
        words = self.things.marked(words_of(text))
        found: dict[int, Measured] = {}
        thing, waiting, place = None, None, 0
        while place < len(words):
            word = words[place]
            if isinstance(word, int):
                thing = word
                if waiting and thing not in found:  # "in 1801 the owl": the value comes first
                    found[thing], waiting = Measured(self.things.names[thing], *waiting), None
            elif (read := self._value(words, place)) is not None:
                place, value, kind = read
                if thing is None:
                    waiting = value, kind
                elif thing not in found:
                    found[thing] = Measured(self.things.names[thing], value, kind)
            place += 1
        return list(found.values())

    def _value(self, words: Words, place: int) -> tuple[int, float, Kind] | None:
        """The value at a word, its kind, and the place of its last word."""
        texts = [word if isinstance(word, str) else "*" for word in words]
        if dated := _date(texts, place):
            return dated
        found = _number(texts, place)
        if found is None or _is_order(texts, place):
            return None
        end, value = found
        kind, size, end = self._kind(texts, place, end)
        if kind is None:
            return None
        self._last = kind, size
        return end - 1, value * size, kind

    def _kind(self, texts: Sequence[str], start: int, end: int) -> tuple[Kind | None, float, int]:
        """What is measured, the size of the unit, and where the words for it end."""
        unit = singular(_word(texts, end))
        before = phrases("amounts").get((_word(texts, start - 1),))
        behind = adjective(_word(texts, end + 1)) if _word(texts, end + 1).isalpha() else None
        known = [(name, row) for name, row in table("order")["amount"].items() if unit in row["units"]]
        known = [(name, row) for name, row in known if not before or before.scales[0] in row["high"]] or known
        if known and behind and behind.scales != (_word(texts, end + 1),):
            return Kind(high=behind.scales), known[0][1]["units"][unit], end + 2
        if known and _is_rate(texts, end + 1):
            return _kind_of("speed"), known[0][1]["units"][unit], end + 3
        if known:
            return _kind_of(known[0][0]), known[0][1]["units"][unit], end + 1
        if unit == "time" and _is_rate(texts, end + 1):
            return _kind_of("speed"), 1.0, end + 3
        if _is_rate(texts, end):  # "twice a second"
            return _kind_of("speed"), 1.0, end + 2
        if before:
            return Kind(high=before.scales), 1.0, end
        if not unit.isalpha() or unit in listed("joints"):
            return (*self._last, end) if self._last else (None, 1.0, end)
        return Kind(high=(unit,)), 1.0, end + 1


def _kind_of(name: str) -> Kind:
    row: dict[str, Any] = table("order")["amount"][name]
    return Kind(tuple(row["high"]), tuple(row["low"]))


def _word(words: Sequence[str], place: int) -> str:
    return words[place] if 0 <= place < len(words) else ""


def _is_rate(words: Sequence[str], place: int) -> bool:
    """ "an hour", "per second"."""
    spans = table("order")["amount"]["span"]["units"]
    return _word(words, place) in ("a", "an", "per") and _word(words, place + 1) in spans


def _is_order(words: Sequence[str], place: int) -> bool:
    """Whether a number is part of a phrase about order, as in "two places behind"."""
    return bool(phrase_at(words, place)) or _word(words, place + 1) in listed("units")


def _number(words: Sequence[str], place: int) -> tuple[int, float] | None:
    """The number at a word and where it ends; "one" and "a" are hardly ever meant as one."""
    word, order = words[place], table("order")
    if word in order["fractions"]:
        article = _word(words, place + 1) in ("a", "an") and not _is_rate(words, place + 1)
        return place + 1 + article, order["fractions"][word]
    digits = re.fullmatch(r"[$€£]?(\d[\d,]{0,20}(?:\.\d{1,20})?)", word)
    value = float(digits[1].replace(",", "")) if digits else number(word)
    if value is None or word in ("no", "a", "one"):
        known = word == "one" and singular(_word(words, place + 1)) in _all_units()
        return (place + 1, 1.0) if known else None
    end = place + 1
    while (factor := order["multiples"].get(_word(words, end))) is not None:
        value, end = value * factor, end + 1
    return end, float(value)


def _all_units() -> frozenset[str]:
    return frozenset(unit for row in table("order")["amount"].values() for unit in row["units"])


def _date(words: Sequence[str], place: int) -> tuple[int, float, Kind] | None:
    """ "in 1801", "at 8:15", "on May 2", "on the 2nd of May": the kind of value that is a date."""
    word, after = words[place], _word(words, place + 1)
    clock = re.fullmatch(r"(\d{1,2}):(\d\d)", word)
    if clock:
        late = 12 if after in ("pm", "p") and int(clock[1]) < 12 else 0
        return place, 60.0 * (int(clock[1]) + late) + int(clock[2]), _kind_of("date")
    day_or_hour = after.isdecimal() and len(after) < 3
    if word in ("at", "by") and day_or_hour and _word(words, place + 2) in ("am", "pm", "o'clock"):
        late = 12 if _word(words, place + 2) == "pm" and int(after) < 12 else 0
        return place + 2, 60.0 * (int(after) + late), _kind_of("date")
    months = table("order")["months"]
    if word in months and day_or_hour:
        return place + 1, months[word] + float(after), _kind_of("date")
    if (day := ordinal(word) or number(word)) and _word(words, place + 1 + (after == "of")) in months:
        month = place + 1 + (after == "of")
        return month, months[words[month]] + float(day), _kind_of("date")
    if re.fullmatch(r"1\d{3}|20\d\d", word) and singular(after) not in _all_units():
        return place, float(word), _kind_of("date")
    return None


def ordered(measured: Sequence[Measured], asked: Iterable[str]) -> Iterator[tuple[tuple[int, int], Before]]:
    """Yield what values say about the order of things on the scales that are asked for, with the values' numbers.

    >>> ann, bo = (Measured(name, value, Kind(("length",), ("speed",))) for name, value in (("ann", 5.0), ("bo", 6.0)))
    >>> [before for _, before in ordered([ann, bo], ["speed"])]
    [Before(first=('ann', 'speed'), second=('bo', 'speed'), gap=None)]
    """
    wanted = [one for scale in asked for one in scale.split("/")]
    for (k, one), (m, other) in combinations(enumerate(measured), 2):
        if one.kind != other.kind or one.value == other.value or one.thing == other.thing:
            continue
        known = (*one.kind.high, *one.kind.low)
        scale = next((scale for scale in wanted if scale in known), known[0])
        first, second = (one, other) if (one.value > other.value) == (scale in one.kind.high) else (other, one)
        yield (k, m), Before((first.thing, scale), (second.thing, scale))
