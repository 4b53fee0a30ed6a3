"""The words that name a thing: lemmas in order, compounds, and the capitals that number things."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING

from reasoner.language.english import table

if TYPE_CHECKING:
    from spacy.tokens import Token

_PHRASE = frozenset({"amod", "compound", "nummod", "flat", "nmod:poss", "nmod", "acl", "acl:relcl", "appos", "case"})


@cache
def listed(name: str) -> frozenset[str]:
    """Return a list of `language/english/loose.toml`."""
    return frozenset(table("loose")[name])


def lowered(words: str) -> str:
    """Return words in small letters, but for single capitals: "wing A" is not "a wing".

    >>> lowered("Crate A"), lowered("Old Wing")
    ('crate A', 'old wing')
    """
    return " ".join(word if len(word) == 1 and word.isupper() else word.lower() for word in words.split(" "))


def is_letter(token: Token) -> bool:
    """Whether a word is a capital that numbers what stands before it: "crate A", "wing C"."""
    return token.i > token.sent.start and len(token.text.rstrip(".")) == 1 and token.text[0].isupper()


def compounded(token: Token) -> str:
    """Return a noun with what it is compounded with: "apple pie", "room 4"."""
    before = [child for child in token.children if child.dep_ == "compound" and child.i < token.i]
    after = [
        child for child in token.children if child.dep_ == "flat" or (child.dep_ == "nummod" and child.i > token.i)
    ]
    return " ".join(
        [*(each.lemma_.lower() for each in before), token.lemma_.lower(), *(lowered(each.text) for each in after)]
    )


def noun_words(noun: Token) -> tuple[str, ...]:
    """Return the words that name a thing, in order: lemmas without articles, "of" and clitics."""
    found = []
    for token in sorted(set(_noun_phrase(noun)), key=lambda each: each.i):
        if is_letter(token):
            found.append(token.text[0])
            continue
        if token.dep_ in {"det", "punct", "cc", "mark", "aux", "cop", "aux:pass"} or token.pos_ in {"PUNCT", "DET"}:
            continue
        if token.lower_ in {"of", "'s", "’s", "'", "’", "not"} or token.lower_ in listed("pronoun"):
            continue
        if token.dep_ == "case" and (token.head == noun or token.head.lower_ in listed("pronoun")):
            continue
        if token.dep_ == "conj" and token.head == noun:
            break
        found.append((token.text if token.pos_ == "PROPN" else token.lemma_.lower()).rstrip("."))
    return tuple(found)


def _noun_phrase(noun: Token) -> Iterator[Token]:
    """Yield the words of a noun phrase; a noun that is said of a subject has that beside it, and it is left out."""
    yield noun
    if noun.i + 1 < len(noun.doc) and is_letter(noun.nbor()):  # whatever the parser made of it
        yield noun.nbor()
    for child in noun.children:
        if child.dep_ in _PHRASE:
            yield from child.subtree
