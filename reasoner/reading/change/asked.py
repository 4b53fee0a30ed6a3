"""What a question asks of changes: what is supposed, and which change each choice claims to come of it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache

from reasoner.language.english import table
from reasoner.language.terms import content_lemmas
from reasoner.reading.change.changes import Change, change, named_in
from reasoner.reading.change.influences import Influence, influences
from reasoner.reading.change.signals import AMOUNT, Ends

#: "What does THE WIND do to the boat?"
_DOES_TO = re.compile(
    r"(?i)^(?:and\s+)?(?:what\s+(?:does|do|did|will|would|has)\s+(?!to\b)(?P<a>.+?)\s+(?:do|done)\s+(?:to|with)\s+(?P<b>.+)"
    r"|how\s+(?:does|do|did|will|would|has)\s+(?P<c>.+?)\s+(?:affect|affected|change|changed|influence|influenced)\s+(?P<d>.+)"
    r"|what\s+effect\s+(?:does|do|did|will|would|has)\s+(?P<e>.+?)\s+(?:have|had)\s+on\s+(?P<f>.+)"
    r"|what\s+(?:is|was|will\s+be|would\s+be)\s+the\s+effect\s+of\s+(?P<g>.+?)\s+on\s+(?P<h>.+)"
    r"|what\s+(?:does|do|did|will|would)\s+(?P<i>.+?)\s+(?:lead\s+to|result\s+in|bring\s+about|bring|cause|mean|mean\s+for)(?P<j>\s.*)?)$"
)
#: "What must one do TO GET MORE PLUMS?", "What MAKES IT GROW?"
_WHAT_FOR = re.compile(
    r"(?i)^(?!.*\b(?:happen|become|became))(?:what|which|how)\b.*?"
    r"\b(?:should|must|can|could|has\s+to|have\s+to|had\s+to|ought|would|may|might|needs?|do|does|did)\b"
    r".*?\b(?:to|in\s+order\s+to|so\s+that|if\s+\w+\s+wants?\s+to|if\s+\w+\s+wants?)\s+"
    r"(?:get|have|make|obtain|achieve|reach|see|keep|bring|be|become|let|raise|lower)?\s*(?P<effect>.+)$"
)
_WHAT_MAKES = re.compile(
    r"(?i)^(?:what|which)(?:\s+(?:of\s+these|change|step|thing))?\s+(?:would|will|can|could|might|has|have)?\s*"
    r"(?:brings?|brought|makes?|made|causes?|caused|leads?\s+to|led\s+to|helps?|lets?|results?\s+in)\s+(?P<effect>.+)$"
)
_HOW = re.compile(r"(?i)\bhow\s+(\w+)\b")
_WHO = re.compile(r"(?i)^(?:which|who|whose|where|when|on\s+which|in\s+which|at\s+which)\b")
_ASKS = "(?:what|how|who|which|where|when|whose|do|does|did|will|is|are)"
_BLANK = re.compile(r"_{2,}|\.{3}|…")
_COLON = re.compile(r"^([^:?]+):\s+(.+)$")


@dataclass(frozen=True, slots=True)
class Claimed:
    """What a choice claims: the change that it says, on what supposition; `none` where it says that nothing changes.

    `words` are all words of question and choice, `own` those of the choice: they tell situations apart.
    `alone` says that only what is supposed counts, since the choice is what would bring the change.
    """

    change: Change
    words: frozenset[str]
    own: frozenset[str]
    supposed: Change | None = None
    none: bool = False
    alone: bool = False


@cache
def _pattern(name: str) -> str:
    return "|".join(re.escape(each.strip()) for each in table("changes")[name].replace("\n", "").split("|"))


def stated(sentence: str) -> Claimed:
    """Return what a statement claims of a change.

    >>> found = stated("If the string is shorter, the note is higher.")
    >>> sorted(found.supposed.words), sorted(found.change.words)
    (['string'], ['note'])
    """
    words = _words(sentence)
    found = next((one for one in influences(sentence) if one.effect.ends or one.cause), None)
    if found is None:
        return Claimed(change(sentence), words, frozenset(), none=_is_none(sentence))
    return Claimed(found.effect, words, words if found.there else frozenset(), found.cause, _is_none(sentence))


def claimed(asked: str, choices: Sequence[str]) -> list[Claimed]:
    """Return what each choice claims as an answer to a question.

    >>> one, other = claimed("How does it swing now?", ["faster than before", "as before"])
    >>> one.change.ends, sorted(one.change.words), other.none
    ((('speed', 1),), ['swing'], True)
    """
    claims = [_claim(asked.strip(), choice) for choice in choices]
    moving = next((claim.change for claim in claims if claim.change.ends and not claim.none), None)
    return [replace(claim, change=moving) if claim.none and moving else claim for claim in claims]


def _claim(asked: str, choice: str) -> Claimed:
    if _BLANK.search(asked) or not asked.endswith("?"):
        filled = _BLANK.sub(choice, asked) if _BLANK.search(asked) else f"{asked.rstrip(' :.')} {choice}"
        return replace(stated(filled), own=_words(choice))
    question = asked.rstrip("? ")
    if match := _DOES_TO.match(question):
        cause, thing = [*(part for part in match.groups() if part is not None), ""][:2]
        return replace(_answered(thing, choice, asked), supposed=change(cause))
    for pattern in (_WHAT_MAKES, _WHAT_FOR):
        match = pattern.match(question)
        cause = change(choice)
        if match and ((wanted := change(match["effect"])).ends or cause.ends) and not _is_none(choice):
            return Claimed(wanted, _words(asked, choice), _words(choice), cause, alone=True)
    condition, question = _condition(question)
    found = _answered(question, choice, asked)
    return replace(found, supposed=change(condition)) if condition else found


def _condition(question: str) -> tuple[str, str]:
    """What a question supposes, and the rest of it."""
    opening = f"{_pattern('conditions')}|{_pattern('told')}"
    if match := re.match(rf"(?i)^(?:{opening})\s+(.+?),\s+(.+)$", question):
        return match[1], match[2]
    if match := _COLON.match(question):
        return match[1], re.sub(r"(?i)\b(?:it|that|this)\b", "", match[2])
    match = re.match(rf"(?i)^({_ASKS}\b.+?),?\s+(?:{opening})\s+(.+)$", question)
    return (match[2], match[1]) if match else ("", question)


def _answered(question: str, choice: str, asked: str) -> Claimed:
    """What a choice claims of the things that a question names; one that names a situation, of its change."""
    answer, asking = change(choice.partition(" than ")[0]), change(question.partition(" than ")[0])
    words, none = _words(asked, choice), _is_none(choice)
    if asking.ends and _WHO.match(question):
        supposed = answer if answer.ends else None
        named = asking.words if supposed else asking.words | answer.words
        return Claimed(replace(asking, words=named), words, _words(choice), supposed, none, supposed is not None)
    if answer.ends and not none:
        ends, neutral = _scaled(answer, question)
        about = (
            named_in(question) - neutral
        )  # what a choice names itself is what changes; the question says whose it is
        loose = asking.loose | neutral | about
        said = replace(answer, ends=ends, words=answer.words or about, loose=loose - (answer.words or about))
        return Claimed(said, words, _words(choice))
    return Claimed(replace(asking, words=named_in(question) | answer.words), words, _words(choice), none=none)


def _scaled(answer: Change, question: str) -> tuple[Ends, frozenset[str]]:
    """The scale of a bare "more" or "it went up": the one that the question names, if it does, and the word for it."""
    if AMOUNT not in dict(answer.ends):
        return answer.ends, frozenset()
    sign, how = dict(answer.ends)[AMOUNT], _HOW.search(question)
    probe = change(f"more {question}") if how is None else change(f"the more {how[1]}")
    if not probe.ends or AMOUNT in dict(probe.ends):
        return answer.ends, probe.loose if probe.ends == ((AMOUNT, 1),) else frozenset()
    return tuple((scale, end * sign) for scale, end in probe.ends), probe.loose


def _words(*texts: str) -> frozenset[str]:
    return frozenset(word for text in texts for word in content_lemmas(text.partition(" than ")[0]))


def _is_none(text: str) -> bool:
    return bool(re.search(rf"(?i)\b(?:{_pattern('same')})\b", text))


def rules_and_told(sentences: Sequence[str]) -> tuple[list[Influence], bool]:
    """Return what sentences say of changes, and whether one of them says that a change brings another."""
    found = [one for sentence in sentences for one in influences(sentence)]
    return found, any(one.cause and (one.cause.ends or one.told < 2) and one.effect.ends for one in found)
