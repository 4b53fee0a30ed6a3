"""Clauses of facts, as trails lead over them: what each says, denies and speaks of, and which way things go in it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import pairwise

from reasoner.knowledge import Fact
from reasoner.language.claim.conjuncts import clauses, verb_at
from reasoner.language.english import listed, words
from reasoner.language.terms import STOP_WORDS, lemma, tokenize
from reasoner.language.verbs import is_third_person
from reasoner.reading.near.matching import direction
from reasoner.reading.near.scope import said, subject_end

_NAME = re.compile(r"(?<=[a-z,;] )[A-Z][a-z]+")


@dataclass(frozen=True)
class Unit:
    """A clause of a fact, whole: what "and" and a comma leave out is put back."""

    fact: Fact
    text: str

    @cached_property
    def words(self) -> Mapping[str, bool]:
        """Content lemmas, and whether the clause denies them."""
        return said(self.text)

    @cached_property
    def names(self) -> frozenset[str]:
        """Those that can join the clause to another: what is spoken of, not how."""
        return frozenset(self.words) - words("joining_nothing")

    @cached_property
    def pairs(self) -> frozenset[tuple[str, str]]:
        """Content lemmas that stand side by side."""
        return frozenset(pairwise(in_order(self.text)))

    @cached_property
    def verb(self) -> str | None:
        """The lemma of the finite verb."""
        tokens = tokenize(self.text)
        place = verb_at(tokens)
        return None if place is None else lemma(tokens[place])

    @cached_property
    def subject(self) -> frozenset[str]:
        """The lemmas of what must be so before the clause tells anything: its subject, or its condition."""
        tokens = tokenize(self.text)
        if tokens and tokens[0] in listed("trails", "condition") and "," in self.text:
            tokens = tokenize(self.text.partition(",")[0])
        elif (place := next((n for n, word in enumerate(tokens) if n and _opens(word)), None)) is not None:
            tokens = tokens[place:]
        else:
            tokens = tokens[: subject_end(tokens)]
        return frozenset(map(lemma, tokens)) & frozenset(self.words)

    @cached_property
    def supposed(self) -> frozenset[str]:
        """The lemmas that the clause supposes and does not tell: its subject or condition, and what goes without."""
        tokens = tokenize(self.text)
        lacking = (tokens[place + 1 :] for place, word in enumerate(tokens) if word == "without")
        firsts = (next((lemma(word) for word in rest if word not in STOP_WORDS), "") for rest in lacking)
        return self.subject | frozenset(firsts)

    @cached_property
    def goes(self) -> Mapping[str, int]:
        """Which way what is spoken of goes: 1 for up and more, -1 for down and less."""
        return going(self.text)


def units_of(fact: Fact) -> list[Unit]:
    """Return the clauses of a fact; one with a condition or a relative clause stays whole.

    >>> [unit.text for unit in units_of(Fact("The barn is full of grain, and grain attracts mice."))]
    ['The barn is full of grain', 'grain attracts mice']
    >>> [sorted(unit.subject) for unit in units_of(Fact("When the tide is out, Nico walks to the island."))]
    [['out', 'tide']]
    """
    text = fact.text.strip().rstrip(".!? ")
    if (tokenize(text) or [""])[0] in listed("trails", "opens_condition"):
        return [Unit(fact, text)]
    found: list[str] = []
    for clause in clauses(fact.text):
        if found and (tokenize(clause) or [""])[0] in listed("trails", "goes_on"):
            found[-1] += f", {clause}"
        else:
            found.append(clause)
    return [Unit(fact, clause) for clause in found]


def in_order(text: str) -> list[str]:
    """Return the content lemmas of a text, in order and with repeats."""
    return [lemma(word) for word in tokenize(text) if word not in STOP_WORDS]


@lru_cache(maxsize=20_000)
def going(text: str) -> Mapping[str, int]:
    """Return which way what a text speaks of goes, by lemma.

    >>> dict(going("A drop in the number of foxes means more mice"))
    {'fox': -1, 'mouse': 1}
    >>> dict(going("the price rises"))
    {'price': 1}
    """
    called = {name.lower() for name in _NAME.findall(text)}  # "Low Pell" goes nowhere
    tokens = tokenize(text)
    lemmas = [lemma(word) for word in tokens]
    content = [place for place, word in enumerate(tokens) if word not in STOP_WORDS]
    things = [place for place in content if not direction(lemmas[place]) and not _measures(lemmas[place])]
    goes: dict[str, int] = {}
    for place in content:
        way = direction(lemmas[place])
        if not way or tokens[place] in called or tokens[place + 1 : place + 2] == ["than"]:
            continue
        for thing in _what_goes(tokens, place, things):
            goes.setdefault(lemmas[thing], way)
    return goes


def _what_goes(tokens: Sequence[str], place: int, things: Sequence[int]) -> list[int]:
    """What a word of direction is said of: the one or two words that follow it, else what stands before it."""
    after = [thing for thing in things if thing > place]
    if after and all(word in listed("trails", "between") for word in tokens[place + 1 : after[0]]):
        side_by_side = len(after) > 1 and after[1] == after[0] + 1 and not is_third_person(tokens[after[1]])
        return after[:2] if side_by_side else after[:1]
    return [thing for thing in things if thing < place][-3:]


def _measures(word: str) -> bool:
    return word in listed("trails", "measures")


def _opens(word: str) -> bool:
    return word in listed("trails", "condition")
