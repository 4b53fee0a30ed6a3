"""Qualities with what belongs to them, prepositions with their objects, comparisons."""

from __future__ import annotations

from collections.abc import Iterator

from reasoner.reading.grammar.arguments import prefixed
from reasoner.reading.grammar.chart import Chart, Parse, grammar_rule
from reasoner.reading.grammar.phrases import words_between
from reasoner.reading.grammar.syntax import Deny, Do, Is, Noun

_SUBJECTS = frozenset({"they", "he", "she", "we", "i"})  # "they like the lion": a verb
_ENDS = frozenset({"", "and", "or", ",", "then", "if", "is", "are", "can", "may"})


@grammar_rule("quality")
def quality(chart: Chart, i: int) -> Iterator[Parse]:
    """An adjective with what belongs to it: "kind", "dependent on caffeine", "able to fly", "ten feet tall"."""
    k = i + 2 if chart.low(i + 1) in {"least", "most", "than"} else i
    measured = chart.price(k, "num") is not None and chart.low(k + 3) in _ENDS
    kind, cost = chart.price(k + 1, "n" if chart.low(k) == "one" else "ns"), chart.price(k + 2, "adj")
    if measured and kind is not None and cost is not None:
        name = words_between(chart, i, k + 3)
        yield k + 3, kind + cost - 0.8, Is(Noun("bare", name, name))
    price = chart.price(i, "adj")
    if price is None:
        return
    enough = chart.low(i + 1) == "enough"
    word, j = f"{chart.low(i)} enough" if enough else chart.low(i), i + 1 + enough
    yield j, price, Is(Noun("bare", word, word))
    for end, more, phrase in chart.parses("prepositional phrase", j):
        yield end, price + more + 0.05, prefixed(word, phrase)
    if chart.low(j) == "to":
        too = chart.low(i - 1) == "too"  # who is too weak to climb does not climb
        for end, more, predicate in chart.parses("base", j + 1):
            if too or enough or word in {"able", "unable"}:
                yield end, price + more, Deny(predicate) if too or word == "unable" else predicate
            else:
                yield end, price + more, prefixed(f"{word} to", predicate)
    for end, more, clause in chart.parses("content clause", j):
        yield end, price + more, Do(f"{word} that", (clause,))


@grammar_rule("prepositional phrase")
def prepositional_phrase(chart: Chart, i: int) -> Iterator[Parse]:
    """A preposition and its object; "in front of" and its like are one preposition."""
    if not chart.is_a(i, "preposition") or (chart.low(i) == "like" and chart.low(i - 1) in _SUBJECTS):
        return
    starts = [(i + 1, chart.low(i))]
    if chart.is_a(i + 1, "preposition"):
        starts.append((i + 2, f"{chart.low(i)} {chart.low(i + 1)}"))
    if chart.is_a(i + 2, "preposition") and chart.low(i + 1) in {"front", "top", "terms", "favor", "charge", "need"}:
        starts.append((i + 3, " ".join(chart.low(k) for k in range(i, i + 3))))
    for j, name in starts:
        for end, price, found in chart.parses("noun phrase", j):
            yield end, price, Do(name, (found,))
        for end, price, predicate in chart.parses("gerund", j):
            if isinstance(predicate, Do | Is):
                yield end, price + 0.2, prefixed(name, predicate)


@grammar_rule("comparison")
def comparison(chart: Chart, i: int) -> Iterator[Parse]:
    """Bigger than, more important than, as big as."""
    marked = chart.low(i) in {"more", "less", "as"}
    j = i + marked
    price = chart.price(j, "adj")
    if price is None and not marked:
        return
    word = f"{chart.low(i)} {chart.low(j)}" if marked else chart.low(j)
    link = "as" if chart.low(i) == "as" else "than"
    if chart.low(j + 1) == link and (marked or chart.low(j).endswith("er") or chart.low(j) in {"worse", "less"}):
        for end, more, found in chart.parses("noun phrase", j + 2):
            yield end, (price or 0.0) + more - 0.3, Do(f"{word} {link}", (found,))
