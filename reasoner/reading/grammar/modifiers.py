"""What follows the head of a noun phrase and restricts it: relative clauses, prepositions, participles."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from reasoner.reading.grammar.chart import Chart, Parse, grammar_rule
from reasoner.reading.grammar.phrases import is_open, words_between
from reasoner.reading.grammar.syntax import Deny, Do, Gap, Is, Noun, Phrase, Predicate

_NOUN_PREPOSITION = 0.35  # what a preposition costs that belongs to a noun, not to the verb before it


@grammar_rule("modifiers")
def modifiers(chart: Chart, i: int) -> Iterator[Parse]:
    """One modifier or several; the value is their predicates and their words."""
    for j, price, predicate in chart.parses("modifier", i):
        words = "" if chart.low(i) == "," else words_between(chart, i, j)
        yield j, price, ((predicate,), words)
        for end, more, (predicates, rest) in chart.parses("modifiers", j):
            if len(predicates) < 4:
                yield end, price + more + 0.05, ((predicate, *predicates), f"{words} {rest}".strip())


@grammar_rule("modifier")
def modifier(chart: Chart, i: int) -> Iterator[Parse]:
    """A relative clause, a prepositional phrase, a participle, or an adjective with a complement."""
    yield from _relative_clauses(chart, i)
    if chart.low(i) == "not":  # "pupils not in the choir"
        for rule in ("prepositional phrase", "participle"):
            for j, price, predicate in chart.parses(rule, i + 1):
                yield j, price + 0.4, Deny(having(predicate))
    if chart.low(i) == "where":  # "a place where rivers meet": kept as the name of what sets it apart
        for j, price, _ in chart.parses("clause item", i + 1):
            text = words_between(chart, i + 1, j)
            yield j, price + 0.1, Do("where", (Noun("name", text, text),))
    for j, price, phrase in chart.parses("prepositional phrase", i):
        own = 0.0 if chart.low(i) == "of" or is_open(chart, i) else _NOUN_PREPOSITION
        yield j, price + own + _passed_over(chart, i, j), having(phrase)
    for rule in ("participle", "gerund"):
        for j, price, predicate in chart.parses(rule, i):
            if j > i + 1 or rule == "participle":
                yield j, price + 0.3, predicate
    for j, price, predicate in chart.parses("quality", i):
        if not isinstance(predicate, Is):
            yield j, price + 0.3, predicate
    for j, price, predicate in chart.parses("comparison", i):
        yield j, price + 0.3, predicate


def _passed_over(chart: Chart, i: int, j: int) -> float:
    """What it costs to let "who" belong to the place in "a pupil in class 3B who passed", not to the pupil."""
    return 0.4 if any(chart.is_a(k, "relative") and chart.low(k - 1) != "," for k in range(i + 2, j)) else 0.0


def having(phrase: Predicate) -> Predicate:
    """Say what "with" and "without" say: a plane with two engines has them; one without has not."""
    if isinstance(phrase, Do) and phrase.name in {"with", "without"}:
        inside = _without_place(phrase.objects[0])
        has = Do("contain", (inside,)) if inside is not None else Do("have", phrase.objects)
        return Deny(has) if phrase.name == "without" else has
    return phrase


def _without_place(phrase: Phrase) -> Phrase | None:
    """Return the yeast of "dough with yeast in it"; None where no such place is named."""
    match phrase:
        case Noun(restrictions=(*rest, Do("in" | "inside", (Noun("pronoun"),)))):
            text = " ".join((*phrase.adjectives, phrase.head))
            return replace(phrase, text=text, restrictions=tuple(rest))
    return None


def _relative_clauses(chart: Chart, i: int) -> Iterator[Parse]:
    comma = chart.low(i) == ","
    j = i + comma
    if chart.is_a(j, "preposition") and chart.low(j + 1) in {"which", "whom"}:
        yield from _placed(chart, j)
    if chart.is_a(j, "relative"):
        for end, price, predicate in chart.parses("finite", j + 1):
            closing = comma and chart.low(end) == ","
            yield end + closing, price + (0.3 if comma else 0.0), predicate
        yield from _gapped(chart, j + 1, 0.1)
        if chart.low(j) == "who" and chart.low(j + 1) == "'s":
            return
    elif not comma and chart.low(j) != "'s":
        yield from _gapped(chart, j, 1.2)


def _placed(chart: Chart, i: int) -> Iterator[Parse]:
    """A house in which bats live: bats live in it."""
    for j, price, subject in chart.parses("noun", i + 2):
        for end, more, predicate in chart.parses("finite item", j):
            inner = predicate.of if isinstance(predicate, Deny) else predicate
            if isinstance(inner, Is) and not inner.noun.adjectives:
                inner = Do(inner.noun.text)
            if isinstance(inner, Do) and inner.agent is None:
                placed = Do(f"{inner.name} {chart.low(i)}", inner.objects)
                yield end, price + more, Gap(subject, placed, isinstance(predicate, Deny))


def _gapped(chart: Chart, i: int, price: float) -> Iterator[Parse]:
    """Songs (that) Max listens to: a clause that lacks its object."""
    for j, more, subject in chart.parses("noun without modifiers", i):
        for end, rest, predicate in chart.parses("finite item", j):
            if (gap := _gap(predicate)) is not None:
                found, denied = gap
                yield end, price + more + rest, Gap(subject, found, denied)
                if chart.is_a(end, "preposition"):
                    with_end = Do(f"{found.name} {chart.low(end)}", found.objects)
                    yield end + 1, price + more + rest + 0.1, Gap(subject, with_end, denied)


def _gap(predicate: Predicate) -> tuple[Do, bool] | None:
    """Return the verb that may lack an object, and whether it is denied."""
    if isinstance(predicate, Deny):
        inner = predicate.of
        return (inner, True) if isinstance(inner, Do) and inner.agent is None else None
    return (predicate, False) if isinstance(predicate, Do) and predicate.agent is None else None
