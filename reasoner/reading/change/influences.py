"""Influences in sentences: which change brings which. "The longer the string, the slower it swings"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from itertools import pairwise

from reasoner.language.english import listed, table
from reasoner.language.parse.pipeline import parse
from reasoner.language.terms import STOP_WORDS, content_lemmas, lemma
from reasoner.language.verbs import BE, PREPOSITIONS, RELATIVES, is_past
from reasoner.reading.change.changes import Change, change, tokens_of
from reasoner.reading.change.signals import MORE, is_comparative, looks_comparative

_THE_MORE = re.compile(r"(?i)\bthe\s+([^\W\d_]+)\b")
#: Says by its form that what is spelled as a comparative is one.
_SUPPOSED = re.compile(r"(?i)\b(?:if|unless|when(?:ever)?|provided|in case|as soon as)\b")
_TWICE = re.compile(r"(?i)^(?:[^,]*,\s+)?the\s+(?:more|less|fewer|\w+er)\b.*,\s+the\s+(?:more|less|fewer|\w+er)\b")
_CLAUSES = re.compile(r";\s+|,\s+(?:and|but|while|whereas)\s+(?!the\s+\w+er\b)|\s+(?:but|while|whereas)\s+")
_THERE = re.compile(r"(?i)^(.+?)\s+(there\s+(?:is|are|was|were|will)\b.+)$")
_PRONOUN = re.compile(r"(?i)^(.{6,}?)\s+((?:he|she|it|they|we|you)\s+\w.+)$")
_WITH = re.compile(r"(?i)^(.+?)\s+(?:along\s+)?with\s+(?:the\s+)?(.+)$")
_WITHIN = re.compile(
    r"(?i)^(.+?)\s+(?:in|on|at|during|under|with|for|by)\s+((?:an?\s+)?(?:more|less|fewer|\w+er)\s+.+)$"
)
_HELPING = re.compile(r"(?i)\s+(?:has|have|had|will|would|can|could|may|might|also|often|usually|always)$")
_AND_MORE = re.compile(r"(?i)\s+and\s+(?=(?:more|less|fewer)\b)")
_NOT_AS = re.compile(r"(?i)\b(?:as|same|such|just|much|well|even)$")  # "warm even when it is damp" says not why


@dataclass(frozen=True, slots=True)
class Influence:
    """That one change brings another; without a cause, that something has changed.

    `told` says that it has happened: 2 where it is said so, 1 where it may be meant ("the lid keeps the heat in"), 0
    where it is a rule. `both` says that it also runs the other way round: "the more, the less". `there` are the words
    for what a change is compared with: "than AT NOON".
    """

    cause: Change | None
    effect: Change
    source: str
    told: int = 0
    both: bool = False
    there: frozenset[str] = frozenset()


@lru_cache(maxsize=5_000)
def influences(sentence: str) -> tuple[Influence, ...]:
    """Return what a sentence says of changes, whichever they are; also what merely happens.

    >>> one, = influences("The longer the string is, the more slowly it swings.")
    >>> one.cause.ends, sorted(one.cause.words), one.effect.ends, sorted(one.effect.words)
    ((('length', 1),), ['string'], (('speed', -1),), ['swing'])
    >>> one, = influences("Raising the dose lowers a patient's pulse.")
    >>> one.cause.sign, one.effect.sign, one.told
    (1, -1, 0)
    """
    text = sentence.strip().rstrip(".!? ")
    if found := _correlative(text, sentence):
        return found
    pieces = [piece.strip(" ,") for piece in _CLAUSES.split(text) if len(piece.split()) > 1]
    return tuple(found for piece in pieces for found in _with_more(_one(piece, sentence)))


def _with_more(one: Influence) -> Iterator[Influence]:
    """An influence on two things at once: "fewer mice AND MORE acorns"."""
    parts = _AND_MORE.split(one.effect.text)
    if len(parts) < 2 or one.cause is None:
        yield one
        return
    known = one.cause.words | one.cause.loose
    yield from (replace(one, effect=change(part, known)) for part in parts)


def _one(text: str, source: str) -> Influence:
    for way in (_conditional, _linked, _backward, _changed_by, _grows_with, _two):
        if found := way(text, source):
            return found
    return _told(text, source)


def _correlative(text: str, source: str) -> tuple[Influence, ...]:
    """ "The more ..., the more ...", and "... the more, the more ..." with the effect first."""
    graded = is_comparative if not _TWICE.search(text) else looks_comparative
    starts = [
        match.start() for match in _THE_MORE.finditer(text) if match[1].lower() in MORE or graded(match[1].lower())
    ]
    if len(starts) > 1 and len(text[: starts[0]].split()) < 5:
        cuts = [*starts, len(text)]
        parts = [text[one:other].strip(" ,") for one, other in pairwise(cuts)]
        parts = [re.sub(r",?\s+and$", "", part) for part in parts]
        opening = text[: starts[0]]
        cause = _with_place(change(parts[0], graded=True), opening)
        known = cause.words | cause.loose
        effects = [_with_place(change(part, known, True), opening) for part in parts[1:]]
        return tuple(Influence(cause, effect, source, both=True) for effect in effects)
    if len(starts) == 1 and (effect := change(text[: starts[0]].strip(" ,"))).ends and starts[0]:
        if " than" in text[starts[0] :] or not (cause := change(text[starts[0] :], effect.words, True)).ends:
            return ()
        return (Influence(cause, effect, source, both=True),)
    return ()


def _with_place(one: Change, opening: str) -> Change:
    """A change with the words of "in this pond" before it, which belong to both sides."""
    words = frozenset(content_lemmas(opening))
    return replace(one, loose=one.loose | words)


@cache
def _pattern(name: str) -> str:
    return "|".join(re.escape(each.strip()) for each in table("changes")[name].replace("\n", "").split("|"))


def _conditional(text: str, source: str) -> Influence | None:
    """ "If it rains, ...", "... when it rains"."""
    for name, told in (("conditions", 0), ("told", 2)):
        if match := re.match(rf"(?i)^(?:{_pattern(name)})\s+(.+)$", text):
            inside = match[1]
            cut = inside.split(", ", 1) if ", " in inside else None
            for pattern in (_THERE, _PRONOUN):
                if cut is None and (found := pattern.match(inside)):
                    cut = [found[1], found[2]]
            if cut is None:
                continue
            effect = re.sub(r"(?i)^then\s+", "", cut[1])
            return _pair(change(cut[0]), effect, source, told)
        match = re.match(rf"(?i)^(.+?),?\s+(?<!as )(?:{_pattern(name)})\s+(.+)$", text)
        if match and not _NOT_AS.search(match[1]):
            follows = change(match[1])
            cause = change(match[2], follows.words | follows.loose)
            enough = 2 if re.search(r"(?i)\b(?:as|with)\b", text) else 1
            if bool(follows.ends) + bool(cause.ends) >= enough:
                return Influence(cause, follows, source, told)
    return None


def _pair(cause: Change, effect: str, source: str, told: int = 0) -> Influence | None:
    """An influence, where at least one side of it is a change."""
    found = change(effect, cause.words | cause.loose)
    return Influence(cause, found, source, told) if found.ends or cause.ends else None


def _linked(text: str, source: str) -> Influence | None:
    """ "X makes it warmer", "X leads to Y", "X means that Y"."""
    for match in re.finditer(rf"(?i)\s(?P<link>{_pattern('forward')})\s", text):
        before, after = _HELPING.sub("", text[: match.start()]), text[match.end() :]
        last = before.split()[-1].lower() if before.split() else ""
        if last in BE | RELATIVES | {"be", "been", "being", "to", "not"} or not before.strip():
            continue
        link = match["link"].lower()
        found = _pair(change(before), after, source)
        if found is None or (_base(link) not in listed("changes", "bringing") and not _makes(before, after, found)):
            continue
        graded = _base(link) == "mean" and before.split()[0].lower() in MORE.keys() | {"a", "an"}
        return replace(found, told=_how_told(before, link, text), both=graded)
    return None


def _base(link: str) -> str:
    return lemma(link.removeprefix("is ").removeprefix("are ").removeprefix("was ").split()[0], "VERB")


def _makes(before: str, after: str, found: Influence) -> bool:
    """Whether something makes a thing change: "keeps it warmer", not "keeps more hens"."""
    doing = before.split()[0].lower().endswith("ing") or (found.cause is not None and bool(found.cause.ends))
    return bool(found.effect.ends) and (doing or after.split()[0].lower() not in MORE)


def _how_told(cause: str, verb: str, text: str) -> int:
    """Whether it has happened: what is told in the past has, what a thing does may, what doing would do has not."""
    past = is_past(verb.split()[0]) or verb.split()[0].endswith("ed") or re.search(r"(?i)\b(?:has|have|had)\s", text)
    if past:
        return 2
    first = cause.split()[0].lower()
    return 0 if first.endswith("ing") or change(cause).ends else 1


def _backward(text: str, source: str) -> Influence | None:
    """ "Y is caused by X", "Y comes from X"."""
    match = re.match(rf"(?i)^(.+?)\s+(?:{_pattern('backward')})\s+(.+)$", text)
    return _pair(change(match[2]), match[1], source) if match else None


def _changed_by(text: str, source: str) -> Influence | None:
    """ "Opening the window reduces the smell", "the doctor raised the dose"."""
    effect = change(text.partition(" than ")[0])
    if not effect.agent or not effect.ends or effect.agent.split()[-1].lower() in RELATIVES:
        return None  # "a larch is a tree that drops its needles" says what a larch is
    verb = next(
        word for word in tokens_of(text[len(effect.agent) :].lower()) if word not in listed("changes", "helping")
    )
    cause = change(effect.agent)
    told = _how_told(effect.agent, verb, text)
    effect = change(text.partition(" than ")[0], cause.words | cause.loose)
    return Influence(cause, effect, source, told, there=frozenset(content_lemmas(text.partition(" than ")[2])))


def _grows_with(text: str, source: str) -> Influence | None:
    """ "The pressure rises with depth"."""
    match = _WITH.match(text)
    if match is None or " " in match[2].strip() or change(match[2]).ends:
        return None
    effect, last = change(match[1]), match[1].split()[-1]
    return (
        Influence(change(f"more {match[2]}"), effect, source, both=True) if effect.ends and change(last).ends else None
    )


def _two(text: str, source: str) -> Influence | None:
    """A change in the subject and one in what is said of it: "more snow closes the road for longer"."""
    if sum(is_comparative(word.lower()) or word.lower() in MORE for word in tokens_of(text)) < 2:
        return None
    if (match := _WITHIN.match(text)) and (effect := change(match[1])).ends and not change(match[1]).agent:
        cause = change(match[2], effect.words)
        if cause.ends and " than " not in text:
            return Influence(cause, effect, source)
    return _in_subject(text, source) or _before_second(text, source)


def _before_second(text: str, source: str) -> Influence | None:
    """What is said begins with the verb before the second "more": "a tree with more wood BEARS more plums"."""
    words = text.split()
    more = [place for place, word in enumerate(words) if word.lower() in MORE or is_comparative(word.lower())]
    cut = more[1] - 1
    if cut <= more[0] + 1 or words[cut].lower() in PREPOSITIONS | STOP_WORDS:
        return None
    cause = change(" ".join(words[:cut]))
    effect = change(" ".join(words[cut:]), cause.words | cause.loose)
    return Influence(cause, replace(effect, loose=effect.loose | cause.words), source) if effect.ends else None


def _in_subject(text: str, source: str) -> Influence | None:
    parsed = parse(text)
    root = next((token for token in parsed if token.head == token), None)
    subject = next((token for token in parsed if token.head == root and token.dep_.startswith("nsubj")), None)
    if root is None or subject is None:
        return None
    inside = {token.i for token in subject.subtree}
    cause = change(" ".join(token.text for token in parsed if token.i in inside))
    effect = change(" ".join(token.text for token in parsed if token.i not in inside), cause.words | cause.loose)
    known = replace(effect, loose=effect.loose | cause.words | cause.loose, agent="")
    return Influence(cause, known, source) if cause.ends and effect.ends else None


def _told(text: str, source: str) -> Influence:
    """What is said to have changed, or to happen, compared with what."""
    said, _, than = text.partition(" than ")
    told = 0 if _SUPPOSED.search(text) else 2  # what a condition speaks of need not be so
    return Influence(None, change(said), source, told, there=frozenset(content_lemmas(than)))
