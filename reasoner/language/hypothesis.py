"""Question and choice -> the sentence that the choice claims.

A stem is turned once into a `Frame` (what stands before the choice, what stands after it, how the choice is joined on)
by rules over words; filling a frame is string work. The rules, in the order they are tried, on the stem's question
sentence (its other sentences are kept as they are):

* blanks are filled, one part of the choice each where it has as many parts ("salt; water");
* a phrase that asks is replaced by the choice where it stands ("bees make what", "which of these melts"), or the
  clause is turned back ("what do bees make" -> "bees make ...") with do-support undone;
* where, when, why and how join the choice with "in", "because (of)", "to" or "by", unless it brings its own word;
* a yes/no question becomes "Yes, ..." or "No, ... not ..."; any other answer to one becomes "As to whether ..., ...";
* "name a planet" becomes "... is a planet"; anything else is a stem to complete, and the choice is appended.

"All of the above" and "none of these" fill the frame like any other choice ("None of these float."). `hypotheses`,
which sees the other choices, names them: "None of these (lead or iron) float."
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from reasoner.language.question_words import (
    CERTAIN,
    POSSIBLE,
    SURE,
    Asked,
    base_auxiliary,
    ends_open,
    find_asked,
    gap,
    is_inverted,
    noun_end,
    subject_end,
)
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
    is_often_noun,
    is_plain_verb,
    is_third_person,
    is_verb,
    past,
    third_person,
)

Link = Literal["plain", "place", "time", "reason", "manner", "yes/no"]

_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u200b\u2028\u2029\ufeff]+")
_BLANK = re.compile(r"_{2,}|\b_\b|\.{4,}|…{2,}|-{4,}")
_SENTENCE_END = re.compile(r"(?<=[.?!])[\"'”’)]*\s+")
_ABBREVIATION = re.compile(r"(?:^|[\s(])(?:[A-Za-z]|[Dd]r|[Mm]rs?|[Mm]s|[Ss]t|vs|etc|e\.g|i\.e|U\.S|[Nn]o|approx)\.[\"'”’)]*\s*$")
_CONTRACTION = re.compile(r"\b(what|where|who|how|when|why)['’](s|d|ll|re)\b", re.IGNORECASE)
_EXPANSION = {"s": "is", "d": "would", "ll": "will", "re": "are"}
_LISTING = re.compile(r"^(all|none|both|neither|any|either) of (?:these|those|them|the above|the others?|the choices)\b", re.I)
_IMPERATIVE = re.compile(r"^(?:please )?(?:name|identify|list|give|choose|select|pick|find) (?=(?:the|an?|one|some)\b)", re.I)
_EDGES = "`\"'“”‘’()[]{},.;:!?*"


@dataclass(frozen=True, slots=True)
class Frame:
    """A stem with a hole: the choice goes between `before` and `after`, joined as `link` says.

    `noun` is what a number counts ("how many LEGS"), or the auxiliary of a yes/no question. `event` is what follows a
    choice that is a sentence itself, where `after` only says that it happens ("what HAPPENS when ice melts").
    """

    before: str
    after: str = ""
    link: Link = "plain"
    noun: str = ""
    event: str | None = None


def hypothesis(stem: str, choice: str) -> str:
    """The declarative sentence that a choice makes of a question.

    >>> hypothesis("What do bees make?", "honey")
    'Bees make honey.'
    >>> hypothesis("Jo lit a fire. Which of these animals would stay away?", "a wolf")
    'Jo lit a fire. A wolf would stay away.'
    >>> hypothesis("Ice floats because it is", "less dense")
    'Ice floats because it is less dense.'
    """
    choice = _clean(choice)
    stem = _clean(stem)
    if not stem or not choice:
        return _finish(stem or choice)
    blanks = _BLANK.findall(stem)
    if blanks:
        return _finish(_fill_blanks(stem, choice, len(blanks)))
    return _finish(_fill(frame(stem), choice))


def hypotheses(stem: str, choices: Sequence[str]) -> tuple[str, ...]:
    """One declarative sentence a choice, in order; "all of these" and the like name the other choices.

    >>> hypotheses("Which of these float?", ["ice", "wood", "all of these"])
    ('Ice float.', 'Wood float.', 'All of these (ice and wood) float.')
    """
    others = [choice for choice in choices if not _LISTING.match(choice.strip())]
    return tuple(hypothesis(stem, _name_others(choice, others)) for choice in choices)


@lru_cache(maxsize=4096)
def frame(stem: str) -> Frame:
    """The frame of a stem without blanks.

    >>> frame("Where do owls sleep?")
    Frame(before='owls sleep', after='', link='place', noun='')
    """
    context, question, rest = _split_stem(stem)
    made = (None if context else _frame_pointing(question)) or _frame_sentence(question)
    after = ". ".join(part for part in (made.after, rest) if part) if rest else made.after
    if rest and not made.after:
        after = ". " + rest
    before = _capital(made.before) if context else made.before
    return Frame(f"{context} {before}".strip(), after, made.link, made.noun, made.event)


def _clean(text: str) -> str:
    return " ".join(_CONTROL.sub(" ", text).split())


def _key(word: str) -> str:
    return word.strip(_EDGES).lower()


def _sentences(text: str) -> list[str]:
    """Split at sentence ends; an abbreviation's stop ends none."""
    parts: list[str] = []
    start = 0
    for match in _SENTENCE_END.finditer(text):
        if not _ABBREVIATION.search(text[max(start, match.start() - 8) : match.start()]):
            parts.append(text[start : match.end()].strip())
            start = match.end()
    if start < len(text):
        parts.append(text[start:])
    return parts


def _split_stem(stem: str) -> tuple[str, str, str]:
    """What stands before the question sentence, that sentence, and what stands after it."""
    parts = _sentences(stem)
    at = max((i for i, part in enumerate(parts) if part.rstrip("\"'”’)").endswith("?")), default=len(parts) - 1)
    first = at
    if at and len(parts[at].split()) == 1:  # "... Why?" asks about the sentence before it
        first = at - 1
        parts[first] = parts[first].rstrip(".!?")
        parts[at] = parts[at].lower()
    return " ".join(parts[:first]), " ".join(parts[first : at + 1]), " ".join(parts[at + 1 :])


def _frame_sentence(text: str) -> Frame:
    asks = text.rstrip("\"'”’) ").endswith("?")
    if asks or text.lower().startswith("what"):
        text = _CONTRACTION.sub(lambda match: f"{match[1]} {_EXPANSION[match[2].lower()]}", text)
    if imperative := _IMPERATIVE.match(text):
        return Frame("", "is " + text[imperative.end() :].rstrip(" .?:"))
    words = text.rstrip(" ?.:…").split() if asks else text.rstrip(" :…").split()
    keys = [_key(word) for word in words]
    breaks = [word[-1] in ",;:." for word in words]
    asked = find_asked(keys, breaks)
    if asked and asked.strength >= (POSSIBLE if asks else SURE) and (asks or _is_whole_question(keys, asked)):
        return _frame_asked(words, keys, breaks, asked)
    if asks and (start := _yes_no_start(keys, breaks)) is not None:
        return _frame_yes_no(words, keys, start)
    if asks and asked and not _wants_more(keys[-1]):
        return _frame_asked(words, keys, breaks, asked)
    return Frame(" ".join(words))


def _frame_pointing(text: str) -> Frame | None:
    """A whole sentence about an unnamed "this": "This animal lays eggs:" -> "... lays eggs"."""
    words = text.rstrip(" :.").split()
    keys = [_key(word) for word in words]
    if not keys or keys[0] != "this" or text.endswith("?") or _wants_more(keys[-1]):
        return None
    start = noun_end(keys, [False] * len(keys), 1)
    return Frame("", " ".join(words[start:])) if start < len(keys) else None


def _is_whole_question(keys: Sequence[str], asked: Asked) -> bool:
    """Without a question mark, words such as "What makes it rain is" may be a stem to complete."""
    if asked.end == len(keys):
        after_preposition = asked.start > 0 and keys[asked.start - 1] in PREPOSITIONS - {"than"}
        return asked.word in {"what", "whom"} or asked.end - asked.start > 1 or after_preposition
    if is_inverted(keys, asked):
        return True
    if _wants_more(keys[-1]):
        return False
    if asked.start == 0:
        return asked.word in {"what", "which", "who"} or asked.end - asked.start > 1
    neighbours = keys[asked.start - 1] == "of" or keys[asked.end] in PREPOSITIONS | CONJUNCTIONS
    return asked.strength >= CERTAIN or (neighbours and asked.word in {"what", "where", "when"})


def _wants_more(last: str) -> bool:
    return last in AUXILIARIES | CONJUNCTIONS | DETERMINERS | PREPOSITIONS or last in {"called", "be", "likely", "not"}


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
    rest = next((i for i in range(verb + 1, len(keys)) if keys[i] in _WHEN), len(keys))
    return " ".join(words[rest:])


_WHEN = frozenset("when if as after because while during once by before until in next".split())


def _possessive(words: list[str], asked: Asked) -> str:
    """What a choice owns: "whose fur", "what animal's fur"."""
    noun = words[asked.noun[0] : asked.noun[1]]
    if asked.word == "whose":
        return "'s " + " ".join(noun) + " "
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
    """The noun that a number in the choice counts, or that it is a kind of ("is a kind of WHAT energy")."""
    kind = inside and asked.noun[0] - asked.start > 2 and asked.word == "what"
    return " ".join(words[asked.noun[0] : asked.noun[1]]).rstrip(",;") if asked.word == "how" or kind else ""


def _turn_back(words: list[str], keys: list[str], asked: Asked) -> Frame:
    """Put the subject before its auxiliary again and the choice where the question phrase came from."""
    lead = words[: asked.start - asked.fronted]
    auxiliary = words[asked.end]
    begin = asked.end + 1
    split = subject_end(keys, begin, base_auxiliary(keys[asked.end]))
    link = _link(keys, asked)
    objective = link == "plain" and not asked.fronted
    if keys[asked.end] in BE:
        split = _be_split(keys, begin, split, link)
    subject, predicate = words[begin:split], words[split:]
    hole = gap(keys, split) - split if objective and predicate else len(predicate)
    if objective and keys[begin] == "there":
        hole = 0
    if keys[asked.end] in DO and predicate:
        at = next((i for i in range(len(predicate)) if keys[split + i] not in ADVERBS), 0)
        predicate[at] = _inflect(predicate[at], keys[asked.end])
    else:
        subject.append(auxiliary)
    before, after = predicate[:hole], predicate[hole:]
    if asked.word == "what" and hole and keys[split + hole - 1] == "do":
        before = before[:-1]
    if asked.fronted:
        before.append(keys[asked.start - 1])
    if link == "manner" and keys[split + hole - 1] in _SENSES:
        link = "plain"
    text = " ".join([*lead, *subject, *before])
    return Frame(text, _possessive(words, asked) + " ".join(after), link, _counted(words, asked, True))


# "How does it LOOK? Red."
_SENSES = frozenset("appear look feel seem sound taste smell".split())


def _be_split(keys: list[str], begin: int, split: int, link: Link) -> int:
    """Where "is" goes back to: a noun phrase alone is the whole subject, a bare adjective at its end is not."""
    if keys[-3:] == ["an", "example", "of"]:
        return len(keys) - 3
    if link == "plain":
        alone = keys[begin] in {"i", "you", "he", "she", "it", "we", "they", "this", "there"}
        return split if alone or ends_open(keys) else len(keys)
    if split < len(keys) or link == "place" or len(keys) - begin < 2:
        return split
    stop = next((i for i in range(begin + 2, len(keys)) if keys[i] in PREPOSITIONS and keys[i] != "of"), len(keys))
    return stop - 1


def _inflect(verb: str, auxiliary: str) -> str:
    bare = verb.rstrip(",;")
    form = {"does": third_person, "did": past}.get(auxiliary, str)(bare)
    return form + verb[len(bare) :]


def _yes_no_start(keys: Sequence[str], breaks: Sequence[bool]) -> int | None:
    """Where a clause opens with an auxiliary and its subject: at the start, or after a comma."""
    for i, key in enumerate(keys[:-1]):
        if base_auxiliary(key) in AUXILIARIES and (i == 0 or breaks[i - 1]):
            following = keys[i + 1]
            if i == 0 or following in SUBJECT_PRONOUNS or following in DETERMINERS:
                return i
    return None


def _frame_yes_no(words: list[str], keys: list[str], start: int) -> Frame:
    split = subject_end(keys, start + 1, base_auxiliary(keys[start]))
    subject, predicate = words[start + 1 : split], words[split:]
    before = " ".join([*words[:start], *subject])
    if keys[-1] in PREPOSITIONS or not predicate:
        return Frame(" ".join([before, keys[start], *predicate]))
    if len(predicate) > 2 and keys[-2] == "or":
        return Frame(" ".join([before, keys[start], *predicate[:-3]]))
    return Frame(before, " ".join(predicate), "yes/no", keys[start])


def _fill_blanks(stem: str, choice: str, blanks: int) -> str:
    parts = [part.strip() for part in choice.split(";")]
    if len(parts) != blanks:
        parts = [part.strip() for part in choice.split(",")]
    if len(parts) != blanks:
        parts = [choice] * blanks
    filling = iter(parts)
    return _BLANK.sub(lambda _: next(filling), stem)


def _fill(made: Frame, choice: str) -> str:
    choice = choice.rstrip(" .") or choice
    if made.link == "yes/no":
        return _answer_yes_no(made, choice)
    words = choice.split()
    first = _key(words[0])
    joint = _JOINTS[made.link](choice, first) if made.link in _JOINTS else ""
    before, after = made.before, made.after
    if made.event is not None and _is_clause(choice):
        after = made.event
    if before.endswith(" for") and first == "to":
        before = before.removesuffix(" for")
    if first in PREPOSITIONS and before and _key(before.rsplit(" ", 1)[-1]) == first:
        before = before.rpartition(" ")[0]
    if made.noun and first not in _UNCOUNTED and not set(_keys(choice)) & set(_keys(made.noun)):
        choice = f"{choice} {made.noun}"
    if before and first in _LOWERED and before[-1] not in ".?!":
        choice = choice[0].lower() + choice[1:]
    if before.endswith((".", "?", "!")):
        choice = _capital(choice)
    text = " ".join(part for part in (before, joint, choice) if part)
    return text + ("" if after[:1] in ("", "'", ",", ";", ".") else " ") + after


# Openings of a choice that needs no noun after it: "twice", "a great number".
_UNCOUNTED = frozenset("once twice never a an the it they none all".split())
# Function words that open a choice with a capital only because a line does.
_LOWERED = frozenset("a an the it they he she we you this that these by because in on at when if to from with".split())


def _keys(text: str) -> list[str]:
    return [_key(word) for word in text.split()]


def _is_clause(choice: str) -> bool:
    keys = _keys(choice)
    if re.split("['’]", keys[0])[0] in SUBJECT_PRONOUNS and len(keys) > 1:
        return True
    if keys[0] in PREPOSITIONS or keys[0] in CONJUNCTIONS or is_plain_verb(keys[0]):
        return False
    return any(_is_finite(keys, i) for i in range(1, len(keys)))


def _is_finite(keys: Sequence[str], i: int) -> bool:
    """Whether the word inside a choice is its verb, not a noun nor part of "to grow" or "that grow"."""
    key, before = keys[i], keys[i - 1]
    if before in DETERMINERS or before in PREPOSITIONS or before in {"that", "which", "who", "and", "or"}:
        return False
    object_next = i + 1 < len(keys) and (keys[i + 1] in DETERMINERS or keys[i + 1] == "to")
    return key in AUXILIARIES or is_plain_verb(key) or (is_third_person(key) and (object_next or not is_often_noun(key)))


def _place(choice: str, first: str) -> str:
    return "" if first in PREPOSITIONS or first in CONJUNCTIONS or first in {"here", "there", "everywhere"} else "in"


_TIMES = frozenset("all every each twice today tomorrow yesterday tonight next last annually daily".split())


def _time(choice: str, first: str) -> str:
    if first in PREPOSITIONS or first in CONJUNCTIONS or first in ADVERBS or first in _TIMES:
        return ""
    return "when" if _is_clause(choice) else "in"


def _reason(choice: str, first: str) -> str:
    if first in {"because", "to", "due", "so", "for", "since", "by", "as", "in", "from"}:
        return ""
    if is_verb(first) and len(choice.split()) > 1 and not _is_clause(choice):
        return "to"
    return "because" if _is_clause(choice) else "because of"


def _manner(choice: str, first: str) -> str:
    if first in PREPOSITIONS or first in CONJUNCTIONS or first in ADVERBS or first.endswith("ly"):
        return ""
    return ":" if _is_clause(choice) else "by"


_JOINTS = {"place": _place, "time": _time, "reason": _reason, "manner": _manner}


def _answer_yes_no(made: Frame, choice: str) -> str:
    first = _key(choice.split()[0])
    if first == "yes":
        return f"{choice}, {made.before} {made.noun} {made.after}"
    if first == "no":
        negated = made.noun if made.noun.endswith(("n't", "n’t")) else f"{made.noun} not"
        return f"{choice}, {made.before} {negated} {made.after}"
    return f"As to whether {made.before} {made.noun} {made.after}, {choice}"


def _name_others(choice: str, others: Sequence[str]) -> str:
    match = _LISTING.match(choice.strip())
    if not match or len(others) < 2:
        return choice
    joint = " or " if match[1].lower() in {"none", "neither", "any", "either"} else " and "
    named = joint.join([", ".join(other.strip(" .") for other in others[:-1]), others[-1].strip(" .")])
    return f"{choice.strip().rstrip('.')} ({named})"


def _capital(text: str) -> str:
    """A capital first letter, unless the first word's own capitals say otherwise ("pH", "iPhone")."""
    return text[0].upper() + text[1:] if text.split(maxsplit=1)[:1] and text.split(maxsplit=1)[0].islower() else text


def _finish(text: str) -> str:
    """A capital where the first word is all small letters, and a full stop."""
    text = re.sub(r"\s+([,;:.])(?=\s|$)", r"\1", text.strip())
    if not text:
        return ""
    text = _capital(text)
    return text if text.endswith((".", "!")) else text.rstrip(" ?,:;") + "."
