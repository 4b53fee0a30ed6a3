"""What follows from the words of properties and relations: kinds by name, parts of wholes, fewer words, opposites."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import permutations

from reasoner.language.lexicon import antonyms
from reasoner.language.terms import DEGREES, lemma
from reasoner.language.verbs import is_participle
from reasoner.logic.atoms import Literal, Rule, Term, Variable
from reasoner.reading.grammar.tokens import closed_words
from reasoner.reading.joint.clauses import HOLE
from reasoner.reading.meaning.nouns import Named
from reasoner.reading.naming import listed, lowered

#: What a rule is worth that holds of things as they mostly are: what happens to a whole happens to its parts.
SHARED = 0.95
_X, _Y, _Z = Variable("x"), Variable("y"), Variable("z")


def implied_by_words(literals: Sequence[Literal], things: Mapping[str, Named]) -> Iterator[Rule]:
    """Yield what the words of some literals imply by themselves; `things` says more of those that a text names."""
    kinds = dict.fromkeys(each.terms[1] for each in literals if each.predicate == "is")
    terms = dict.fromkeys(t for each in literals for t in each.terms if isinstance(t, str))
    for term in terms:
        if term in kinds:
            yield Rule((), (Literal("is", (term, term)),), name="a kind is its own example")
        named = things.get(term)
        for quality in (named.head, *named.qualities) if named is not None else ():
            if quality in kinds and quality != term:
                yield Rule((), (Literal("is", (term, quality)),), name="a name")
    for kind in kinds:
        if isinstance(kind, str) and " " in kind:
            *rest, last = kind.split(" ")
            if last in kinds and " ".join(rest) in kinds:
                told = (Literal("is", (_X, " ".join(rest))), Literal("is", (_X, last)))
                yield Rule(told, (Literal("is", (_X, kind)),), name="by name")
    yield from _relations(literals, kinds)
    said = [replace(each, terms=(_X, *each.terms[1:]), positive=True) for each in literals if _is_property(each)]
    done = [(each, Literal(f"{lemma(str(each.terms[1]), 'VERB')} {HOLE}", (_X,))) for each in said if _is_done(each)]
    for state, passive in dict.fromkeys(done):
        yield Rule((state,), (passive,), name="in other words")
        yield Rule((passive,), (state,), name="in other words")
    yield from _fewer_words(dict.fromkeys([*said, *(passive for _, passive in done)]))


def _is_done(literal: Literal) -> bool:
    """Whether a quality is what is done to a thing: "closed", "broken"."""
    return literal.predicate == "is" and is_participle(str(literal.terms[1]))


def _is_property(literal: Literal) -> bool:
    return (HOLE in literal.predicate.split(" ") and literal.predicate != HOLE) or (
        literal.predicate == "is" and isinstance(literal.terms[1], str)
    )


def _relations(literals: Sequence[Literal], kinds: Iterable[Term]) -> Iterator[Rule]:
    part, inside, holds = Literal("part of", (_X, _Y)), Literal("in", (_X, _Y)), Literal("contain", (_Y, _X))
    yield Rule((part, Literal("part of", (_Y, _Z))), (Literal("part of", (_X, _Z)),), name="a part of a part")
    yield Rule((part,), (inside,), name="a part is in its whole")
    yield Rule(
        (inside, Literal("in", (_Y, _Z))), (Literal("in", (_X, _Z)),), name="what is inside is in what is around"
    )
    yield Rule((inside,), (holds,), name="contains")
    yield Rule((holds,), (inside,), name="is in")
    yield Rule((inside.denied,), (holds.denied,), name="contains")
    yield Rule((holds.denied,), (inside.denied,), name="is in")
    yield Rule((inside,), (Literal("within", (_X, _Y)),), name="within")
    for kind in kinds:
        if isinstance(kind, str):
            stuff = Literal("made of", (_X, kind))
            yield Rule((stuff,), (Literal("is", (_X, kind)),), name="made of it", confidence=SHARED)
    for name in dict.fromkeys(each.predicate for each in literals):
        if HOLE in name.split(" "):
            for sign in (True, False):
                told = Literal(name, (_Y,), sign)
                yield Rule((part, told), (replace(told, terms=(_X,)),), name="a part shares it", confidence=SHARED)
        elif name in {"on", "under", "at"}:
            told = Literal(name, (_Y, _Z))
            yield Rule((part, told), (Literal(name, (_X, _Z)),), name="a part shares it", confidence=SHARED)
            yield Rule((inside, told), (Literal(name, (_X, _Z)),), name="what is inside shares it", confidence=SHARED)
            there = (Literal(name, (_X, _Y)), Literal("in", (_Y, _Z)))
            yield Rule(there, (Literal("in", (_X, _Z)),), name="is where that is", confidence=SHARED)


def _fewer_words(properties: Iterable[Literal]) -> Iterator[Rule]:
    """Yield that a property with more words has that with fewer, and what says the opposite of another."""
    told = [(each, each.predicate.startswith(HOLE) or each.predicate == "is", words_of(each)) for each in properties]
    for (one, first, longer), (other, second, shorter) in permutations(told, 2):
        if (
            first != second
            or not shorter - listed("weak")
            or (other.predicate == "is" and not _says_what_it_is(one, other))
        ):
            continue
        if shorter - {"may"} <= longer and not (longer - shorter) & listed("guarded"):
            if not _keeps_its_parts(_in_order(one), _in_order(other)):
                continue
            if not ("may" in longer and "may" not in shorter):
                yield Rule((one,), (other,), name="by its words")
            yield Rule((other.denied,), (one.denied,), name="by its words")
        elif len(longer) == len(shorter) and _opposed(longer - shorter, shorter - longer):
            yield Rule((one,), (other.denied,), name="opposites", confidence=SHARED)


def _says_what_it_is(one: Literal, other: Literal) -> bool:
    """Whether a property says what a thing is: what is soft to the touch is soft, what cuts paper is no paper."""
    if one.predicate == "is":  # a bald eagle is an eagle; the hinge of a blue door is not blue
        return str(one.terms[1]).endswith(f" {other.terms[1]}")
    return one.predicate.split(" ")[1] == str(other.terms[1])


def _keeps_its_parts(longer: tuple[str, ...], shorter: tuple[str, ...]) -> bool:
    """Whether words may go: a preposition goes with its noun, and another doer needs the rest to be in order.

    What fits a screw with a slot does not fit a slot; that adding weights moves the pointer does not say that it moves.
    """
    for place, word in enumerate(longer):
        gone = word in closed_words("preposition") and word not in shorter
        if gone and any(after in shorter for after in _object_after(longer, place)):
            return False
    if longer[-1] == HOLE and longer[-2] in closed_words("preposition") and longer[-2:] != shorter[-2:]:
        return False
    if longer[0] in (shorter[0], HOLE):
        return True
    left = iter(longer)
    return all(word in left for word in shorter if word != "may")


def _object_after(words: tuple[str, ...], place: int) -> Iterator[str]:
    for word in words[place + 1 :]:
        if word in closed_words("preposition") or word == HOLE:
            return
        yield word


def _opposed(first: frozenset[str], second: frozenset[str]) -> bool:
    return len(first) == len(second) == 1 and antonyms(next(iter(first)), next(iter(second)))


def words_of(literal: Literal) -> frozenset[str]:
    """Return the words that a property is made of."""
    return frozenset(word for word in _in_order(literal) if word != HOLE)


def _in_order(literal: Literal) -> tuple[str, ...]:
    said = literal.predicate if literal.predicate != "is" else str(literal.terms[1])
    plain = lowered(said).replace("'s", " ").replace("’s", " ").split()
    kept = closed_words("preposition") | DEGREES.keys()
    dropped = listed("small") - {HOLE}
    return tuple(word if word in kept or word == HOLE else lemma(word) for word in plain if word not in dropped)
