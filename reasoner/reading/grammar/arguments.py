"""What follows a verb: objects, prepositions, adverbs, infinitives, clauses."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from reasoner.reading.grammar.chart import Chart, Parse, grammar_rule
from reasoner.reading.grammar.phrases import is_open, words_between
from reasoner.reading.grammar.syntax import Deny, Do, Gap, Is, Join, Noun, Phrase, Predicate, Same
from reasoner.reading.grammar.tokens import closed_words

_MOST_ADJUNCTS = 5


@dataclass(frozen=True, slots=True)
class Arguments:
    """Objects of a verb in order; `direct` of them come without a preposition, the others with one each."""

    objects: tuple[Phrase, ...] = ()
    prepositions: tuple[str, ...] = ()
    adverbs: tuple[str, ...] = ()
    direct: int = 0
    verb: Predicate | None = None
    link: tuple[str, ...] = ()

    def without(self, k: int) -> Arguments:
        """Return the rest where the object with the k-th preposition is left out."""
        objects = tuple(each for place, each in enumerate(self.objects) if place != k + self.direct)
        return replace(self, objects=objects, prepositions=self.prepositions[:k] + self.prepositions[k + 1 :])

    def followed_by(self, other: Arguments) -> Arguments:
        """Return both, in order."""
        return Arguments(
            self.objects + other.objects,
            self.prepositions + other.prepositions,
            self.adverbs + other.adverbs,
            self.direct + other.direct,
            other.verb,
            self.link + other.link,
        )


def prefixed(words: str, predicate: Predicate) -> Predicate:
    """Put words before the name of a predicate: to want to fly is not to fly."""
    if isinstance(predicate, Do):
        if predicate.agent is not None:
            return Do(f"{words} be {predicate.name} by", (predicate.agent,))
        return replace(predicate, name=f"{words} {predicate.name}")
    if isinstance(predicate, Is):
        name = f"{words} {predicate.noun.text}"
        return Is(Noun("bare", name, name))
    if isinstance(predicate, Gap):
        return replace(predicate, predicate=replace(predicate.predicate, name=f"{words} {predicate.predicate.name}"))
    if isinstance(predicate, Deny):
        return Deny(prefixed(words, predicate.of))  # type: ignore[arg-type]
    if isinstance(predicate, Same):
        return predicate
    return Join(predicate.joint, tuple(prefixed(words, part) for part in predicate.parts))  # type: ignore[arg-type]


def verb_phrase(
    chart: Chart, i: int, price: float, adverbs: tuple[str, ...] = (), past: bool = False
) -> Iterator[Parse]:
    """A verb at a position with whatever may follow it."""
    verb = chart.tokens[i].verb
    if verb == "help":  # "helps slow the boat"
        for end, more, helped in chart.parses("base item", i + 1):
            yield end, price + more - 0.6, prefixed(" ".join((*adverbs, verb)), helped)
    for end, more, found in chart.parses("arguments", i + 1):
        words = (*sorted((*adverbs, *found.adverbs)), verb)
        if found.verb is not None:
            transparent = verb in closed_words("transparent") and found.link == ("to",)
            predicate = found.verb if transparent else prefixed(" ".join((*words, *found.link)), found.verb)
            denying = verb in closed_words("denying_verb") and found.link in {("to",), ()}
            yield end, price + more, Deny(found.verb) if denying else predicate
        else:
            done = _plain(Do(" ".join((*words, *found.prepositions)), found.objects, past=past))
            yield end, price + more, done
            if found.objects and isinstance(done, Do):
                yield from _but_not(chart, end, price + more, done)


def _plain(done: Do) -> Do | Deny:
    """Say with "have" and "contain" that somebody lacks something, or that something has it in it."""
    words = done.name.split(" ")
    if words[0] == "lack" and done.objects:
        return Deny(replace(done, name=" ".join(["have", *words[1:]])))
    match done:
        case Do("have in" | "have inside", (found, Noun("pronoun"))):
            return replace(done, name="contain", objects=(found,))
    return done


def _but_not(chart: Chart, i: int, price: float, done: Do) -> Iterator[Parse]:
    """Bakes bread, but not cakes: the same is not done to another."""
    j = i + (chart.low(i) == ",")
    if (chart.low(j), chart.low(j + 1)) == ("but", "not"):
        for end, more, other in chart.parses("noun", j + 2):
            yield end, price + more + 0.1, Join("and", (done, Deny(replace(done, objects=(*done.objects[:-1], other)))))


@grammar_rule("arguments")
def arguments(chart: Chart, i: int) -> Iterator[Parse]:
    """Nothing, one object or two, then adjuncts."""
    yield i, 0.0, Arguments()
    yield from chart.parses("adjuncts", i)
    for j, price, found in chart.parses("noun phrase", i):
        first = Arguments((found,), direct=1)
        yield j, price, first
        wide = 0.4 if is_open(chart, j) else 0.0
        for end, more, rest in chart.parses("adjuncts", j):
            if rest.verb is None:
                yield end, price + more + wide, first.followed_by(rest)
            elif isinstance(found, Noun):
                yield end, price + more + 0.3, Arguments(verb=rest.verb, link=(found.text, *rest.link))
        if isinstance(found, Noun) and found.quantifier in {"pronoun", "name", "the", "a"}:
            for end, more, second in chart.parses("noun", j) if not found.restrictions else ():
                if second.quantifier not in {"a", "the", "some", "name"} or found.head[:1].isdigit():
                    continue
                yield end, price + more + 0.8, Arguments((found, second), direct=2)


@grammar_rule("adjuncts")
def adjuncts(chart: Chart, i: int) -> Iterator[Parse]:
    """Prepositional phrases, adverbs, times, infinitives and clauses, in any order."""
    for j, price, first in chart.parses("adjunct", i):
        yield j, price, first
        if first.verb is None:
            for end, more, rest in chart.parses("adjuncts", j):
                if len(rest.prepositions) + len(rest.adverbs) < _MOST_ADJUNCTS:
                    yield end, price + more, first.followed_by(rest)


@grammar_rule("adjunct")
def adjunct(chart: Chart, i: int) -> Iterator[Parse]:
    """One of them."""
    if chart.low(i) in {"not", "never"}:  # what it denies comes after it
        return
    if chart.price(i, "adv") is not None or (chart.is_a(i, "adverb") and chart.low(i) not in {"more", "most", "both"}):
        idle = chart.is_a(i, "idle_adverb")
        yield i + 1, 0.0 if chart.price(i, "adv") == 0 else 0.2, Arguments(adverbs=() if idle else (chart.low(i),))
    elif chart.is_a(i, "idle_adverb"):
        yield i + 1, 0.0, Arguments()
    if chart.is_a(i, "particle"):
        yield i + 1, 0.5, Arguments(prepositions=(chart.low(i),))
    for j, price, phrase in chart.parses("prepositional phrase", i):
        if isinstance(phrase, Do) and len(phrase.objects) == 1:
            after_verb = chart.part(i - 1) in {"vn", "v", "vs", "vd"}
            belongs = 0.4 if chart.low(i) == "of" and not after_verb else 0.0  # rather to the noun before it
            yield j, price + belongs, Arguments(phrase.objects, (phrase.name,))
        else:
            yield j, price, Arguments(verb=phrase)
    yield from _times(chart, i)
    if chart.low(i) == "to":
        for j, price, predicate in chart.parses("base", i + 1):
            yield j, price, Arguments(verb=predicate, link=("to",))
    for j, price, predicate in chart.parses("gerund", i):
        yield j, price + 0.1, Arguments(verb=predicate)
    for j, price, clause in chart.parses("content clause", i):
        yield j, price, Arguments((clause,), ("that",))
    for j, price, phrase in chart.parses("comparison", i):
        yield j, price, Arguments(phrase.objects, (phrase.name,))
    if chart.low(i) in {"more", "fewer", "less"}:  # "won fewer cups than Bo"
        for j, price, _ in chart.parses("nominal", i + 1):
            for end, more, other in chart.parses("noun phrase", j + 1) if chart.low(j) == "than" else ():
                how = f"{'less' if chart.low(i) == 'fewer' else chart.low(i)} {words_between(chart, i + 1, j)} than"
                yield end, price + more - 0.3, Arguments((other,), (how,))
    quality, kind = chart.price(i, "adj"), chart.price(i, "n")
    if quality is not None and (kind is None or quality < kind):  # "makes people happy", "becomes red"
        yield i + 1, quality + 0.5, Arguments((Noun("name", chart.low(i), chart.low(i)),), direct=1)


def _times(chart: Chart, i: int) -> Iterator[Parse]:
    """Every day, at least three times a week, once a year."""
    j = i + 2 if chart.low(i) in {"at", "more", "less"} and chart.low(i + 1) in {"least", "most", "than"} else i
    counted = chart.low(j) in {"once", "twice"} or (chart.price(j, "num") is not None and _is_time(chart, j + 1))
    end = j + 1 if chart.low(j) in {"once", "twice"} else j + 2 if counted else j
    if chart.low(end) in {"a", "an", "per", "every", "each", "all"} and _is_time(chart, end + 1):
        end += 2
    elif not counted:
        if chart.low(end) not in {"last", "next", "this"} or not _is_time(chart, end + 1):
            return
        end += 2
    yield end, -0.2, Arguments(adverbs=(words_between(chart, i, end),))


def _is_time(chart: Chart, i: int) -> bool:
    return i < chart.size and chart.tokens[i].noun in closed_words("time")


@grammar_rule("content clause")
def content_clause(chart: Chart, i: int) -> Iterator[Parse]:
    """That caffeine is a drug: kept as the name of what is known, said or believed."""
    if chart.low(i) not in {"that", "how", "what", "why", "whether"}:
        return
    told = 0.9 if chart.low(i) == "that" and chart.part(i - 1) in {"n", "ns"} else 0.1  # "the house that Jack built"
    for j, price, _ in chart.parses("clause item", i + 1):
        text = words_between(chart, i + 1, j)
        yield j, price + told, Noun("name", text, text)
