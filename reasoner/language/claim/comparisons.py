"""What a sentence compares: "A is heavier than B", "the walk came before the speech"."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from reasoner.language.claim.scales import CAUSE, DOWN, UP, is_graded, scales_of
from reasoner.language.claim.stems import split_stem
from reasoner.language.claim.timing import causes
from reasoner.language.terms import content_lemmas, tokenize


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
    graded = [i for i in range(than) if is_graded(tokens[i]) or tokens[i] in UP | DOWN]
    if not graded:
        return None
    left, right = tokens[: graded[0]], tokens[than + 1 :]
    scales = scales_of(tokens[graded[0] : than])
    return Comparison(frozenset(content_lemmas(" ".join(left))), frozenset(content_lemmas(" ".join(right))), scales)


class Compared(NamedTuple):
    """What a claim puts above what, and on which scale; `denied` where it says that this is not so."""

    high: str
    low: str
    scale: str
    denied: bool = False


_THAN = re.compile(
    r"^(?P<not>(?:is|are|was|were|does|do|did|has|have|can|will)\s+not\s+)?(?:\w+\s+)?(?P<how>(?:more|less|fewer)\s+(?!than)\w+|(?:more|less)|\w+er)"
    r"(?P<where>\s+[\w\s]*?)?\s+than\s+(?P<right>.+?)(?:\s+(?:is|are|was|were|does|do|did))?$",
    re.IGNORECASE,
)
_COMPARED_WITH = re.compile(r"^(?:compared\s+(?:with|to)|next\s+to|beside)\s+(.+?),\s+(.+)$", re.IGNORECASE)
_WHEN = re.compile(r"^(?P<left>.+?)\s+(?P<how>before|after)\s+(?P<right>.+)$", re.IGNORECASE)


def compared(claim: str) -> Compared | None:
    """Return what a claim puts above what, or None.

    >>> compared("Rick is taller than Tam.")
    Compared(high='Rick', low='Tam', scale='height', denied=False)
    >>> compared("The speech came after the walk.")
    Compared(high='The speech came', low='the walk', scale='time', denied=False)
    """
    text = _COMPARED_WITH.sub(r"\2 than \1", split_stem(claim)[1].rstrip(" ."))
    denied = bool(re.search(r"\b(?:not|never|no)\b|n['’]t\b", text, re.IGNORECASE))
    words = text.split() if " than " in text else []
    for at in range(1, len(words)):  # a word in -er need not compare: "a spider has more legs"
        match = _THAN.match(" ".join(words[at:]))
        if match and (named := _named(match["how"].lower())):
            left = re.sub(r"\s+(?:is|are|was|were|not)$", "", " ".join(words[:at]))
            left = match["where"].strip() if match["where"] and left.lower() in {"it", "there"} else left
            high, low = (left, match["right"]) if named[0][1] else (match["right"], left)
            return Compared(high, low, named[0][0], denied)
    if pair := next(iter(causes(text)), None):
        return Compared(pair.then, pair.first, CAUSE, denied)
    if match := _WHEN.match(text):
        late = match["how"].lower() == "after"
        high, low = (match["left"], match["right"]) if late else (match["right"], match["left"])
        return Compared(high, low, "time", denied)
    return None


def _named(how: str) -> tuple[tuple[str, bool], ...]:
    """The scales that "how" speaks of, "heavier" or "more legs": of anything there may be more."""
    counted = how.partition(" ")[0] in UP | DOWN
    return scales_of(how.split()) or ((("number", how.startswith("more")),) if counted else ())


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
