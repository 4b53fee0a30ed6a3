"""Scales with two ends, and the end of one that a comparison asks for: "the heaviest", "less dense", "farther away"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from reasoner.language.claim.frames import key, split_stem
from reasoner.language.english import table
from reasoner.language.terms import lemma

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
        named = tuple(each for each in named if each)
        if named and (_is_graded(keys[i]) or keys[i - 1] in _UP | _DOWN):
            name, high = named[0]
            return Scale(name, high, keys[i])
    return None


def _is_graded(word: str) -> bool:
    """Whether a word is a comparative or superlative of its lemma."""
    return word.endswith(("er", "est", "ther", "first", "last")) and (lemma(word) != word or word in {"first", "last"})
