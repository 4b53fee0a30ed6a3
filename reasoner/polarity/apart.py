"""The odd one out: what given facts say of all the other choices, and not of this one.

A question for the one that is not has choices that are so for one reason. Where the facts say something of every other
choice alike, and not of this one, that is a reason to take it, whether or not the rule behind it could be read.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from reasoner.language.claim.conjuncts import clauses
from reasoner.language.english import words as word_list
from reasoner.language.terms import content_lemmas, tokenize

_NEGATIONS = word_list("negations")


class Odd(NamedTuple):
    """The label of the odd one out, the words said of all the others, and the facts that say them."""

    label: str
    words: tuple[str, ...]
    facts: tuple[str, ...]


def odd_one(choices: Mapping[str, str], facts: Iterable[str]) -> Odd | None:
    """Return the one choice of three or more of which facts do not say what they say of all the others.

    >>> choices = {"A": "the oak chest", "B": "the pine chest", "C": "the tin chest"}
    >>> odd_one(choices, ["The oak chest and the pine chest float.", "The tin chest lies in the mud."])
    Odd(label='C', words=('float',), facts=('The oak chest and the pine chest float.',))
    >>> odd_one(choices, ["The oak chest floats."]) is None
    True
    """
    names = _names(choices)
    said: dict[str, dict[str, str]] = {label: {} for label in names}
    every = frozenset(word for name in names.values() for word in name)
    for fact in facts:
        for clause in clauses(fact):
            lemmas = frozenset(content_lemmas(clause))
            told = _told(clause, lemmas - every)
            for label, name in names.items():
                if name <= lemmas:
                    said[label] |= dict.fromkeys(told, fact)
    if len(names) < 3 or not all(names.values()) or not all(said.values()):
        return None
    found = [odd for label in names if (odd := _apart(label, said))]
    return found[0] if len(found) == 1 else None


def _names(choices: Mapping[str, str]) -> dict[str, frozenset[str]]:
    """The words of each choice that not all have: of "valve 1" and "valve 2", the numbers."""
    words = {label: frozenset(content_lemmas(text)) for label, text in choices.items()}
    shared = frozenset.intersection(*words.values()) if words else frozenset()
    return {label: own - shared for label, own in words.items()}


def _told(clause: str, words: frozenset[str]) -> list[str]:
    """What a clause says, word by word; what it denies is something else."""
    denied = not _NEGATIONS.isdisjoint(tokenize(clause))
    return sorted(f"not {word}" if denied else word for word in words)


def _apart(label: str, said: Mapping[str, Mapping[str, str]]) -> Odd | None:
    others = [facts for other, facts in said.items() if other != label]
    words = tuple(word for word in others[0] if word not in said[label] and all(word in facts for facts in others))
    facts = dict.fromkeys(each[word] for word in words for each in others)
    return Odd(label, words, tuple(facts)) if words else None
