"""What it is to be what a noun phrase says: of a kind, of some quality, in some place, and such as its clauses say."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from reasoner.language.terms import lemma
from reasoner.logic.atoms import Literal, Term
from reasoner.reading.joint.clauses import HOLE, Clause, is_positive, subject_of
from reasoner.reading.joint.linking import relation_named
from reasoner.reading.meaning.nouns import Nouns, Ranging
from reasoner.reading.naming import compounded, listed, noun_words

if TYPE_CHECKING:
    from spacy.tokens import Token


class Kinds(Nouns):
    """Reads noun phrases as what they say of a thing."""

    def said_by(self, clause: Clause, noun: Token, ranging: Ranging) -> Iterator[Literal]:
        """Yield what a clause about a noun says; the reader of clauses knows."""
        raise NotImplementedError

    def _kind(self, noun: Token, term: Term) -> Iterator[Literal]:
        """Yield what it is to be what a noun phrase says: of a kind, of some quality, and such as its clauses say."""
        if noun.pos_ == "PROPN" and not self._is_common(noun):
            yield Literal("is", (term, noun.text))
        elif noun.lemma_ not in listed("nobody"):
            yield Literal("is", (term, _kind_of(noun)))
        for child in noun.children:
            if child.dep_ == "amod" and child.lower_ not in listed("whole"):
                yield _quality(child, term)
            if child.dep_ in {"acl", "acl:relcl"}:
                yield from self._clause_limits(child, noun, term)
            if child.dep_ == "nmod":
                yield from self._modifier(child, term)

    def _clause_limits(self, head: Token, noun: Token, term: Term) -> Iterator[Literal]:
        subject = subject_of(head)
        relative = subject is None or subject.tag_ in {"WDT", "WP"} or subject.lower_ == "that"
        if not relative:
            return
        clause = Clause(head, subject if subject is not None else noun, is_positive(head, None))
        for child in head.children:
            if subject is None or child == subject:
                self._seen[(subject if subject is not None else noun).i] = Ranging(term)
        for literal in self.said_by(clause, clause.subject or noun, Ranging(term)):
            yield literal if clause.positive else literal.denied

    def _modifier(self, noun: Token, term: Term) -> Iterator[Literal]:
        """Yield what "with starch in it", "in the song" and "of the clock" say of the noun before them."""
        place = " ".join(child.lower_ for child in noun.children if child.dep_ == "case")
        if place in {"with", "without"}:
            none = any(child.lower_ == "no" for child in noun.children)
            yield Literal("contain", (term, self._other(noun).term), (place == "with") != none)
        elif place == "of":
            yield Literal("of", (term, self._other(noun).term))
        elif (relation := relation_named(f"be {place}")) is not None:
            other = self._other(noun).term
            if other != term:
                yield Literal(relation, (term, other))
        elif place:
            yield Literal(" ".join([HOLE, place, *noun_words(noun)]), (term,))


def _kind_of(noun: Token) -> str:
    """Return the kind that a noun names, in small letters."""
    words = compounded(noun).split(" ")
    return " ".join([*words[:-1], lemma(words[-1], "NOUN")]) if noun.pos_ == "PROPN" else " ".join(words)


def _quality(token: Token, term: Term) -> Literal:
    """Return what an adjective beside a noun says, with all that belongs to it: "stronger than rope"."""
    words = [each for each in token.subtree if each.pos_ not in {"DET", "PUNCT"} and each.lower_ != "very"]
    if len(words) == 1 and token.tag_ not in {"JJR", "JJS"}:
        return Literal("is", (term, token.lemma_.lower()))
    said = [each.lower_ if each == token else each.lemma_.lower() for each in words]
    return Literal(" ".join([HOLE, *said]), (term,))
