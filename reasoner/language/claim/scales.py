"""Scales with two ends, and the end of one that a comparison asks for: "the heaviest", "less dense", "farther away"."""

from __future__ import annotations

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
        degree = before in _UP | _DOWN or _is_graded(word)
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


def find_scale(stem: str) -> Scale | None:
    """Return the scale that a question compares its choices on, if it does.

    >>> find_scale("Which of these is the heaviest?")
    Scale(name='weight', high=True, word='heaviest')
    >>> find_scale("Which is less dense than water?").high
    False
    >>> find_scale("Which is the best conductor?") is None
    True
    """
    keys = [key(word) for word in split_stem(stem)[1].split()]
    asks = next((i for i, word in enumerate(keys) if word in {"which", "what", "who"}), None)
    if asks is None:
        asks = 0 if keys and keys[-1] in {"is", "are", "the"} else None
    if asks is None or "than" in keys[:asks]:
        return None
    for i in range(asks, len(keys)):
        named = scales_of(keys[max(i - 1, asks) : i + 1])
        if named and (_is_graded(keys[i]) or keys[i - 1] in _UP | _DOWN):
            measured = _measured().get(lemma(word_at(keys, i + 1)))  # "the lowest TEMPERATURE"
            return Scale(measured or named[0][0], named[0][1], keys[i])
    return None


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
    graded = [i for i in range(than) if _is_graded(tokens[i]) or tokens[i] in _UP | _DOWN]
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
        if (word.endswith("est") and _is_graded(word)) or (i and tokens[i - 1] in {"most", "least"}):
            for name, high in scales_of(tokens[max(i - 1, 0) : i + 1]):
                if name == scale:
                    return high
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


def _is_graded(word: str) -> bool:
    """Whether a word is a comparative or superlative of its lemma."""
    return word.endswith(("er", "est", "ther", "first", "last")) and (lemma(word) != word or word in {"first", "last"})
