"""Scales with two ends, and the end of one that a comparison asks for: "the heaviest", "less dense", "farther away"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import NamedTuple

from reasoner.language.claim.stems import key, split_stem
from reasoner.language.english import table
from reasoner.language.terms import content_lemmas, lemma, tokenize
from reasoner.language.verbs import word_at

_UP, _DOWN = frozenset({"more", "most"}), frozenset({"less", "least", "fewer", "fewest"})


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


#: "Which WEIGHS more", "which COSTS least".
_WEIGHED = {"weigh": "weight", "cost": "price"}
_MIDDLE = re.compile(r"\b(?:in\s+)?between\s+the\s+other(?:s|\s+two)?\b|\bin\s+the\s+middle\b", re.IGNORECASE)
_BESIDE = re.compile(
    r"\b(?P<near>right|just|directly|immediately|straight|next)?\s*(?P<side>before|after|following)\s+(?P<target>[^?]+)\??$",
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
        degree = before in _UP | _DOWN or is_graded(word)
        named = _ends().get(lemma(word), _ends().get(word, [])) if degree else []
        found += [(name, high != (before in _DOWN)) for name, high in named]
        if before in _UP | _DOWN | {"greater", "higher", "lower", "smaller", "highest", "lowest", "greatest"}:
            low = before in _DOWN | {"lower", "smaller", "lowest"}
            found += [(_measured()[lemma(word)], not low)] if lemma(word) in _measured() else []
    return tuple(dict.fromkeys(found))


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
    return entry["quantities"].split(), f"{entry['high']} {entry['low']}".split()


def find_scale(stem: str) -> Scale | None:
    """Return the scale that a question compares its choices on, if it does.

    >>> find_scale("Which of these is the heaviest?")
    Scale(name='weight', high=True, word='heaviest', target='', adjacent=False)
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
        if keys[i] in _UP | _DOWN and (weighed := _WEIGHED.get(lemma(word_at(keys, i - 1), "VERB"))):
            return Scale(weighed, keys[i] in _UP, keys[i], target)
        named = scales_of(keys[max(i - 1, asks) : i + 1])
        if named and (is_graded(keys[i]) or keys[i - 1] in _UP | _DOWN):
            measured = _measured().get(lemma(word_at(keys, i + 1)))  # "the lowest TEMPERATURE"
            return Scale(measured or _meant(named, keys), named[0][1], keys[i], target)
    return _most(keys, asks, target)


def _meant(named: Sequence[tuple[str, bool]], keys: Sequence[str]) -> str:
    """The scale that an adjective of several speaks of: to live longer is to grow older."""
    return "age" if not {"live", "lives", "lived"}.isdisjoint(keys) and named[0][0] == "length" else named[0][0]


def _most(keys: Sequence[str], asks: int, target: str) -> Scale | None:
    """The scale of numbers: "who has the MOST marbles", "which has FEWER legs"."""
    for i in range(asks + 1, len(keys) - 1):
        if keys[i] in {"most", "more", "fewest", "fewer"} and keys[i + 1].endswith("s") and keys[i + 1] not in _ends():
            return Scale("number", keys[i] in _UP, keys[i], target)
    return None


def _beside(question: str) -> Scale | None:
    """A question for what comes before or after something, or between the others."""
    if middle := _MIDDLE.search(question):
        return Scale("time", True, middle[0], "middle")
    match = _BESIDE.search(question)
    if match is None or not _TIMELY.search(question[: match.end("side")]):
        return None
    target = match["target"].strip(" .")
    high = match["side"].lower() != "before"
    if _OTHERS.match(target):
        return Scale("time", high, match["side"])
    return Scale("time", high, match["side"], target, adjacent=bool(match["near"]))


class Comparison(NamedTuple):
    """ "A is heavier than B": the words of both sides, and the scales that it may speak of with their ends."""

    left: frozenset[str]
    right: frozenset[str]
    scales: tuple[tuple[str, bool], ...]


@lru_cache(maxsize=50_000)
def comparison(text: str) -> Comparison | None:
    """Return what a sentence compares, or None.

    >>> found = comparison("an old elephant is heavier than a horse")
    >>> sorted(found.left), sorted(found.right), found.scales
    (['elephant', 'old'], ['horse'], (('weight', True),))
    """
    tokens = tokenize(text)
    if "than" not in tokens:
        return None
    than = tokens.index("than")
    graded = [i for i in range(than) if is_graded(tokens[i]) or tokens[i] in _UP | _DOWN]
    if not graded:
        return None
    left, right = tokens[: graded[0]], tokens[than + 1 :]
    scales = scales_of(tokens[graded[0] : than])
    return Comparison(frozenset(content_lemmas(" ".join(left))), frozenset(content_lemmas(" ".join(right))), scales)


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


class Compared(NamedTuple):
    """What a claim puts above what, and on which scale; `denied` where it says that this is not so."""

    high: str
    low: str
    scale: str
    denied: bool = False


_THAN = re.compile(
    r"^(?P<left>.+?)\s+(?P<not>(?:is|are|was|were|does|do|did|has|have|can|will)\s+not\s+)?(?:\w+\s+)?(?P<how>(?:more|less|fewer)\s+\w+|\w+er)"
    r"(?:\s+[\w\s]*?)?\s+than\s+(?P<right>.+?)(?:\s+(?:is|are|was|were|does|do|did))?$",
    re.IGNORECASE,
)
_WHEN = re.compile(r"^(?P<left>.+?)\s+(?P<how>before|after)\s+(?P<right>.+)$", re.IGNORECASE)


def compared(claim: str) -> Compared | None:
    """Return what a claim puts above what, or None.

    >>> compared("Rick is taller than Tam.")
    Compared(high='Rick', low='Tam', scale='height', denied=False)
    >>> compared("The speech came after the walk.")
    Compared(high='The speech came', low='the walk', scale='time', denied=False)
    """
    text = split_stem(claim)[1].rstrip(" .")
    denied = bool(re.search(r"\b(?:not|never|no)\b|n['’]t\b", text, re.IGNORECASE))
    if match := _THAN.match(text):
        named = scales_of([key(word) for word in match["how"].split()])
        if named:
            left = re.sub(r"\s+(?:is|are|was|were|not)$", "", match["left"])
            high, low = (left, match["right"]) if named[0][1] else (match["right"], left)
            return Compared(high, low, named[0][0], denied)
    if match := _WHEN.match(text):
        late = match["how"].lower() == "after"
        high, low = (match["left"], match["right"]) if late else (match["right"], match["left"])
        return Compared(high, low, "time", denied)
    return None


def contradicts(fact: str, claim: str) -> str | None:
    """Return why one comparison contradicts another, or None.

    >>> contradicts("iron is denser than water", "Iron is less dense than water.")
    'it compares them the other way round'
    """
    one, other = comparison(fact), comparison(claim)
    if one is None or other is None or not {name for name, _ in one.scales} & {name for name, _ in other.scales}:
        return None
    ends = dict(other.scales)
    same_end = any(ends.get(name) == high for name, high in one.scales)
    kept = one.left <= other.left and one.right <= other.right
    turned = one.left <= other.right and one.right <= other.left
    wrong = bool(one.left and one.right) and ((kept and not same_end) or (turned and same_end and not kept))
    return "it compares them the other way round" if wrong else None


def is_graded(word: str) -> bool:
    """Whether a word is a comparative or superlative of its lemma."""
    return word.endswith(("er", "est", "ther", "first", "last")) and (lemma(word) != word or word in {"first", "last"})
