"""Tuples: what a sentence states, as subject, predicate and objects."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Field:
    """A part of a tuple: its words without leading article, the word that heads it and that word's lemma."""

    text: str
    head: str
    lemma: str


NOTHING = Field("", "", "")


@dataclass(frozen=True, slots=True)
class Argument(Field):
    """An object: a field with its preposition (or the marker of its clause) kept apart, and its role.

    Roles: "object", "complement" (of a copula or "become"), "agent" (the by-phrase of a passive), "oblique" (any other
    prepositional phrase), "adverb" and "clause".
    """

    preposition: str = ""
    role: str = "object"

    def __str__(self) -> str:
        return f"{self.preposition} {self.text}".strip()


@dataclass(frozen=True, slots=True)
class Tuple:
    """One statement. `role` and `link` tie clauses together: a "condition" links to its "result" and back, an
    "embedded" clause ("heat causes [ice to melt]") to the tuple it is part of; a "relative" clause describes a noun
    ("rocks formed by heat") and links to none. `link` is a position in what `extract` returned.
    """

    subject: Field
    predicate: Field
    objects: tuple[Argument, ...] = ()
    negated: bool = False
    modality: str | None = None
    passive: bool = False
    role: str | None = None
    marker: str | None = None
    link: int | None = None

    @property
    def fields(self) -> tuple[str, ...]:
        """Subject, predicate and objects (with their prepositions) as the ILP aligns them."""
        return (self.subject.text, self.predicate.text, *map(str, self.objects))

    def __str__(self) -> str:
        marks = ["not" if self.negated else "", self.modality, self.marker, self.role]
        listed = ", ".join(mark for mark in marks if mark)
        return f"({'; '.join(self.fields)})" + (f" [{listed}]" if listed else "")


def argument_of(field: Field, preposition: str, role: str) -> Argument:
    return Argument(field.text, field.head, field.lemma, preposition, role)
