"""Questions that except one from many: "all of these are tools except", "three of these float; which does not?".

Each is made a question that asks by itself, with "EXCEPT" at its end where it asks for the one that is not.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from reasoner.language.claim.agreement import is_plural
from reasoner.language.claim.stems import key, split_stem
from reasoner.language.verbs import DETERMINERS
from reasoner.question.types import Choice

_THESE = r"(?:these|those|the\s+following|the\s+choices(?:\s+below)?|the\s+above|the\s+things\s+below)"
FOLLOWING = re.compile(r"\bof\s+the\s+(?:following|above|choices(?:\s+below)?)\b", re.IGNORECASE)
_BUT = (
    r"(?:except(?:\s+for)?|excepting|excluding|apart\s+from|aside\s+from|other\s+than|with\s+the\s+exception\s+of|"
    r"save(?:\s+for)?|but(?:\s+for)?)"
)
_EXCEPT = re.compile(
    rf"[\s,;(]*\b(?P<but>{_BUT})(?:\s+(?P<article>an?|the)|\s+which|\s+what|\s+who|\s+that|\s+one|\s+of\s+these)*[\s:.?_…)]*$",
    re.IGNORECASE,
)
#: "All the boxes are sealed except box": the choices are numbers or letters of boxes.
_EXCEPT_NOUN = re.compile(rf"[\s,;(]*\b(?P<but>{_BUT})\s+(?P<article>[a-z]+)[\s:.?_…)]*$")
_EVERY = rf"(?:all|each|every\s+one|any)(?:\s+of)?\s+{_THESE}"
_EVERY_FIRST = re.compile(
    r"^(?:(?P<of>(?:all|each|every\s+one|any)\s+of(?=\s)|all(?=\s+(?:the|these|those)\s))|(?:all|each|every|any)(?=\s)|"
    r"(?P<thing>everything|anything)\b|(?P<who>everyone|everybody|anyone|anybody)\b)",
    re.IGNORECASE,
)
_LIST = r"(?:\s+(?:on|in|from)\s+(?:this|the)\s+\w+|\s+here|\s+below|\s+listed)?"
_EVERY_LATER = re.compile(
    rf"\s+(?:{_EVERY}(?:\s+\w+){{0,2}}|all|every\s+one|(?:everything|anything|everyone|anyone|everybody|anybody){_LIST})$",
    re.IGNORECASE,
)
_EVERY_INSIDE = re.compile(rf"\b{_EVERY}\b", re.IGNORECASE)
#: "No bird can swim except": asks for the one that can.
_NO_FIRST = re.compile(
    rf"^(?:(?P<of>none\s+of)(?=\s)|(?P<noun>no)(?=\s)|(?P<thing>nothing)\b{_LIST}|(?P<who>nobody|no\s+one)\b)",
    re.IGNORECASE,
)
#: "Except for ___, all the seats are taken", "all the seats but ___ are taken".
_BLANK_FIRST = re.compile(rf"^{_BUT}\s+(?:an?\s+|the\s+)?_+,?\s+(?P<rest>.+?)[.?!]*$", re.IGNORECASE)
_BLANK_INSIDE = re.compile(
    rf"^(?P<all>(?:all|every|each|no|none|nothing|nobody|everyone|everybody|everything)\b.*?),?\s+{_BUT}\s+"
    r"(?:an?\s+|the\s+)?_+,?\s+(?P<rest>.+?)[.?!]*$",
    re.IGNORECASE,
)
_BUT_ONE = (
    r"(?:,?\s+(?:(?:but|bar|except|apart\s+from|save)(?:\s+for)?\s+one|with\s+(?:just\s+|only\s+)?one\s+exception),?)"
)
#: "All but one of these live in the sea. Which does not?": what is said of these, and a question with nothing in it.
_ALL_BUT_ONE = re.compile(
    rf"^(?:.*,\s+(?:and|but)\s+)?(?:all\s+(?:but|bar|except)\s+one\s+of|(?:except\s+for|apart\s+from)\s+one,?\s+all\s+(?:of\s+)?|"
    rf"(?:each|every\s+one)\s+of|all\s+(?:of\s+)?)\s*(?P<these>{_THESE}|the\s+\w+)(?P<one>{_BUT_ONE})?(?P<rest>\s.+?)"
    rf"(?P<last>{_BUT_ONE})?$",
    re.IGNORECASE,
)
#: "A spider has each of these, with one exception."
_WITH_ONE = re.compile(rf"^(?P<said>.+\b(?:all|each|every\s+one)\s+of\s+{_THESE}.*?){_BUT_ONE}$", re.IGNORECASE)
#: "Except for one, these are all tools."
_ONE_FIRST = re.compile(
    r"^(?:(?:except(?:\s+for)?|apart\s+from|save(?:\s+for)?)\s+one|with\s+(?:just\s+|only\s+)?one\s+exception),?\s+"
    r"(?:all\s+(?:of\s+)?)?(these|those|the\s+following)\s+(?=\w+)(?:all\s+)?(are|were)?\s*(?:all\s+)?",
    re.IGNORECASE,
)
_SOME = re.compile(
    rf"^(?P<many>one|only\s+one|just\s+one|two|three|four|most|something|one\s+\w+|two\s+\w+|three\s+\w+)"
    rf"\s+(?P<of>of\s+(?P<these>{_THESE}|them)|(?:on|in|from)\s+(?:this|the)\s+(?:list|group|row)|here|below)"
    rf"(?P<rest>\s.+)$",
    re.IGNORECASE,
)
#: "Three of these are tools AND ONE IS NOT."
_ONE_NOT = re.compile(
    r"[,;]?\s+(?:and|but|while)?\s*(?:the\s+)?(?:other|one)(?:\s+one)?\s+(?:is|are|does|do|can|has|was|will)(?:\s+not|n['’]t)$",
    re.IGNORECASE,
)
_BARE = re.compile(
    r"^(?:which|what|who|find|name|choose|pick(?:\s+out)?|spot|tell|mark)(?:\s+(?:one|thing|of\s+(?:them|these)))?"
    r"(?:\s+(?:is|are|does|do|can|could|will|would|has|have|was))?"
    r"(?P<not>n['’]t|\s+not)?(?:\s+(?:it|this|that|(?P<odd>the\s+exception|the\s+odd\s+one(?:\s+out)?)))?\s*[?.]?$",
    re.IGNORECASE,
)
#: "Something here is not a tool: WHICH IS IT?"
_BARE_LAST = re.compile(
    r"^(?P<said>.+?)(?:\s*[:;,–-]\s+(?P<bare>(?:which|what|who)\b[^,:;]*\?)|\s+(?P<one>which\?))$", re.IGNORECASE
)


class Positive(NamedTuple):
    """A stem that asks for what is so, the word that was taken out of it, and an article that the choices lack."""

    stem: str
    negative: str = ""
    article: str = ""


def with_article(choices: Sequence[Choice], article: str) -> tuple[Choice, ...]:
    """Return the choices with the article that the stem ended in, where they have none of their own.

    >>> [choice.text for choice in with_article([Choice("A", "owl"), Choice("B", "the cat")], "a")]
    ['an owl', 'the cat']
    """
    if not article:
        return tuple(choices)
    return tuple(replace(choice, text=_with_article(choice.text, article)) for choice in choices)


def _with_article(text: str, article: str) -> str:
    first = key(text.split()[0]) if text.split() else ""
    if article not in DETERMINERS:
        return f"{article} {text}"
    if not first or first in DETERMINERS or text[0].isupper() or (article != "the" and is_plural(text)):
        return text
    return f"{article if article == 'the' else 'an' if first[0] in 'aeiou' else 'a'} {text}"


def asked_by_itself(context: str, question: str, rest: str) -> tuple[str, str, str]:
    """Put the sentence that a bare "which one?" asks about into the question.

    >>> asked_by_itself("", "Something on this list is not a boat: which is it?", "")
    ('', 'Which of these is not a boat?', '')
    >>> asked_by_itself("Three of these are fish and one is not.", "Which is it?", "")
    ('', 'Which of these are fish EXCEPT', '')
    """
    last = None if _EXCEPT.search(question) else _BARE_LAST.match(question)
    if last and _BARE.match(last["bare"] or last["one"]):
        context, question = f"{context} {last['said']}.".strip(), last["bare"] or last["one"]
    asked = _BARE.match(question)
    if asked is None or not context or _EXCEPT.search(question):
        return context, question, rest
    before, said, _ = split_stem(context)
    said = _ONE_FIRST.sub(_one_excepted, said.rstrip(" .;:!"))
    if match := _WITH_ONE.match(said):
        return before, f"{match['said']} EXCEPT", rest
    if (match := _ALL_BUT_ONE.match(said)) and ("one" in said.lower().split() or asked["not"] or asked["odd"]):
        return before, f"Which of {match['these']}{match['rest']} EXCEPT", rest
    if match := _SOME.match(_ONE_NOT.sub("", said)):
        one = match["many"].lower().startswith(("one", "only", "just", "something"))
        these = match["these"] if match["these"] and match["these"].lower() != "them" else "these"
        return before, f"Which of {these}{match['rest']}{'?' if one else ' EXCEPT'}", rest
    return context, question, rest


def _one_excepted(match: re.Match[str]) -> str:
    return f"All of {match[1]} except one {match[2] + ' ' if match[2] else ''}"


def without_except(question: str) -> Positive | None:
    """Return a question without its exception, or None where it makes none.

    >>> without_except("All of the following are metals except an")
    Positive(stem='Which of the following are metals?', negative='except', article='an')
    >>> without_except("Apart from ___, all the doors are locked.")
    Positive(stem='Which of the doors are locked?', negative='apart from', article='')
    >>> without_except("No metal is liquid except")
    Positive(stem='Which metal is liquid?', negative='', article='')
    >>> without_except("All the lamps in the hall are lit except lamp")
    Positive(stem='Which of the lamps in the hall are lit?', negative='except', article='lamp')
    """
    if (blank := _blank_excepted(question)) is not None:
        return blank
    match = _EXCEPT.search(question) or _EXCEPT_NOUN.search(question)
    if not match:
        return None
    left = question[: match.start()].rstrip(" ,;:")
    word, article = match["but"], (match["article"] or "").lower()
    if match.re is _EXCEPT_NOUN and not re.search(
        rf"\b{article}e?s\b|^(?:number|no)$", f"{left}\n{article}", re.I | re.M
    ):
        return None
    weak = word.lower().split()[0] in {"but", "save", "other"}
    if weak and not re.search(r"\b(?:all|each|every\w*|which)\b", left, re.I) and not _NO_FIRST.match(left):
        return None
    if asked := _asked_of(left):
        return Positive(asked[0], word if asked[1] else "", article)
    if _EVERY_LATER.search(left):
        return Positive(_EVERY_LATER.sub("", left) + (f" {article}" if article else ""), word)
    if _EVERY_INSIDE.search(left):
        return Positive(_EVERY_INSIDE.sub("which of these", left, count=1) + "?", word, article)
    return Positive(f"{left}?" if re.match(r"which\b", left, re.I) else left, word, article)


def _asked_of(left: str) -> tuple[str, bool] | None:
    """What is said of all, or of none, as a question for which it holds; and whether it was said of all."""
    first = _EVERY_FIRST.match(left) or _NO_FIRST.match(left)
    if first is None:
        return None
    said = first.groupdict()
    these = said["of"] or re.match(_THESE, left[first.end() :].strip(), re.IGNORECASE)
    asks = "Which of" if these else "Which thing" if said["thing"] else "Who" if said["who"] else "Which"
    return f"{asks}{left[first.end() :]}?", "noun" not in said


def _blank_excepted(question: str) -> Positive | None:
    """An exception with a blank for the answer: "except for ___, the hens are white"."""
    if match := _BLANK_FIRST.match(question):
        said = match["rest"]
    elif match := _BLANK_INSIDE.match(question):
        said = f"{match['all']} {match['rest']}"
    else:
        return None
    but = re.match(_BUT, question, re.IGNORECASE) or re.search(rf"\b{_BUT}(?=\s+(?:an?\s+|the\s+)?_)", question, re.I)
    asked = _asked_of(said) or (f"Which of {said}?", True)
    return Positive(asked[0], but[0].lower() if but and asked[1] else "")
