"""Questions that ask for what is not so, turned into questions that ask for what is.

A "not" counts only in the clause that asks: "which of these is NOT a planet", not "which animal has a shell that does
NOT bend".
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from reasoner.language.claim.clauses import base_auxiliary
from reasoner.language.claim.question_words import find_asked
from reasoner.language.claim.stems import key, split_stem
from reasoner.language.english import table
from reasoner.language.verbs import ADVERBS, AUXILIARIES, is_verb, third_person, word_at

_REPLACEMENTS: dict[str, str] = table("polarity")["negative"]
_JUDGED = frozenset(table("polarity")["least"]["judged"].split())
_OPENERS = frozenset(table("polarity")["clauses"]["openers"].split())
_SUBORDINATE = _OPENERS - {"and", "or", "but", "so"}
_EXCEPT = re.compile(r"[\s,;(]*\bexcept(?:\s+for|\s+the|\s+which|\s+what|\s+one)?[\s:.?_…)]*$", re.IGNORECASE)
_EVERY = (
    r"(?:all|each|every one|any)(?:\s+of)?\s+(?:these|those|the\s+following|the\s+choices(?:\s+below)?|the\s+above)"
)
_EVERY_FIRST = re.compile(r"^(?:all|each|every one)\s+(?:of\s+)?(these|those|the\s+following)\b", re.IGNORECASE)
_EVERY_LATER = re.compile(rf"\s+{_EVERY}(?:\s+\w+s)?$", re.IGNORECASE)


class Positive(NamedTuple):
    """A stem that asks for what is so, and the word that was taken out of it, if one was."""

    stem: str
    negative: str = ""


def positive(stem: str) -> Positive:
    """Return the stem without what turns it round.

    >>> positive("Which of these is NOT a planet?")
    Positive(stem='Which of these is a planet?', negative='NOT')
    >>> positive("All of these are metals except").stem
    'Which of these are metals?'
    >>> positive("Which of these does not eat grass?").stem
    'Which of these eats grass?'
    >>> positive("Which animal has a shell that does not bend?").negative
    ''
    """
    context, question, rest = split_stem(stem)
    turned = _without_except(question) or _without_negation(question)
    if turned is None:
        return Positive(stem)
    return Positive(" ".join(part for part in (context, turned.stem, rest) if part), turned.negative)


def _without_except(question: str) -> Positive | None:
    match = _EXCEPT.search(question)
    if not match:
        return None
    left = question[: match.start()].rstrip(" ,;:")
    word = re.sub(r"[\W_]", "", match[0].split()[0] if match[0].split() else "") or "except"
    if first := _EVERY_FIRST.match(left):
        return Positive(f"Which of {first[1]}{left[first.end() :]}?", word)
    return Positive(_EVERY_LATER.sub("", left), word)


def _without_negation(question: str) -> Positive | None:
    words = question.split()
    keys = [key(word) for word in words]
    at = _negation(words, keys)
    if at is None:
        return None
    left = _take_out(words, keys, at)
    return Positive(" ".join(left), words[at].strip(".,;:?!\"'"))


def _negation(words: Sequence[str], keys: Sequence[str]) -> int | None:
    """Where the word stands that turns the asking clause round: one in capitals anywhere, else one of that clause."""
    shouted = [i for i, word in enumerate(words) if word.strip(".,;:?!*\"'_") in {"NOT", "NEVER", "LEAST", "CANNOT"}]
    if shouted and (keys[shouted[0]] != "least" or _judges(keys, shouted[0])):
        return shouted[0]
    begin, end = _asking_clause(words, keys)
    found = [i for i in range(begin, end) if _turns(keys, i)]
    return found[0] if len(found) == 1 else None


def _turns(keys: Sequence[str], i: int) -> bool:
    if keys[i] == "least":
        return _judges(keys, i)
    if keys[i] in {"lack", "lacks", "wrong"} and word_at(keys, i - 1) in {"a", "the", "of"}:
        return False
    if keys[i] == "not" and (word_at(keys, i + 1) in {"only", "just"} or word_at(keys, i - 1) == "to"):
        return False
    if keys[i] in {"lack", "lacks"} and word_at(keys, i + 1) == "of":
        return False
    return keys[i] in _REPLACEMENTS or (keys[i].endswith(("n't", "n’t")) and base_auxiliary(keys[i]) in AUXILIARIES)


def _judges(keys: Sequence[str], i: int) -> bool:
    """Whether "least" weighs the answers ("least likely", "would least refract"), not a quantity ("least rain")."""
    before, after = word_at(keys, i - 1), word_at(keys, i + 1)
    if before == "at" or after == "to":
        return False
    return after in _JUDGED or (is_verb(after) and before in AUXILIARIES)


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
    if low in _REPLACEMENTS or low == "least":
        new = _REPLACEMENTS.get(low, "most" if word_at(keys, at + 1) == "likely" else "")
    else:
        new = base_auxiliary(low)
    tail = word[len(word.rstrip(".,;:?!")) :] if word[-1] in ".,;:?!" else ""
    left = [*words[:at], *([new + tail] if new else []), *words[at + 1 :]]
    if not new and tail and at:
        left[at - 1] += tail
    return _without_do(left, at - 1 if not new else at)


def _without_do(words: list[str], at: int) -> list[str]:
    """Undo the do-support of a negation: "which does [not] usually eat grass" -> "which usually eats grass"."""
    keys = [key(word) for word in words]
    verb = at + 1
    while word_at(keys, verb) in ADVERBS:
        verb += 1
    if word_at(keys, at) not in {"do", "does"} or not is_verb(word_at(keys, verb)):
        return words
    form = third_person(words[verb]) if keys[at] == "does" else words[verb]
    return [*words[:at], *words[at + 1 : verb], form, *words[verb + 1 :]]
