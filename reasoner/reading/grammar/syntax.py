"""What the grammar makes of a sentence before it is logic: phrases, predicates, clauses, conditions.

A `Noun` names or ranges over things; a predicate (`Is`, `Do`, `Deny`, `Join`) says something of a subject; a `Clause`
says it of one; `Condition` and `Join` put clauses together. Nothing here knows how logic writes it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields, is_dataclass, replace
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
class Same:
    """What the clause before says, said again of another: "so is Bo", "but Bo does not", "and Bo tea".

    `denied` says whether it is denied now, or None where that stays as it was; `objects` take the place of the last.
    """

    denied: bool | None = None
    objects: tuple[Phrase, ...] = ()


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


Predicate = Is | Do | Gap | Deny | Join | Same
Statement = Is | Do | Gap | Deny | Join | Same | Clause | There | Condition


def said_in_full(joint: Joint, parts: tuple[Statement, ...]) -> Join | Clause | None:
    """Join clauses, each with a predicate of its own where it only pointed at the one before; None where it cannot."""
    found: list[Statement] = []
    if joint in {"or", "xor"} and (whole := _of_each(joint, parts)) is not None:
        return whole
    for part in parts:
        before = next((each for each in reversed(found) if isinstance(each, Clause)), None)
        if isinstance(part, Clause) and before is not None:
            part = replace(part, subject=_meant(part.subject, before.subject))
        if isinstance(part, Clause) and isinstance(part.predicate, Same):
            predicate = _again(before.predicate, part.predicate) if before else None
            if predicate is None:
                return None
            part = replace(part, predicate=predicate)
        found += part.parts if isinstance(part, Join) and joint == part.joint == "and" else (part,)
    return Join(joint, tuple(found))


def _of_each(joint: Joint, parts: tuple[Statement, ...]) -> Clause | None:
    """Say of each bird that it sings or swims, where "either a bird sings or it swims"."""
    first, *others = parts
    if not isinstance(first, Clause) or not isinstance(first.subject, Noun):
        return None
    if first.subject.quantifier not in {"a", "every", "any", "bare"}:
        return None
    said = [first.predicate]
    for other in others:
        if not isinstance(other, Clause) or not isinstance(other.subject, Noun) or isinstance(other.predicate, Same):
            return None
        if other.subject.text not in {"it", "they", "he", "she"}:
            return None
        said.append(other.predicate)
    return Clause(first.subject, Join(joint, tuple(said)))


def _meant(subject: Phrase, before: Phrase) -> Phrase:
    """Return the cats that "they" are in "cats sleep, but they hunt too"; another subject stays as it is."""
    if not (isinstance(subject, Noun) and isinstance(before, Noun) and subject.text in {"it", "they"}):
        return subject
    if before.quantifier == "no":
        return replace(before, quantifier="every")
    return before if before.quantifier in {"every", "any", "bare"} else subject


def _again(said: Predicate, same: Same) -> Predicate | None:
    plain = said.of if isinstance(said, Deny) and isinstance(said.of, Is | Do | Gap | Join) else said
    if same.objects:
        gapped = isinstance(plain, Do) and len(plain.objects) >= len(same.objects)
        if not isinstance(plain, Do) or not gapped:
            return None
        plain = replace(plain, objects=(*plain.objects[: -len(same.objects)], *same.objects))
    denied = isinstance(said, Deny) if same.denied is None else same.denied
    return Deny(plain) if denied else plain


def with_ones_named(node: Any) -> Any:
    """Return a statement where "the blue one" and "Bo's" say which noun of the sentence they stand for."""
    return _named(node, {}, "")


def _named(node: Any, heads: dict[str, str], place: str) -> Any:
    """`heads` are the nouns met last as subject and as object, `place` is where this node stands."""
    if isinstance(node, tuple):
        return tuple(_named(each, heads, place) for each in node)
    if isinstance(node, Noun):
        meant = heads.get(place) or next(iter(heads.values()), "")
        if node.head == "one" and node.quantifier in {"the", "a"}:
            text = f" {node.text} ".replace(" one ", f" {meant or 'one'} ", 1).strip()
            node = replace(node, head=meant or "one", text=text.removesuffix("" if meant else " one") or text)
        elif node.quantifier not in {"pronoun", "name"} and place:
            heads[place] = node.head
        return replace(node, restrictions=_named(node.restrictions, dict(heads), ""))
    if not is_dataclass(node) or isinstance(node, type):
        return node
    places = {"subject": "subject", "objects": "object", "agent": "object", "noun": ""}
    changed = {
        each.name: _named(getattr(node, each.name), heads, places.get(each.name, place)) for each in fields(node)
    }
    return replace(node, **changed)


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
