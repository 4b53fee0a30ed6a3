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
from reasoner.language.verbs import (
    ADVERBS,
    AUXILIARIES,
    BE,
    HAVE,
    MODALS,
    PREPOSITIONS,
    is_third_person,
    is_verb,
    third_person,
    word_at,
)

_REPLACEMENTS: dict[str, str] = table("polarity")["negative"]
_JUDGED = frozenset(table("polarity")["least"]["judged"].split())
_OPENERS = frozenset(table("polarity")["clauses"]["openers"].split())
_WHO = frozenset({"which", "what", "who"})
_SUBORDINATE = _OPENERS - {"and", "or", "but", "so"}
_THESE = r"(?:these|those|the\s+following|the\s+choices(?:\s+below)?|the\s+above)"
_FOLLOWING = re.compile(r"\bof\s+the\s+(?:following|above|choices(?:\s+below)?)\b", re.IGNORECASE)
_EXCEPT = re.compile(
    r"[\s,;(]*\b(except|excepting|excluding|apart\s+from|other\s+than|with\s+the\s+exception\s+of|save|but)"
    r"(?:\s+for|\s+the|\s+which|\s+what|\s+who|\s+one|\s+of\s+these)*[\s:.?_…)]*$",
    re.IGNORECASE,
)
_EVERY = rf"(?:all|each|every\s+one|any)(?:\s+of)?\s+{_THESE}"
_EVERY_FIRST = re.compile(
    r"^(?:(?:all|each|every\s+one|every|any)(\s+of)?(?=\s)|(everything)\b|(?:everyone|everybody)\b)", re.IGNORECASE
)
_EVERY_LATER = re.compile(rf"\s+(?:{_EVERY}(?:\s+\w+){{0,2}}|all)$", re.IGNORECASE)
_EVERY_INSIDE = re.compile(rf"\b{_EVERY}\b", re.IGNORECASE)
#: "All but one of these live in the sea. Which does not?": what is said of these, and a question with nothing in it.
_ALL_BUT_ONE = re.compile(
    rf"^(?:all\s+(?:but|except)\s+one\s+of|(?:except\s+for|apart\s+from)\s+one,?\s+all\s+(?:of\s+)?|all\s+(?:of\s+)?)"
    rf"\s*(?P<these>{_THESE})(?P<one>,?\s+(?:but|except|apart\s+from|save)(?:\s+for)?\s+one,?)?(?P<rest>\s.+?)"
    r"(?P<last>,?\s+(?:but|except|apart\s+from|save)(?:\s+for)?\s+one)?$",
    re.IGNORECASE,
)
#: "Except for one, these are all tools."
_ONE_FIRST = re.compile(
    r"^(?:except(?:\s+for)?|apart\s+from|save(?:\s+for)?)\s+one,?\s+(these|those)\s+(are|were)\s+all\s+", re.IGNORECASE
)
_SOME = re.compile(
    rf"^(?P<many>one|only\s+one|two|three|four|most)\s+of\s+(?P<these>{_THESE})(?P<rest>\s.+)$", re.IGNORECASE
)
_BARE = re.compile(
    r"^(?:which|what|who)(?:\s+(?:one|of\s+(?:them|these)))?(?:\s+(?:is|are|does|do|can|could|will|would|has|have|was))?"
    r"(?P<not>n['’]t|\s+not)?(?:\s+(?:it|this|that|(?P<odd>the\s+exception|the\s+odd\s+one\s+out)))?\s*\?$",
    re.IGNORECASE,
)


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
    context, question, rest = _with_what_is_said(*split_stem(stem))
    turned = _without_except(question) or _without_negation(question)
    if turned is None:
        return Positive(" ".join(part for part in (context, question, rest) if part))
    asked = _FOLLOWING.sub("of these", turned.stem)  # "following" is no word of what is asked
    return Positive(" ".join(part for part in (context, asked, rest) if part), turned.negative)


def whole_question(stem: str) -> str:
    """Return a stem whose question asks by itself.

    >>> whole_question("It is late. One of these is a star. Which one is it?")
    'It is late. Which of these is a star?'
    """
    return " ".join(part for part in _with_what_is_said(*split_stem(stem)) if part)


def _with_what_is_said(context: str, question: str, rest: str) -> tuple[str, str, str]:
    """Put the sentence that a bare "which one?" asks about into the question."""
    asked = _BARE.match(question)
    if asked is None or not context:
        return context, question, rest
    before, said, _ = split_stem(context)
    said = _ONE_FIRST.sub(r"All of \1 except one \2 ", said.rstrip(" .;:!"))
    if (match := _ALL_BUT_ONE.match(said)) and ("one" in said.lower().split() or asked["not"] or asked["odd"]):
        return before, f"Which of {match['these']}{match['rest']} EXCEPT", rest
    if match := _SOME.match(said):
        one = "one" in match["many"].lower()
        turned = "" if one else " EXCEPT"
        return before, f"Which of {match['these']}{match['rest']}{turned or '?'}", rest
    return context, question, rest


def _without_except(question: str) -> Positive | None:
    match = _EXCEPT.search(question)
    if not match:
        return None
    left = question[: match.start()].rstrip(" ,;:")
    word = match[1]
    if word.lower() in {"but", "save", "other than"} and not re.search(r"\b(?:all|each|every\w*|which)\b", left, re.I):
        return None
    if first := _EVERY_FIRST.match(left):
        these = first[1] or re.match(_THESE, left[first.end() :].strip(), re.IGNORECASE)
        asks = (
            "Which of" if these else "Which thing" if first[2] else "Who" if left[:6].lower() == "everyo" else "Which"
        )
        return Positive(f"{asks}{left[first.end() :]}?", word)
    if _EVERY_LATER.search(left):
        return Positive(_EVERY_LATER.sub("", left), word)
    if _EVERY_INSIDE.search(left):
        return Positive(_EVERY_INSIDE.sub("which of these", left, count=1) + "?", word)
    return Positive(f"{left}?" if re.match(r"which\b", left, re.I) else left, word)


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
    modal = be > 0 and keys[be - 1] in MODALS
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
    if low == "least" and word_at(keys, at + 1) == "likely" and is_verb(word_at(keys, at + 2)):
        return [*words[:at], *words[at + 2 :]]
    new = _REPLACEMENTS.get(low, "") if low in _REPLACEMENTS or low in {"least", "no"} else base_auxiliary(low)
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
