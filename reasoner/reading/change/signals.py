"""Words that say that something changes: comparatives, verbs and nouns of change, with the scale and the end."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from reasoner.language.claim.scales import ends_named
from reasoner.language.english import listed, opposites, table
from reasoner.language.terms import DEGREES, STOP_WORDS, lemma
from reasoner.language.verbs import PREPOSITIONS
from reasoner.language.wordlists import GRADABLE

#: The scale of whatever can be more or less.
AMOUNT = "amount"
#: Words for more and less of anything.
MORE = {"more": 1, "less": -1, "fewer": -1}

Ends = tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class Signal:
    """The words from `start` to `end`, the scales with the end that they point to, and their kind.

    A "degree" is a comparative, "much" a bare more or less; a "verb" may be a noun, too, and a "weak" one often means
    something else.
    """

    start: int
    end: int
    ends: Ends
    kind: str


def signals_of(low: Sequence[str], graded: bool) -> list[Signal]:
    """Return the words that say that something changes; weak ones only where no other does."""
    found: list[Signal] = []
    place = 0
    while place < len(low):
        signal = _degree(low, place, graded and place == 1) or _verb(low, place)
        found += [signal] if signal else []
        place = signal.end if signal else place + 1
    strong = [signal for signal in found if signal.kind != "weak"]
    if any(signal.kind != "much" for signal in strong):
        return strong
    return found


def _degree(low: Sequence[str], place: int, graded: bool) -> Signal | None:
    """A comparative: "deeper", "more slowly", "fewer"."""
    word = low[place]
    if word in MORE:
        after = low[place + 1] if place + 1 < len(low) else ""
        named = [] if after in listed("changes", "nouns_too") else ends_named(after)
        if named and _grades(low, place):
            turned = [(scale, high == (MORE[word] > 0)) for scale, high in named]
            return Signal(place, place + 2, _ends_of(turned, after), "degree")
        return Signal(place, place + 1, ((AMOUNT, MORE[word]),), "much")
    before, after = low[place - 1] if place else "", low[place + 1] if place + 1 < len(low) else ""
    if not (is_comparative(word, before, after) or (graded and looks_comparative(word))):
        return None
    named = ends_named(word)
    return Signal(place, place + 1, _ends_of(named, word) if named else _own(lemma(word, "ADJ")), "degree")


def _own(adjective: str) -> Ends:
    """The scale of an adjective that no table lists: its own, or that of its opposite."""
    first = min(adjective, *opposites().get(adjective, ()), adjective)
    return ((first, 1 if first == adjective else -1),)


def is_comparative(word: str, before: str = "", after: str = "") -> bool:
    """Say whether a word compares: by the list of adjectives, or by its spelling where nothing speaks against it.

    >>> is_comparative("deeper"), is_comparative("river"), is_comparative("zorpier", "gets")
    (True, False, True)
    """
    if word in DEGREES:
        return word.endswith(("er", "ther", "worse"))
    if word in {"earlier", "later", "sooner"}:
        return True
    return looks_comparative(word) and (before in listed("changes", "linking") or after == "than")


def looks_comparative(word: str) -> bool:
    """Say whether a word is spelled as a comparative and known for nothing else."""
    return word in DEGREES or (word.endswith("er") and len(word) > 4 and word not in listed("changes", "no_degrees"))


def _grades(low: Sequence[str], place: int) -> bool:
    """Whether "more" or "less" belongs to the adjective behind it, not to its noun: "more OLD WOOD"."""
    if low[place] == "fewer" or (low[place] == "more" and low[place + 1] in GRADABLE):
        return False
    noun = low[place + 2] if place + 2 < len(low) else ""
    return low[place + 1] not in GRADABLE or not noun or noun in STOP_WORDS | PREPOSITIONS


def _ends_of(named: Iterable[tuple[str, bool]], word: str) -> Ends:
    """Scales with their ends; what is high, great or large may be any amount, and late is slow."""
    found: dict[str, int] = {}
    for scale, high in named:
        end = 1 if high else -1
        found.setdefault(AMOUNT if scale == "number" else scale, end)
        if scale == "size" or (scale == "height" and lemma(word, "ADJ") in {"high", "low"}):
            found.setdefault(AMOUNT, end)
        if scale == "time":
            found.setdefault("speed", -end)
    return tuple(found.items())


@lru_cache(maxsize=20_000)
def _verb_ends(word: str) -> Ends:
    """The scales that a verb moves something on: "widen", "cool", "accelerate"."""
    base = lemma(word, "VERB")
    named = table("changes")["verbs"].get(base)
    if named:
        return ((named[0], named[1]),)
    stems = [base[:-2], base[:-1], f"{base[:-2]}e"] if base.endswith("en") else []
    if base != word and base in listed("changes", "verbs_too"):
        stems = [base]
    for stem in stems:
        if ends := ends_named(stem):
            return _ends_of(ends, stem)
    return ()


def _verb(low: Sequence[str], place: int) -> Signal | None:
    """A verb or noun of change, with its particle: "rises", "slows down", "went up", "took the lid off"."""
    word = low[place]
    bases = {lemma(word, "VERB"), lemma(word, "NOUN")}
    particle = place + 1 < len(low) and low[place + 1] in listed("changes", "particles")
    end = place + 1 + particle
    if bases & listed("changes", "carriers") and place + 1 < len(low) and low[place + 1] in {"up", "down"}:
        after = low[place + 2] if place + 2 < len(low) else "and"
        if after not in PREPOSITIONS | {"or", "by", "again", "and"}:
            return None  # "put up the fence"
        return Signal(place, end, _any(1 if low[place + 1] == "up" else -1), "verb")
    if "take" in bases and any(each in {"off", "away", "out"} for each in low[place + 1 :]):
        return Signal(place, end, ((AMOUNT, -1),), "verb")
    if (ends := _verb_ends(word)) and (particle or word not in listed("changes", "nouns_too")):
        return Signal(place, end, ends, "verb")
    for name, sign in (("up", 1), ("down", -1), ("adding", 1), ("taking", -1)):
        if bases & listed("changes", name):
            amount: Ends = ((AMOUNT, sign),) if name in {"adding", "taking"} else _any(sign)
            return Signal(place, end, amount, "weak" if bases & listed("changes", "weak") else "verb")
    return None


def _any(sign: int) -> Ends:
    return (AMOUNT, sign), ("size", sign), ("height", sign)


def telling(signals: Sequence[Signal]) -> list[Signal]:
    """Return the signal that tells what changes, with the "more" or "less" of its verb; others are plain words."""
    for kind in ("degree", "verb", "weak", "much"):
        for signal in signals:
            if signal.kind == kind:
                much = [each for each in signals if each.kind == "much"] if kind in {"verb", "weak"} else []
                return [signal, *much[:1]]
    return []


def composed(signals: Sequence[Signal]) -> Ends:
    """Return what the signals of a clause say together: to shrink less is to grow."""
    if not signals:
        return ()
    sign = signals[1].ends[0][1] if len(signals) > 1 else 1
    return tuple((scale, end * sign) for scale, end in signals[0].ends)
