"""Scales with two ends, and the end of one that a comparison asks for: "the heaviest", "less dense", "farther away"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from reasoner.language.claim.stems import key, split_stem
from reasoner.language.english import table
from reasoner.language.english import words as word_list
from reasoner.language.terms import lemma, tokenize
from reasoner.language.verbs import DO, is_past, is_third_person, word_at

#: The order of causes and effects.
CAUSE = "cause"
_NO_AMOUNT = frozenset({"of", "likely", "to", "like"})
_QUALITIES = word_list("qualities")
_ENDINGS = ("ly", "ed", "ing", *sorted(word_list("adjective_endings")))
UP, DOWN = frozenset({"more", "most"}), frozenset({"less", "least", "fewer", "fewest"})


@dataclass(frozen=True, slots=True)
class Scale:
    """The end of a scale that a question asks for: the high or the low one; `word` is the word that asks."""

    name: str
    high: bool
    word: str
    #: What the choices are compared with: "than water", "right after the poem"; nothing where with each other.
    target: str = ""
    #: Whether the one next to the target is asked for.
    adjacent: bool = False
    #: The other end of what is asked for: "between the target AND THIS".
    other: str = ""
    #: The place that is asked for, from the low end: "who came THIRD".
    place: int = 0


#: "Which WEIGHS more", "which COSTS least".
_WEIGHED = {"weigh": "weight", "cost": "price"}
_MIDDLE = re.compile(r"\b(?:in\s+)?between\s+the\s+other(?:s|\s+two)?\b|\bin\s+the\s+middle\b", re.IGNORECASE)
_BESIDE = re.compile(
    r"\b(?P<near>right|just|directly|immediately|straight|next)?\s*(?P<side>before|after|following|follows|precedes)\s+(?P<target>[^?]+)\??$",
    re.IGNORECASE,
)
_BETWEEN = re.compile(r"\bbetween\s+(.+?)\s+and\s+([^?]+)\??$", re.IGNORECASE)
_ORDINALS: dict[str, int] = table("order")["ordinals"]
#: "Who came THIRD?"
_NTH = re.compile(
    rf"^(?:which|what|who)\b.*?\s({'|'.join(word for word, place in _ORDINALS.items() if place > 1)})\b"
    r"(?:\s+(?:in|at|on|of|when|during)\b[^?]*)?\?$",
    re.IGNORECASE,
)
#: "What CAUSED the flood?", "the EFFECT of the flood".
_CAUSE_OF = re.compile(
    r"^(?:what|which|who|the)\b[^?]*?(?:\b(?P<first>first|root|original)\s+)?\b(?:(?:cause|reason|origin)\s+(?:of|for|behind)|caused(?!\s+by)|led\s+to|"
    r"brought\s+about|resulted\s+in|triggered|set\s+off)\s+(?P<target>[^?]+?)(?:\s+(?:was|is|were))?\??$",
    re.IGNORECASE,
)
_EFFECT_OF = re.compile(
    r"^(?:what|which|the)\b[^?]*?\b(?:consequence|result|effect|outcome)(?:\s+and\s+not\s+the\s+cause)?\s+of\s+(?P<target>[^?]+?)"
    r"(?:\s+(?:was|is|were))?\??$|^what\s+did\s+(?P<other>[^?]+?)\s+(?:cause|lead\s+to|bring\s+about|result\s+in|trigger)\??$",
    re.IGNORECASE,
)
_OTHERS = re.compile(r"^(?:all\s+)?(?:of\s+)?(?:the|these)\s+(?:others?|other\s+\w+|two|three)$", re.IGNORECASE)
_TIMELY = re.compile(
    r"\b(?:comes?|came|happens?|happened|occurs?|goes|done|do|does|stage|step|season|day|month|right|just)\b", re.I
)


def ends_of(word: str) -> list[tuple[str, bool]]:
    """Return the scales that an adjective belongs to, with the end it stands at.

    >>> ends_of("deep")
    [('depth', True)]
    """
    return _ends().get(word, [])


@cache
def _ends() -> dict[str, list[tuple[str, bool]]]:
    """The scales of each adjective, with the end it stands at."""
    ends: dict[str, list[tuple[str, bool]]] = {}
    for name, scale in table("scales").items():
        for high in (True, False):
            for word in scale["high" if high else "low"].split():
                ends.setdefault(word, []).append((name, high))
    return ends


@cache
def _measured() -> dict[str, str]:
    return {noun: name for name, scale in table("scales").items() for noun in scale["quantities"].split()}


def scales_of(words: Sequence[str]) -> tuple[tuple[str, bool], ...]:
    """Return the scales that a comparative may speak of, and the end it points to.

    >>> scales_of(["less", "dense"]), scales_of(["shorter"])
    ((('density', False),), (('height', False), ('length', False)))
    """
    found: list[tuple[str, bool]] = []
    for number, word in enumerate(words):
        before = words[number - 1] if number else ""
        degree = before in UP | DOWN or is_graded(word)
        named = ends_named(word) if degree and not (word == "light" and before) else []  # "the least light"
        found += [(name, high != (before in DOWN)) for name, high in named]
        if before in UP | DOWN | {"greater", "higher", "lower", "smaller", "highest", "lowest", "greatest"}:
            low = before in DOWN | {"lower", "smaller", "lowest"}
            found += [(_measured()[lemma(word)], not low)] if lemma(word) in _measured() else []
    return tuple(dict.fromkeys(found))


def ends_named(word: str) -> list[tuple[str, bool]]:
    """Return the scales of an adjective in any degree, or of the adverb made of it, with the end that it stands at.

    >>> ends_named("slowly"), ends_named("deeper")
    ([('speed', False)], [('depth', True)])
    """
    forms = (lemma(word), word, word.removesuffix("ly"), f"{word[:-3]}y" if word.endswith("ily") else word)
    return next((_ends()[form] for form in forms if form in _ends()), [])


def quantity_scale(noun: str) -> str | None:
    """Return the scale that a quantity measures.

    >>> quantity_scale("a top speed"), quantity_scale("a color")
    ('speed', None)
    """
    return next((_measured()[lemma(word)] for word in noun.lower().split() if lemma(word) in _measured()), None)


def words_of(scale: str) -> tuple[list[str], list[str]]:
    """Return the words by which facts speak of a scale: its quantities, and its two ends.

    >>> words_of("depth")
    (['depth'], ['deep', 'shallow'])
    """
    entry = table("scales")[scale]
    if scale == "time":
        return ["come"], ["after", "before", "follow"]
    beside = ["mass"] if scale == "size" else []  # what is heavier is mostly larger
    return [*entry["quantities"].split(), *beside], f"{entry['high']} {entry['low']}".split()


def find_scale(stem: str) -> Scale | None:
    """Return the scale that a question compares its choices on, if it does.

    >>> find_scale("Which of these is the heaviest?")
    Scale(name='weight', high=True, word='heaviest', target='', adjacent=False, other='', place=0)
    >>> find_scale("Which is less dense than water?").high
    False
    >>> find_scale("Which is the best conductor?") is None
    True
    """
    question = split_stem(stem)[1]
    if (beside := _beside(question)) is not None:
        return beside
    keys = [key(word) for word in question.split()]
    asks = next((i for i, word in enumerate(keys) if word in {"which", "what", "who", "whose"}), None)
    if asks is None:
        asks = 0 if keys and keys[-1] in {"is", "are", "the"} else None
    if asks is None or "than" in keys[:asks]:
        return None
    target = question.partition(" than ")[2].rstrip(" ?.")
    for i in range(asks, len(keys)):
        verb = i - 1 - (word_at(keys, i - 1) == "the")
        if keys[i] in UP | DOWN and (weighed := _WEIGHED.get(lemma(word_at(keys, verb), "VERB"))):
            return Scale(weighed, keys[i] in UP, keys[i], target)
        named = scales_of(keys[max(i - 1, asks) : i + 1])
        if named and (is_graded(keys[i]) or keys[i - 1] in UP | DOWN):
            measured = _measured().get(lemma(word_at(keys, i + 1)))  # "the lowest TEMPERATURE"
            return Scale(measured or _meant(named, keys, keys[i]), named[0][1], keys[i], target)
    return _most(keys, asks, target)


def _meant(named: Sequence[tuple[str, bool]], keys: Sequence[str], word: str) -> str:
    """The scale that a word of several speaks of: to live longer is to grow older, to take more time is to be long."""
    if word == "time":
        return "length"
    return "age" if not {"live", "lives", "lived"}.isdisjoint(keys) and named[0][0] == "length" else named[0][0]


def _most(keys: Sequence[str], asks: int, target: str) -> Scale | None:
    """The scale of numbers and amounts: "who has the MOST marbles", "which gets LESS rain", "which holds the LEAST"."""
    for i in range(asks + 1, len(keys)):
        before, after = word_at(keys, i - 1), word_at(keys, i + 1)
        if keys[i] not in UP | DOWN or after in _NO_AMOUNT or before in {"at", "what", "which"} | DO:
            continue
        many = after.endswith("s") and after not in _ends() and keys[i] not in {"less", "least"}
        much = before == "the" or is_third_person(before) or is_past(before)
        if many or (much and not says_how(after)):
            return Scale("number", keys[i] in UP, keys[i], target)
    return None


def says_how(word: str) -> bool:
    """Whether a word is an adjective, an adverb or a participle, of which there is no amount."""
    return word.endswith(_ENDINGS) or word in _QUALITIES


def _beside(question: str) -> Scale | None:
    """A question for what comes before or after something, of it or from it, or between the others."""
    if match := _EFFECT_OF.match(question):
        return Scale(CAUSE, True, "effect", (match["target"] or match["other"]).strip(" ."))
    if match := _CAUSE_OF.match(question):
        return Scale(CAUSE, False, "first" if match["first"] else "cause", match["target"].strip(" ."))
    if middle := _MIDDLE.search(question):
        return Scale("time", True, middle[0], "middle")
    if (within := _BETWEEN.search(question)) and _TIMELY.search(question):
        return Scale("time", True, "between", within[1].strip(), other=within[2].strip(" ."))
    if nth := _NTH.search(question):
        return Scale("time", True, nth[1], place=_ORDINALS[nth[1].lower()])
    match = _BESIDE.search(question)
    if match is None or not _TIMELY.search(question[: match.end("side")]):
        return None
    target = match["target"].strip(" .")
    high = match["side"].lower() not in {"before", "precedes"}
    if _OTHERS.match(target):
        return Scale("time", high, match["side"])
    return Scale("time", high, match["side"], target, adjacent=bool(match["near"]))


def superlative(text: str, scale: str) -> bool | None:
    """Return the end of a scale that a sentence puts its subject at, or None.

    >>> superlative("the cheetah is the fastest land animal", "speed"), superlative("a cat is fast", "speed")
    (True, None)
    """
    tokens = tokenize(text)
    for i, word in enumerate(tokens):
        if (word.endswith("est") and is_graded(word)) or (i and tokens[i - 1] in {"most", "least"}):
            for name, high in scales_of(tokens[max(i - 1, 0) : i + 1]):
                if name == scale:
                    return high
    return None


def is_graded(word: str) -> bool:
    """Whether a word is a comparative or superlative of its lemma."""
    return word.endswith(("er", "est", "ther", "first", "last")) and (lemma(word) != word or word in {"first", "last"})
