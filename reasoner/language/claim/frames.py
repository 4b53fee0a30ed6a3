"""A stem -> a frame: what stands before the choice, what stands after it, and how the choice is joined on."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal

from reasoner.language.claim.clauses import base_auxiliary, be_split, gap, is_inverted, subject_end
from reasoner.language.claim.question_words import CERTAIN, POSSIBLE, ROUGHLY, SURE, Asked, find_asked, noun_end
from reasoner.language.claim.stems import key, split_stem
from reasoner.language.english import listed
from reasoner.language.verbs import (
    ADVERBS,
    AUXILIARIES,
    BE,
    CONJUNCTIONS,
    DETERMINERS,
    DO,
    MODALS,
    PREPOSITIONS,
    SUBJECT_PRONOUNS,
    is_participle,
    past,
    third_person,
)

Link = Literal["plain", "place", "time", "reason", "manner", "action", "yes/no"]

_CONTRACTION = re.compile(r"\b(what|where|who|how|when|why)['’](s|d|ll|re)\b", re.IGNORECASE)
_EXPANSION = {"s": "is", "d": "would", "ll": "will", "re": "are"}
_IMPERATIVE = re.compile(
    r"(?:please )?(?:name|identify|list|give|choose|select|pick|find) (?=(?:the|an?|one|some)\b)", re.IGNORECASE
)
#: "Which is older, THE OAK OR THE ELM?": what is offered is no part of what is asked.
_OFFERED = re.compile(r"^((?:[^,]*,\s+)?(?:which|who|what)\b[^,:]*)[,:]\s+[^,?]+?,?\s+or\s+[^,?]+\?$", re.IGNORECASE)
_ELLIPSIS = re.compile(r"(?:\.{2,}|[:…\s])+$")
_FORMULA = re.compile(r"[=\\<>+]|[A-Za-z]\d|_\{")


@dataclass(frozen=True, slots=True)
class Frame:
    """A stem with a hole: the choice goes between `before` and `after`, joined as `link` says.

    `noun` is what a number counts ("how many LEGS"), or the auxiliary of a yes/no question. `event` is what follows a
    choice that is a sentence itself, where the stem only says that it happens ("what HAPPENS when ice melts").
    `context` and `rest` are the sentences around the question; `opening` is a beginning that the choice continues
    ("What did he see? He saw").
    """

    before: str
    after: str = ""
    link: Link = "plain"
    noun: str = ""
    event: str | None = None
    context: str = ""
    rest: str = ""
    opening: str = ""


@lru_cache(maxsize=4096)
def frame(stem: str) -> Frame:
    """The frame of a stem without blanks.

    >>> made = frame("It is dark. Where do owls sleep?")
    >>> made.context, made.before, made.after, made.link
    ('It is dark.', 'owls sleep', '', 'place')
    """
    context, question, rest = split_stem(stem)
    made = (None if context else _frame_pointing(question)) or _frame_sentence(question)
    continues = bool(rest) and rest[-1] not in ".?!" and not _FORMULA.search(rest)
    return replace(made, context=context, rest="" if continues else rest, opening=rest if continues else "")


def _frame_sentence(text: str) -> Frame:
    asks = text.rstrip("\"'”’) ").endswith("?")
    text = _OFFERED.sub(r"\1?", text)
    if asks or text.lower().startswith("what"):
        text = _CONTRACTION.sub(lambda match: f"{match[1]} {_EXPANSION[match[2].lower()]}", text)
    if imperative := _IMPERATIVE.match(text):
        return Frame("", "is " + text[imperative.end() :].rstrip(" .?:"))
    words = (text.rstrip(" ?.:…") if asks else _ELLIPSIS.sub("", text)).split()
    keys = [key(word) for word in words]
    breaks = [word[-1] in ",;:." for word in words]
    asked = find_asked(keys, breaks)
    if asked and asked.strength >= (POSSIBLE if asks else SURE) and (asks or _is_whole_question(keys, asked)):
        return _frame_asked(words, keys, breaks, asked)
    unmarked = bool(keys) and keys[0] in BE and keys[-1] in PREPOSITIONS  # "Is this an example of"
    if (asks or unmarked) and (start := _yes_no_start(keys, breaks)) is not None:
        return _frame_yes_no(words, keys, start)
    if asks and asked and not _wants_more(keys[-1]):
        return _frame_asked(words, keys, breaks, asked)
    return Frame(" ".join(words))


def _frame_pointing(text: str) -> Frame | None:
    """A whole sentence about an unnamed "this": "This animal lays eggs:" -> "... lays eggs"."""
    words = text.rstrip(" :.").split()
    keys = [key(word) for word in words]
    if not keys or keys[0] != "this" or text.endswith("?") or _wants_more(keys[-1]):
        return None
    start = noun_end(keys, [False] * len(keys), 1)
    return Frame("", " ".join(words[start:])) if start < len(keys) else None


def _is_whole_question(keys: Sequence[str], asked: Asked) -> bool:
    """Without a question mark, words such as "What makes it rain is" may be a stem to complete."""
    phrase = asked.end - asked.start > 1
    if asked.end == len(keys):
        bounded = asked.start > 0 and keys[asked.start - 1] in {"from", "till", "until"}
        return asked.word in {"what", "whom"} or phrase or bounded
    if asked.start and _wants_more(keys[-1]):
        return False
    if is_inverted(keys, asked):
        return True
    if asked.start == 0:
        return phrase or (asked.word in {"what", "which", "who"} and not _wants_more(keys[-1]))
    neighbours = keys[asked.start - 1] in DETERMINERS | {"of"} or keys[asked.end] in PREPOSITIONS | CONJUNCTIONS
    return asked.strength >= CERTAIN or (neighbours and asked.word in {"what", "where", "when"})


def _wants_more(last: str) -> bool:
    """Whether no sentence ends in this word, so that the choice must follow."""
    return last in _UNFINISHED


_UNFINISHED = AUXILIARIES | CONJUNCTIONS | DETERMINERS | PREPOSITIONS | {"called", "be", "likely", "not"}
_UNFINISHED = _UNFINISHED - {"out", "up", "down", "off"}


def _frame_asked(words: list[str], keys: list[str], breaks: list[bool], asked: Asked) -> Frame:
    if is_inverted(keys, asked):
        return _turn_back(words, keys, asked)
    lead, tail = words[: asked.start], words[asked.end :]
    link = _link(keys, asked)
    if link != "plain" and tail and not breaks[asked.end - 1] and (not lead or breaks[asked.start - 1]):
        how_come = keys[asked.end] == "come"
        return Frame(" ".join([*lead, *tail[how_come:]]), link="reason" if how_come else link)
    if asked.word == "what" and lead and keys[asked.start - 1] in {"do", "doing", "does"}:
        lead = lead[:-1]
    after = " ".join(tail)
    if words[asked.end - 1][-1] in ",;":
        after = f"{words[asked.end - 1][-1]} {after}"
    event = _after_event(words, keys, asked.end)
    return Frame(" ".join(lead), _possessive(words, asked) + after, link, _counted(words, asked, bool(lead)), event)


def _after_event(words: list[str], keys: list[str], start: int) -> str | None:
    """What is left after "happens [to it]": nothing, or the clause that says when."""
    verb = start
    while verb < len(keys) and (keys[verb] in MODALS or keys[verb] in ADVERBS or keys[verb] == "have"):
        verb += 1
    if verb == len(keys) or keys[verb] not in {"happen", "happens", "happened"}:
        return None
    return _from_when(words, keys, verb + 1)


def _from_when(words: Sequence[str], keys: Sequence[str], start: int) -> str:
    rest = next((i for i in range(start, len(keys)) if keys[i] in _WHEN), len(keys))
    return " ".join(words[rest:])


_WHEN = listed("asking", "when")


def _possessive(words: list[str], asked: Asked) -> str:
    """What a choice owns: "whose fur", "what animal's fur"."""
    noun = words[asked.noun[0] : asked.noun[1]]
    if asked.word == "whose":
        return "'s " + " ".join(noun) + " "
    if asked.word not in {"what", "which"}:
        return ""
    owner = next((i for i, word in enumerate(noun) if word.endswith(("'s", "’s"))), None)
    return "" if owner is None else "'s " + " ".join(noun[owner + 1 :]) + " "


def _link(keys: Sequence[str], asked: Asked) -> Link:
    if asked.start and keys[asked.start - 1] in PREPOSITIONS:
        return "plain"
    if asked.word == "how":
        return "plain" if asked.end - asked.start > 1 else "manner"
    links: dict[str, Link] = {"where": "place", "when": "time", "why": "reason"}
    return links.get(asked.word, "plain")


def _counted(words: list[str], asked: Asked, inside: bool) -> str:
    """The noun that a number in the choice counts, or that it is a kind of ("stores WHAT KIND OF energy")."""
    after_determiner = asked.start > 0 and key(words[asked.start - 1]) in DETERMINERS  # "in the WHAT cycle"
    kind = asked.word == "what" and inside and (asked.noun[0] - asked.start > 2 or after_determiner)
    if not asked.has_noun or not (asked.word == "how" or kind):
        return ""
    noun = " ".join(words[asked.noun[0] : asked.noun[1]]).rstrip(",;")
    return f"of {noun}" if words[asked.noun[0] - 1].lower() == "much" else noun


def _turn_back(words: list[str], keys: list[str], asked: Asked) -> Frame:
    """Put the subject before its auxiliary again and the choice where the question phrase came from."""
    kind = asked.word == "what" and not asked.start and keys[asked.end] in BE
    if kind and (_names_kind(keys[asked.end + 1 :]) or _says_more(keys[asked.end + 1 :])):
        return Frame("", " ".join(words[asked.end :]))  # "what is a kind of fish": the choice is one
    lead = words[: asked.start - asked.fronted]
    roughly = [keys[asked.start - 1]] if lead and keys[asked.start - 1] in ROUGHLY else []
    lead = lead[: len(lead) - len(roughly)]
    auxiliary = words[asked.end]
    begin = asked.end + 1
    split = subject_end(keys, begin, base_auxiliary(keys[asked.end]))
    link: Link = _link(keys, asked)
    objective = link == "plain" and not asked.fronted
    if keys[asked.end] in BE:
        of_subject, place = link != "plain", link == "place"
        split = be_split(keys, begin, split, says_of_subject=of_subject, place=place, progressive=asked.has_noun)
    subject, predicate = words[begin:split], words[split:]
    hole = gap(keys, split) - split if objective and predicate else len(predicate)
    if objective and (keys[begin] == "there" or (keys[asked.end] in BE and keys[split : split + 1] == ["in"])):
        hole = 0
    if keys[asked.end] in DO and predicate:
        at = next((i for i in range(len(predicate)) if keys[split + i] not in ADVERBS), 0)
        predicate[at] = _inflect(predicate[at], keys[asked.end])
    else:
        subject.append(auxiliary)
    before, after = predicate[:hole], predicate[hole:]
    if asked.word in {"what", "which"} and hole and keys[split + hole - 1] == "do":
        before = before[:-1]
        if keys[asked.end] in DO and not before:
            before, link = [auxiliary], "action"
    if asked.fronted:
        before.append(keys[asked.start - 1])
    if asked.word == "where":
        after += words[asked.noun[0] : asked.noun[1]]
    if link == "manner" and keys[split + hole - 1] in _SENSES:
        link = "plain"
    text = " ".join([*lead, *subject, *before, *roughly])
    event = _from_when(words, keys, split + hole) if link == "action" and not lead else None
    return Frame(text, _possessive(words, asked) + " ".join(after), link, _counted(words, asked, True), event)


_SENSES = listed("asking", "senses")


def _names_kind(keys: Sequence[str]) -> bool:
    return len(keys) > 3 and keys[0] in {"a", "an", "one"} and keys[1] in listed("asking", "sorts") and keys[2] == "of"


def _says_more(keys: Sequence[str]) -> bool:
    """Whether a thing is asked for by what it is to something: "a TOOL FOR measuring", "a PART OF a plant"."""
    at = next((i for i, word in enumerate(keys) if word in {"for", "of", "that", "which"}), 0)
    if at < 2 or keys[0] not in {"a", "an"} or at == len(keys) - 1:
        return False
    return not is_participle(keys[at - 1]) and keys[-1] not in PREPOSITIONS and not is_participle(keys[-1])


def _inflect(verb: str, auxiliary: str) -> str:
    bare = verb.rstrip(",;")
    form = {"does": third_person, "did": past}.get(auxiliary, str)(bare)
    return form + verb[len(bare) :]


def _yes_no_start(keys: Sequence[str], breaks: Sequence[bool]) -> int | None:
    """Where a clause opens with an auxiliary and its subject: at the start, or after a comma."""
    for i, following in enumerate(keys[1:]):
        subject = following in SUBJECT_PRONOUNS or following in DETERMINERS or base_auxiliary(keys[i]) in DO
        opens = i == 0 or (breaks[i - 1] and subject)
        if opens and base_auxiliary(keys[i]) in AUXILIARIES:
            return i
    return None


def _frame_yes_no(words: list[str], keys: list[str], start: int) -> Frame:
    auxiliary = base_auxiliary(keys[start])
    split = subject_end(keys, start + 1, auxiliary)
    if auxiliary in BE:
        split = be_split(keys, start + 1, split, says_of_subject=True)
    subject, predicate = words[start + 1 : split], words[split:]
    before = " ".join([*words[:start], *subject])
    if keys[-1] in PREPOSITIONS or not predicate:
        return Frame(" ".join([before, keys[start], *predicate]))
    if len(predicate) > 2 and keys[-2] == "or":
        return Frame(" ".join([before, keys[start], *predicate[:-3]]))
    return Frame(before, " ".join(predicate), "yes/no", keys[start])


def capital(text: str) -> str:
    """The text with a capital first letter, unless the first word's own capitals say otherwise ("pH", "iPhone").

    >>> capital("bees make honey"), capital("pH falls"), capital("µm")
    ('Bees make honey', 'pH falls', 'µm')
    """
    first = text.split(maxsplit=1)[:1]
    raised = text[:1].upper()
    return raised + text[1:] if first and first[0].islower() and raised.lower() == text[0] else text
