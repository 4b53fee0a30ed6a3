"""Relations between two things however they are worded, and parses that have a verb."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING

from reasoner.language.english import table
from reasoner.language.parse.pipeline import parse
from reasoner.language.terms import lemma
from reasoner.language.verbs import is_verb, past
from reasoner.reading.grammar.rephrasing import plainly
from reasoner.reading.naming import listed

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token


#: What numbers a thing at the end of a sentence, and is no initial: "crate B."
_LETTER = re.compile(r"\b([A-Z])\.$")


@cache
def _links() -> dict[str, str]:
    return {words: relation for relation, entries in table("links").items() for words in entries}


def relation_named(words: str) -> str | None:
    """Return the relation that some words state between two things.

    >>> relation_named("carve from"), relation_named("carve")
    ('made of', None)
    """
    return _links().get(words)


def whole_of(noun: Token) -> Token | None:
    """Return the whole of "a part of the clock", "one of its parts", "its parts"; None for any other noun."""
    if noun.lower_ in {"one", "none", "all", "each", "any", "every", "neither", "both"}:
        inner = next((child for child in noun.children if child.dep_ == "nmod"), None)
        return whole_of(inner) if inner is not None else None
    if noun.lemma_ not in listed("part"):
        return None
    for child in noun.children:
        of = any(each.lower_ == "of" for each in child.children)
        if (child.dep_ == "nmod" and of) or child.dep_ == "nmod:poss":
            return child
    return None


def objects_of(head: Token) -> Iterator[tuple[str, Token]]:
    """Yield the objects of a verb or quality, each with the words that relate it: lemma and preposition."""
    verb = lemma(head.lower_, "VERB")
    for child in head.children:
        base = child.dep_.split(":")[0]
        if base == "obj":
            yield verb, child
            particle = [each.lower_ for each in head.children if each.dep_ in {"compound:prt"}]
            if particle:
                yield " ".join([verb, *particle]), child
            inside = any(each.lower_ in {"in", "inside"} for each in head.subtree if each.i > child.i)
            if head.lemma_ == "have" and inside:
                yield "have in", child
            if child.lemma_ in listed("part") and (whole := whole_of(child)) is not None:
                yield f"{verb} part of", whole
        elif base in {"obl", "nmod"}:
            place = " ".join(each.lower_ for each in child.children if each.dep_ == "case")
            yield from ((f"{word} {place}", child) for word in dict.fromkeys((verb, head.lemma_)))


def parsed(sentence: str) -> Doc:
    """Return a sentence parsed; where no verb was found, a word that may be one is tried in the past.

    >>> [token.dep_ for token in parsed("The spring sits inside the clock.")][2]
    'ROOT'
    """
    doc = parse(_LETTER.sub(r"\1 .", plainly(sentence)))
    if len(list(doc.sents)) != 1 or any(token.pos_ in {"VERB", "AUX"} and token.dep_ == "ROOT" for token in doc):
        return doc
    linked = any(token.dep_ == "cop" for token in doc)
    for token in doc[1:]:
        mistaken = token.tag_ == "NNS" and (token.dep_ == "compound" or not linked)
        if mistaken and is_verb(lemma(token.lower_, "VERB")):
            other = parse(f"{doc[: token.i].text} {past(lemma(token.lower_, 'VERB'))} {doc[token.i + 1 :].text}")
            if any(each.dep_ == "ROOT" and each.pos_ == "VERB" and each.i == token.i for each in other):
                return other
    return doc
