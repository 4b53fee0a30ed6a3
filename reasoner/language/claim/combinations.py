"""Choices that speak of other choices: all of these, none of the above, both A and C, neither."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple

from reasoner.language.english import table
from reasoner.question import Choice

#: What a choice says of the choices it names: that each holds, that none does, that only these do, or that one does.
Role = Literal["single", "all", "none", "only", "any"]

_TABLE: dict[str, list[str]] = table("polarity")["combinations"]
_POINTERS = "|".join(sorted(map(re.escape, _TABLE["pointers"]), key=len, reverse=True))
#: What may follow: "none of these TENTS", "none of these, SINCE A ROCK IS NOT ALIVE".
_MORE = r"(?:\s+\w+)?(?:,?\s+(?:since|because|as|for)\s.+)?"
_EVERY = re.compile(
    rf"(?:{'|'.join(_TABLE['all'])})(?:\s+(?:of\s+)?(?:the\s+)?(?:two|three|four|five))?(?:\s+(?:{_POINTERS}){_MORE})?"
    rf"|all\s+(?:of\s+)?(?:the\s+)?(?:two|three|four|five)(?:\s+\w+)?",
    re.IGNORECASE,
)
_NO = re.compile(rf"(?:{'|'.join(_TABLE['none'])})(?:\s+(?:{_POINTERS}){_MORE})?", re.IGNORECASE)
_TWO = re.compile(rf"(both|neither|either)(?:\s+(?:one|(?:of\s+)?(?:{_POINTERS}|the\s+two){_MORE}|of))?", re.IGNORECASE)
_BOTH_OF = re.compile(r"(both|neither|either)\s+(?:of\s+)?(?:the\s+)?(?:\w+\s+)?\w+", re.IGNORECASE)
_NAMED = re.compile(
    r"(?:(both|either|neither|only)\s+)?(.+?)(?:\s+only|\s+are (?:both )?(?:right|correct|true))?", re.I
)
_ONLY = re.compile(r"(?:only|just)\s+(?:choice\s+)?([^,]+?)|([^,]+?)\s+(?:only|alone)", re.IGNORECASE)
_JOINT = re.compile(r"\s*,\s*(?:and|or|nor|&)?\s*|\s+(?:and|or|nor|&)\s+", re.IGNORECASE)
_ROLES: dict[str, Role] = {"both": "all", "neither": "none", "either": "any"}


#: How a label begins that stands for something that choices speak of and none is by itself.
_UNLISTED = "+"


class Combination(NamedTuple):
    """What a choice says, and of which labels; of none, for a choice that speaks for itself."""

    role: Role = "single"
    of: tuple[str, ...] = ()


def combinations(choices: Sequence[Choice]) -> dict[str, Combination]:
    """Return what each choice says of the others, by label.

    >>> choices = [Choice("A", "ice"), Choice("B", "wood"), Choice("C", "both A and B"), Choice("D", "none of these")]
    >>> found = combinations(choices)
    >>> found["C"], found["D"].role, found["A"].role
    (Combination(role='all', of=('A', 'B')), 'none', 'single')
    """
    labels = {choice.label.lower(): choice.label for choice in choices}
    others = unlisted(choices)
    texts = {_bare(choice.text.strip(" .").lower()): choice.label for choice in (*others, *choices)}
    found = {choice.label: _named(choice, labels, texts) or _pointed(choice.text) for choice in choices}
    beside = {choice.label: _of_two(choice.text) for choice in choices if found[choice.label].role == "single"}
    singles = (*(label for label, of_two in beside.items() if not of_two), *(choice.label for choice in others))
    if len(singles) < 2:
        return {choice.label: Combination() for choice in choices}
    if len(singles) == 2:
        found |= {label: of_two for label, of_two in beside.items() if of_two}
    return {label: _resolved(each, singles) for label, each in found.items()}


def unlisted(choices: Sequence[Choice]) -> tuple[Choice, ...]:
    """Return what several choices speak of and none is by itself, with labels of its own.

    >>> choices = [Choice("A", "only tin"), Choice("B", "only lead"), Choice("C", "both tin and lead")]
    >>> [(choice.label, choice.text) for choice in unlisted(choices)]
    [('+tin', 'tin'), ('+lead', 'lead')]
    """
    labels = {choice.label.lower() for choice in choices}
    listed = {_bare(choice.text.strip(" .").lower()) for choice in choices}
    named: dict[str, list[str]] = {}
    for choice in choices:
        for part in _spoken_of(" ".join(choice.text.strip(" .!").split())):
            if _bare(part.lower()) not in listed and part.strip(" ()").lower() not in labels:
                named.setdefault(_bare(part.lower()), []).append(part)
    beside = any(_pointed(choice.text).role != "single" for choice in choices)
    shared = beside or any(len(texts) > 1 for texts in named.values())  # else nothing but "only" opens each
    if not shared or sum(len(texts) for texts in named.values()) + beside < 3 or len(named) < 2:
        return ()
    return tuple(Choice(f"{_UNLISTED}{name}", texts[0]) for name, texts in named.items())


def named(label: str) -> str:
    """Return how to speak of a choice, or of what several choices speak of.

    >>> named("A"), named("+tin")
    ('A', 'tin')
    """
    return label.removeprefix(_UNLISTED)


def _spoken_of(text: str) -> list[str]:
    """The things that a choice names after "both", "neither", "either" or "only"."""
    if only := _ONLY.fullmatch(text):
        return [only[1] or only[2]]
    match = _NAMED.fullmatch(text)
    parts = _JOINT.split(match[2]) if match and match[1] else []
    return parts if len(parts) > 1 else []


def _of_two(text: str) -> Combination | None:
    """A choice that speaks of two others by a noun for them: "neither barrel"."""
    match = _BOTH_OF.fullmatch(" ".join(text.strip(" .!").split()))
    return Combination(_ROLES[match[1].lower()]) if match else None


def _resolved(each: Combination, singles: tuple[str, ...]) -> Combination:
    return each if each.role == "single" or each.of else Combination(each.role, singles)


def _pointed(text: str) -> Combination:
    """A choice such as "all of these": the labels it speaks of are known only with the others."""
    plain = " ".join(text.strip(" .!").split())
    if _EVERY.fullmatch(plain):
        return Combination("all")
    if _NO.fullmatch(plain):
        return Combination("none")
    two = _TWO.fullmatch(plain)
    return Combination(_ROLES[two[1].lower()]) if two else Combination()


def _named(choice: Choice, labels: Mapping[str, str], texts: Mapping[str, str]) -> Combination | None:
    """A choice that names two or more others by label, or by their whole text: "A and C only", "both ice and wood"."""
    text = " ".join(choice.text.strip(" .!").split())
    match = _NAMED.fullmatch(text)
    parts = [part.strip(" ()").lower() for part in _JOINT.split(match[2])] if match else []
    if match is None:
        return None
    if (only := _ONLY.fullmatch(text)) and len(parts) < 2:
        return _only(choice, (only[1] or only[2]).lower(), labels, texts)
    if len(parts) < 2:
        return None
    word = (match[1] or "").lower()
    by_label = [labels.get(part) for part in parts]
    by_text = [texts.get(_bare(part)) or labels.get(part) for part in parts] if word in _ROLES else []
    named = next((each for each in (by_label, by_text) if each and None not in each), None)
    if named is None or choice.label in named:
        return None
    role: Role = "only" if _ONLY.fullmatch(text) else _ROLES.get(word, "all")
    return Combination(role, tuple(dict.fromkeys(label for label in named if label)))


def _only(choice: Choice, name: str, labels: Mapping[str, str], texts: Mapping[str, str]) -> Combination | None:
    """A choice that says of one other that it alone holds: "only A", "milk only"."""
    named = labels.get(name.strip(" ()")) or texts.get(_bare(name))
    return Combination("only", (named,)) if named and named != choice.label else None


def _bare(text: str) -> str:
    return re.sub(r"^(?:an?|the)\s+", "", text)
