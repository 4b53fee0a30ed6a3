"""Which of two things comes first: before, after, then, once, followed by."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from reasoner.language.english import table

_THEN = re.compile(
    r",?\s+(?:and\s+)?(?:then|after\s+that|afterwards|next|finally|later|in\s+the\s+end|at\s+last|last\s+of\s+all)\s+",
    re.IGNORECASE,
)
#: "The potter kneads, shapes and glazes the clay, IN THIS ORDER."
_LISTED = re.compile(r"^(.+?),?\s+in\s+(?:this|that)\s+order$", re.IGNORECASE)
_OPENS_THEN = re.compile(
    r"^(?:then|next|after\s+that|afterwards|after\s+this|finally|lastly|last|later|second|third)\b,?\s+", re.IGNORECASE
)
_FIRST = re.compile(r"^(?:first|at\s+first|to\s+begin\s+with)\b,?\s+", re.IGNORECASE)
_FRONTED = re.compile(r"^(before|after|once|when|as\s+soon\s+as)\s+(.+?),\s+(.+)$", re.IGNORECASE)
_INSIDE = re.compile(
    r"^(.+?)\s+((?:is|are|was|were)\s+followed\s+(?:\w+\s+){0,3}?by|leads\s+to|turns?\s+into|(?:later\s+)?becomes?|became|"
    r"precedes?|preceded|follows?|followed|"
    r"comes?\s+next\s+after|before|after|once|until|earlier\s+than|later\s+than|sooner\s+than)\s+(.+)$",
    re.IGNORECASE,
)
#: What only says that something has its time: "the larva COMES after the egg".
_COMES = re.compile(
    r"\s+(?:comes?|came|happens?|happened|occurs?|goes|is|are|was|were)\s+(?:right\s+|just\s+)?(before|after)\s+"
)
_PIECE = re.compile(r",\s+(?:and\s+|but\s+)?|\s+(?:and|but|while)\s+|;\s+")
#: After these, the first thing named comes first.
_EARLIER = frozenset({"before", "until", "precede", "precedes", "preceded", "earlier than", "sooner than"})
_FOLLOWED = re.compile(r"followed\b.*\bby|leads\s+to|turns?\s+into|become|became", re.IGNORECASE)
_BECAUSE = re.compile(r"^(?:because(?:\s+of)?|due\s+to|owing\s+to)\s+(.+?),\s+(.+)$", re.IGNORECASE)
_CLAUSE = re.compile(r",\s+(?:and\s+|but\s+)|;\s+")
_PROCESS = re.compile(r"^in\s+(.+?)\s*,\s+(.+)$", re.IGNORECASE)


class Pair(NamedTuple):
    """The words for what comes first and for what comes after it, and for the process that both belong to."""

    first: str
    then: str
    process: str = ""


@lru_cache(maxsize=20_000)
def pairs(sentence: str) -> tuple[Pair, ...]:
    """Return what a sentence puts before what.

    >>> pairs("The frost came a week after the fair.")
    (Pair(first='the fair', then='The frost came a week', process=''),)
    >>> [(each.first, each.then) for each in pairs("The bell rings, then the gates open, then the race starts.")]
    [('The bell rings', 'the gates open'), ('the gates open', 'the race starts')]
    >>> pairs("Before the tea is poured, the cups are warmed.")
    (Pair(first='the cups are warmed', then='the tea is poured', process=''),)
    """
    text = sentence.strip().rstrip(".!? ")
    process = ""
    if (match := _PROCESS.match(text)) and _INSIDE.match(match[2]):
        process, text = match[1], match[2]
    listed = _LISTED.match(text)
    steps = _PIECE.split(listed[1]) if listed else _THEN.split(text)
    if len(steps) > 1:
        steps[0] = _FIRST.sub("", steps[0])
        return tuple(Pair(one, other, process) for one, other in itertools.pairwise(steps))
    if match := _FRONTED.match(text):
        first = match[1].lower() != "before"
        return (Pair(match[2], match[3]) if first else Pair(match[3], match[2]),)
    return tuple(pair._replace(process=process) for piece in _PIECE.split(text) for pair in _inside(piece))


def _inside(piece: str) -> Iterator[Pair]:
    match = _INSIDE.match(_COMES.sub(r" \1 ", piece))
    if match:
        word = " ".join(match[2].lower().split())
        first = word in _EARLIER or bool(_FOLLOWED.search(word))
        yield Pair(match[1], match[3]) if first else Pair(match[3], match[1])


@cache
def _joined_by(name: str) -> re.Pattern[str]:
    words = "|".join(re.escape(each.strip()) for each in table("changes")[name].replace("\n", "").split("|"))
    return re.compile(rf"^(.+?),?\s+(?:{words})\s+(.+)$", re.IGNORECASE)


@lru_cache(maxsize=20_000)
def causes(sentence: str) -> tuple[Pair, ...]:
    """Return what a sentence says to come of what: the cause is first, and there before its effect.

    >>> [(each.first, each.then) for each in causes("The flood was caused by rain, and the flood led to a slide.")]
    [('rain', 'The flood'), ('the flood', 'a slide')]
    """
    text = sentence.strip().rstrip(".!? ")
    if match := _BECAUSE.match(text):
        return (Pair(match[1], match[2]),)
    found = []
    for piece in _CLAUSE.split(text):
        if match := _joined_by("caused").match(piece):
            found.append(Pair(match[2], match[1]))
        elif match := _joined_by("causing").match(piece):
            found.append(Pair(match[1], match[2]))
    return tuple(found)


def told_in_order(sentences: Sequence[str]) -> list[tuple[int, Pair]]:
    """Return what sentences that follow each other put before what, with the number of the later sentence.

    >>> told_in_order(["First the wool is washed.", "Then it is combed."])
    [(1, Pair(first='the wool is washed', then='it is combed', process=''))]
    """
    return [
        (number, Pair(_plain(before), _plain(sentence)))
        for number, (before, sentence) in enumerate(itertools.pairwise(sentences), 1)
        if _OPENS_THEN.match(sentence)
    ]


def _plain(sentence: str) -> str:
    return _FIRST.sub("", _OPENS_THEN.sub("", sentence)).strip().rstrip(".")
