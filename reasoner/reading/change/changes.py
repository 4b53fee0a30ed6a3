"""Changes in clauses: which quantity goes up or down. "The string is shorter", "fewer guests came", "it slows down"."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from reasoner.language.claim.scales import ends_named, quantity_scale
from reasoner.language.english import listed, table
from reasoner.language.terms import STOP_WORDS, lemma
from reasoner.language.verbs import BE, PREPOSITIONS
from reasoner.reading.change.signals import AMOUNT, MORE, Ends, Signal, composed, is_comparative, signals_of, telling
from reasoner.reading.near.matching import are_forms

_TOKEN = re.compile(r"[^\W_]+(?:[-'’][^\W_]+)*['’]?")
_OWNED = re.compile(r"['’]s?$")
_PRONOUNS = re.compile(r"(?i)\b(?:it|its|they|their|them|theirs|he|she|him|his|her|hers|there|this|that|one|ones)\b")
_SUFFIX = re.compile(r".?(?:ers?|ors?|ing|ed|ment|ion|tion|ance|ence|th|ness|y|al)")
_ARTICLES = frozenset({"a", "an", "any", "every", "each"})
_PASSIVE = BE | {"be", "been", "being", "get", "gets", "got"}


@dataclass(frozen=True, slots=True)
class Change:
    """That a quantity goes up or down: scales with the end it goes to, and the words for what is measured.

    Without ends it is something that happens. `loose` words may belong to it: who does it, what a pronoun stands for,
    when it is; `kinds` are words behind "a" or "any", which others may be examples of. `agent` is who or what does it.
    """

    ends: Ends
    words: frozenset[str]
    loose: frozenset[str] = frozenset()
    kinds: frozenset[str] = frozenset()
    agent: str = ""
    text: str = ""

    @property
    def sign(self) -> int:
        """1 for up and -1 for down on the first of its scales, 0 for what merely happens."""
        return self.ends[0][1] if self.ends else 0


def tokens_of(text: str) -> list[str]:
    """Return the words of a clause, as they are written."""
    return _TOKEN.findall(text)


@lru_cache(maxsize=20_000)
def change(text: str, before: frozenset[str] = frozenset(), graded: bool = False) -> Change:
    """Return what a clause says to change, or merely to happen.

    `before` are words that its pronouns may stand for; a `graded` clause opens with "the" and a comparative.

    >>> found = change("The doctor has made the string of the harp shorter")
    >>> found.ends, sorted(found.words), found.agent
    ((('height', -1), ('length', -1)), ['harp', 'string'], 'The doctor')
    >>> change("fewer visitors came to the cave").ends, change("the bell rang").ends
    ((('amount', -1),), ())
    """
    written = tokens_of(text)
    low = [_OWNED.sub("", word).lower() for word in written]
    signals = [each for each in signals_of(low, graded) if not (each.start and written[each.start][0].isupper())]
    doer, start, doing = _done_to(low, signals)
    signals = telling([each for each in signals if each.start >= start] if doing is None else [doing])
    used = {place for signal in signals for place in range(signal.start, signal.end)}
    inside = [word for place, word in enumerate(low) if start <= place and place not in used]
    ends, neutral = _measured(composed(signals), inside)
    words = (_content(inside) if ends else _spoken(inside)) - neutral
    loose = _content(low[:doer]) | neutral | frozenset(_timely(low))
    if _PRONOUNS.search(text):
        loose |= before
    words -= frozenset(_timely(low))
    return Change(ends, words, loose - words, frozenset(_kinds(low, written)), " ".join(written[:doer]), text)


def _done_to(low: Sequence[str], signals: Sequence[Signal]) -> tuple[int, int, Signal | None]:
    """Where the words for who does it end, where those for what changes begin, and the verb if it says how."""
    for place, word in enumerate(low):
        passive = any(each in _PASSIVE for each in low[max(0, place - 2) : place])
        if passive or not place or word.endswith("ing") or word == "left":
            continue
        doer = place - (low[place - 1] in listed("changes", "helping"))
        here = next((signal for signal in signals if signal.start == place and signal.kind in {"verb", "weak"}), None)
        if here and here.end < len(low) and _opens_object(low, here.end):
            return doer, here.end, here
        much = low[place + 1 : place + 2] and low[place + 1] in MORE  # "make more honey"
        later = any(signal.start > place for signal in signals)
        if lemma(word, "VERB") in listed("changes", "making") and later and not much:
            return doer, place + 1, None
    return 0, 0, None


def _opens_object(low: Sequence[str], place: int) -> bool:
    word = low[place]
    if is_comparative(word) or (word in MORE and (place + 1 == len(low) or ends_named(low[place + 1]))):
        return False
    return word not in PREPOSITIONS | STOP_WORDS or word in listed("changes", "determiners")


def _measured(ends: Ends, inside: Sequence[str]) -> tuple[Ends, frozenset[str]]:
    """The scale that a word names where the change is of any amount, and the words that do: "the SPEED rises"."""
    if not ends:
        return ends, frozenset()
    signs = dict(ends)
    bases = {lemma(word) for word in inside} | {lemma(word, "VERB") for word in inside}
    if bases & listed("changes", "duration") and {"length", AMOUNT} & set(signs):
        sign = signs.get("length", ends[0][1])
        return (("speed", -sign), ("length", sign)), frozenset(bases & listed("changes", "duration"))
    if AMOUNT not in signs:
        return ends, frozenset()
    measuring: dict[str, str] = table("changes")["measuring"]
    for word in inside:
        scale = measuring.get(lemma(word, "VERB")) or quantity_scale(word)
        if scale == "number":
            return ((AMOUNT, signs[AMOUNT]),), frozenset({lemma(word)})
        if scale:
            return ((scale, signs[AMOUNT]),), frozenset({lemma(word)})
    return ends, frozenset()


def named_in(text: str) -> frozenset[str]:
    """Return the words of a text that may be part of a quantity's name."""
    low = [_OWNED.sub("", word).lower() for word in tokens_of(text)]
    return _content(low) - frozenset(_timely(low))


def _content(low: Iterable[str]) -> frozenset[str]:
    out = listed("changes", "light") | STOP_WORDS | PREPOSITIONS | MORE.keys()
    return frozenset(word for word in _spoken(word for word in low if word not in out) if word not in out)


def _spoken(low: Iterable[str]) -> frozenset[str]:
    return frozenset(word if word == "left" else lemma(word) for word in low if word not in STOP_WORDS)


def _timely(low: Iterable[str]) -> Iterable[str]:
    return (lemma(word) for word in low if lemma(word) in listed("changes", "times"))


def _kinds(low: Sequence[str], written: Sequence[str]) -> Iterable[str]:
    """The noun behind "a" or "any", with one that goes with it: "a PLUM TREE"."""
    for place, word in enumerate(low):
        if word in _ARTICLES and place + 1 < len(low):
            yield lemma(low[place + 1])
            after = low[place + 2] if place + 2 < len(low) and not _OWNED.search(written[place + 1]) else "s"
            if after not in STOP_WORDS and not after.endswith("s"):
                yield lemma(after)


@lru_cache(maxsize=50_000)
def named_alike(one: str, other: str) -> bool:
    """Say whether two words may name one thing: the same word, or forms of it.

    >>> named_alike("drum", "drummer"), named_alike("fire", "fireplace")
    (True, False)
    """
    short, long = sorted((one, other), key=len)
    made = len(short) > 2 and long.startswith(short) and _SUFFIX.fullmatch(long[len(short) :])
    return one == other or bool(made) or are_forms(one, other)
