"""What is said of a subject: finite verbs with their objects, what follows "is", participles and infinitives."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from reasoner.reading.grammar.arguments import Arguments, prefixed, verb_phrase
from reasoner.reading.grammar.chart import Chart, Parse, grammar_rule
from reasoner.reading.grammar.conditions import conditions
from reasoner.reading.grammar.joining import coordinated
from reasoner.reading.grammar.modifiers import having
from reasoner.reading.grammar.syntax import Deny, Do, Is, Join, Noun, Predicate
from reasoner.reading.grammar.tokens import closed_words


def parallel(parts: tuple[Predicate, ...]) -> tuple[Predicate, ...]:
    """Give a bare name the preposition of what it stands beside: "related to tea or coffee", both names."""
    found = list(parts)
    for k in range(1, len(found)):
        before, here = found[k - 1], found[k]
        if isinstance(before, Do) and before.agent is not None and isinstance(here, Do) and here.name == "by":
            found[k] = Do(before.name, agent=here.objects[0])
        if isinstance(before, Do) and before.objects and isinstance(here, Is) and here.noun.quantifier == "name":
            found[k] = Do(before.name, (*before.objects[:-1], here.noun))
    return tuple(found)


def with_none(parts: tuple[Predicate, ...]) -> tuple[Predicate, ...]:
    """Say what "none" is none of: whoever needs a key and has none has no key."""
    found = list(parts)
    for k in range(1, len(found)):
        before, here = found[k - 1], found[k]
        if not (isinstance(before, Do) and isinstance(here, Do) and before.objects and len(here.objects) == 1):
            continue
        meant, none = before.objects[-1], here.objects[0]
        if isinstance(meant, Noun) and isinstance(none, Noun) and none.text == "none":
            found[k] = Do(here.name, (replace(meant, quantifier="no"),))
    return tuple(found)


coordinated("finite", "finite item", lambda joint, parts: Join(joint, with_none(parts)))
coordinated("base", "base item")
coordinated("complement", "complement item", lambda joint, parts: Join(joint, parallel(parts)))
coordinated("participle", "participle item")
coordinated("gerund", "gerund item")

_DEGREES = frozenset({"both", "more", "less", "most", "least"})
_AGAIN = frozenset({"or", "and", ",", "nor", "either", "neither"})
_BOUNDARIES = frozenset({"", "and", "or", ",", "then", "if"})


def _is_state(chart: Chart, i: int) -> bool:
    """Whether a particle or an adverb is all that is said: "the light is on", "Ann is away when it rains"."""
    said = chart.is_a(i, "particle") or chart.is_a(i, "place_adverb")
    return said and (chart.low(i + 1) in _BOUNDARIES or next(conditions(chart, i + 1), None) is not None)


def adverbs_at(chart: Chart, i: int) -> tuple[int, tuple[str, ...], bool]:
    """Return where the adverbs at a position end, those that count, and whether "not" or "never" is among them."""
    found: list[str] = []
    denied = False
    while i < chart.size:
        if chart.low(i + 1) in _BOUNDARIES and chart.price(i, "adj") is not None:
            break
        if chart.low(i) in {"not", "never"}:
            denied = not denied
        elif chart.is_a(i, "idle_adverb"):
            pass
        elif _is_state(chart, i):
            break
        elif chart.price(i, "adv") == 0 or (chart.is_a(i, "adverb") and chart.low(i) not in _DEGREES):
            found.append(chart.low(i))
        else:
            break
        i += 1
    return i, tuple(found), denied


def denied_if(denied: bool, predicate: Predicate) -> Predicate:
    """Deny a predicate, or leave it."""
    return Deny(predicate) if denied else predicate


@grammar_rule("finite item")
def finite_item(chart: Chart, i: int) -> Iterator[Parse]:
    """A verb that has a subject: "is kind", "does not fly", "can swim", "chases the cat"."""
    j, adverbs, denied = adverbs_at(chart, i)
    if j > i + 3:
        return
    word = chart.low(j)
    if j == i and chart.low(i - 1) in _AGAIN and chart.is_a(i, "pronoun"):  # "Bob either sings, or he dances"
        yield from ((end, price + 0.4, said) for end, price, said in chart.parses("finite", i + 1))
    if chart.is_a(j + 1, "pronoun") and chart.low(i - 1) == "nor":  # "nor does he dance"
        yield from _inverted(chart, j)
        return
    k, more_adverbs, also_denied = adverbs_at(chart, j + 1)
    sign = denied != also_denied
    if word == "'s" or (chart.is_a(j, "be") and word not in {"be", "been", "being"}):
        rare = 1.0 if word == "'s" and not chart.is_a(j - 1, "pronoun") else 0.0  # rather Ann's hat than "Ann's a cook"
        yield from ((end, price + rare, said) for end, price, said in _after_be(chart, j + 1, adverbs, denied))
    if chart.is_a(j, "modal"):
        prefix = "" if word in closed_words("plain_modal") else word
        for end, price, predicate in chart.parses("base", k):
            yield end, price, denied_if(sign, _with_words(prefix, (*adverbs, *more_adverbs), predicate))
    if chart.is_a(j, "do"):
        for end, price, predicate in chart.parses("base", k):
            yield end, price, denied_if(sign, _with_words("", (*adverbs, *more_adverbs), predicate))
    if chart.is_a(j, "have"):
        yield from _after_have(chart, j + 1, adverbs, denied)
    for part in ("v", "vs", "vd"):
        if (cost := chart.price(j, part)) is not None:
            passive = part == "vd" and chart.price(j, "vn") is not None and chart.low(j + 1) in {"by", "of"}
            cost += 1.0 if passive else 0.0  # "hired by Ann", "made of clay"
            yield from _signed(denied, verb_phrase(chart, j, cost, adverbs, past=part == "vd"))
    if chart.is_a(j, "do") and chart.low(j + 1) not in {"not", "never"}:
        yield from _signed(denied, verb_phrase(chart, j, 0.4, adverbs))


def _inverted(chart: Chart, i: int) -> Iterator[Parse]:
    if chart.is_a(i, "be"):
        yield from _after_be(chart, i + 2, (), False)
    elif chart.is_a(i, "do") or chart.is_a(i, "modal"):
        yield from chart.parses("base", i + 2)


def _signed(denied: bool, parses: Iterator[Parse]) -> Iterator[Parse]:
    return ((end, price, denied_if(denied, predicate)) for end, price, predicate in parses)


def _with_words(prefix: str, adverbs: tuple[str, ...], predicate: Predicate) -> Predicate:
    words = " ".join([*sorted(adverbs), *([prefix] if prefix else [])])
    return prefixed(words, predicate) if words else predicate


def _after_be(chart: Chart, i: int, adverbs: tuple[str, ...], denied: bool) -> Iterator[Parse]:
    k, more, also = adverbs_at(chart, i)
    loud = tuple(word for word in (*adverbs, *more) if word not in {"very", "only", "even", "both"})
    for end, price, predicate in chart.parses("complement", k):
        parts = predicate.parts if also and isinstance(predicate, Join) else ()
        again = 0.5 if any(isinstance(part, Deny) for part in parts) else 0.0  # "not an elm and not an oak"
        yield end, price + again, denied_if(denied != also, _with_words("", loud, predicate))
    if k > i and chart.low(i) in {"not", "both"}:  # "is not both A and B", "is not red and is round": by item instead
        for end, price, predicate in chart.parses("complement", i):
            yield end, price + 0.1, denied_if(denied, _with_words("", adverbs, predicate))
    if chart.low(k) == "to":
        for end, price, predicate in chart.parses("base", k + 1):
            yield end, price + 0.6, denied_if(denied != also, predicate)


def _after_have(chart: Chart, i: int, adverbs: tuple[str, ...], denied: bool) -> Iterator[Parse]:
    k, more, also = adverbs_at(chart, i)
    if chart.low(k) == "been":
        yield from _signed(denied != also, _after_be(chart, k + 1, (*adverbs, *more), False))
    if (price := chart.price(k, "vn")) is not None:
        yield from _signed(denied != also, verb_phrase(chart, k, price, (*adverbs, *more), past=True))
    if chart.low(i) == "to":
        for end, price, predicate in chart.parses("base", i + 1):
            yield end, price, denied_if(denied, prefixed("have to", predicate))
    yield from _signed(denied, verb_phrase(chart, i - 1, 0.0, adverbs))


@grammar_rule("base item")
def base_item(chart: Chart, i: int) -> Iterator[Parse]:
    """A verb without a subject of its own: "fly", "be kind", "not swim"."""
    j, adverbs, denied = adverbs_at(chart, i)
    if chart.low(j) == "be":
        yield from _signed(denied, _after_be(chart, j + 1, adverbs, False))
    elif chart.low(j) == "have":
        yield from _signed(denied, _after_have(chart, j + 1, adverbs, False))
    elif chart.low(j) == "do":
        yield from _signed(denied, verb_phrase(chart, j, 0.2, adverbs))
    elif (price := chart.price(j, "v")) is not None:
        yield from _signed(denied, verb_phrase(chart, j, price, adverbs))


@grammar_rule("gerund item")
def gerund_item(chart: Chart, i: int) -> Iterator[Parse]:
    """A verb in -ing: "eating meat", "being kind"."""
    j, adverbs, denied = adverbs_at(chart, i)
    if chart.low(j) == "being":
        yield from _signed(denied, _after_be(chart, j + 1, adverbs, False))
    elif chart.low(j) == "having":
        yield from _signed(denied, verb_phrase(chart, j, 0.0, adverbs))
    elif (price := chart.price(j, "vg")) is not None:
        yield from _signed(denied, verb_phrase(chart, j, price, adverbs))


@grammar_rule("participle item")
def participle_item(chart: Chart, i: int) -> Iterator[Parse]:
    """A passive: "chased by the cat", "made of iron", "given a book"."""
    j, adverbs, denied = adverbs_at(chart, i)
    price = chart.price(j, "vn")
    if price is None:
        return
    for end, more, found in chart.parses("arguments", j + 1):
        for each in _passives(chart, j, found, adverbs):
            yield end, price + more + (0.8 if found.direct else 0.0), denied_if(denied, each)


def _passives(chart: Chart, i: int, found: Arguments, adverbs: tuple[str, ...]) -> Iterator[Predicate]:
    """Yield the passive as an active where it names the agent, else as a quality of the subject."""
    token = chart.tokens[i]
    words = (*sorted((*adverbs, *found.adverbs)), token.low)
    if found.verb is not None:
        yield prefixed(" ".join((*words, *found.link)), found.verb)
        return
    if "by" in found.prepositions[: len(found.objects)] and not found.direct:  # not so in "is moved away by wind"
        at = found.prepositions.index("by")
        agent = Do(" ".join((*words[:-1], token.verb)), agent=found.objects[at])
        rest = found.without(at)
        yield agent if not rest.objects else Join("and", (agent, Do(_named(words, rest), rest.objects)))
    elif found.objects:
        yield Do(_named(words, found), found.objects)
    else:
        name = " ".join((*words, *found.prepositions))
        yield Is(Noun("bare", name, name))


def _named(words: tuple[str, ...], found: Arguments) -> str:
    return " ".join((*words, *found.prepositions))


@grammar_rule("complement item")
def complement_item(chart: Chart, i: int) -> Iterator[Parse]:
    """What follows "is": a kind, a quality, a place, a passive, a comparison."""
    j, adverbs, denied = adverbs_at(chart, i)
    if chart.low(j) == "both" or (denied and chart.low(j) in {"either", "neither"}):
        for end, price, predicate in chart.parses("complement", j):
            yield end, price, denied_if(denied, predicate)
    loud = tuple(
        word for word in adverbs if word not in {"very", "only", "even", "more", "most", "less", "both", "quite"}
    )
    for end, price, predicate in _complements(chart, j):
        yield end, price + (0.3 if loud else 0.0), denied_if(denied, _with_words("", loud, predicate))
    if chart.low(i - 1) in {"either", "or", "and", "nor", "but", "neither", "both"}:  # "is either a cat or has wings"
        for end, price, predicate in chart.parses("finite item", i):
            passive = chart.price(j, "vn") is not None  # "is tall and hired": what he is, not what he did
            yield end, price + (0.1 if chart.is_a(j, "be") else 1.0 if passive else 0.4), predicate


def _complements(chart: Chart, i: int) -> Iterator[Parse]:
    yield from chart.parses("comparison", i)
    yield from chart.parses("quality", i)
    for end, price, found in chart.parses("noun", i):
        if found.quantifier == "the" and found.text.endswith("'s one"):  # "the cat is Ella's"
            owner = found.text.removesuffix("'s one")
            yield end, price - 0.6, Do("belong to", (Noun("name", owner, owner),))
        elif found.quantifier in {"a", "bare", "the", "name", "some"}:
            yield end, price + (0.15 if found.quantifier in {"the", "name"} else 0.0), Is(found)
        elif found.quantifier == "any" or (
            found.quantifier == "every" and chart.low(i) == "one"
        ):  # "is one that flies"
            yield end, price, Is(replace(found, quantifier="a"))
        elif found.quantifier == "no":
            yield end, price, Deny(Is(replace(found, quantifier="a")))
    if _is_state(chart, i):
        yield i + 1, 0.3, Is(Noun("bare", chart.low(i), chart.low(i)))  # "the light is on"
    for end, price, found in chart.parses("prepositional phrase", i):
        yield end, price + 0.1, having(found)
    yield from chart.parses("participle", i)
    for end, price, predicate in chart.parses("gerund", i):
        if chart.low(i) != "being":
            yield end, price + 0.1, predicate
