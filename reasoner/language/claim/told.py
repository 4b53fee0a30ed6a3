"""How much of a claim some facts say."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from reasoner.language.claim.agreement import is_plural
from reasoner.language.claim.conjuncts import clauses, verb_at
from reasoner.language.claim.truth import last_sentence
from reasoner.language.english import words as word_list
from reasoner.language.lexicon import SYNONYMS
from reasoner.language.terms import content_lemmas, tokenize

_QUALITIES = word_list("qualities")
_KIND = re.compile(
    r"\b(?:is|are)\s+(?:(?:an?|the)\s+)?(?:kinds?|types?|forms?|examples?)\s+of\b|\b(?:is|are)\s+an?\s", re.I
)
_ARE = re.compile(r"\bare\s+(\w+)\W*$", re.IGNORECASE)
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
    return told_by(claim, facts)[0]


def told_by(claim: str, facts: Sequence[str]) -> tuple[float, tuple[str, ...]]:
    """Return the share of a claim that is said, and the fact, or the kind and the fact about it, that say it.

    >>> told_by("A whale breathes air.", ["a whale is a kind of mammal", "a seal is fat", "a mammal breathes air"])
    (1.0, ('a whale is a kind of mammal', 'a mammal breathes air'))
    """
    sentence = last_sentence(claim)
    whole = {clause: fact for fact in facts for clause in (fact, *clauses(fact)) if _is_one(fact, clause)}
    ways: list[tuple[str, ...]] = [(fact,) for fact in whole]
    ways += [(one, other) for one in whole for other in whole if one != other and _leads_to(one, other)]
    share, best = max(((_share(sentence, way), -n) for n, way in enumerate(ways)), default=(0.0, 0))
    return share, tuple(dict.fromkeys(whole[clause] for clause in ways[-best])) if ways else ()


def _is_one(fact: str, clause: str) -> bool:
    """Whether a clause may be taken by itself: each of several, not the several together."""
    return len(clauses(fact)) == 1 or clause != fact


def told_together(claim: str, facts: Sequence[str]) -> float:
    """Return the share of a claim that facts which are to be put together say of its subject, step by step.

    That something is of a kind is not put together: it must be said as such.

    >>> told_together("Jorn can swim.", ["All members of the crew can swim.", "Jorn is a member of the crew."])
    1.0
    >>> told_together("Jorn can swim.", ["All members of the crew can swim.", "Nils is a member of the crew."])
    0.0
    """
    sentence = last_sentence(claim)
    words = frozenset(content_lemmas(sentence))
    if len(facts) < 2 or not words or _says_what(sentence):
        return 0.0
    tokens = tokenize(sentence)
    reached = set(content_lemmas(" ".join(tokens[: verb_at(tokens) or 1])))
    waiting = [frozenset(content_lemmas(clause)) for fact in facts for clause in clauses(fact)]
    first = [said for said in waiting if reached <= said]
    if not first:
        return 0.0
    reached |= {word for said in first for word in said}
    for said in waiting:
        if len(said & reached - words) or said <= reached:
            reached |= said
    return len(words & reached) / len(words)


def _share(sentence: str, facts: Sequence[str]) -> float:
    words = [word for word in dict.fromkeys(content_lemmas(sentence)) if word not in _kind_words(sentence, facts)]
    said = {word for fact in facts for word in content_lemmas(fact)}
    found = sum(word in said or any(frozenset({word, other}) in SYNONYMS for other in said) for word in words)
    share = found / len(words) if words else 0.0
    return min(share, 0.5) if _says_what(sentence) and not any(_says_kind(fact, sentence) for fact in facts) else share


def _says_what(sentence: str) -> bool:
    """Whether a sentence says what kind something is: "a bat is a mammal", "bats are mammals"."""
    plural = _ARE.search(sentence)
    return bool(_KIND.search(sentence)) or (plural is not None and is_plural(plural[1]))


def _kind_words(sentence: str, facts: Sequence[str]) -> frozenset[str]:
    """The nouns before the head of a claim's subject, where a fact speaks of that head: a TOMATO plant is a plant."""
    tokens = tokenize(sentence)
    subject = content_lemmas(" ".join(tokens[: verb_at(tokens) or 0]))
    heads = {content_lemmas(fact)[:1] for fact in facts}
    if len(subject) != 2 or subject[1:] not in heads or subject[0] in _QUALITIES or subject[0].endswith(("ed", "ing")):
        return frozenset()
    return frozenset(subject[:1])


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


def kind_of(fact: str, subject: Sequence[str]) -> str | None:
    """Return the kind that a fact says a subject, given as its words, is of; or None.

    >>> kind_of("a barn owl is a kind of bird", ["barn", "owl"]), kind_of("a barn owl is a bird", ["owl"])
    ('bird', None)
    """
    about, kind = _sides(fact)
    named = kind and set(about) == set(subject) and _KIND.search(fact) and " not " not in fact
    return kind[-1] if named and " than " not in fact else None


def _leads_to(one: str, other: str) -> bool:
    """Whether the first fact says what kind its subject is, and the second is about that kind."""
    kind = _sides(one)[1]
    about = content_lemmas(other)
    return bool(kind and about) and _LINK.search(one) is not None and " not " not in one and about[0] == kind[-1]
