"""A sentence cut into the clauses that it joins, each whole: what "and", "but" and a comma leave out is put back."""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence
from functools import lru_cache

from reasoner.language.claim.stems import key
from reasoner.language.english import listed, table
from reasoner.language.verbs import (
    AUXILIARIES,
    DETERMINERS,
    PREPOSITIONS,
    is_often_noun,
    is_past,
    is_plain_verb,
    is_third_person,
    is_verb,
    word_at,
)

_JOINT = re.compile(
    r"\s*[,;]\s+(?:(?:and|but|while|whereas|yet)\s+)?(?:then\s+)?|\s+(?:and|but|while|whereas)\s+(?:then\s+)?"
)
_CONDITION = re.compile(r"^(?:if|when|whenever|unless|once|before|after|neither|either|both|the more|the less)\b", re.I)
#: What a noun follows, never a verb; "one" and "three" may end a name ("tent three leaks").
_ARTICLES = DETERMINERS - listed("polarity", "may_end_a_name")
_NUMBERS = frozenset(table("polarity")["numbers"]["words"].split())


#: "The seller, NOT THE BUYER, pays."
_BUT_NOT = re.compile(r"^(?P<one>[^,]+?),\s+(?:and\s+)?not\s+(?P<other>[^,]+?),\s+(?P<rest>.+)$", re.IGNORECASE)


@lru_cache(maxsize=20_000)
def clauses(sentence: str) -> tuple[str, ...]:
    """Return the clauses of a sentence, each with its own subject and verb.

    >>> clauses("The shop opens at nine and closes at five.")
    ('The shop opens at nine', 'The shop closes at five')
    >>> clauses("Ulf ran the mile in five minutes, Kurt in six and Bert in seven.")
    ('Ulf ran the mile in five minutes', 'Kurt ran the mile in six minutes', 'Bert ran the mile in seven minutes')
    >>> clauses("Mr Lind sells lamps, not carpets.")
    ('Mr Lind sells lamps', 'Mr Lind does not sell carpets')
    >>> clauses("The hall is dark, and the attic and the porch are sunny.")
    ('The hall is dark', 'the attic and the porch are sunny')
    >>> clauses("The hut has a stove, and so has the barn.")
    ('The hut has a stove', 'the barn has a stove')
    >>> clauses("Taps A, B and C work.")
    ('Taps A, B and C work',)
    """
    text = sentence.strip().rstrip(".!? ")
    if (match := _BUT_NOT.match(text)) and (verb := verb_at([key(word) for word in match["rest"].split()])) == 0:
        words = match["rest"].split()
        return (f"{match['one']} {match['rest']}", _denied([match["other"], *words], verb + 1, words[1:]))
    if _CONDITION.match(text):
        return (text,)
    cuts = [0, *(match.start() for match in _JOINT.finditer(text)), len(text)]
    found: list[str] = []
    opening = ""  # what may be the first of several subjects: "the hall is dark, AND THE ATTIC and the porch are sunny"
    for start, end in itertools.pairwise(cuts):
        joint = _JOINT.match(text, start) if start else None
        part = text[joint.end() if joint else start : end]
        if opening and joint and joint[0].strip() == "and" and verb_at([key(word) for word in part.split()]):
            start -= len(opening)
            found[-1] = found[-1].removesuffix(opening)
            part = text[start:end].removeprefix(", and ")
        whole = _whole(part.split(), found) if found else part
        if whole is None:
            found[-1] = found[-1] + text[start:end]
            opening = text[start:end] if text.startswith(", and ", start) else ""
        else:
            found.append(whole)
            opening = ""
    return tuple(found)


def _whole(words: list[str], found: Sequence[str]) -> str | None:
    """The clause that words after a joint stand for; None where they only go on with a list."""
    first = found[-1].split()
    keys, before = [key(word) for word in words], [key(word) for word in first]
    verb = verb_at(before)
    if verb is None or not words:
        return None
    own = 0 if _goes_on(keys, before[verb]) else verb_at(keys)
    if keys[0] == "so" and len(keys) > 2 and keys[1] in AUXILIARIES:  # "and SO HAS the barn"
        return " ".join([*words[2:], *first[verb:]])
    if keys[0] == "so" and len(keys) > 2 and keys[1] in {"it", "they", "he", "she"}:  # "is worn, SO IT squeaks"
        return " ".join([*first[:verb], *words[2:]])
    if keys[0] == "not":
        return _denied(first, verb, words[1:])
    if "than" in keys and keys[0].endswith("er"):  # "is tall and older than Kim"
        return " ".join([*first[: verb + 1], *words])
    if own == 0:
        return " ".join([*first[:verb], *words])
    if own is not None:
        number = next((i for i in range(verb + 1, len(before)) if _is_number(before[i])), len(before))
        return " ".join([*words, *_unit(before, number, keys)])
    return _regained(first, before, verb, words, keys)


def _goes_on(keys: Sequence[str], verb: str) -> bool:
    """Whether words open with a verb in the form of the verb before them."""
    return len(keys) > 1 and is_third_person(keys[0]) and is_third_person(verb)


def _denied(first: Sequence[str], verb: int, words: Sequence[str]) -> str:
    low = key(first[verb])
    if low in AUXILIARIES:
        return " ".join([*first[: verb + 1], "not", *words])
    base = low[:-1] if is_third_person(low) else low
    do = "did" if is_past(low) else "does" if is_third_person(low) else "do"
    return " ".join([*first[:verb], do, "not", base, *words])


def _regained(first: list[str], before: list[str], verb: int, words: list[str], keys: list[str]) -> str | None:
    """A clause without its verb, "Kurt in six" or "the grey one seven coins", with the verb of the one before it."""
    for there in range(verb + 1, len(before)):
        if before[there] in PREPOSITIONS:
            here = next((i for i in range(1, len(keys)) if keys[i] == before[there]), None)
        elif _is_number(before[there]):
            here = _number_at(keys, word_at(before, there + 1))
        else:
            continue
        if here:
            return " ".join([*words[:here], *first[verb:there], *words[here:], *_unit(before, there, keys)])
    return None


def _number_at(keys: Sequence[str], unit: str) -> int | None:
    places = [i for i in range(1, len(keys)) if _is_number(keys[i])]
    return next((i for i in places if word_at(keys, i + 1) == unit), places[-1] if places else None)


def _unit(before: Sequence[str], there: int, keys: Sequence[str]) -> list[str]:
    """The unit that a last bare number leaves out: "eight knots ..., twelve"."""
    number = next((i for i in range(there, len(before)) if _is_number(before[i])), None)
    unit = word_at(before, number + 1) if number is not None else ""
    return [unit] if unit and unit not in PREPOSITIONS and _is_number(keys[-1]) and not keys[-1][-3:].isdigit() else []


def _is_number(word: str) -> bool:
    return word in _NUMBERS or word[:1].isdigit()


def verb_at(keys: Sequence[str]) -> int | None:
    """Return where the finite verb of a clause stands, or None.

    >>> verb_at("the old mill was sold".split()), verb_at("a bag of plants".split())
    (3, None)
    """
    for i, word in enumerate(keys):
        before = word_at(keys, i - 1)
        if i and (word in AUXILIARIES or word.endswith("n't")):
            return i
        if before in _ARTICLES or before in PREPOSITIONS:
            continue
        if word in AUXILIARIES or is_past(word) or (is_third_person(word) and not is_often_noun(word)):
            return i
        if i and (is_plain_verb(word) or (is_third_person(word) and i + 1 < len(keys))):
            return i
        if i and is_verb(word) and (before.endswith("s") or before in {"people", "children"}):
            return i
    return None
