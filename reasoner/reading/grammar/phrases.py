"""Noun phrases: names, pronouns, "every red wumpus that flies", "the history of ice", lists of them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import cast

from reasoner.language.english import table
from reasoner.reading.grammar.chart import Chart, Parse, grammar_rule
from reasoner.reading.grammar.joining import coordinated
from reasoner.reading.grammar.syntax import Is, Noun, Nouns, Quantifier
from reasoner.reading.grammar.tokens import closed_words

_NAME_LINKS = frozenset({"of", "the", "de", "da", "von", "van", "&", "in", "for", "'s", "del", "la"})
_NOBODY = frozenset({"nobody", "nothing", "none"})
_LONGEST_NAME = 7
_SORTS = frozenset({"kind", "type", "sort", "form"})
_ODD_MEMBERS = {"vg": 0.6, "ns": 0.5}  # what they cost before the head of a compound: "sports car"
_DROPPED = frozenset({"a", "an", "the", ",", *closed_words("possessive")})

coordinated("noun phrase", "noun", Nouns, price_of_joint=0.1)


def words_between(chart: Chart, i: int, j: int) -> str:
    """Return the words of a stretch as the name of what they stand for: singular, without articles."""
    return " ".join(_name_of(chart, k) for k in range(i, j) if chart.low(k) not in _DROPPED)


def is_open(chart: Chart, i: int) -> bool:
    """Whether what stands at a position says which everybody or everything is meant: "everybody in the hall"."""
    ranging = any(chart.low(i - 1) in entries for entries in table("variables").values())
    return ranging and chart.is_a(i, "where_it_is")


def _name_of(chart: Chart, i: int) -> str:
    token = chart.tokens[i]
    if not token.parts:
        return token.low
    part = min(token.parts, key=lambda each: (token.parts[each], each))
    return token.text if part == "name" else token.noun if part == "ns" else token.low


@grammar_rule("noun")
def noun(chart: Chart, i: int) -> Iterator[Parse]:
    """One noun phrase with all that follows its head."""
    for j, price, found in chart.parses("noun without modifiers", i):
        yield j, price, found
        yield from _appositions(chart, j, price, found)
        if found.quantifier != "pronoun":
            for end, more, (predicate, words) in chart.parses("modifiers", j):
                restrictions = (*found.restrictions, *predicate)
                yield end, price + more, replace(found, restrictions=restrictions, text=f"{found.text} {words}".strip())


def _appositions(chart: Chart, i: int, price: float, found: Noun) -> Iterator[Parse]:
    """Yield "Ann, a baker," and "a baker, Ann": one thing named twice, between commas or at the end."""
    if chart.low(i) != "," or found.quantifier not in {"name", "a", "the"} or found.restrictions:
        return
    for j, more, other in chart.parses("noun", i + 1):
        closed = j == chart.size or chart.low(j) == ","
        end = j + (j < chart.size)
        if closed and found.quantifier == "name" and other.quantifier in {"a", "the"}:
            yield end, price + more + 0.6, replace(found, restrictions=(Is(replace(other, quantifier="a")),))
        elif closed and found.quantifier != "name" and other.quantifier == "name" and not other.restrictions:
            yield end, price + more + 0.6, replace(other, restrictions=(Is(replace(found, quantifier="a")),))


@grammar_rule("noun without modifiers")
def noun_without_modifiers(chart: Chart, i: int) -> Iterator[Parse]:
    """A noun phrase up to its head, with what it belongs to: "Erin's cat"."""
    for j, price, found in chart.parses("core noun", i):
        yield j, price, found
        if found.quantifier == "name" and chart.low(j) == "the":  # "Ann the baker"
            for end, more, kind in chart.parses("nominal", j + 1):
                yield end, price + more + 0.4, replace(found, restrictions=(Is(kind),))
        if chart.low(j) == "'s":
            for end, more, owned in chart.parses("nominal", j + 1):
                yield end, price + more, replace(owned, quantifier="the", text=f"{found.text}'s {owned.text}")
            yield j + 1, price + 0.7, Noun("the", "one", f"{found.text}'s one")  # "Bo's": what it is, another noun says


@grammar_rule("core noun")
def core_noun(chart: Chart, i: int) -> Iterator[Parse]:
    """Pronouns, variables, names, and nominals with or without a determiner."""
    if chart.is_a(i, "pronoun"):
        yield i + 1, 0.0, Noun("pronoun", chart.low(i), chart.low(i), plural=chart.low(i) in {"they", "them", "we"})
    yield from _variables(chart, i)
    yield from _free_relatives(chart, i)
    for j, price, quantifier, name in _determiners(chart, i):
        for end, more, found in chart.parses("nominal", j):
            text = f"{name} {found.text}" if name else found.text
            yield end, price + more, replace(found, quantifier=quantifier, text=text)
        for end, more, found in chart.parses("name", j) if quantifier in {"the", "only"} else ():
            yield end, price + more, found if quantifier == "the" else replace(found, quantifier=quantifier)
        yield from _called(chart, j, price) if quantifier == "the" else ()
        opens = chart.is_a(j, "relative") or any(chart.price(j, part) is not None for part in ("vn", "vg"))
        if opens and (quantifier in {"every", "the", "any"} or chart.low(j - 1) == "those"):
            yield j, price + 0.6, Noun(quantifier if quantifier != "the" else "every", "thing", "thing", plural=True)
        if quantifier == "the" and (rank := chart.price(j, "adj")) is not None:
            yield j + 1, price + rank + 0.8, Noun("the", chart.low(j), chart.low(j), plural=True)
    for end, more, found in chart.parses("nominal", i):
        yield end, more + (0.0 if found.plural else 0.3), found
    yield from chart.parses("name", i)
    yield from _called(chart, i, 0.3)
    if (number := chart.price(i, "num")) is not None:
        yield i + 1, number + 0.3, Noun("name", chart.tokens[i].text, chart.tokens[i].text)


def _called(chart: Chart, i: int, price: float) -> Iterator[Parse]:
    """The sparrow Pim, planet Hix: a name behind its kind; bed 3, gate two: one of a row, named by both words."""
    for j, more, kind in chart.parses("nominal", i):
        if kind.plural or not all(token.text.islower() for token in chart.tokens[i:j]):
            continue
        row = 0.0 if _is_letter(chart, j) else chart.price(j, "num")
        if row is not None and not any(chart.price(j + 1, part) == 0 for part in ("n", "ns", "adj")):
            text = f"{kind.text} {chart.tokens[j].text}"
            yield j + 1, price + more + row - 0.3, Noun("name", text, text)
        elif chart.price(j, "name") == 0:
            for end, rest, found in chart.parses("name", j):
                yield end, price + more + rest, replace(found, restrictions=(Is(kind),))


def _is_letter(chart: Chart, i: int) -> bool:
    return i < chart.size and len(chart.tokens[i].text) == 1 and chart.tokens[i].text.isupper()


def _variables(chart: Chart, i: int) -> Iterator[Parse]:
    word, j = chart.low(i), i + 1
    if word in {"no", "every", "any", "some"} and chart.low(i + 1) == "one":
        word, j = f"{word}one" if word != "no" else "nobody", i + 2
    for quantifier, entries in table("variables").items():
        if word in entries and not (word == "none" and chart.low(j) == "of"):
            head = "thing" if word.endswith("thing") or word == "none" else "person"
            found = Noun(cast(Quantifier, quantifier), head, word)
            j += chart.low(j) == "else"
            yield j, 0.0, found
            if (price := chart.price(j, "adj")) is not None:
                yield j + 1, price + 0.4, replace(found, adjectives=(chart.low(j),))
    if word == "one" and chart.is_a(j, "modal"):  # "one may row"
        yield j, 0.0, Noun("every", "person", "one")
    doing = word == "those" and any(chart.price(j, part) is not None for part in ("vn", "vg"))
    if doing or (word in {"those", "one", "ones"} and chart.is_a(j, "relative")):
        yield j, 0.0, Noun("every", "thing", "thing", plural=word != "one")


def _free_relatives(chart: Chart, i: int) -> Iterator[Parse]:
    """Whatever is kind: everything that is."""
    if not (chart.is_a(i, "free_relative") or (chart.low(i) == "what" and i == 0)):
        return
    for j, price, predicate in chart.parses("finite", i + 1):
        yield j, price, Noun("every", "thing", "thing", restrictions=(predicate,))
    for j, price, found in chart.parses("nominal", i + 1):
        for k, more, predicate in chart.parses("finite", j):
            yield k, price + more + 0.5, replace(found, quantifier="every", restrictions=(predicate,))


def _determiners(chart: Chart, i: int) -> Iterator[tuple[int, float, Quantifier, str]]:
    """Yield where a determiner ends, its price, how it quantifies, and its word where that is part of a name."""
    for j, price, quantifier, name in _plain_determiners(chart, i):
        yield j, price, quantifier, name
        sort = chart.low(j + 1) == "of" and chart.low(j) in _SORTS | {f"{word}s" for word in _SORTS}
        if sort and quantifier in {"every", "any", "no"}:  # "no type of cake" is no cake
            yield j + 2, price - 0.2, quantifier, name


def _plain_determiners(chart: Chart, i: int) -> Iterator[tuple[int, float, Quantifier, str]]:
    word = chart.low(i)
    if (word, chart.low(i + 1)) in {("not", "one"), ("not", "a")}:  # "not one of the eggs"
        i, word = i + 1, "no"
    if word == "not" and chart.is_a(i + 1, "every"):
        yield from ((j, price, "not every", name) for j, price, _, name in _determiners(chart, i + 1))
    if word in {"every", "all", "each", "any", "both"}:
        j = i + 1 + (chart.low(i + 1) == "of")
        j += chart.low(j) in {"the", "these", "those"}
        yield j, 0.0, "any" if word == "any" else "every", ""
    elif (word in _NOBODY or (word, chart.low(i + 1)) == ("no", "one")) and (end := _but(chart, i + 1)):
        yield end + (chart.low(end) == "the"), -0.2, "only", ""  # "nobody but the nurse"
    elif word == "only":
        yield i + 1 + (chart.low(i + 1) == "the"), 0.1, "only", ""
    elif word in {"no", "none"}:
        j = i + 1 + (chart.low(i + 1) == "of")
        yield j + (chart.low(j) in {"the", "these", "those"}), 0.0, "no", ""
    elif chart.is_a(i, "some") or chart.price(i, "num") is not None:
        name = "" if word in {"some", "several", "certain"} else word
        j = i + 1 + (chart.low(i + 1) == "of")
        yield j + (chart.low(j) in {"the", "these", "those"}), 0.1, "some", name
    if chart.is_a(i, "indefinite"):
        yield i + 1, 0.0, "a", ""
        yield from _amounts(chart, i)
    elif chart.is_a(i, "the"):
        yield i + 1 + (chart.low(i + 1) == "same"), 0.0, "the", ""
    elif chart.is_a(i, "possessive"):
        yield i + 1 + (chart.low(i + 1) == "own"), 0.0, "the", ""
    if word in {"at", "more", "exactly", "less", "over", "only", "about"}:
        j = i + 1 + (chart.low(i + 1) in {"least", "most", "than"})
        if j < chart.size and (chart.price(j, "num") is not None or chart.low(j) in {"a", "one"}):
            yield j + 1, 0.2, "some", words_between(chart, i, j + 1)


def _but(chart: Chart, i: int) -> int | None:
    """Return where "but", "except" or "other than" ends, with the "one" before it; None where it does not stand."""
    i += chart.low(i) in {"one", "else"}
    if (chart.low(i), chart.low(i + 1)) in {("other", "than"), ("except", "for")}:
        return i + 2
    return i + 1 if chart.low(i) in {"but", "except"} else None


def _amounts(chart: Chart, i: int) -> Iterator[tuple[int, float, Quantifier, str]]:
    """A lot of, a kind of: the noun that follows is meant."""
    if chart.low(i + 1) in _SORTS and chart.low(i + 2) == "of":
        yield i + 3 + (chart.low(i + 3) in {"a", "an"}), -0.2, "a", ""
    if chart.low(i + 1) in {"lot", "number", "couple", "bit"} and chart.low(i + 2) == "of":
        yield i + 3, -0.2, "some", f"{chart.low(i + 1)} of"


@grammar_rule("nominal")
def nominal(chart: Chart, i: int) -> Iterator[Parse]:
    """Adjectives and nouns: "red, rough things", "video game", "bald eagle"."""
    for j, price, adjectives in chart.parses("adjectives", i):
        if adjectives:
            yield from _compounds(chart, j, price, adjectives)
    yield from _compounds(chart, i, 0.0, ())


def _compounds(chart: Chart, i: int, price: float, adjectives: tuple[str, ...]) -> Iterator[Parse]:
    leading: list[str] = []
    for j in range(i, min(i + 5, chart.size)):
        for part, plural in (("n", False), ("ns", True)):
            if (more := chart.price(j, part)) is not None:
                own = chart.tokens[j].noun
                head = " ".join([*leading, own])
                qualities = adjectives
                if leading and own == "thing":  # "ice-cold things": of a quality, not of a kind
                    head, qualities = own, (*adjectives, " ".join(leading))
                yield j + 1, price + more, Noun("bare", head, " ".join([*qualities, head]), qualities, plural=plural)
        options = [
            (more, part) for part in ("n", "name", "num", "vg", "ns") if (more := chart.price(j, part)) is not None
        ]
        if not options:
            return
        more, part = min(options)
        price += more + 0.25 + _ODD_MEMBERS.get(part, 0.0)
        leading.append(chart.tokens[j].text if part == "name" else chart.low(j))


@grammar_rule("adjectives")
def adjectives_(chart: Chart, i: int) -> Iterator[Parse]:
    """Adjectives in a row, with or without commas and "and"; "very" and its like are left out."""
    while chart.price(i, "adv") == 0 or chart.low(i) in {"very", "most", "more"}:
        i += 1
    price = chart.price(i, "adj")
    if price is None:
        return
    yield i + 1, price, (chart.low(i),)
    j = i + 1 + (chart.low(i + 1) == ",")
    comma, joined = j > i + 1, chart.low(j) in {"and", "but"}
    for k, more, rest in chart.parses("adjectives", j + joined):
        yield k, price + more + (0.1 if comma or joined else 0.2), (chart.low(i), *rest)


@grammar_rule("name")
def name(chart: Chart, i: int) -> Iterator[Parse]:
    """A proper name: words with capitals, small words between them, numbers behind."""
    total, words = 0.0, list[str]()
    for j in range(i, min(i + _LONGEST_NAME, chart.size)):
        token = chart.tokens[j]
        price = token.parts.get("name")
        if price is None and words:
            price = token.parts.get("num", 0.1 if token.low in _NAME_LINKS else None)
        if price is None:
            return
        total += price
        if j == i + 1 and ("num" in token.parts or len(token.text) == 1):  # "Sector 7": a capital is no accident there
            total -= 0.9
        words.append(token.text)
        if token.low not in _NAME_LINKS:
            text = " ".join(words).replace(" 's", "'s")
            yield j + 1, total, Noun("name", text, text)
        else:
            total += 0.2
