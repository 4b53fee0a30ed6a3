"""Questions that ask for what is not so, turned into questions that ask for what is.

A "not" counts only in the clause that asks: "which of these is NOT a planet", not "which animal has a shell that does
NOT bend".
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from reasoner.language.claim.agreement import is_plural
from reasoner.language.claim.clauses import base_auxiliary
from reasoner.language.claim.exceptions import FOLLOWING, Positive, asked_by_itself, without_except
from reasoner.language.claim.question_words import find_asked
from reasoner.language.claim.scales import ends_named, says_how
from reasoner.language.claim.stems import key, split_stem
from reasoner.language.english import table
from reasoner.language.verbs import (
    ADVERBS,
    AUXILIARIES,
    BE,
    DETERMINERS,
    DO,
    HAVE,
    MODALS,
    PREPOSITIONS,
    is_third_person,
    is_verb,
    past,
    third_person,
    word_at,
)

_REPLACEMENTS: dict[str, str] = table("polarity")["negative"]
_JUDGED = frozenset(table("polarity")["least"]["judged"].split())
_WISHED = frozenset(table("polarity")["least"]["wished"].split())
_HELP = frozenset(table("polarity")["least"]["nouns"].split())
_REWRITTEN = [(re.compile(one, re.IGNORECASE), other) for one, other in table("polarity")["rewritten"]["patterns"]]
_OPENERS = frozenset(table("polarity")["clauses"]["openers"].split())
_WHO = frozenset({"which", "what", "who"})
_SUBORDINATE = _OPENERS - {"and", "or", "but", "so"}


def positive(stem: str) -> Positive:
    """Return the stem without what turns it round.

    >>> positive("Which of these is NOT a planet?")
    Positive(stem='Which of these is a planet?', negative='NOT', article='')
    >>> positive("All of these are metals except").stem
    'Which of these are metals?'
    >>> positive("Which of these does not eat grass?").stem
    'Which of these eats grass?'
    >>> positive("Which animal has a shell that does not bend?").negative
    ''
    """
    context, question, rest = asked_by_itself(*split_stem(stem))
    plain = next((put for one, other in _REWRITTEN if (put := one.sub(other, question)) != question), question)
    turned = without_except(plain) or _without_negation(plain)
    if turned is None:
        return Positive(" ".join(part for part in (context, plain, rest) if part))
    asked = FOLLOWING.sub("of these", turned.stem)  # "following" is no word of what is asked
    return turned._replace(stem=" ".join(part for part in (context, asked, rest) if part))


def whole_question(stem: str) -> str:
    """Return a stem whose question asks by itself.

    >>> whole_question("It is late. One of these is a star. Which one is it?")
    'It is late. Which of these is a star?'
    """
    return " ".join(part for part in asked_by_itself(*split_stem(stem)) if part)


def _without_negation(question: str) -> Positive | None:
    words = question.split()
    keys = [key(word) for word in words]
    at = _negation(words, keys)
    if at is None:
        return None
    if keys[at : at + 3] == ["least", "likely", "to"] and (left := _would(words, keys, at)):
        return Positive(" ".join(left), words[at])
    left = _take_out(words, keys, at)
    return Positive(" ".join(left), words[at].strip(".,;:?!\"'"))


def _would(words: Sequence[str], keys: Sequence[str], at: int) -> list[str] | None:
    """What is likely to happen as what would: "which are you [least likely to] see" -> "which would you see"."""
    be = next((i for i in range(at - 1, -1, -1) if keys[i] in BE or keys[i] == "be"), None)
    if be is None:
        return None
    modal = keys[be] == "be" and not MODALS.isdisjoint(keys[:be])
    end = at - (keys[at - 1] == "the")
    return [*words[:be], *([] if modal else ["would"]), *words[be + 1 : end], *words[at + 3 :]]


def _negation(words: Sequence[str], keys: Sequence[str]) -> int | None:
    """Where the word stands that turns the asking clause round: one in capitals anywhere, else one of that clause."""
    shouted = [i for i, word in enumerate(words) if word.strip(".,;:?!*\"'_") in {"NOT", "NEVER", "LEAST", "CANNOT"}]
    if shouted and (keys[shouted[0]] != "least" or _judges(keys, shouted[0])):
        return shouted[0]
    if keys and keys[0] in {"why", "how"}:  # asks for the reason or the manner of what is not so
        return None
    begin, end = _asking_clause(words, keys)
    found = [i for i in range(begin, end) if _turns(keys, i)]
    return found[0] if len(found) == 1 else None


def _turns(keys: Sequence[str], i: int) -> bool:
    if keys[i] == "least":
        return _judges(keys, i)
    if keys[i] in {"lack", "lacks", "wrong"} and word_at(keys, i - 1) in {"a", "the", "of"}:
        return False
    before, after = word_at(keys, i - 1), word_at(keys, i + 1)
    if keys[i] == "not" and (after in {"only", "just", "to"} or before == "to"):
        return False
    if keys[i] == "not" and after.endswith("ing") and before in PREPOSITIONS:  # "the consequences of NOT sleeping"
        return False
    if "without" in keys[i:]:  # "cannot live WITHOUT" asks for what is needed
        return False
    if keys[i] == "no":
        asked = not _WHO.isdisjoint(keys[:i])
        return (
            asked
            and after not in {"longer", "more", "one"}
            and (before in HAVE or is_verb(before) or is_third_person(before))
        )
    if keys[i] in {"lack", "lacks"} and word_at(keys, i + 1) == "of":
        return False
    return keys[i] in _REPLACEMENTS or (keys[i].endswith(("n't", "n’t")) and base_auxiliary(keys[i]) in AUXILIARIES)


def _judges(keys: Sequence[str], i: int) -> bool:
    """Whether "least" weighs the answers ("least likely", "the least sugar"), not a number ("at least two")."""
    if word_at(keys, i - 1) == "at":
        return False
    return word_at(keys, i + 1) != "to" or list(keys[i + 2 : i + 4]) == ["do", "with"]


def _asking_clause(words: Sequence[str], keys: Sequence[str]) -> tuple[int, int]:
    """The words that say something of the answer: from the question word to the next clause, or the last clause."""
    breaks = [word[-1] in ",;:" for word in words]
    asked = find_asked(keys, [word[-1] in ",;:." for word in words])
    if asked is None or asked.end >= len(keys):
        begin = asked.start if asked else len(keys)
        while begin > 0 and not breaks[begin - 1] and keys[begin - 1] not in _OPENERS:
            begin -= 1
        if asked and begin and keys[begin - 1] in _SUBORDINATE:  # "a surface that has not been WHAT"
            return len(keys), len(keys)
        return max(begin, _last_verb(keys) - 1), len(keys)
    end = asked.end
    while end < len(keys) and keys[end] not in _OPENERS and not (end and breaks[end - 1]):
        end += 1
    return asked.end, end


def _last_verb(keys: Sequence[str]) -> int:
    """Where the last auxiliary stands: in "an animal that does not eat meat IS a", only that one asks."""
    return max((i for i, word in enumerate(keys) if base_auxiliary(word) in AUXILIARIES), default=0)


def _take_out(words: Sequence[str], keys: Sequence[str], at: int) -> list[str]:
    word, low = words[at], keys[at]
    if low == "least":
        return _without_least(words, keys, at)
    new = _REPLACEMENTS.get(low, "") if low in _REPLACEMENTS or low == "no" else base_auxiliary(low)
    tail = word[len(word.rstrip(".,;:?!")) :] if word[-1] in ".,;:?!" else ""
    left = [*words[:at], *([new + tail] if new else []), *words[at + 1 :]]
    if not new and tail and at:
        left[at - 1] += tail
    if low == "unlikely" and word_at(keys, at - 1) == "an":
        left[at - 1] = "a"
    if low == "no" and left[at:] and word_at(keys, at - 1) in BE and not is_plural(" ".join(left[at:])):
        left.insert(at, "an" if left[at][0].lower() in "aeio" else "a")
    return _without_do(left, at - 1 if not new else at)


def _without_least(words: Sequence[str], keys: Sequence[str], at: int) -> list[str]:
    """Undo "least": "is [the least] safe to eat", "is [the least] A good place", "would be [the least] A help"."""
    after = at + 1 + (word_at(keys, at + 1) == "likely" and is_verb(word_at(keys, at + 2)))
    if word_at(keys, at + 1) in _WISHED:  # "would you [least expect to] meet"
        return [*words[:at], *words[at + 3 :]]
    if after == len(words) > 2:
        end = at - 2 if keys[at - 1] == "the" else at - 1
        words = [*words[:end], words[end] + words[at][len(words[at].rstrip(".?!")) :], *words[end + 1 :]]
    if not at or keys[at - 1] != "the":
        return [*words[:at], *words[after:]]
    weighs, following = word_at(keys, at + 1), word_at(keys, at + 2)
    judges = weighs in _JUDGED or says_how(weighs) or bool(ends_named(weighs))
    named = following not in {"", "or", "and"} | PREPOSITIONS if judges else weighs in _HELP
    noun = named and word_at(keys, at - 2) in BE | {"be"}
    article = [] if not noun or is_plural(following) else ["an" if words[after][0].lower() in "aeio" else "a"]
    return [*words[: at - 1], *article, *words[after:]]


def _without_do(words: list[str], at: int) -> list[str]:
    """Undo the do-support of a negation: "which does [not] usually eat grass" -> "which usually eats grass"."""
    keys = [key(word) for word in words]
    verb = at + 1
    while word_at(keys, verb) in ADVERBS:
        verb += 1
    if word_at(keys, at) not in DO or not _is_base(keys, verb):
        return words
    bare = words[verb].rstrip(".,;:?!")
    form = {"does": third_person, "did": past}.get(keys[at], str)(bare) + words[verb][len(bare) :]
    return [*words[:at], *words[at + 1 : verb], form, *words[verb + 1 :]]


def _is_base(keys: Sequence[str], i: int) -> bool:
    """Whether a word after "do" is its verb: one that we know, or one with an object after it."""
    following = word_at(keys, i + 1)
    return is_verb(word_at(keys, i)) or following in DETERMINERS or following in PREPOSITIONS
