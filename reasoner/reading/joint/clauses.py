"""Clauses of a parsed sentence: what is said of each thing that it names, and on which condition.

Where the grammar of `reasoner.reading` works out what a sentence says as a whole, this looks at a sentence from each of
its noun phrases: "No saw can cut steel" says of every saw that it does not cut steel, and of steel that no saw cuts it.
What is said is kept as words in order with "*" where the thing stands.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from reasoner.reading.naming import is_letter, listed, lowered, noun_words

if TYPE_CHECKING:
    from spacy.tokens import Token

HOLE = "*"
_SILENT = frozenset({"det", "aux", "aux:pass", "cop", "punct", "cc", "expl", "mark", "det:predet", "discourse"})
_BESIDE = frozenset({"advcl", "parataxis", "conj", "ccomp", "advcl:relcl"})
_CLAUSES = frozenset({"VERB", "AUX"})


@dataclass(frozen=True, slots=True)
class Clause:
    """One clause: its head, its subject (which it may share with another), the sign, and what it depends on."""

    head: Token
    subject: Token | None
    positive: bool = True
    conditions: tuple[Clause, ...] = ()
    asserted: bool = True
    only: bool = False

    @property
    def is_past(self) -> bool:
        """Whether it tells what happened once."""
        verbs = [self.head, *(each for each in self.head.children if each.dep_ in {"aux", "aux:pass", "cop"})]
        return any(each.tag_ == "VBD" for each in verbs)


def clauses(root: Token) -> list[Clause]:
    """Return the clauses of a sentence that say something by themselves, with their conditions."""
    return list(_clauses(root, None))


def _clauses(head: Token, subject: Token | None) -> Iterator[Clause]:
    own = subject_of(head) or subject
    conditions: list[Clause] = []
    for child in head.children:
        if child.dep_ in {"advcl", "advcl:relcl"} and (kind := _marked(child)):
            below = list(_clauses(child, own))
            if kind == "reason":
                yield from below
            conditions += [replace(each, positive=not each.positive) if kind == "unless" else each for each in below]
        elif child.lower_ in listed("condition") and child.dep_ == "advmod":
            conditions += [
                each for below in child.children if below.dep_.startswith("advcl") for each in _clauses(below, own)
            ]
    if (own is not None and _is_not_all(own)) or any(child.dep_ == "expl" for child in head.children):
        return
    only = any(child.lower_ == "only" and child.dep_ == "advmod" for child in head.children)
    only = only or (own is not None and any(child.lower_ == "only" for child in own.children))
    yield Clause(head, own, is_positive(head, own), tuple(conditions), only=only)
    for child in head.children:
        if child.dep_ in {"conj", "parataxis"} and (child.pos_ in _CLAUSES or subject_of(child) or has_copula(child)):
            yield from _clauses(child, own)
        elif child.dep_ == "conj" and child.pos_ == "ADJ" and has_copula(head):
            yield Clause(child, own, is_positive(child, own), tuple(conditions))
        elif child.dep_ == "ccomp" and any(each.lower_ == "so" for each in child.subtree) and subject_of(child):
            yield from _clauses(child, None)


def _marked(head: Token) -> str | None:
    """Return how a clause bears on the one above it: as a condition, a reason, "unless"; None for anything else."""
    for child in head.subtree:
        if child.head != head and child.head.head != head:
            continue
        if child.dep_ in {"mark", "advmod"} and child.i <= head.i:
            if child.lower_ == "unless":
                return "unless"
            if child.lower_ in {"because", "since", "for"}:
                return "reason"
            if child.lower_ in listed("condition"):
                return "condition"
    return None


def subject_of(head: Token) -> Token | None:
    """Return the subject of a clause, itself."""
    found = [child for child in head.children if child.dep_ in {"nsubj", "nsubj:pass"}]
    found = found or [child for child in head.children if child.dep_ in {"csubj", "csubj:pass"} and child.i < head.i]
    return found[0] if len(found) == 1 else None


def has_copula(head: Token) -> bool:
    """Whether a clause says that something is something."""
    return any(child.dep_ == "cop" for child in head.children)


def is_positive(head: Token, subject: Token | None) -> bool:
    """Whether a clause affirms; "no" before its subject or an object, "never" and "unable" each turn it round."""
    sign = True
    for child in head.children:
        if child.lower_ in {"not", "never", "n't", "nowhere"} and child.dep_ == "advmod":
            sign = not sign
        if child.dep_ in {"obj", "obl", "nsubj", "nsubj:pass", "xcomp"} and _is_none(child):
            sign = not sign
    if subject is not None and subject.head != head and _is_none(subject):
        sign = not sign
    if has_copula(head) and head.pos_ == "NOUN" and _is_none(head):
        sign = not sign
    return not sign if _denies(head) else sign


def _is_not_all(subject: Token) -> bool:
    """Whether a subject says "not all": then nothing is said of every one."""
    first = next(iter(subject.subtree))
    return first.lower_ == "not" or (first.i > 0 and first.nbor(-1).lower_ == "not" and first.lower_ in listed("every"))


def _denies(head: Token) -> bool:
    """Whether a word denies what it goes with: "unable to fly", "fails to arrive", "lacks a roof"."""
    if head.lemma_ not in listed("denying"):
        return False
    return head.lemma_ == "lack" or any(child.dep_ in {"xcomp", "csubj", "advcl"} for child in head.children)


def _is_none(noun: Token) -> bool:
    return noun.lower_ in listed("no") or any(
        child.lower_ in listed("no") and child.dep_ in {"det", "advmod"} for child in noun.children
    )


def holes(clause: Clause) -> Iterator[Token]:
    """Yield the nouns that a clause says something of: its subject, its objects, and what prepositions bring in."""
    if clause.subject is not None:
        yield from _members(clause.subject)
    for child in _verbs_below(clause.head):
        for noun in child.children:
            if noun.dep_.split(":")[0] in {"obj", "iobj", "obl"} and noun.pos_ in {"NOUN", "PROPN", "PRON"}:
                yield from _members(noun)


def _members(noun: Token) -> Iterator[Token]:
    yield noun
    for child in noun.children:
        if child.dep_ == "conj" and child.pos_ in {"NOUN", "PROPN", "PRON"}:
            yield from _members(child)


def _verbs_below(head: Token) -> Iterator[Token]:
    yield head
    for child in head.children:
        if child.dep_ == "xcomp":
            yield from _verbs_below(child)


def said_of(clause: Clause, hole: Token) -> str:
    """Return what a clause says of one of its nouns: the words in order, "*" where the noun stands.

    A passive is turned round, and the verb is left out where it says no more than "is".
    """
    subject, head = clause.subject, clause.head
    inside = set(_own_words(head))
    left = _phrase(hole) if subject != hole else set()
    rest = [token for token in sorted(inside) if token not in left]
    words = [_word(head.doc[i]) for i in rest if not _is_silent(head.doc[i], head)]
    if hole == subject or (subject is not None and hole in list(_members(subject))):
        return (
            " ".join([HOLE, *filter(None, words)]) if not _is_acted_on(head) else " ".join([*filter(None, words), HOLE])
        )
    doer = [lowered(word) for word in noun_words(subject)] if subject is not None else []
    named = [word for word in doer if word not in listed("no") | listed("small")]
    doer = ["_".join(named)] if named else []  # one word: who does it is not to be confused with what else is named
    mark = [HOLE] if not _is_agent(hole) else []
    said = [*doer, *filter(None, words), *mark]
    return " ".join(said if mark else [HOLE, *filter(None, words), *doer])


def _is_acted_on(head: Token) -> bool:
    passive = any(child.dep_ == "nsubj:pass" for child in head.children) or (head.tag_ == "VBN" and has_copula(head))
    return passive or (head.dep_ == "acl" and head.tag_ == "VBN")


def _is_agent(hole: Token) -> bool:
    return hole.dep_ == "obl:agent" or (
        hole.dep_ == "obl" and hole.head.tag_ == "VBN" and any(child.lower_ == "by" for child in hole.children)
    )


def _own_words(head: Token) -> Iterator[int]:
    """Yield the places of the words of a clause without its subject and without clauses that stand beside it."""
    yield head.i
    for child in head.children:
        if child == subject_of(head):
            continue
        if child.dep_ == "advmod" and child.lower_ in listed("condition"):
            continue
        if child.dep_ in _BESIDE and (_marked(child) or child.dep_ != "advcl") and not _is_listed(child):
            continue
        yield from (token.i for token in child.subtree)


def _is_listed(token: Token) -> bool:
    if token.dep_ != "conj" or token.pos_ in _CLAUSES or subject_of(token) or has_copula(token):
        return False
    return not (token.pos_ == "ADJ" and has_copula(token.head))


def _phrase(noun: Token) -> set[int]:
    """The places of a noun phrase, without the preposition before it."""
    found = {token.i for token in noun.subtree}
    return found - {child.i for child in noun.children if child.dep_ == "case" and child.lower_ != "of"}


def _is_silent(token: Token, head: Token) -> bool:
    if is_letter(token):
        return False
    if token.dep_ == "aux" and token.lower_ in {"may", "might", "could"}:
        return False
    if token.dep_ == "case" and token.head.lower_ in listed("pronoun"):
        return True
    if token.dep_ in _SILENT or token.pos_ in {"DET", "PUNCT", "CCONJ", "PART", "SCONJ"}:
        return token.lower_ not in {"or", "without", "before", "after", "until"}
    if token.lower_ in listed("idle") or token.lower_ in {"not", "never", "n't", "of", "by", "'s", "’s", "it", "them"}:
        return True
    if token.lower_ in listed("no") or token.lower_ in {"own", "its", "his", "her", "their", "at all"}:
        return True
    if token.lower_ == "at" and token.head.lower_ == "all":
        return True
    if token.i == head.i:
        return (_denies(token) and token.lemma_ != "lack") or _is_copular(head)
    return False


def _is_copular(head: Token) -> bool:
    return head.lemma_ in listed("copular") and any(
        child.dep_ in {"xcomp", "obj"} and child.pos_ == "ADJ" for child in head.children
    )


def _word(token: Token) -> str:
    """Return the word as what is said has it: its lemma; "might" and "could" are "may"."""
    if token.dep_ == "aux" and token.lower_ in {"may", "might", "could"}:
        return "may"
    if token.tag_ in {"JJR", "JJS", "RBR", "RBS"}:
        return token.lower_
    return "have" if token.lemma_ == "lack" else _plain(token)


def _plain(token: Token) -> str:
    """Return the lemma in small letters; a letter that numbers a thing stays a capital."""
    return token.text[0] if is_letter(token) else token.lemma_.lower().rstrip(".")
