"""What a text says taken together: one name a thing, kinds as their own examples, and what longer words imply."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import replace

from reasoner.language.terms import content_lemmas
from reasoner.logic.atoms import Literal, Rule, Term, Variable
from reasoner.reading.grammar.tokens import closed_words
from reasoner.reading.meaning.formula import And, Every, Formula, If, Never, Not, Or, Some

_X = Variable("x")
_OWNER = re.compile(r" ?['’]s ")


def one_name_each(rules: Iterable[Rule]) -> dict[str, str]:
    """Return the spelling to use for constants that differ in capitals only: the one met first with a capital.

    >>> bob = [Rule((), (Literal("is", (name, "kind")),)) for name in ("bob", "Bob")]
    >>> one_name_each(bob)
    {'bob': 'Bob'}
    """
    spellings: dict[str, str] = {}
    for literal in literals_of(rules):
        for term in literal.terms:
            if isinstance(term, str):
                known = spellings.setdefault(term.casefold(), term)
                if known.islower() and not term.islower():
                    spellings[term.casefold()] = term
    names = [term for literal in literals_of(rules) for term in literal.terms if isinstance(term, str)]
    chosen = {term: _singular(spellings[term.casefold()], spellings) for term in names}
    return {term: name for term, name in chosen.items() if name != term}


def _singular(name: str, spellings: Mapping[str, str]) -> str:
    """Return the singular of a made-up kind whose plural looks like one: "zorbris", where "zorbri" is spoken of."""
    short = name[:-1]
    return spellings[short.casefold()] if name.endswith(("is", "us")) and short.casefold() in spellings else name


def same_things(said: Sequence[Rule], asked: Sequence[Rule]) -> dict[str, str]:
    """Return which thing that was spoken of a claim means by a shorter or longer name, where only one can be meant.

    >>> bag = Rule((), (Literal("is", ("bottle in Lena 's bag", "glass")),))
    >>> same_things([bag], [Rule((), (Literal("shine", ("bottle in bag",)),))])
    {'bottle in bag': "bottle in Lena 's bag"}
    """
    known = {name: frozenset(content_lemmas(name)) for name in _things(literals_of(said))}
    found = {}
    for name in dict.fromkeys(_things(literals_of(asked))):
        words = frozenset(content_lemmas(name))
        if name in known:
            continue
        if len(words) > 1:
            meant = [
                other for other, theirs in known.items() if len(theirs) > 1 and (words <= theirs or theirs <= words)
            ]
        else:  # "the ladder" is the ladder in the shed
            meant = [other for other in known if other.startswith(f"{name} ") and name.islower()]
        if len(meant) == 1:
            found[name] = meant[0]
    return found


def literals_of(rules: Iterable[Rule]) -> Iterator[Literal]:
    """Yield the literals of rules in order."""
    for rule in rules:
        yield from rule.body
        yield from rule.heads


def renamed(rule: Rule, names: Mapping[str, str]) -> Rule:
    """Return the rule with constants replaced."""
    return changed(rule, lambda literal: _renamed(literal, names)) if names else rule


def changed(rule: Rule, change: Callable[[Literal], Literal]) -> Rule:
    """Return the rule with each of its literals changed."""
    return replace(rule, body=tuple(map(change, rule.body)), heads=tuple(map(change, rule.heads)))


def _renamed(literal: Literal, names: Mapping[str, str]) -> Literal:
    terms = tuple(names.get(term, term) if isinstance(term, str) else term for term in literal.terms)
    return Literal(literal.predicate, terms, literal.positive)


def renamed_formula(formula: Formula, names: Mapping[str, str]) -> Formula:
    """Return the formula with constants replaced."""
    return changed_formula(formula, lambda literal: _renamed(literal, names)) if names else formula


def changed_formula(formula: Formula, change: Callable[[Literal], Literal]) -> Formula:
    """Return the formula with each of its literals changed."""

    def inside(part: Formula) -> Formula:
        return changed_formula(part, change)

    match formula:
        case Literal():
            return change(formula)
        case Not(of):
            return Not(inside(of))
        case And(parts):
            return And(tuple(map(inside, parts)))
        case Or(parts, exclusive):
            return Or(tuple(map(inside, parts)), exclusive)
        case If(condition, consequence):
            return If(inside(condition), inside(consequence))
        case Never(first, second):
            return Never(inside(first), inside(second))
        case Every(variable, body):
            return Every(variable, inside(body))
        case Some(variable, body, name):
            return Some(variable, inside(body), name)


def with_whole_objects(literal: Literal, things: Set[str]) -> Literal:
    """Return a literal with "the tool in the box" as one thing, where the text speaks of that thing elsewhere.

    >>> str(with_whole_objects(Literal("measured with in", ("wind", "tool", "box")), {"tool in box"}))
    'measured with(wind, tool in box)'
    """
    verb, places = adjuncts(literal.predicate)
    for k in reversed(range(len(places))):
        at = len(literal.terms) - len(places) + k
        whole = " ".join((str(literal.terms[at - 1]), places[k], str(literal.terms[at]))) if at > 1 else ""
        if whole in things:
            name = " ".join((verb, *places[:k], *places[k + 1 :])).strip()
            terms = (*literal.terms[: at - 1], whole, *literal.terms[at + 1 :])
            return with_whole_objects(Literal(name, terms, literal.positive), things)
    return literal


def implied(rules: Sequence[Rule]) -> list[Rule]:
    """Return what the words of some rules imply by themselves.

    A kind that is spoken of as a thing is its own example; whoever has a name is a person, where persons are spoken
    of; a US city is a city; whoever regularly drinks drinks.
    """
    literals = list(literals_of(rules))
    kinds = dict.fromkeys(each.terms[1] for each in literals if each.predicate == "is" and len(each.terms) == 2)
    things = dict.fromkeys(_things(literals))
    found = [_fact(thing, thing) for thing in things if thing in kinds]
    text = " ".join(dict.fromkeys(rule.source.lower() for rule in rules))
    found += [rule for thing in things for rule in (*_described(thing, kinds, text), *_numbered(thing, kinds))]
    if "person" in kinds:
        found += [_fact(thing, "person") for thing in things if thing[:1].isupper()]
    found += [rule for kind in kinds if isinstance(kind, str) for rule in _wider_kinds(kind, kinds)]
    found += [*_fewer_adjuncts(literals), *_wider_objects(literals, text)]
    arities = dict.fromkeys((each.predicate, len(each.terms)) for each in literals)
    return [*found, *(rule for name, arity in arities for rule in _wider_verbs(name, arity, arities))]


def taken_for_granted(kinds: Iterable[tuple[str, bool]], rules: Sequence[Rule]) -> list[Rule]:
    """Return that whoever is named belongs to the kinds that a text is about, as people take it.

    "An animal is either a cat or a dog. Jojo does not bark." takes it for granted that Jojo is an animal. `kinds` are
    what each sentence ranges over, and whether it gives alternatives. A kind that something in the text concludes is
    not taken for granted, nor one that only a sentence or two speak of without giving alternatives.
    """
    literals = list(literals_of(rules))
    concluded = {
        each.terms[-1]
        for rule in rules
        for each in rule.heads
        if each.predicate == "is" and each.positive and each not in rule.body
    }
    counts: dict[str, int] = {}
    for kind, alternatives in kinds:
        counts[kind] = counts.get(kind, 0) + (3 if alternatives else 1)
    about = [kind for kind, count in counts.items() if count >= 3 and kind not in concluded]
    named = [thing for thing in dict.fromkeys(_things(literals)) if thing[:1].isupper() or thing[:1].isdigit()]
    return [Rule((), (Literal("is", (thing, kind)),), name="taken for granted") for kind in about for thing in named]


def _things(literals: Iterable[Literal]) -> Iterator[str]:
    """Yield the constants that something is said of, or that something is done to."""
    for literal in literals:
        terms = literal.terms[:1] if literal.predicate == "is" else literal.terms
        yield from (term for term in terms if isinstance(term, str))


def _fact(thing: str, kind: str) -> Rule:
    return Rule((), (Literal("is", (thing, kind)),), name="a kind is its own example" if thing == kind else "a name")


def _described(thing: str, kinds: Mapping[Term, None], text: str) -> Iterator[Rule]:
    """Yield what a description says of the one thing that it means: the blue lamp on the sill is blue, and a lamp.

    Only what the text calls "the" lamp, or somebody's, is one; that there is a lamp may be what is in question.
    """
    named = thing.split(" ")
    place = next((k for k, word in enumerate(named) if word in closed_words("preposition")), len(named))
    words = _OWNER.split(" ".join(named[:place]))[-1].split(" ")
    if not words[0].islower() or not (_OWNER.search(thing) or f"the {' '.join(words)}" in text):
        return
    for kind in dict.fromkeys([*(" ".join(words[k:]) for k in range(len(words))), *words[:-1]]):
        if kind in kinds and kind != thing:
            yield Rule((), (Literal("is", (thing, kind)),), name="a name")


def _numbered(thing: str, kinds: Mapping[Term, None]) -> Iterator[Rule]:
    """Yield that Nurse Pell is a nurse and Tank three a tank, where a text speaks of nurses and tanks."""
    first, _, rest = thing.partition(" ")
    number = rest[:1].isdigit() or rest.casefold() in closed_words("number") or (len(rest) == 1 and rest.isupper())
    if rest and (number or (first[0].isupper() and rest[0].isupper())) and first.casefold() in kinds:
        yield _fact(thing, first.casefold())


def _wider_kinds(kind: str, kinds: Mapping[Term, None]) -> Iterator[Rule]:
    words = kind.split(" ")
    for k in range(1, len(words)):
        if (wider := " ".join(words[k:])) in kinds:
            yield Rule((Literal("is", (_X, kind)),), (Literal("is", (_X, wider)),), name="by name")
            return


def _wider_objects(literals: Iterable[Literal], text: str) -> Iterator[Rule]:
    """Whoever wears a red hat with a brim wears a hat; what is called "the" hat is one of its own."""
    spoken: dict[str, dict[str, None]] = {}
    for each in literals:
        if len(each.terms) == 2 and each.predicate != "is" and isinstance(each.terms[1], str):
            spoken.setdefault(each.predicate, {})[each.terms[1]] = None
    for name, objects in spoken.items():
        for longer in (thing for thing in objects if " " in thing and f"the {thing}" not in text):
            for shorter in objects:
                rest = longer.removeprefix(f"{shorter} ").split(" ")[0] if longer.startswith(f"{shorter} ") else ""
                before = longer.removesuffix(f" {shorter}").split(" ") if longer.endswith(f" {shorter}") else ["of"]
                its_noun = closed_words("preposition").isdisjoint(before)  # "ink that smells of tea" is no tea
                if shorter.islower() and (rest in closed_words("preposition") or its_noun):
                    yield Rule((Literal(name, (_X, longer)),), (Literal(name, (_X, shorter)),), name="by name")


def _fewer_adjuncts(literals: Iterable[Literal]) -> Iterator[Rule]:
    """Whoever graduates from a school with honours graduates with honours: adjuncts may be left out."""
    by_verb: dict[tuple[str, int], list[tuple[str, ...]]] = {}
    for name, arity in dict.fromkeys((each.predicate, len(each.terms)) for each in literals):
        verb, places = adjuncts(name)
        if verb and arity >= len(places) + 1:
            by_verb.setdefault((verb, arity - len(places)), []).append(places)
    for (verb, direct), ways in by_verb.items():
        for longer in ways:
            for shorter in ways:
                if len(shorter) < len(longer) and (kept := _places(shorter, longer)) is not None:
                    terms = tuple(Variable(f"x{k}") for k in range(direct + len(longer)))
                    fewer = (*terms[:direct], *(terms[direct + k] for k in kept))
                    told = Literal(" ".join((verb, *longer)), terms)
                    yield Rule((told,), (Literal(" ".join((verb, *shorter)), fewer),), name="by name")


def adjuncts(name: str) -> tuple[str, tuple[str, ...]]:
    """Return the verb of a predicate's name, and its prepositions.

    >>> adjuncts("graduate from with")
    ('graduate', ('from', 'with'))
    """
    words = name.split(" ")
    k = len(words)
    while k > 0 and words[k - 1] in closed_words("preposition"):
        k -= 1
    return " ".join(words[:k]), tuple(words[k:])


def _places(shorter: tuple[str, ...], longer: tuple[str, ...]) -> list[int] | None:
    """Where the members of one list stand in a longer one, in order; None where they do not all."""
    places: list[int] = []
    for word in shorter:
        start = places[-1] + 1 if places else 0
        if word not in longer[start:]:
            return None
        places.append(longer.index(word, start))
    return places


def _wider_verbs(name: str, arity: int, arities: Mapping[tuple[str, int], None]) -> Iterator[Rule]:
    first, _, rest = name.partition(" ")
    adverb = first.endswith("ly") or (first in closed_words("adverb") and first not in closed_words("preposition"))
    if (
        rest
        and adverb
        and first not in {"rarely", "hardly", "seldom", "barely", "nearly", "almost"}
        and (rest, arity) in arities
    ):
        terms = tuple(Variable(letter) for letter in "xyzuvw"[:arity])
        yield Rule((Literal(name, terms),), (Literal(rest, terms),), name="by name")
