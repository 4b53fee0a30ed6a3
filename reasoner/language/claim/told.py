"""How much of a claim some facts say."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from reasoner.language.claim.truth import last_sentence
from reasoner.language.lexicon import SYNONYMS
from reasoner.language.terms import content_lemmas

_KIND = re.compile(
    r"\b(?:is|are)\s+(?:(?:an?|the)\s+)?(?:kinds?|types?|forms?|examples?)\s+of\b|\b(?:is|are)\s+an?\s", re.I
)
_LINK = re.compile(r"\b(?:is|are)\s+(?:an?\s+)?(?:kinds?\s+of|made\s+of|parts?\s+of)?\b", re.IGNORECASE)
_COPULA = re.compile(r"\b(?:is|are|was|were)\b", re.IGNORECASE)


def told(claim: str, facts: Sequence[str]) -> float:
    """Return the share of the words of a claim's last sentence that one fact says, or a kind and a fact about it.

    What something is must be said as such: that a mammal is warmer than a lizard does not say that a lizard is one.

    >>> told("A whale is a fish.", ["a whale is a kind of mammal"])
    0.5
    >>> told("A whale breathes air.", ["a whale is a kind of mammal", "a mammal breathes air"])
    1.0
    >>> told("A lizard is a mammal.", ["a mammal is warmer than a lizard"])
    0.5
    """
    sentence = last_sentence(claim)
    shares = [_share(sentence, (fact,)) for fact in facts]
    pairs = [(one, other) for one in facts for other in facts if one != other and _leads_to(one, other)]
    return max([*shares, *(_share(sentence, pair) for pair in pairs)], default=0.0)


def _share(sentence: str, facts: Sequence[str]) -> float:
    words = dict.fromkeys(content_lemmas(sentence))
    said = {word for fact in facts for word in content_lemmas(fact)}
    found = sum(word in said or any(frozenset({word, other}) in SYNONYMS for other in said) for word in words)
    share = found / len(words) if words else 0.0
    return (
        min(share, 0.5) if _KIND.search(sentence) and not any(_says_kind(fact, sentence) for fact in facts) else share
    )


@lru_cache(maxsize=50_000)
def _sides(text: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    match = _COPULA.search(text)
    if match is None:
        return content_lemmas(text), ()
    return content_lemmas(text[: match.start()]), content_lemmas(text[match.end() :])


def _says_kind(fact: str, claim: str) -> bool:
    """Whether a fact says what something is, of the thing and with the kind that the claim ends in."""
    (_, said), (_, claimed) = _sides(fact), _sides(claim)
    return bool(said and claimed) and " than " not in fact and claimed[-1] in said


def _leads_to(one: str, other: str) -> bool:
    """Whether the first fact says what kind its subject is, and the second is about that kind."""
    kind = _sides(one)[1]
    about = content_lemmas(other)
    return bool(kind and about) and _LINK.search(one) is not None and " not " not in one and about[0] == kind[-1]
