"""English function words and verb forms, for rules that must run on bare words in microseconds.

The lists are closed classes (auxiliaries, determiners, prepositions) and the verbs that questions about the world are
asked with. A verb missing from `VERBS` costs a clumsier sentence, never a wrong word: inflection itself is by rule.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from reasoner.language.english import listed
from reasoner.language.wordlists import words


def word_at(keys: Sequence[str], i: int) -> str:
    """The word at i, or nothing outside the list."""
    return keys[i] if 0 <= i < len(keys) else ""


RELATIVES = words("that who which whose")
MODALS = listed("verbs", "modals")
BE = words("is are was were am")
HAVE = words("has have had")
DO = words("do does did")
AUXILIARIES = MODALS | BE | HAVE | DO

DETERMINERS = listed("verbs", "determiners")
SUBJECT_PRONOUNS = listed("verbs", "subject_pronouns")
OBJECT_PRONOUNS = listed("verbs", "object_pronouns")
PREPOSITIONS = listed("verbs", "prepositions")
CONJUNCTIONS = listed("verbs", "conjunctions")
ADVERBS = listed("verbs", "adverbs")

VERBS = listed("verbs", "verbs")

BARE_NOUNS = listed("verbs", "bare_nouns")
_OFTEN_NOUNS = listed("verbs", "often_nouns")

_PAST = dict(pair.split(":") for pair in listed("verbs", "past"))
_THIRD = {"be": "is", "have": "has", "do": "does", "go": "goes"}
_DOUBLING = listed("verbs", "doubling")
_VOWELS = frozenset("aeiou")


def third_person(verb: str) -> str:
    """The form after "he", "she" or "it".

    >>> third_person("orbit"), third_person("carry"), third_person("pass"), third_person("have")
    ('orbits', 'carries', 'passes', 'has')
    """
    low = verb.lower()
    if low in _THIRD:
        return _THIRD[low]
    if low.endswith("y") and low[-2:-1] not in _VOWELS and len(low) > 1:
        return verb[:-1] + "ies"
    return verb + ("es" if low.endswith(("s", "x", "z", "ch", "sh")) else "s")


def past(verb: str) -> str:
    """The simple past.

    >>> past("orbit"), past("carry"), past("drop"), past("freeze"), past("live")
    ('orbited', 'carried', 'dropped', 'froze', 'lived')
    """
    low = verb.lower()
    if low in _PAST:
        return _PAST[low]
    if low.endswith("e"):
        return verb + "d"
    if low.endswith("y") and low[-2:-1] not in _VOWELS and len(low) > 1:
        return verb[:-1] + "ied"
    return verb + (verb[-1] if low in _DOUBLING else "") + "ed"


def gerund(verb: str) -> str:
    """The form in -ing.

    >>> gerund("make"), gerund("put"), gerund("stop"), gerund("see"), gerund("carry")
    ('making', 'putting', 'stopping', 'seeing', 'carrying')
    """
    if verb.endswith("e") and not verb.endswith(("ee", "ye", "oe")) and verb != "be":
        return f"{verb[:-1]}ing"
    short = len(verb) > 2 and verb[-1] not in "wxyaeiou" and verb[-2] in _VOWELS and verb[-3] not in _VOWELS
    one = sum(letter in _VOWELS for letter in verb) == 1
    return f"{verb}{verb[-1] if (short and one) or verb in _DOUBLING else ''}ing"


def is_verb(word: str) -> bool:
    """Whether the word is the base form of a verb that we know."""
    return word in VERBS


def is_plain_verb(word: str) -> bool:
    """Whether the word is a verb and hardly ever a noun, so that it marks a predicate wherever it stands."""
    return word in VERBS and word not in _OFTEN_NOUNS


@lru_cache(maxsize=1)
def _inflected() -> dict[str, str]:
    return {third_person(verb): verb for verb in sorted(VERBS)}


def is_often_noun(word: str) -> bool:
    """Whether the word, a verb or its third person, is as often a noun ("plants", "force")."""
    return _inflected().get(word, word) in _OFTEN_NOUNS


def is_third_person(word: str) -> bool:
    """Whether the word is a verb that we know, as it stands after "it".

    >>> is_third_person("carries"), is_third_person("rabbits")
    (True, False)
    """
    return word in _inflected()


@lru_cache(maxsize=1)
def _pasts() -> frozenset[str]:
    return frozenset(past(verb) for verb in VERBS) - VERBS


def is_past(word: str) -> bool:
    """Whether the word is the past of a verb that we know.

    >>> is_past("enabled"), is_past("took"), is_past("sacred")
    (True, True, False)
    """
    return word in _pasts()


def is_participle(word: str) -> bool:
    """Whether the word looks like a past participle: by its ending, or as one of the common irregular ones.

    >>> [is_participle(word) for word in ("heated", "made", "found", "rock", "red", "seed")]
    [True, True, True, False, False, False]
    """
    if word in _IRREGULAR_PARTICIPLES:
        return True
    return len(word) > 4 and word.endswith("ed") and not word.endswith("eed") and word not in {"hundred", "sacred"}


_IRREGULAR_PARTICIPLES = listed("verbs", "irregular_participles")
