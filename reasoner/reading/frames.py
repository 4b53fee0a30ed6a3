"""What a whole text is set in, "in this game" or "tonight": said of all its sentences, it sets none of them apart.

>>> unframed(["In Upso, snow is warm.", "Children in Upso like warm things."], ["The children of Upso like snow."])
['Snow is warm.', 'Children like warm things.', 'The children like snow.']
>>> unframed(["In Upso, snow is warm.", "In Oslo, snow is cold."], ["In Oslo, snow is warm."])
['In Upso, snow is warm.', 'In Oslo, snow is cold.', 'In Oslo, snow is warm.']
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import cache

from reasoner.language.parse.pipeline import clean
from reasoner.reading.grammar.tokens import closed_words
from reasoner.reading.read import Reading, read_all

_PLACE = r"(?:in|on|at|under|inside|within|throughout|for|among|during)"
_SMALL = r"(?:the|this|that|his|her|its|their|an?)"
_OPENING = re.compile(rf"(?i)^{_PLACE} ((?:[\w-]+(?:['’]s)? ){{0,6}}?[\w-]+), ")
_OPEN = re.compile(rf"(?i)^{_PLACE} (?:{_SMALL} )?(?=[\w-])")
_THERE = r"(?<!is )(?<!are )\bthere\b(?! (?:is|are|was|were|will)\b)"
_BY = re.compile(
    r"(?i)^(?:according to|going by|judging by) ([^,]+), |, (?:according to|going by|judging by) ([^,.?]+)(?=[.?]?$)"
)
_WORD = re.compile(r"[\w-]+")
_SILENT = closed_words("the") | closed_words("indefinite") | closed_words("possessive") | {"of", "s"}
_ANY_PLACE = re.compile(r"(?i)\b(?:in|on|at|inside|under) (?!which\b)[\w'’-]+")


def unframed(facts: Sequence[str], claims: Sequence[str]) -> list[str]:
    """Return sentences without the place and the time that they share; where these differ, they stay."""
    said = _unattributed([*facts, *claims])
    facts, claims = said[: len(facts)], said[len(facts) :]
    place = _shared_place(facts, claims)
    if place:
        frame = _mention(place, said)
        whole = re.compile(rf"(?i)\b(?:is|are|was|were|lies?|stands?|lives?) {frame}[.?!]?$")  # all that is said
        if not any(whole.search(each) for each in said):
            frame = rf",? (?:who|which) (?:lives?|is|are) {frame},?|{frame}|{_THERE}"
            said = [_without(frame, each) for each in said]
    now = _any_of("this_time")
    if any(re.search(now, each) for each in said) and not any(re.search(_any_of("other_time"), each) for each in said):
        said = [_without(now, each) for each in said]
    return said


def _unattributed(said: Sequence[str]) -> list[str]:
    """Return sentences without whose word they go by, where all that name it go by the same: "according to the guide".

    >>> _unattributed(["According to the guide, moss is green.", "Moss is soft, according to the guide."])
    ['Moss is green.', 'Moss is soft.']
    """
    by = [_words(match[1] or match[2]) for each in said for match in _BY.finditer(each)]
    longest = max(by, key=len, default=frozenset())
    return (
        [_without(_BY.pattern.removeprefix("(?i)"), each) for each in said]
        if all(one <= longest for one in by) and by
        else [*said]
    )


def _shared_place(facts: Sequence[str], claims: Sequence[str]) -> tuple[str, ...]:
    """Return the names of the one place that sentences open with; nothing where they open with several.

    It is shared where the claims speak of it, or every fact does and more than one opens with it; and a place that the
    claims alone name is that of all facts where these name none.
    """
    said = [*facts, *claims]
    opening = [name for each in facts if (name := _opening(each, said))]
    asked = [name for each in claims if (name := _opening(each, said))]
    if not opening:
        told = asked and not any(_ANY_PLACE.search(each) for each in facts)
        return (asked[0],) if told and len(set(asked)) == 1 else ()
    names = tuple(dict.fromkeys((*opening, *asked)))
    longest = max(map(_words, names), key=len)
    if not all(_words(name) <= longest for name in names):
        return ()
    known = [bool(longest & _words(each)) for each in facts]
    named = all(longest & _words(each) for each in claims)
    return names if named or (all(known) and len(opening) > 1) else ()


def _opening(sentence: str, said: Sequence[str]) -> str | None:
    """Return the place that a sentence opens with: up to a comma, or as far as another sentence names it too."""
    if match := _OPENING.match(sentence):
        return match[1]
    start = _OPEN.match(sentence)
    words = sentence[start.end() :].split(" ")[:5] if start else []
    others = " ".join(each for each in said if each != sentence)
    for k in range(len(words) - 1, 0, -1):
        name = " ".join(words[:k])
        if words[k] != "of" and re.search(
            rf"(?i)\b(?:{_PLACE}|of|from) (?:{_SMALL} )?{re.escape(name)}(?![\w'’-])", others
        ):
            return name
    return None


def _words(text: str) -> frozenset[str]:
    return frozenset(word.lower() for word in _WORD.findall(text)) - _SILENT


def _mention(names: Sequence[str], said: Sequence[str]) -> str:
    """Return a pattern for what speaks of a place: a preposition and words of its names, the telling one among them.

    Telling are words with a capital, and the noun that the others belong to: the land in "the land of glass".
    """
    heads = {re.split(r"(?i) of ", name)[0].split(" ")[-1].lower() for name in names}
    for head in sorted(heads):  # "that valley" is "the valley of Hush"
        called = {match[1] for each in said for match in re.finditer(rf"(?i:{re.escape(head)}) of ([A-Z][\w-]*)", each)}
        names = (*names, *called) if len(called) == 1 else names
    words = frozenset[str]().union(*map(_words, names))
    telling = heads | {word.lower() for name in names for word in _WORD.findall(name) if word[:1].isupper()}
    a_word, one = (f"(?:{'|'.join(map(re.escape, sorted(each)))})" for each in (words, telling & words))
    joint = rf"(?:['’]s)? (?:of )?(?:{_SMALL} )?"
    before, behind = rf"(?:{a_word}{joint})*", rf"(?:{joint}{a_word})*"
    return rf"\b(?:{_PLACE}|of|from) (?:{_SMALL} )?{before}{one}{behind}\b(?!['’-])"


@cache
def _any_of(kind: str) -> str:
    words = sorted(closed_words(kind), key=lambda each: (-len(each), each))
    return rf"(?i:\b(?:{'|'.join(map(re.escape, words))})\b(?!['’]| (?:is|was)\b))"


def _without(frame: str, sentence: str) -> str:
    said = re.sub(f"(?i:{frame})", "", sentence)
    if said == sentence:
        return sentence
    said = re.sub(r"\s+([,.;?!])", r"\1", re.sub(r"\s{2,}", " ", said)).strip()
    said = re.sub(r"^[,;]\s*", "", re.sub(r",+", ",", said))
    said = re.sub(r",([.?!]?)$", r"\1", said)
    return said[:1].upper() + said[1:] if len(said.split()) > 1 else sentence


def read_together(facts: Sequence[str], claims: Sequence[str]) -> list[Reading]:
    """Read facts and claims without what all of them are set in; each reading keeps its sentence as it was told."""
    told = [*facts, *claims]
    return [_as_told(reading, said) for reading, said in zip(read_all(unframed(facts, claims)), told, strict=True)]


def _as_told(reading: Reading, sentence: str) -> Reading:
    sentence = clean(sentence)
    if reading.sentence == sentence:
        return reading
    rules = tuple(replace(rule, source=sentence) if rule.source else rule for rule in reading.rules)
    return replace(reading, sentence=sentence, rules=rules)
