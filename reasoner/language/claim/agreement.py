"""Verbs that agree with the choice put before them: "which of these float" + "ice" -> "ice floats"."""

from __future__ import annotations

from collections.abc import Sequence

from reasoner.language.claim.stems import key
from reasoner.language.english import table
from reasoner.language.terms import lemma
from reasoner.language.verbs import (
    ADVERBS,
    CONJUNCTIONS,
    PREPOSITIONS,
    RELATIVES,
    is_often_noun,
    is_participle,
    is_third_person,
    is_verb,
    third_person,
    word_at,
)

_PLURAL_OF: dict[str, str] = table("agreement")["plural"]
_SINGULAR_OF = {plural: singular for singular, plural in _PLURAL_OF.items()}
_PLURAL_NOUNS = frozenset(table("agreement")["plural_nouns"].split())
_MASS = frozenset(table("agreement")["mass_in_s"].split())
_ONE = frozenset({"a", "an", "one", "this", "that", "each", "every"})
_MANY = frozenset(table("agreement")["many"].split())


def agreed(choice: str, after: str) -> str:
    """Return the words after a choice with their first verb in the number of the choice.

    >>> agreed("ice", "float"), agreed("rocks", "sinks in water"), agreed("a dog", "are mammals")
    ('floats', 'sink in water', 'is a mammal')
    >>> agreed("plants", "need water"), agreed("people", "has lungs")
    ('need water', 'have lungs')
    """
    words = after.split()
    at = next((i for i, word in enumerate(words) if key(word) not in ADVERBS), None)
    if at is None or not choice.split():
        return after
    verb, plural = key(words[at]), is_plural(choice)
    form = _plural_form(verb) if plural else _singular_form(verb, words, at)
    if form == verb:
        return after
    rest = words[at + 1 :]
    if verb in {"is", "are", "was", "were"}:
        rest = _many(rest) if plural else _one(rest)
    return " ".join([*words[:at], words[at].lower().replace(verb, form), *_second(rest, plural)])


def _second(rest: list[str], plural: bool) -> list[str]:
    """What follows a verb, with a second verb in the same number: "detects AND RESPONDS" -> "detect and respond"."""
    if len(rest) < 2 or key(rest[0]) != "and":
        return rest
    verb = key(rest[1])
    form = _plural_form(verb) if plural else _singular_form(verb, rest, 1)
    return [rest[0], form, *rest[2:]] if form != verb and (is_third_person(verb) or is_verb(verb)) else rest


def _one(words: list[str]) -> list[str]:
    """A bare plural as one of its kind: "metals" -> "a metal", "ways to travel" -> "a way to travel"."""
    end = len(_head([key(word) for word in words]))
    last = key(words[end - 1]) if end else ""
    singular = lemma(last, "NOUN")
    if not last.endswith("s") or singular == last or key(words[0]) in _MANY | {"the", "not"}:
        return words
    noun = [*words[: end - 1], words[end - 1].replace(last, singular, 1)]
    return ["an" if noun[0][0].lower() in "aeiou" else "a", *noun, *words[end:]]


def _many(words: list[str]) -> list[str]:
    """ "a bird" -> "birds", so that it can be said of robins."""
    if not words or key(words[0]) not in {"a", "an"} or len(words) < 2:
        return words
    end = max(2, len(_head([key(word) for word in words])))
    last = words[end - 1]
    bare = key(last)
    return [*words[1 : end - 1], last.replace(bare, third_person(bare), 1), *words[end:]]


def _singular_form(verb: str, words: Sequence[str], at: int) -> str:
    if verb in _SINGULAR_OF:
        return _SINGULAR_OF[verb]
    follows = key(word_at(words, at + 1))
    noun = is_often_noun(verb) and (is_third_person(follows) or follows in _SINGULAR_OF or follows in _PLURAL_OF)
    return third_person(verb) if is_verb(verb) and not noun else verb


def _plural_form(verb: str) -> str:
    if verb in _PLURAL_OF:
        return _PLURAL_OF[verb]
    return lemma(verb, "VERB") if is_third_person(verb) and is_verb(lemma(verb, "VERB")) else verb


def is_plural(choice: str) -> bool:
    """Whether a phrase takes the verb of "they".

    >>> [is_plural(text) for text in ("ice", "rocks", "a pair of socks", "salt and water", "children", "glass")]
    [False, True, False, True, True, False]
    """
    keys = [key(word) for word in choice.split()]
    head = _head(keys)
    if not head:
        return False
    if head[0] in _ONE or (head[0].endswith("ing") and lemma(head[0]) != head[0]):  # "mixing colors is"
        return False
    if "and" in keys[: len(head) + 1] or head[0] in _MANY or head[-1] in _PLURAL_NOUNS:
        return True
    last = head[-1]
    return last.endswith("s") and not last.endswith(("ss", "us", "is")) and last not in _MASS


def _head(keys: Sequence[str]) -> Sequence[str]:
    """The words of a phrase up to what follows its noun."""
    stops = (PREPOSITIONS | RELATIVES | CONJUNCTIONS) - {"and"}
    end = next((i for i, word in enumerate(keys) if i and (word in stops or _ends(keys, i))), len(keys))
    return keys[:end]


def _ends(keys: Sequence[str], i: int) -> bool:
    follows_noun = keys[i - 1] not in _ONE | _MANY | {"the"}
    return (keys[i].endswith("ing") or is_participle(keys[i])) and follows_noun and i + 1 < len(keys)
