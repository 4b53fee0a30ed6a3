"""Conditions of every form: if, when, unless, only if, provided; before or behind what they are conditions of."""

from __future__ import annotations

from collections.abc import Iterator

from reasoner.reading.grammar.chart import Chart, Parse
from reasoner.reading.grammar.syntax import Clause, Condition, Deny, Is, Join, Noun, Statement
from reasoner.reading.grammar.tokens import closed_words

#: Whatever the other clause speaks of, be it a thing or a person.
SAME = Noun("pronoun", "they", "they")
ANYTHING = Noun("some", "thing", "something")


def conditions(chart: Chart, i: int) -> Iterator[tuple[int, str]]:
    """Yield where a word or phrase that opens a condition ends, and what it says: if, only if, iff, unless."""
    word, following = chart.low(i), chart.low(i + 1)
    if word in {"iff", "unless"}:
        yield i + 1, word
    elif word == "only" and following in {"if", "when"}:
        yield i + 2, "only if"
    elif word == "if" and [chart.low(i + k) for k in (1, 2, 3)] == ["and", "only", "if"]:
        yield i + 4, "iff"
    elif word in {"provided", "given", "assuming", "supposing"} and (following == "that" or word != "given"):
        yield i + 1 + (following == "that"), "if"
    elif word in {"as", "so"} and following == "long" and chart.low(i + 2) == "as":
        yield i + 3, "if"
    elif (word, following) in {("in", "case"), ("even", "if")}:
        yield i + 2, "if"
    elif chart.is_a(i, "condition"):
        yield i + 1, "because" if word == "because" else "if"


def _inverted(chart: Chart, i: int) -> Iterator[Parse]:
    """Should the tide rise, the boats leave."""
    for j, price, subject in chart.parses("noun phrase", i + 1):
        for k, more, predicate in chart.parses("base", j):
            for end, rest, consequence in chart.parses("clause", k + 1) if chart.low(k) == "," else ():
                yield end, price + more + rest, Condition(Clause(subject, predicate), consequence)


def condition_first(chart: Chart, i: int) -> Iterator[Parse]:
    """A condition, then what holds on it."""
    if chart.low(i) == "should":
        yield from _inverted(chart, i)
    for start, how in conditions(chart, i):
        for j, price, condition in chart.parses("clause", start):
            comma = chart.low(j) == ","
            then = chart.low(j + comma) == "then"
            k = j + comma + then
            dear = 0.0 if then else 0.1 if comma else 1.0
            for end, more, consequence in chart.parses("clause", k):
                yield end, price + more + dear, _conditional(how, condition, consequence)
                for last, rest, limited in condition_last(chart, end, more, consequence):
                    if chart.low(end) in {"unless", "if"}:
                        yield last, price + rest + dear, _conditional(how, condition, limited)
        yield from _shortened(chart, start, how)


def _shortened(chart: Chart, i: int, how: str) -> Iterator[Parse]:
    """If red, then round; when cold, things shrink: the subject comes later or not at all."""
    if i < chart.size and chart.tokens[i].noun in closed_words("person"):  # "if people value tea, they pay for it"
        return
    if chart.low(i) == "the":  # "if the crow laughs" has its subject
        return
    for j, price, what in chart.parses("complement", i):
        comma = chart.low(j) == ","
        then = chart.low(j + comma) == "then"
        if not comma and not then:
            continue
        if isinstance(what, Is) and " " in what.noun.text:  # rather "valve 2 opens" than to be some valve 2 open
            price += 1.0
        k = j + comma + then
        for end, more, consequence in chart.parses("clause item", k):
            if isinstance(consequence, Clause) and isinstance(consequence.subject, Noun):
                it = SAME
                named = consequence.subject.quantifier in {"name", "the", "pronoun"}
                first = Clause(consequence.subject if named else _some(consequence.subject), what)
                second = Clause(consequence.subject if named else it, consequence.predicate)
                yield end, price + more + 0.8, _conditional(how, first, second)
        for end, more, predicate in chart.parses("complement", k):
            pronoun = SAME
            yield end, price + more + 1.0, _conditional(how, Clause(ANYTHING, what), Clause(pronoun, predicate))


def _some(noun: Noun) -> Noun:
    if noun.quantifier == "bare" and noun.text in closed_words("person"):  # "people sing if they are happy"
        return Noun("some", "person", "someone")
    return Noun("some", noun.head, noun.text, noun.adjectives, noun.restrictions)


def condition_last(chart: Chart, i: int, price: float, consequence: Statement) -> Iterator[Parse]:
    """A condition behind what holds on it."""
    comma = chart.low(i) == ","
    if chart.low(i) == "where" and any(chart.price(i - 1, part) is not None for part in ("n", "ns")):
        return  # "a place where ..." says which place
    for start, how in conditions(chart, i + comma):
        if chart.low(i + comma) in {"as", "since"}:
            price += 0.4
        for end, more, condition in chart.parses("clause", start):
            if how != "only if":
                first, then = _exchanged(condition, consequence)
                opened = how == "unless" and first is not condition and isinstance(first, Clause)
                if opened and isinstance(first, Clause):  # not: unless there is one
                    first = Clause(first.subject, Deny(first.predicate))
                yield end, price + more, _conditional("if" if opened else how, first, then)
            else:
                yield end, price + more, _conditional(how, condition, consequence)


def _exchanged(condition: Statement, consequence: Statement) -> tuple[Statement, Statement]:
    """Bring what "they" stands for to the front: "people are rough if they are kind"."""
    subject = consequence.subject if isinstance(consequence, Clause) else None
    if not isinstance(subject, Noun) or subject.quantifier in {"pronoun", "not every"}:
        return condition, consequence
    if subject.quantifier in {"name", "the"}:
        return _with_subject(condition, subject) or condition, consequence
    moved = _with_subject(condition, _some(subject))
    if moved is None or not isinstance(consequence, Clause):
        return condition, consequence
    about = Clause(SAME, consequence.predicate)
    return moved, Deny(about) if subject.quantifier == "no" else about


def _with_subject(statement: Statement, subject: Noun) -> Statement | None:
    """Put a noun in the place of the first pronoun that is a subject; None where there is none."""
    if isinstance(statement, Clause) and isinstance(statement.subject, Noun):
        return Clause(subject, statement.predicate) if statement.subject.quantifier == "pronoun" else None
    if isinstance(statement, Deny):
        moved = _with_subject(statement.of, subject)
        return Deny(moved) if moved is not None else None
    if isinstance(statement, Join):
        first = _with_subject(statement.parts[0], subject)
        return Join(statement.joint, (first, *statement.parts[1:])) if first is not None else None
    return None


def _conditional(how: str, condition: Statement, consequence: Statement) -> Statement:
    if how == "only if":
        return Condition(consequence, condition)
    if how == "unless":
        return Condition(Deny(condition), consequence)
    return Condition(condition, consequence, both=how == "iff", reason=how == "because")
