"""Which words of a sentence are denied: those after its "not", to the end of the clause."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType

from reasoner.language.english import words
from reasoner.language.terms import STOP_WORDS, lemma, tokenize

_CLAUSE = re.compile(r"[,;:]|\s-\s")


@lru_cache(maxsize=50_000)
def said(text: str) -> Mapping[str, bool]:
    """Return the content lemmas of a text, each once and in order, and whether it is denied.

    What "no" stands with at the head of a clause is spoken of, and what follows is denied of it. "Unless" is "if not".

    >>> dict(said("A robin does not swim, but it flies."))
    {'robin': False, 'swim': True, 'fly': False}
    >>> dict(said("No metal floats.")), dict(said("The fish has no eyes."))
    ({'metal': False, 'float': True}, {'fish': False, 'eye': True})
    """
    denied: dict[str, bool] = {}
    for clause in _CLAUSE.split(text):
        for word, is_denied in _clause(tokenize(clause)):
            denied[word] = denied.get(word, False) or is_denied
    return MappingProxyType(denied)


def _clause(tokens: list[str]) -> list[tuple[str, bool]]:
    lemmas: list[tuple[str, bool]] = []
    denied = spoken_of = False
    for token in tokens:
        if token in words("clause_starts"):
            denied = token == "unless"
        elif token in words("negations"):
            spoken_of = token == "no" and not lemmas
            denied = denied != (token != "without")
        elif token not in STOP_WORDS:
            lemmas.append((lemma(token), denied and not spoken_of))
            spoken_of = False
    return lemmas
