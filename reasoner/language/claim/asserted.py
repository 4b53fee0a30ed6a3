"""Questions whose choices are statements of their own: which of these is true, which sentence is false."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from reasoner.language.claim.declare import is_clause
from reasoner.language.claim.exceptions import without_except
from reasoner.language.claim.frames import capital
from reasoner.language.claim.stems import split_stem
from reasoner.language.english import table
from reasoner.question import Choice

_WORDS: dict[str, str] = table("polarity")["asserted"]


def _one_of(entry: str) -> str:
    return f"(?:{'|'.join(_WORDS[entry].split())})"


_NAME, _TRUE, _FALSE = _one_of("names"), _one_of("true"), _one_of("false")
_JUDGED = rf"(?P<judged>{_TRUE}|{_FALSE})"
_THESE = r"(?:\s+(?:one\s+)?of\s+(?:these|the\s+following|those|them))?"
_ON = r"(?:about|on|of|regarding|concerning|for)"
_ABOUT = rf"(?:\s+{_ON}\s+(?P<topic>.+?))?"
_BE = r"(?:is|are|must|has\s+to|have\s+to|can|could|may|cannot|isn['’]t|aren['’]t|can['’]t|couldn['’]t|was)"
_HOW = r"(?:\s+(?:be|the|a|an|not|always|never|best|most\s+likely|definitely|certainly|surely|clearly|most))*"
_WHEN = r"(?P<when>(?:when|if|as|after|during)\b.+?)"
_TAIL = rf"(?:\s+(?:{_NAME}|one))?(?:\s+by\s+.+?)?(?:\s+{_ON}\s+(?P<about>.+?)|\s+{_WHEN})?\s*[?.:!]*$"
_CHOOSE = rf"^{_one_of('choose')}\s+the\s+"
_ASKED = tuple(
    re.compile(pattern + _TAIL, re.IGNORECASE)
    for pattern in (
        rf"^(?:which|what)(?:\s+one)?{_THESE}(?:\s+{_NAME})?{_ABOUT}\s+{_BE}{_HOW}\s+{_JUDGED}\b",
        rf"{_CHOOSE}(?:one\s+)?{_NAME}{_ABOUT}\s+that\s+{_BE}{_HOW}\s+{_JUDGED}\b",
        rf"{_CHOOSE}{_JUDGED}\s+(?:{_NAME}|one)\b",
        rf"^(?:which|what)(?:\s+one)?{_THESE}(?:\s+{_NAME})?{_ABOUT}\s+(?:(?:should|must|has\s+to|needs\s+to)\s+)?"
        rf"(?P<judged>{_one_of('faulty')})\b(?:.*?)",
        rf"^(?:which\s+is|{_one_of('choose')})\s+the\s+(?P<judged>{_one_of('faults')})\b",
        rf"^(?:the|an?)\s+{_JUDGED}\s+(?:{_NAME}|one)\s+is\b",
        rf"^(?:the|an?)\s+{_NAME}{_ABOUT}\s+that\s+{_BE}{_HOW}\s+{_JUDGED}\s+is\b",
        rf"^(?:which|what)(?:\s+one)?{_THESE}(?:\s+{_NAME})?{_ABOUT}\s+(?P<judged>{_one_of('follows')})\b",
        rf"^(?:which|what)(?:\s+one)?{_THESE}(?:\s+{_NAME})?{_ABOUT}\s+(?:does\s+not|doesn['’]t)\s+(?P<judged>{_one_of('agrees')})\b(?:.*?)",
    )
)
#: "GOING BY THE TEXT, which statement is false": by what it is to be judged, where that is no condition.
_OPENING = re.compile(r"^(?!if\b|when\b|after\b|during\b|as\b)[^,?]+,\s+(?=(?:which|what)\b)", re.IGNORECASE)
#: "THREE OF THESE ARE TRUE AND ONE IS FALSE. The false one is": says nothing that the statements could be judged by.
_SOME_ARE = re.compile(
    rf"^(?:(?:one|two|three|four|five|all|most|only\s+one)\b[^.:;]*\b(?:{_TRUE}|{_FALSE})|[^.:;]*\bthese\s+{_NAME})[.:;]\s+(?=\S)",
    re.IGNORECASE,
)
_ANY_JUDGED = re.compile(rf"\b(?:{_TRUE}|{_FALSE}|{_one_of('faults')}|{_one_of('made_up')})\b", re.IGNORECASE)
_NEGATED = "not"
_NOT = re.compile(r"\b(?:not|never|cannot)\b|\b\w+n['’]t\b", re.IGNORECASE)
_IT = re.compile(r"^(?:it|they)\b\s*", re.IGNORECASE)


class Asserted(NamedTuple):
    """What a question for a statement says before it asks, and the word by which it asks for a false one.

    `topic` is what the statements are about, `when` the condition under which they are to hold.
    """

    context: str
    negative: str = ""
    topic: str = ""
    when: str = ""

    def claim(self, choice: str) -> str:
        """Return the statement of a choice, with its topic in place of "it" or "they".

        >>> Asserted("", topic="most bees").claim("they can sting")
        'Most bees can sting.'
        """
        plain = choice.strip(" .")
        named = _IT.sub(f"{self.topic} ", plain) if self.topic and _THING.match(self.topic) else plain
        return f"{capital(' '.join(part for part in (named, self.when) if part))}."


#: A topic that can be the subject of a statement: a few words, none of them a verb.
_THING = re.compile(r"^(?:\w[\w'-]*\s+){0,4}\w[\w'-]*$")


def asserted(stem: str, choices: Sequence[Choice]) -> Asserted | None:
    """Return how a question asks for one of several statements, or None where the choices are no statements.

    >>> choices = [Choice("A", "Bees make honey."), Choice("B", "Bees make milk.")]
    >>> asserted("Which of these statements is false?", choices)
    Asserted(context='', negative='false', topic='', when='')
    >>> asserted("It rained. Which must be true of the lawn?", choices)
    Asserted(context='It rained.', negative='', topic='the lawn', when='')
    >>> asserted("What do bees make?", choices) is None
    True
    """
    context, question, rest = split_stem(_SOME_ARE.sub("", stem))
    excepted = without_except(_OPENING.sub("", question))
    question = excepted.stem if excepted else _OPENING.sub("", question)
    match = next((found for pattern in _ASKED if (found := pattern.match(question))), None)
    if match is None or rest or sum(_is_sentence(choice.text) for choice in choices) * 2 <= len(choices):
        return _judged_sentences(stem, choices)
    false = re.fullmatch(rf"{_FALSE}|{_one_of('faulty')}|{_one_of('faults')}", match["judged"], re.IGNORECASE)
    turned = _NOT.search(question)
    if excepted and not false and not turned:
        return _made(match, context, excepted.negative)
    negative = "" if bool(false) == bool(turned) else (match["judged"] if false else turned[0] if turned else "")
    return _made(match, context, negative)


def _judged_sentences(stem: str, choices: Sequence[Choice]) -> Asserted | None:
    """A question in any words over whole sentences: "where is he MISTAKEN?". What it says before it asks is no fact."""
    if not all(choice.text[:1].isupper() and choice.text.rstrip().endswith(".") for choice in choices):
        return None
    judged = _ANY_JUDGED.findall(split_stem(stem)[1])
    turned = len(_NOT.findall(split_stem(stem)[1]))
    if len(judged) != 1 or turned > 1:
        return None
    false = not re.fullmatch(_TRUE, judged[0], re.IGNORECASE)
    return Asserted("", (judged[0] if false else _NEGATED) if false != bool(turned) else "")


def _made(match: re.Match[str], context: str, negative: str) -> Asserted:
    said = match.groupdict()
    return Asserted(context, negative, said.get("topic") or said.get("about") or "", said.get("when") or "")


def _is_sentence(text: str) -> bool:
    plain = text.strip()
    return len(plain.split()) > 1 and (plain.endswith(".") or is_clause(plain.rstrip(".")))
