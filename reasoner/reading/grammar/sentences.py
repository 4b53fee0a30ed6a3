"""Clauses and how they are put together: conditions of every form, definitions, "there is", "it is not true that"."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from reasoner.reading.grammar.chart import Chart, Parse, grammar_rule
from reasoner.reading.grammar.conditions import ANYTHING, SAME, condition_first, condition_last
from reasoner.reading.grammar.joining import coordinated
from reasoner.reading.grammar.syntax import (
    Clause,
    Condition,
    Deny,
    Do,
    Is,
    Join,
    Noun,
    Phrase,
    Predicate,
    Same,
    Statement,
    There,
    said_in_full,
)
from reasoner.reading.grammar.tokens import closed_words

_WRONG_NUMBER = 1.5
_IT = Noun("name", "it", "it")
_AGAIN = frozenset({";", "and", "but", "while"})
_ENDS = frozenset({"", ",", ";", "and", "but"})
_GENERIC = frozenset({"every", "any", "no", "a", "bare"})

coordinated("clause", "clause item", said_in_full, price_of_joint=0.25)


@grammar_rule("clause item")
def clause_item(chart: Chart, i: int) -> Iterator[Parse]:
    """A subject and a predicate, "there is ...", or either one with "it is not the case that" before it."""
    if chart.low(i) == "there":
        yield from _there(chart, i)
    yield from _it_is_true_that(chart, i)
    yield from _weather(chart, i)
    if chart.low(i - 1) in _AGAIN or chart.low(i) in {"nor", "neither"}:
        yield from _same(chart, i)
    for j, price, subject in chart.parses("noun phrase", i):
        if chart.is_a(i, "possessive") and isinstance(subject, Noun) and subject.plural:
            subject = replace(subject, text=f"{chart.low(i)} {subject.text}")  # "her apples" are not all apples
        if isinstance(subject, Noun) and chart.low(j) in {"except", "but"}:
            yield from _excepted(chart, j, price, subject)
        only = (chart.low(i), chart.low(i + 1)) == ("the", "only")
        for end, more, predicate in chart.parses("finite", j):
            if only and isinstance(subject, Noun) and subject.plural and subject.adjectives[:1] == ("only",):
                yield end, price + more - 0.2, _no_others(subject, predicate)
            wrong = _WRONG_NUMBER if _disagrees(chart, subject, j) else 0.0
            yield end, price + more + wrong, Clause(subject, predicate)
            yield from _said_afterwards(chart, end, price + more + wrong, Clause(subject, predicate))
    if chart.low(i) == "that":
        yield from ((end, price + 0.3, clause) for end, price, clause in chart.parses("clause item", i + 1))


def _no_others(subject: Noun, predicate: Predicate) -> Clause:
    """Say that each of "the only birds that dive" is one of those that are named."""
    rest = replace(subject, quantifier="every", adjectives=subject.adjectives[1:])
    kinds = isinstance(predicate, Join) and predicate.joint == "and" and all(isinstance(p, Is) for p in predicate.parts)
    return Clause(rest, replace(predicate, joint="or") if kinds and isinstance(predicate, Join) else predicate)


def _excepted(chart: Chart, i: int, price: float, subject: Noun) -> Iterator[Parse]:
    """Everyone in the crew except Bo swims: all the others do, and Bo does not."""
    if subject.quantifier not in {"every", "any"}:
        return
    for j, more, other in chart.parses("noun", i + 1 + (chart.low(i + 1) == "for")):
        rest = _limited(subject, Deny(Is(other)))
        for end, last, predicate in chart.parses("finite", j):
            apart = Clause(other, Deny(predicate))
            yield end, price + more + last, Join("and", (Clause(rest, predicate), apart))


def _same(chart: Chart, i: int) -> Iterator[Parse]:
    """And so is Bo; but Bo does not; nor can Bo; and Bo tea."""
    if chart.low(i) in {"so", "neither", "nor"} and _is_auxiliary(chart, i + 1):
        for j, price, subject in chart.parses("noun phrase", i + 2):
            yield j, price - 0.6, Clause(subject, Same(None if chart.low(i) == "so" else True))
    for j, price, subject in chart.parses("noun phrase", i):
        if _is_auxiliary(chart, j):
            denied = chart.low(j + 1) == "not"
            end = j + 1 + denied
            if chart.low(end) in _ENDS:
                yield end, price + 0.2, Clause(subject, Same(denied))
        elif isinstance(subject, Noun) and subject.quantifier != "pronoun":
            for end, more, other in chart.parses("noun phrase", j):
                if chart.low(end) in _ENDS:
                    yield end, price + more + 0.9, Clause(subject, Same(None, (other,)))


def _is_auxiliary(chart: Chart, i: int) -> bool:
    return any(chart.is_a(i, kind) for kind in ("be", "have", "do", "modal"))


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
    if isinstance(subject, Noun) and subject.quantifier == "no":  # "none of the dogs bark", "none of them barks"
        return False
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
        end += chart.low(end) in {"today", "tonight", "now"} or chart.is_a(end, "place_adverb")
        if denied and found.quantifier in {"a", "bare", "any"}:  # "there is not a lamp that ...": no such lamp
            yield end, price, There(replace(found, quantifier="no"))
        else:
            yield end, price, Deny(There(found)) if denied else There(found)


def _weather(chart: Chart, i: int) -> Iterator[Parse]:
    """It rains, it will not be windy: nothing is meant by "it"."""
    if chart.low(i) == "it":
        for end, price, predicate in chart.parses("finite", i + 1):
            if any({token.verb, token.low} & closed_words("weather") for token in chart.tokens[i + 1 : end]):
                yield end, price - 0.5, Clause(_IT, predicate)


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
    yield from condition_first(chart, i)
    yield from _meaning(chart, i)
    yield from _definition(chart, i)
    yield from _singled_out(chart, i)
    for j, price, clause in chart.parses("clause", i):
        yield j, price, clause
        yield from condition_last(chart, j, price, clause)
    for j, price, clause in _place_first(chart, i) if chart.is_a(i, "preposition") else ():
        yield j, price, clause
        yield from condition_last(chart, j, price, clause)
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


def _meaning(chart: Chart, i: int) -> Iterator[Parse]:
    """Being kind means being rough; to fly is to have wings; that A implies that B."""
    for rule, opening in (("gerund", ""), ("base", "to")):
        start = i + (chart.low(i) == opening)
        if opening and start == i:
            continue
        for j, price, first in chart.parses(rule, start):
            for k in _equated(chart, j, rule):
                for end, more, second in chart.parses(rule, k):
                    pronoun = SAME
                    yield end, price + more - 0.6, Condition(Clause(ANYTHING, first), Clause(pronoun, second))
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


def _singled_out(chart: Chart, i: int) -> Iterator[Parse]:
    """What Leo plays is a cello; the one who sings is Ann: who does what, the other way round."""
    if chart.low(i) == "what":
        for j, price, subject in chart.parses("noun", i + 1):
            for k, more, verb in chart.parses("finite item", j):
                if chart.is_a(k, "be") and isinstance(verb, Do) and verb.agent is None:
                    for end, last, other in chart.parses("noun phrase", k + 1):
                        yield end, price + more + last, Clause(subject, replace(verb, objects=(*verb.objects, other)))
    if (chart.low(i), chart.low(i + 1)) == ("the", "one") and chart.is_a(i + 2, "relative"):
        for j, price, done in chart.parses("finite", i + 3):
            for end, more, other in chart.parses("noun", j + 1) if chart.is_a(j, "be") else ():
                if other.quantifier in {"name", "the"}:
                    yield end, price + more - 0.2, Clause(other, done)


def _both_ways(subject: Noun, what: Predicate) -> Statement:
    kind = Is(Noun("bare", subject.head, subject.text, subject.adjectives, subject.restrictions))
    return Condition(Clause(ANYTHING, kind), Clause(SAME, what), both=True)
