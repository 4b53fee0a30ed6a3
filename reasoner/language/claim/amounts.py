"""Whether a fact says another amount than a claim does: eight legs and six, only one of two and both."""

from __future__ import annotations

import re
from functools import lru_cache

from reasoner.language.english import table
from reasoner.language.english import words as word_list
from reasoner.language.terms import content_lemmas, lemma, tokenize

_NUMBERS = frozenset(table("polarity")["numbers"]["words"].split())
_COUNTS = _NUMBERS - frozenset(table("polarity")["numbers"]["rough"].split())
_ROUGH = frozenset(table("polarity")["numbers"]["roughly"].split())
_NEGATIONS = word_list("negations")
#: "ONLY ONE OF the two parties", and what it leaves no room for: "BOTH parties".
_PART = re.compile(r"\bonly\s+(?:one|two|three|some|a\s+few|part|half)\s+of\b", re.IGNORECASE)
_WHOLE = re.compile(r"\b(?:both|all|every|each)\b", re.IGNORECASE)


def counts_else(fact: str, claim: str) -> str | None:
    """Return why the amount that a fact says is not the one that is claimed of the same, or None.

    >>> counts_else("a spider has eight legs", "A spider has six legs.")
    "it says 'eight', not 'six'"
    >>> counts_else("Only one of the two owners signed the deed.", "Both owners signed the deed.")
    "it says 'Only one of'"
    """
    tokens = (*tokenize(fact), *tokenize(claim))
    if not _NEGATIONS.isdisjoint(tokens):
        return None
    held, words = frozenset(content_lemmas(fact)), content_lemmas(claim)
    if (part := _PART.search(fact)) and _WHOLE.search(claim):
        return f"it says '{part[0]}'" if held.issuperset(w for w in words if not _WHOLE.match(w)) else None
    said, claimed = counted(fact), counted(claim)
    noun = next((noun for noun in claimed if noun in said and said[noun] != claimed[noun]), None)
    same = noun and all(word in held or word in _NUMBERS for word in words)
    return f"it says '{said[noun]}', not '{claimed[noun]}'" if noun and same else None


@lru_cache(maxsize=20_000)
def counted(text: str) -> dict[str, str]:
    """Return the number that a sentence says of each thing, where it says just that number.

    >>> counted("a week has seven days"), counted("a room has at least two doors")
    ({'day': 'seven'}, {})
    """
    tokens = tokenize(text)
    exact = _ROUGH.isdisjoint(tokens)
    pairs = ((tokens[i], lemma(tokens[i + 1], "NOUN")) for i in range(len(tokens) - 1) if tokens[i] in _COUNTS)
    return {noun: number for number, noun in pairs} if exact else {}
