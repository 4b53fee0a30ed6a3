"""What asks for the truth of a statement, around the statement and among the choices.

>>> is_aside("True or false?"), truth("It is true.")
(True, 'yes')
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Literal

from reasoner.language.claim.stems import key, sentences
from reasoner.language.english import table
from reasoner.question import Choice

Truth = Literal["yes", "no", "unknown"]

_SAID: tuple[tuple[Truth, str], ...] = (("yes", "true"), ("no", "false"), ("unknown", "unknown"))
_VALUES = {said: truth for truth, value in _SAID for said in table("truth_values")[value]}
ASIDES = table("polarity")["statements"]
_JUDGING = frozenset(ASIDES["judging"].split())
_BESIDE = _JUDGING | frozenset(ASIDES["plain"].split())


def any_of(phrases: Iterable[str]) -> str:
    """Return a pattern for any of some phrases, the longest first."""
    return "|".join(re.escape(phrase).replace(r"\ ", r"\s+") for phrase in sorted(phrases, key=len, reverse=True))


#: A statement in quotes, or after "whether it is true, false or unknown that"; what stands around it only asks.
_IN_QUOTES = re.compile(r"(?P<before>[^“\"]*)[“\"](?P<said>[^”\"]+)[”\"][,.]?(?P<after>[^”\"]*)", re.DOTALL)
_WHETHER = re.compile(
    rf"(?i)(?P<before>.*?)\b(?:whether|if)\s+(?:or\s+not\s+)?it(?:\s+is|['’]s)\s+(?:{any_of(_VALUES)})"
    rf"(?:,?\s+(?:or\s+)?(?:{any_of(_VALUES)}))*\s+that\s+(?P<said>[^.?!]+)(?P<after>.*)",
    re.DOTALL,
)
_STOPS = re.compile(r"(?<=[.?!])\s+")


def truths(choices: Sequence[Choice]) -> dict[str, Truth]:
    """Return which choice says yes, no and unknown, by label; nothing unless the choices are such answers.

    >>> truths([Choice("A", "True"), Choice("B", "False"), Choice("C", "unknown")])
    {'A': 'yes', 'B': 'no', 'C': 'unknown'}
    >>> truths([Choice("A", "yes"), Choice("B", "a steel spoon")])
    {}
    """
    found = {choice.label: truth(choice.text) for choice in choices}
    said = {label: truth for label, truth in found.items() if truth}
    return said if len(said) == len(found) and {"yes", "no"} <= set(said.values()) else {}


def truth(text: str) -> Truth | None:
    """Return what a choice says of the truth of a statement, or None.

    >>> truth("True."), truth("Cannot be determined"), truth("a wool hat")
    ('yes', 'unknown', None)
    """
    plain = " ".join(re.sub(r"[^\w\s']", " ", text.replace("’", "'")).lower().split())
    return _VALUES.get(plain)


def carried(stem: str) -> str:
    """Return a stem with the statement that it carries said by itself; as it is, where it carries none.

    >>> carried('Ann rows. Decide from the facts alone: "Some boat is out."')
    'Ann rows. Some boat is out. True or false?'
    >>> carried("Say whether it is true, false or unknown that Zed may row.")
    'Zed may row. True or false?'
    >>> carried('The sign says "No boats". True or false: Ann may row.')
    'The sign says "No boats". True or false: Ann may row.'
    """
    for pattern in (_IN_QUOTES, _WHETHER):
        if (match := pattern.fullmatch(stem)) and len(match["said"].split()) > 1:
            *context, opening = _STOPS.split(match["before"])
            opens = pattern is _WHETHER or _may_open(opening)
            if opens and all(_is_asking(part) for part in sentences(match["after"])):
                return " ".join([*context, f"{match['said'].rstrip('.?! ')}.", "True or false?"])
    return stem


def _may_open(text: str) -> bool:
    """Whether a text may stand before a statement that is asked about, and is no statement itself."""
    words = {key(word) for word in text.split()}
    return not text.strip() or text.rstrip().endswith((":", ",")) or not words.isdisjoint(_JUDGING)


def _is_asking(text: str) -> bool:
    words = {word for each in text.split() if (word := key(each))}
    return words <= _BESIDE or (not words.isdisjoint(_JUDGING) and ":" not in text)


def is_aside(text: str) -> bool:
    """Whether a text only asks for the truth of another one.

    >>> is_aside("Decide whether this is right."), is_aside("Is Ann right?")
    (True, False)
    """
    words = [word for each in text.split() if (word := key(each))]
    return bool(words) and _BESIDE.issuperset(words) and not _JUDGING.isdisjoint(words)
