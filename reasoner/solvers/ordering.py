"""What stands above what on a scale: by facts that compare, measured values, before and after."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, field

from reasoner.knowledge import Fact
from reasoner.language.claim.conjuncts import clauses
from reasoner.language.claim.measured import Measure, measured
from reasoner.language.claim.scales import CAUSE, ends_of, is_graded, quantity_scale, scales_of, superlative
from reasoner.language.claim.stems import key
from reasoner.language.claim.timing import causes, pairs, told_in_order
from reasoner.language.english import listed, table
from reasoner.language.terms import STOP_WORDS, content_lemmas, lemma
from reasoner.reading.near.matching import are_forms

#: How far facts are joined: "a > b", "b > c", "c > d".
LONGEST = 11
_MEASURE = re.compile(r"^(.+?) (?:has|have) (?:an? )?(.+?) of (.+)$", re.IGNORECASE)
_ANY_PROCESS = frozenset({"life", "cycle", "growth", "process", "make", "order", "week", "year", "day"})
_KINDS = listed("polarity", "named_kinds")
_NOTHING = frozenset({"no", "nothing", "nobody", "none"})
_DEGREES = frozenset({"more", "less", "fewer", "most", "least", "fewest"})
_LAST = frozenset({"do", "does", "did", "is", "are", "was", "were", "has"})
Thing = frozenset[str]


def thing(text: str) -> Thing:
    """Return the words that name a thing; a capital letter by itself is a name: "rope A".

    >>> sorted(thing("the rope A")), sorted(thing("A rope of Per's"))
    (['A', 'rope'], ['per', 'rope'])
    """
    words = [word.strip('.,;:?!()"“”') for word in text.split()]
    named = {word for i, word in enumerate(words) if i and len(word) == 1 and word.isupper()}
    plain = {lemma(_OWNED.sub("", word)) for i, word in enumerate(words) if word not in named and _tells(word, i)}
    return frozenset(named | {word for word in plain if word})


_OWNED = re.compile(r"['’]s$")
_COUNTS = frozenset(table("numbers")["numbers"])


def _tells(word: str, i: int) -> bool:
    """Whether a word is part of a name: no function word, unless it is a number or written as a name."""
    return (
        word.lower() not in STOP_WORDS
        or word.lower() in _COUNTS
        or (i > 0 and word[:1].isupper())
        or "'" in word
        or word == "May"
    )


@dataclass(slots=True)
class Order:
    """What is greater than what on one scale, by which fact; values with their units; what is called the greatest."""

    greater: dict[Thing, dict[Thing, Fact]] = field(default_factory=dict)
    values: dict[Thing, tuple[float, str, Fact]] = field(default_factory=dict)
    extremes: dict[Thing, tuple[bool, Fact]] = field(default_factory=dict)
    #: What is merely called great or small: "the Sun is hot".
    leans: dict[Thing, tuple[bool, Fact]] = field(default_factory=dict)

    def path(self, start: Thing, end: Thing) -> list[Fact] | None:
        """Return the facts that put one thing above another, the shortest way, or None."""
        waiting: deque[tuple[Thing, list[Fact]]] = deque([(start, [])])
        seen = {start}
        while waiting:
            here, facts = waiting.popleft()
            if facts and here == end:
                return facts
            for lesser, fact in self.greater.get(here, {}).items() if len(facts) < LONGEST else ():
                if lesser not in seen:
                    seen.add(lesser)
                    waiting.append((lesser, [*facts, fact]))
        return None

    def above(self, one: Thing, other: Thing) -> tuple[bool, list[Fact]] | None:
        """Say whether one thing stands above another, by which facts: compared, measured, or merely called so."""
        up, down = self.path(one, other), self.path(other, one)
        if up or down:
            return (True, up) if up and (not down or len(up) < len(down)) else (False, down or [])
        if one in self.values and other in self.values:
            (left, unit, fact), (right, other_unit, other_fact) = self.values[one], self.values[other]
            if unit == other_unit and left != right:
                return left > right, [fact, other_fact]
        if one in self.leans and other in self.leans and self.leans[one][0] != self.leans[other][0]:
            return self.leans[one][0], [self.leans[one][1], self.leans[other][1]]
        return None

    def steps(self, one: Thing, other: Thing) -> int:
        """Return how many things lie between two: measured ones, or those on the way."""
        ways = [way for way in (self.path(one, other), self.path(other, one)) if way]
        if ways:  # the seasons go round: the shorter way counts
            return min(map(len, ways)) - 1
        if one not in self.values or other not in self.values:
            return 0
        low, high = sorted((self.values[one][0], self.values[other][0]))
        return sum(low < value < high for value, unit, _ in self.values.values() if unit == self.values[one][1])


@dataclass(frozen=True, slots=True)
class Known:
    """The things that a question speaks of, by which those of facts are recognised."""

    things: Sequence[Thing]

    def exactly(self, text: str) -> Thing:
        """Return the thing that a fact of a knowledge base names."""
        return thing(text)

    def closest(self, text: str) -> Thing:
        """Return the thing of the question that given words mean: the one that shares most with them, if it is one.

        >>> known = Known([thing("the gold book"), thing("the blue book")])
        >>> sorted(known.closest("the blue one"))
        ['blue', 'book']
        """
        said = thing(text)
        shares = sorted(((len(said & each) / len(each), n) for n, each in enumerate(self.things) if each), reverse=True)
        if not shares or shares[0][0] < 0.5 or (len(shares) > 1 and shares[1][0] == shares[0][0]):
            return said
        return self.things[shares[0][1]]

    def surely(self, text: str) -> Thing:
        """Return the thing of the question that has more than half of given words and they of it, or those words."""
        said = thing(text)
        shared = [(len(said & each), each) for each in self.things]
        sure = [each for count, each in shared if 2 * count > max(len(said), len(each))]
        return sure[0] if len(sure) == 1 else said


def note_given(order: Order, facts: Sequence[Fact], scale: str, known: Known) -> None:
    """Put what given facts say into the order."""
    for fact in facts:
        for pair in causes(fact.text) if scale in {CAUSE, "time"} else ():
            order.greater.setdefault(known.surely(pair.then), {})[known.surely(pair.first)] = fact
    for fact in facts if scale != CAUSE else ():
        _compare(order, fact, scale, known.closest, known.things)
        _call(order, fact, scale, known.things)
        for clause in clauses(fact.text):
            if value := measured(clause, scale):
                order.values.setdefault(known.closest(value.thing), (value.value, value.unit, fact))
    if scale == "time":
        for number, pair in told_in_order([fact.text for fact in facts]):
            order.greater.setdefault(known.closest(pair.then), {})[known.closest(pair.first)] = facts[number]


def note_found(order: Order, fact: Fact, scale: str, about: Thing, topic: Collection[str]) -> list[Thing]:
    """Put what a fact of a knowledge base says of a thing into the order; return what else it speaks of."""
    met = _compare(order, fact, scale, thing, [about], topic)
    if met:
        return met
    if (value := _table_value(fact.text, scale)) and _plainly(thing(value.thing)) == _plainly(about):
        order.values.setdefault(about, (value.value, value.unit, fact))
    if (
        scale == "number"
        and (count := measured(fact.text, scale))
        and count.unit in topic
        and thing(count.thing) == about
    ):
        order.values.setdefault(about, (count.value, count.unit, fact))  # "a spider has eight legs"
    _call(order, fact, scale, [about])
    return []


def _plainly(named: Thing) -> Thing:
    """A thing without the word for its kind: an oak tree is an oak."""
    return (named - _KINDS) or named


def note_stages(order: Order, facts: Sequence[Fact], things: Sequence[Thing], topic: Collection[str]) -> bool:
    """Put the stages of what a question speaks of into the order; say whether two of the things are among them.

    A stage is found by its words other than those of the process: "dry them on a towel" is "drying the hands".
    """
    met: set[Thing] = set()
    for fact in facts:
        for pair in pairs(fact.text):
            if pair.process and _speaks_of(pair.process, topic):
                above, below = (_stage(text, things, topic) for text in (pair.then, pair.first))
                order.greater.setdefault(above, {}).setdefault(below, fact)
                met |= {above, below}
    return len(met.intersection(things)) > 1


def _speaks_of(process: str, topic: Collection[str]) -> bool:
    """Whether a question has every word of a process that says which one it is."""
    words = set(content_lemmas(process)) - _ANY_PROCESS
    return bool(words) and all(any(word == other or are_forms(word, other) for other in topic) for word in words)


def _stage(text: str, things: Sequence[Thing], topic: Collection[str]) -> Thing:
    """The thing of the question that a stage is, or the stage itself: the one thing that has most of its own words.

    What is done must be the same, what it is done to need not: "pouring the water" is "pour it out".
    """
    said = thing(text)
    own, done = (said - frozenset(topic)) or said, frozenset(content_lemmas(text)[:1])
    shares = sorted(((len(own & each), n) for n, each in enumerate(things) if done & each), reverse=True)
    if not shares or 2 * shares[0][0] < len(own) or (len(shares) > 1 and shares[1][0] == shares[0][0]):
        return said
    return things[shares[0][1]]


def _call(order: Order, fact: Fact, scale: str, things: Sequence[Thing]) -> None:
    """Note what a fact calls the greatest, or merely great."""
    words = content_lemmas(fact.text)
    for about in things:
        if not about or frozenset(words[: len(about)]) != about:
            continue
        if (end := superlative(fact.text, scale)) is not None:
            order.extremes[about] = end, fact
        elif len(words) == len(about) + 1 and (ends := dict(ends_of(words[-1]))) and scale in ends:
            order.leans.setdefault(about, (ends[scale], fact))


def _table_value(text: str, scale: str) -> Measure | None:
    match = _MEASURE.match(text)
    named = quantity_scale(match[2]) if match else None
    if match is None or named is None or (named != scale and (scale, named) != ("size", "weight")):
        return None
    value = measured(f"{match[1]} has a {match[2]} of {match[3]}", named)
    return value._replace(thing=match[1]) if value else None


def _compare(
    order: Order,
    fact: Fact,
    scale: str,
    name: Callable[[str], Thing],
    things: Sequence[Thing],
    topic: Collection[str] | None = None,
) -> list[Thing]:
    """Note what a fact puts above what; of found facts, only those that speak of the things looked up."""
    met: list[Thing] = []
    for high, low, extreme in _relations(fact.text, scale, topic):
        above, below = name(high), name(low)
        if extreme:
            order.extremes[above if high else below] = bool(high), fact
        elif topic is None or above in things or below in things:
            order.greater.setdefault(above, {}).setdefault(below, fact)
            met += [above, below]
    return met


def _relations(text: str, scale: str, topic: Collection[str] | None) -> Iterator[tuple[str, str, bool]]:
    """The words for what is greater and for what is less; one side is open where a thing is said to be the extreme."""
    if scale == "time":
        for pair in pairs(text):
            if not topic or not pair.process or _belongs(pair.process, topic):
                yield pair.then, pair.first, False
    for clause in clauses(text):
        words = clause.rstrip(" .").split()
        keys = [key(word) for word in words]
        if "than" not in keys:
            continue
        than = keys.index("than")
        at = next((i for i in range(than) if is_graded(keys[i]) or keys[i] in _DEGREES), None)
        ends = dict(scales_of(keys[at:than])) if at is not None else {}
        if scale == "number" and at is not None and keys[at] in _DEGREES and not ends:
            ends = {scale: keys[at] in {"more", "most"}}
        if scale not in ends:
            continue
        left, right = " ".join(words[:at]), " ".join(words[than + 1 : -1 if keys[-1] in _LAST else None])
        if keys[0] in _NOTHING:
            yield (right, "", True) if ends[scale] else ("", right, True)
        else:
            yield (left, right, False) if ends[scale] else (right, left, False)


def _belongs(process: str, topic: Collection[str]) -> bool:
    """Whether a process is the one that a question speaks of: "the life of a frog", "the water cycle"."""
    words = set(content_lemmas(process)) - _ANY_PROCESS
    return not words or not words.isdisjoint(topic)
