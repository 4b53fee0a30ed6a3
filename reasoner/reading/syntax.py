"""What the grammar makes of a sentence before it is logic: phrases, predicates, clauses, conditions.

A `Noun` names or ranges over things; a predicate (`Is`, `Do`, `Deny`, `Join`) says something of a subject; a `Clause`
says it of one; `Condition` and `Join` put clauses together. Nothing here knows how logic writes it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields, is_dataclass
from typing import Any, Literal

Quantifier = Literal["every", "any", "only", "no", "some", "not every", "the", "a", "bare", "name", "pronoun"]
Joint = Literal["and", "or", "xor", "nor"]


@dataclass(frozen=True, slots=True)
class Noun:
    """A noun phrase: "every red wumpus that flies", "Erin", "it", "thick fur".

    `text` is its name where it stands for one thing or one kind; `head` the noun alone, `adjectives` and
    `restrictions` what it says of whatever it ranges over.
    """

    quantifier: Quantifier
    head: str
    text: str
    adjectives: tuple[str, ...] = ()
    restrictions: tuple[Predicate, ...] = ()
    plural: bool = False


@dataclass(frozen=True, slots=True)
class Nouns:
    """Noun phrases joined: "Erin and the cat", "either tea or coffee"."""

    joint: Joint
    parts: tuple[Phrase, ...]
    plural: bool = True


Phrase = Noun | Nouns


@dataclass(frozen=True, slots=True)
class Is:
    """To be of a kind or to have a quality: "a red wumpus", "kind", "the tallest"."""

    noun: Noun


@dataclass(frozen=True, slots=True)
class Do:
    """A verb, or anything with objects: `live on` ice, `bigger than` Bob; with `agent`, the subject is the object."""

    name: str
    objects: tuple[Phrase, ...] = ()
    agent: Phrase | None = None
    past: bool = False


@dataclass(frozen=True, slots=True)
class Gap:
    """A relative clause whose subject is another: songs "that Max listens to"; the noun is the object left out."""

    subject: Phrase
    predicate: Do
    denied: bool = False


@dataclass(frozen=True, slots=True)
class Deny:
    """A predicate or clause denied."""

    of: Statement


@dataclass(frozen=True, slots=True)
class Join:
    """Predicates, or clauses, joined."""

    joint: Joint
    parts: tuple[Statement, ...]


@dataclass(frozen=True, slots=True)
class Clause:
    """A subject and what is said of it."""

    subject: Phrase
    predicate: Predicate


@dataclass(frozen=True, slots=True)
class There:
    """That there is such a thing: "there is a teacher who sings"."""

    noun: Noun


@dataclass(frozen=True, slots=True)
class Condition:
    """What holds if something does; `both` ways for "if and only if"; a `reason` is not only supposed, but so."""

    condition: Statement
    consequence: Statement
    both: bool = False
    reason: bool = False


Predicate = Is | Do | Gap | Deny | Join
Statement = Is | Do | Gap | Deny | Join | Clause | There | Condition


def definite_heads(node: Any) -> frozenset[str]:
    """Return the heads of phrases with "the": an indefinite with the same head is what they refer to."""
    return frozenset(
        noun.head
        for noun in _nouns(node)
        if noun.quantifier == "the" and not noun.adjectives and noun.text == noun.head
    )


def _nouns(node: Any) -> Iterator[Noun]:
    if isinstance(node, Noun):
        yield node
    if isinstance(node, tuple):
        for each in node:
            yield from _nouns(each)
    elif is_dataclass(node):
        for each in fields(node):
            yield from _nouns(getattr(node, each.name))
