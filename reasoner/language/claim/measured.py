"""What a clause measures: a thing, a number and its unit, on the scale that is asked for."""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

from reasoner.language.claim.conjuncts import verb_at
from reasoner.language.claim.scales import ends_of, quantity_scale
from reasoner.language.claim.stems import key
from reasoner.language.english import table
from reasoner.language.terms import lemma
from reasoner.language.verbs import word_at

_ORDINAL = re.compile(
    r"^(?:the\s+)?(?:chapter|day|step|stage|week|part|verse|page|round|act|month|room|place|number)\s+(?P<number>\w+)\s+"
    r"(?:is|was|are|were)\s+(?:about\s+|for\s+)?(?P<thing>.+)$",
    re.IGNORECASE,
)
_LARGE = {"thousand": 1e3, "million": 1e6, "billion": 1e9}
_YEAR = re.compile(r"\b(?:in|since|from|of|by)\s+(1\d{3}|20\d\d)\b")
_PLACE = re.compile(r"\b(?:in|at|on)\s+([^,]+)$")
_CLOCK = re.compile(r"\bat\s+(?:(\d{1,2})(?::(\d\d))?|(\w+))\b", re.IGNORECASE)


class Measure(NamedTuple):
    """The words for what is measured, its value, and the unit or what stands for one."""

    thing: str
    value: float
    unit: str


@cache
def _numbers() -> dict[str, float]:
    return {word: float(value) for word, value in table("numbers")["numbers"].items()}


@cache
def _units() -> dict[str, tuple[str, float]]:
    """The dimension and factor of each unit."""
    return {
        unit: (dimension, float(factor))
        for dimension, entries in table("units").items()
        if dimension != "inverse"
        for unit, factor in entries.items()
        if unit != "scales"
    }


def measured(clause: str, scale: str) -> Measure | None:
    """Return what a clause measures on a scale, or None; a greater value stands nearer to the high end.

    >>> measured("The melon weighs three pounds", "weight")
    Measure(thing='The melon', value=1.3608, unit='mass')
    >>> measured("Lake Ulm is 90 metres deep", "depth").value, measured("Lake Ulm is 90 metres deep", "width")
    (90.0, None)
    >>> measured("Ulf ran the mile in five minutes", "speed").value
    -300.0
    >>> measured("The bridge was built in 1905", "age").value
    -1905.0
    """
    words = clause.split()
    keys = [key(word) for word in words]
    if (
        scale == "time"
        and (match := _ORDINAL.match(clause))
        and (number := _number(match["number"].lower())) is not None
    ):
        return Measure(match["thing"], number, "place")
    verb = verb_at(keys)
    thing = " ".join(words[:verb]) if verb else ""
    if (
        keys[:1] in (["it"], ["there"]) and keys[-2:-1] and (place := _PLACE.search(clause))
    ):  # "it is 5 degrees in Moss"
        thing = place[1]
    if not verb or not thing:
        return None
    if scale in {"time", "age"} and (when := _date(" ".join(words[verb:]), keys[verb:], scale)):
        return when._replace(thing=thing)
    return _counted(keys, verb, thing, scale)


def _counted(keys: list[str], verb: int, thing: str, scale: str) -> Measure | None:
    for i in range(verb, len(keys)):
        number = _number(keys[i])
        if keys[i] in {"a", "an"} and lemma(word_at(keys, i + 1), "NOUN") in _units() and i > verb:
            number = 0.5 if keys[i - 1] == "half" else 1.0  # "takes AN HOUR"
        if number is None or i + 1 >= len(keys):
            continue
        if keys[i + 1] in {"to", "or"} and i + 3 < len(keys) and (upper := _number(keys[i + 2])) is not None:
            keys, number = [*keys[:i], keys[i], *keys[i + 3 :]], (number + upper) / 2
        if keys[i + 1] in _LARGE and i + 2 < len(keys):
            keys, number = [*keys[: i + 1], *keys[i + 2 :]], number * _LARGE[keys[i + 1]]
        if keys[i - 1] == "minus" or keys[i].startswith("-"):
            number = -abs(number)
        unit, end = _unit(keys, i + 1)
        said = {name for word in keys[end : end + 1] for name, _ in ends_of(word)}
        named = quantity_scale(" ".join(keys[verb:i]))
        if (said and scale not in said) or (named and named != scale and not said):
            return None
        dimension, factor = _units().get(unit, (unit, 1.0))
        if unit in _units() and not named and not said:
            if table("units")["inverse"].get(scale) == dimension:
                return Measure(thing, -number * factor, dimension)
            if scale not in {"number", *table("units")[dimension]["scales"].split()}:
                return None
        return Measure(thing, number * factor, dimension)
    return None


def _unit(keys: list[str], at: int) -> tuple[str, int]:
    """The unit at a place, "mile per hour" or "time a second", and where it ends."""
    unit = lemma(keys[at], "NOUN")
    if keys[at + 1 : at + 2] in (["per"], ["an"], ["a"]) and at + 2 < len(keys):
        return f"{unit} per {lemma(keys[at + 2], 'NOUN')}", at + 3
    if keys[at + 1 : at + 2] == ["celsius"]:
        return "degree celsius", at + 2
    return ("time per " + keys[at + 1], at + 2) if keys[at] in {"a", "an"} and at + 1 < len(keys) else (unit, at + 1)


def _number(word: str) -> float | None:
    plain = word.replace(",", "")
    if re.fullmatch(r"-?\d{1,20}(?:\.\d{1,20})?", plain):
        return float(plain)
    return _numbers().get(word)


def _date(text: str, keys: list[str], scale: str) -> Measure | None:
    """A year, a day of a month or an hour; of two things, the older one has the earlier date."""
    sign = -1.0 if scale == "age" else 1.0
    months: list[str] = table("numbers")["months"]["names"].split()
    for i, word in enumerate(keys):
        if word in months:
            day = next((value for each in keys[i + 1 : i + 2] if (value := _number(each)) is not None), 0.0)
            return Measure("", sign * (months.index(word) * 31 + day), "date")
    days: list[str] = table("numbers")["days"]["names"].split()
    if scale == "time" and (named := next((word for word in keys if word in days), None)):
        return Measure("", float(days.index(named)), "weekday")
    if match := _YEAR.search(text):
        return Measure("", sign * float(match[1]), "year")
    clock = _CLOCK.search(text)
    hour = None if clock is None or scale == "age" else _number((clock[1] or clock[3]).lower())
    if clock is None or hour is None:
        return None
    late = 12 if " pm" in text.lower() or "in the evening" in text or "in the afternoon" in text else 0
    return Measure("", hour + late + float(clock[2] or 0) / 60, "clock")
