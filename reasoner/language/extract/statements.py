"""The statements in a dependency tree; `reasoner.language.extract.tuples` is the way in."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from reasoner.language.extract.marks import MAX_COMBINATIONS
from reasoner.language.extract.parts import Parts
from reasoner.language.extract.tree import base
from reasoner.language.extract.types import NOTHING, Argument, Field, Tuple, argument_of

if TYPE_CHECKING:
    from spacy.tokens import Token


class Reading(Parts):
    """The statements of one parsed text."""

    def tuples(self) -> tuple[Tuple, ...]:
        found: list[Tuple] = []
        first: dict[int, int] = {}
        links: list[Token | None] = []
        for token in self.doc:
            made = list(self.clause(token)) if self.is_clause(token) else []
            made += self.appositions(token)
            if made:
                first[token.i] = len(found)
            role, marker, link = self.role(token) if made else (None, None, None)
            found += [replace(each, role=role, marker=marker) for each in made]
            links += [link] * len(made)
        return tuple(
            replace(each, link=first.get(link.i)) if link is not None else each
            for each, link in zip(found, links, strict=True)
        )

    def clause(self, token: Token) -> Iterator[Tuple]:
        bare = base(token) == "acl"
        heads = self.subjects(token)
        subjects = [self.gerund(each) if self.is_gerund(each) else self.noun(each, bare) for each in heads]
        predicate = self.predicate(token)
        negated, modality, passive = self.is_negated(token), self.modality(token), self.is_passive(token)
        objects = self.objects(token)
        as_arguments = [argument_of(each, "", "subject") for each in subjects or [NOTHING]]
        for first, *rest in _combinations([as_arguments, *objects]):
            subject = Field(first.text, first.head, first.lemma)
            yield Tuple(subject, predicate, tuple(rest), negated, modality, passive)

    def appositions(self, token: Token) -> list[Tuple]:
        is_ = Field("is", "is", "be")
        return [
            Tuple(self.noun(token), is_, (argument_of(self.noun(kid), "", "complement"),))
            for kid in self.under(token, "appos", "acl")
            if self.is_set_off(kid) and (base(kid) == "appos" or not self.is_verbal(kid))
        ]

    def is_set_off(self, token: Token) -> bool:
        """A noun with a comma, dash or bracket before it."""
        marks = self.under(token, "punct")
        return token.pos_ in ("NOUN", "PROPN") and any(mark.i < token.i for mark in marks)


def _combinations(parts: list[list[Argument]]) -> Iterable[tuple[Argument, ...]]:
    """One of each part in every combination; where that would be too many, each alternative at least once."""
    count = 1
    for part in parts:
        count *= len(part)
    if count <= MAX_COMBINATIONS:
        return itertools.product(*parts)
    longest = max(len(part) for part in parts)
    return [tuple(part[min(i, len(part) - 1)] for part in parts) for i in range(longest)]
