"""Noun phrases with their heads."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from reasoner.language.terms import content_lemmas

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

_HEADS = frozenset({"NOUN", "PROPN", "NUM", "PRON"})
_INNER = frozenset({"compound", "flat", "fixed", "det", "case", "goeswith", "nmod:poss", "nummod"})  # no phrases
_BEFORE = frozenset({"det", "det:predet", "amod", "compound", "nummod", "nmod:poss", "nmod:desc", "advmod", "punct"})
_AFTER = frozenset({"flat", "compound", "nmod:unmarked"})


@dataclass(frozen=True)
class NounPhrase:
    """A noun with what belongs to it on the left ("a source", not "a source of light"); `end` is exclusive."""

    text: str
    head: str
    start: int
    end: int

    @property
    def lemmas(self) -> tuple[str, ...]:
        """Content lemmas, without articles."""
        return content_lemmas(self.text)


def noun_phrases(doc: Doc) -> tuple[NounPhrase, ...]:
    """The base noun phrases of a parsed text, from left to right.

    >>> from reasoner.language.parse.pipeline import parse
    >>> [(phrase.text, phrase.head) for phrase in noun_phrases(parse("the two poles of a magnet attract iron filings"))]
    [('the two poles', 'pole'), ('a magnet', 'magnet'), ('iron filings', 'filing')]
    """
    phrases = []
    covered = 0
    for token in doc:
        is_word = any(character.isalnum() for character in token.text)
        if is_word and token.pos_ in _HEADS and token.dep_ not in _INNER and token.i >= covered:
            start, end = max(covered, _start(token)), _end(token)
            phrases.append(NounPhrase(doc[start:end].text, token.lemma_, start, end))
            covered = end
    return tuple(phrases)


def _start(head: Token) -> int:
    """Walk left over the modifiers that touch the head or each other; stop at a bare comma or a gap."""
    start = head.i
    for child in reversed(list(head.lefts)):
        if child.dep_ not in _BEFORE or child.right_edge.i != start - 1:
            break
        start = child.left_edge.i
    while start < head.i and head.doc[start].is_punct:
        start += 1
    return int(start)


def _end(head: Token) -> int:
    end = head.i + 1
    for child in head.rights:
        if child.dep_ not in _AFTER or child.left_edge.i != end:
            break
        end = child.right_edge.i + 1
    return int(end)
