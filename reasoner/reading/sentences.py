"""Clauses and how they are put together: conditions of every form, definitions, "there is", "it is not true that"."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from reasoner.reading.chart import Chart, Parse, grammar_rule
from reasoner.reading.joining import coordinated
from reasoner.reading.syntax import Clause, Condition, Deny, Do, Is, Join, Noun, Phrase, Predicate, Statement, There
from reasoner.reading.tokens import closed_words

_WRONG_NUMBER = 1.5
_GENERIC = frozenset({"every", "any", "no", "a", "bare"})
#: Whatever the other clause speaks of, be it a thing or a person.
_SAME = Noun("pronoun", "they", "they")
_ANYTHING = Noun("some", "thing", "something")

coordinated("clause", "clause item", price_of_joint=0.25)


@grammar_rule("clause item")
def clause_item(chart: Chart, i: int) -> Iterator[Parse]:
    """A subject and a predicate, "there is ...", or either one with "it is not the case that" before it."""
    if chart.low(i) == "there":
        yield from _there(chart, i)
    yield from _it_is_true_that(chart, i)
    for j, price, subject in chart.parses("noun phrase", i):
        if chart.is_a(i, "possessive") and isinstance(subject, Noun) and subject.plural:
            subject = replace(subject, text=f"{chart.low(i)} {subject.text}")  # "her apples" are not all apples
        for end, more, predicate in chart.parses("finite", j):
            wrong = _WRONG_NUMBER if _disagrees(chart, subject, j) else 0.0
            yield end, price + more + wrong, Clause(subject, predicate)
            yield from _said_afterwards(chart, end, price + more + wrong, Clause(subject, predicate))
    if chart.low(i) == "that":
        yield from ((end, price + 0.3, clause) for end, price, clause in chart.parses("clause item", i + 1))


def _said_afterwards(chart: Chart, i: int, price: float, clause: Clause) -> Iterator[Parse]:
    """Nobody may vote who is not on the roll: what limits the subject comes last."""
    subject = clause.subject
    if chart.is_a(i, "relative") and isinstance(subject, Noun) and subject.quantifier in {"no", "every", "any"}:
        for end, more, limit in chart.parses("finite", i + 1):
            yield end, price + more + 0.3, replace(clause, subject=_limited(subject, limit))


def _limited(noun: Noun, limit: Predicate) -> Noun:
    return replace(noun, restrictions=(*noun.restrictions, limit))


def _disagrees(chart: Chart, subject: Phrase, i: int) -> bool:
    """Whether a singular subject meets a plural verb, or the other way round; what cannot be told agrees."""
    while chart.is_a(i, "idle_adverb") or chart.price(i, "adv") == 0 or chart.low(i) in {"either", "neither", "both"}:
        i += 1
    word = chart.low(i)
    if word in {"they", "you", "we", "i"} or (isinstance(subject, Noun) and subject.quantifier == "pronoun"):
        return subject.plural and word in closed_words("singular_verb")
    if chart.is_a(i, "singular_verb") or chart.is_a(i, "plural_verb"):
        plural = chart.is_a(i, "plural_verb")
        return plural != subject.plural
    third, base = chart.price(i, "vs"), chart.price(i, "v")
    if isinstance(subject, Noun) and subject.quantifier == "name" and third is None:
        return base is not None and chart.price(i, "vd") is None
    if (third is None) == (base is None) or chart.price(i, "vd") is not None:
        return False
    return subject.plural == (third is not None)


def _there(chart: Chart, i: int) -> Iterator[Parse]:
    j = i + 1
    if not chart.is_a(j, "be") and chart.low(j) not in {"exists", "exist", "will"}:
        return
    j += 1 + (chart.low(j + 1) == "be")
    denied = chart.low(j) == "not"
    for end, price, found in chart.parses("noun", j + denied):
        there: Statement = There(found)
        end += chart.low(end) in {"today", "tonight", "now", "here"}
        yield end, price, Deny(there) if denied else there


def _it_is_true_that(chart: Chart, i: int) -> Iterator[Parse]:
    if chart.low(i) != "it" or not chart.is_a(i + 1, "be"):
        return
    j = i + 2
    denied = chart.low(j) == "not"
    j += denied
    if chart.low(j) == "the" and chart.low(j + 1) in {"case", "truth", "fact"}:
        j += 1
    word = chart.low(j)
    if word in {"true", "case", "false", "fact", "truth", "certain", "untrue"} and chart.low(j + 1) == "that":
        for end, price, clause in chart.parses("clause", j + 2):
            yield end, price - 0.5, Deny(clause) if denied != (word in {"false", "untrue"}) else clause


@grammar_rule("sentence")
def sentence(chart: Chart, i: int) -> Iterator[Parse]:
    """A whole sentence."""
    if i == 0 and chart.is_a(i, "weak_opening") and chart.size > 2:
        j = i + 1 + (chart.low(i + 1) == ",")
        yield from ((end, price + 0.2, said) for end, price, said in chart.parses("sentence", j))
    yield from _condition_first(chart, i)
    yield from _meaning(chart, i)
    yield from _definition(chart, i)
    for j, price, clause in chart.parses("clause", i):
        yield j, price, clause
        yield from _condition_last(chart, j, price, clause)
    if chart.is_a(i, "preposition"):
        yield from _place_first(chart, i)
    if chart.low(i) == "either":  # "Either a plant or an animal."
        for j, price, predicate in chart.parses("complement", i):
            yield j, price + 1.0, Clause(Noun("every", "thing", "thing"), predicate)


def _place_first(chart: Chart, i: int) -> Iterator[Parse]:
    """In 2012, Bob won: what opens the sentence belongs to its verb; in Oslo, cats swim: to the kind it speaks of."""
    for j, price, phrase in chart.parses("prepositional phrase", i):
        if chart.low(j) != "," or not isinstance(phrase, Do) or not phrase.objects:
            continue
        for end, more, clause in chart.parses("clause item", j + 1):
            if (
                isinstance(clause, Clause)
                and isinstance(clause.subject, Noun)
                and clause.subject.quantifier in _GENERIC
            ):
                yield end, price + more + 0.3, replace(clause, subject=_limited(clause.subject, phrase))
            elif isinstance(clause, Clause) and isinstance(clause.predicate, Do) and clause.predicate.agent is None:
                verb = clause.predicate
                placed = Do(f"{verb.name} {phrase.name}", (*verb.objects, *phrase.objects), past=verb.past)
                yield end, price + more + 0.4, Clause(clause.subject, placed)


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


def _condition_first(chart: Chart, i: int) -> Iterator[Parse]:
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
        yield from _shortened(chart, start, how)


def _shortened(chart: Chart, i: int, how: str) -> Iterator[Parse]:
    """If red, then round; when cold, things shrink: the subject comes later or not at all."""
    for j, price, what in chart.parses("complement", i):
        comma = chart.low(j) == ","
        then = chart.low(j + comma) == "then"
        if not comma and not then:
            continue
        k = j + comma + then
        for end, more, consequence in chart.parses("clause item", k):
            if isinstance(consequence, Clause) and isinstance(consequence.subject, Noun):
                it = _SAME
                named = consequence.subject.quantifier in {"name", "the", "pronoun"}
                first = Clause(consequence.subject if named else _some(consequence.subject), what)
                second = Clause(consequence.subject if named else it, consequence.predicate)
                yield end, price + more + 0.8, _conditional(how, first, second)
        for end, more, predicate in chart.parses("complement", k):
            pronoun = _SAME
            yield end, price + more + 1.0, _conditional(how, Clause(_ANYTHING, what), Clause(pronoun, predicate))


def _some(noun: Noun) -> Noun:
    if noun.quantifier == "bare" and noun.text in closed_words("person"):  # "people sing if they are happy"
        return Noun("some", "person", "someone")
    return Noun("some", noun.head, noun.text, noun.adjectives, noun.restrictions)


def _condition_last(chart: Chart, i: int, price: float, consequence: Statement) -> Iterator[Parse]:
    comma = chart.low(i) == ","
    if chart.low(i) == "where" and any(chart.price(i - 1, part) is not None for part in ("n", "ns")):
        return  # "a place where ..." says which place
    for start, how in conditions(chart, i + comma):
        if chart.low(i + comma) in {"as", "since"}:
            price += 0.4
        for end, more, condition in chart.parses("clause", start):
            if how != "only if":
                first, then = _exchanged(condition, consequence)
                if how == "unless" and first is not condition and isinstance(first, Clause):  # not: unless it is one
                    first, how = Clause(first.subject, Deny(first.predicate)), "if"
                yield end, price + more, _conditional(how, first, then)
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
    about = Clause(_SAME, consequence.predicate)
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


def _meaning(chart: Chart, i: int) -> Iterator[Parse]:
    """Being kind means being rough; to fly is to have wings; that A implies that B."""
    for rule, opening in (("gerund", ""), ("base", "to")):
        start = i + (chart.low(i) == opening)
        if opening and start == i:
            continue
        for j, price, first in chart.parses(rule, start):
            for k in _equated(chart, j, rule):
                for end, more, second in chart.parses(rule, k):
                    pronoun = _SAME
                    yield end, price + more - 0.6, Condition(Clause(_ANYTHING, first), Clause(pronoun, second))
    for j, price, first_clause in chart.parses("clause", i):
        if chart.low(j) in {"implies", "means", "entails"}:
            k = j + 1 + (chart.low(j + 1) == "that")
            for end, more, second_clause in chart.parses("clause", k):
                yield end, price + more + 0.2, Condition(first_clause, second_clause)


def _equated(chart: Chart, i: int, rule: str) -> Iterator[int]:
    word = chart.low(i)
    if word in {"means", "implies", "entails", "requires"}:
        yield i + 1 + (rule == "base" and chart.low(i + 1) == "to")
    elif word == "is" and (rule == "gerund" or chart.low(i + 1) == "to"):
        yield i + 1 + (rule == "base")


def _definition(chart: Chart, i: int) -> Iterator[Parse]:
    """A wib is defined as a trum that flies; melting is when a solid becomes a liquid."""
    for j, price, subject in chart.parses("noun", i):
        if chart.low(j) == "is" and chart.low(j + 1) in {"defined", "when", "where"}:
            if chart.low(j + 1) == "defined" and chart.low(j + 2) in {"as", "to"}:
                for end, more, what in chart.parses("complement", j + 3):
                    yield end, price + more - 0.5, _both_ways(subject, what)
            elif chart.low(j + 1) != "defined":
                for end, more, clause in chart.parses("clause", j + 2):
                    happens = Clause(Noun("name", subject.text, subject.text), Do("happen"))
                    yield end, price + more - 0.2, Condition(clause, happens)
        elif chart.low(j) == "means":
            for end, more, what in chart.parses("complement", j + 1):
                if isinstance(what, Is):
                    yield end, price + more - 0.2, _both_ways(subject, what)


def _both_ways(subject: Noun, what: Predicate) -> Statement:
    kind = Is(Noun("bare", subject.head, subject.text, subject.adjectives, subject.restrictions))
    return Condition(Clause(_ANYTHING, kind), Clause(_SAME, what), both=True)
