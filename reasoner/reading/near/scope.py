"""Which words of a sentence are denied: those after its "not", to the end of the clause."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType

from reasoner.language.claim.conjuncts import verb_at
from reasoner.language.english import listed, words
from reasoner.language.terms import STOP_WORDS, lemma, tokenize
from reasoner.language.verbs import AUXILIARIES, is_verb

_RELATIVE = listed("trails", "relative")
_CLAUSE = re.compile(r"[,;:]|\s-\s")


@lru_cache(maxsize=50_000)
def said(text: str) -> Mapping[str, bool]:
    """Return the content lemmas of a text, each once and in order, and whether it is denied.

    "Unless" is "if not".

    >>> dict(said("A robin does not swim, but it flies."))
    {'robin': False, 'swim': True, 'fly': False}
    >>> dict(said("No metal floats.")), dict(said("The fish has no eyes."))
    ({'metal': False, 'float': True}, {'fish': False, 'eye': True})
    >>> dict(said("Nobody who is not tall may ride."))
    {'tall': True, 'ride': True}
    """
    denied: dict[str, bool] = {}
    for clause in _CLAUSE.split(text):
        for word, is_denied in _clause(tokenize(clause)):
            denied[word] = denied.get(word, False) or is_denied
    return MappingProxyType(denied)


def _clause(tokens: list[str]) -> list[tuple[str, bool]]:
    """Return the content lemmas of a clause, and whether each is denied.

    A subject that opens with "no" or "nobody" is spoken of, and the rest is denied of it; a "not" inside of a subject
    ("a jug that does not hold water is useless") reaches to its end.
    """
    lemmas: list[tuple[str, bool]] = []
    none = bool(tokens) and tokens[0] in listed("trails", "none_of")
    end = subject_end(tokens) if none or not _RELATIVE.isdisjoint(tokens) else 0
    denied = lacking = False
    for place, token in enumerate(tokens):
        if end and place == end:
            denied = none
        if none and (place == 0 or (place < end and token == "nor")):
            continue
        if token in words("clause_starts"):
            denied = token == "unless"
        elif token == "without":
            lacking = True
        elif token in words("negations"):
            denied = not denied
        elif token not in STOP_WORDS:
            lemmas.append((lemma(token), denied or lacking))
            lacking = False  # "without a stamp": what is lacking is the next thing
            denied = denied != (lemma(token) in listed("trails", "denying"))
    return lemmas


def subject_end(tokens: Sequence[str]) -> int:
    """Return where the subject of a clause ends; the verb of a relative clause in it is passed over.

    >>> subject_end("a jug that does not hold water is useless".split())
    7
    """
    verb = verb_at(tokens)
    if verb is None:
        return 1
    opens = next((place for place in range(verb + 1) if tokens[place] in _RELATIVE), None)
    if opens is None or any(is_verb(word) for word in tokens[opens + 1 : verb]):
        return verb
    place = verb + 1
    while place < len(tokens) and (tokens[place] in AUXILIARIES or tokens[place] in words("negations")):
        place += 1
    place += tokens[verb] in AUXILIARIES  # the verb that it stands with
    later = verb_at(tokens[place:])
    return verb if later is None else place + later
