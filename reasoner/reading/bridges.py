"""Other wordings of one thing in a text, tied together by rules: shorter names, fused objects, kinds as objects."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from reasoner.language.english import table
from reasoner.language.lexicon import opposed_pairs
from reasoner.language.terms import lemma
from reasoner.language.verbs import is_participle
from reasoner.logic.atoms import Literal, Rule, Term, Variable
from reasoner.reading.joint.linking import relation_named
from reasoner.reading.naming import listed

_X, _Y, _Z = Variable("x"), Variable("y"), Variable("z")
Shape = tuple[str, int]


def short_names(names: Iterable[str]) -> dict[str, str]:
    """Return which longer name a surname or first name stands for, and the singular that a plural name has beside it.

    >>> short_names(["Ada Byron", "Byron", "Bo"])
    {'Byron': 'Ada Byron'}
    """
    known = list(dict.fromkeys(names))
    longer = [name for name in known if " " in name and all(word[:1].isupper() for word in name.split(" "))]
    found = {}
    for name in known:
        if " " in name or not name[:1].isupper():
            continue
        meant = [other for other in longer if name in (other.split(" ")[0], other.split(" ")[-1])]
        if len(meant) == 1:
            found[name] = meant[0]
    singular = {name.casefold(): name for name in known}
    for name in known:
        one = lemma(name, "NOUN")
        if one != name.casefold() and one in singular and " " not in name:
            found[name] = singular[one]
    return found


def bridges(literals: Sequence[Literal]) -> list[Rule]:
    """Return what ties together the ways in which literals speak of the same.

    >>> fused, plain = Literal("fond of tea", ("Ann",)), Literal("fond of", ("Bo", "tea"))
    >>> for rule in bridges([fused, plain]):
    ...     print(rule)
    fond of(?x, tea) -> fond of tea(?x)
    fond of tea(?x) -> fond of(?x, tea)
    """
    shapes = dict.fromkeys((each.predicate, len(each.terms)) for each in literals)
    kinds = dict.fromkeys(each.terms[1] for each in literals if each.predicate == "is" and len(each.terms) == 2)
    named = [kind for kind in kinds if isinstance(kind, str)]
    by_kind = (*_plainer_kinds(named), *_taken_apart(named), *_kinds_of(shapes, named), *_turned_into(literals, named))
    same = (*_same_place(shapes), *_connected(shapes), *_identical(literals), *_fewer_objects(shapes))
    same = (*same, *_one_object(literals, shapes), *_worded(shapes, kinds), *_such_things(literals))
    return [*_fused(literals, shapes), *_some_of_a_kind(literals, kinds), *same, *by_kind]


def _fused(literals: Iterable[Literal], shapes: Mapping[Shape, None]) -> Iterator[Rule]:
    """Whoever is "fond of tea" is fond of tea, whether or not the object was read as a thing of its own."""
    seen = dict.fromkeys((each.predicate, each.terms[1]) for each in literals if len(each.terms) == 2)
    for name, thing in seen:
        if not isinstance(thing, str) or name == "is":
            continue
        done = f"{name} {lemma(thing, 'VERB')}"  # who loves to sing loves singing
        for whole in dict.fromkeys((f"{name} {thing}", f"{thing} {name}", done)):  # "outside play" is playing outside
            if (whole, 1) in shapes:
                apart, together = Literal(name, (_X, thing)), Literal(whole, (_X,))
                yield Rule((apart,), (together,), name="by name")
                yield Rule((together,), (apart,), name="by name")


def _some_of_a_kind(literals: Iterable[Literal], kinds: Mapping[Term, None]) -> Iterator[Rule]:
    """Whoever trains a named club, which is a football club, trains a football club."""
    asked = dict.fromkeys((each.predicate, each.terms[1]) for each in literals if len(each.terms) == 2)
    named = {each.predicate for each in literals if len(each.terms) == 2 and _is_name(each.terms[1])}
    for name, kind in asked:
        if name != "is" and name in named and kind in kinds and isinstance(kind, str) and kind.islower():
            done = (Literal(name, (_X, _Y)), Literal("is", (_Y, kind)))
            yield Rule(done, (Literal(name, (_X, kind)),), name="one of a kind")


def _such_things(literals: Iterable[Literal]) -> Iterator[Rule]:
    """Whoever enjoys "sweet things" enjoys whatever is sweet, where a text says it so."""
    for each in dict.fromkeys(literals):
        for place, term in enumerate(each.terms):
            quality, _, noun = term.rpartition(" ") if isinstance(term, str) else ("", "", "")
            if place and noun == "thing" and quality.isalpha() and quality.islower() and each.predicate != "is":
                whole = replace(each, terms=tuple(_X if term is other else other for other in each.terms))
                yield Rule((each, Literal("is", (_X, quality))), (whole,), name="such things")


def _is_name(term: Term) -> bool:
    return isinstance(term, str) and term[:1].isupper()


def _same_place(shapes: Mapping[Shape, None]) -> Iterator[Rule]:
    """What is located in a place is in it, and in what that is in."""
    if ("in", 2) in shapes:
        inside = (Literal("in", (_X, _Y)), Literal("in", (_Y, _Z)))
        yield Rule(inside, (Literal("in", (_X, _Z)),), name="transitive")
    for plain, ways in table("same_relation").items():
        for way in ways:
            if (way, 2) in shapes and (plain, 2) in shapes:
                one, other = Literal(way, (_X, _Y)), Literal(plain, (_X, _Y))
                yield Rule((one,), (other,), name="in other words")
                yield Rule((other,), (one,), name="in other words")


def _worded(shapes: Mapping[Shape, None], kinds: Iterable[Term]) -> Iterator[Rule]:
    """What is knitted from wool is made of it, and what belongs to a set is part of it: relations have many words."""
    for name, arity in shapes:
        verb, _, rest = name.partition(" ")
        base = f"{lemma(verb, 'VERB')} {rest}".strip()
        passive = is_participle(verb) and lemma(verb, "VERB") != verb
        relation = relation_named(base) if arity == 2 and rest and (passive or base == name) else None
        if relation in {"made of", "part of"} and relation != name:
            told = Literal(name, (_X, _Y))
            yield Rule((told,), (Literal(relation, (_X, _Y)),), name="in other words")
    for place in ("from", "out of", "of"):  # "it is hewn, and out of stone"
        for done in kinds if (place, 2) in shapes else ():
            if isinstance(done, str) and relation_named(f"{lemma(done, 'VERB')} {place}") == "made of":
                both = (Literal("is", (_X, done)), Literal(place, (_X, _Y)))
                yield Rule(both, (Literal("made of", (_X, _Y)),), name="in other words")


def _connected(shapes: Mapping[Shape, None]) -> Iterator[Rule]:
    """What is connected to a net connects to it, where a text says both."""
    for name, arity in shapes:
        verb, _, rest = name.partition(" ")
        active = f"{lemma(verb, 'VERB')} {rest}"
        if arity == 2 and rest and active != name and (active, 2) in shapes and is_participle(verb):
            one, other = Literal(name, (_X, _Y)), Literal(active, (_X, _Y))
            yield Rule((one,), (other,), name="in other words")
            yield Rule((other,), (one,), name="in other words")


def _fewer_objects(shapes: Mapping[Shape, None]) -> Iterator[Rule]:
    """Whoever attends the fair in person attends in person."""
    for name, arity in shapes:
        if arity > 2 and (name, arity - 1) in shapes:
            terms = (_X, _Y, _Z, Variable("u"), Variable("v"))[:arity]
            yield Rule((Literal(name, terms),), (Literal(name, (terms[0], *terms[2:])),), name="by name")


def _one_object(literals: Iterable[Literal], shapes: Mapping[Shape, None]) -> Iterator[Rule]:
    """Whoever has a room with two beds has a "room with two beds", whatever the preposition was taken to belong to."""
    spoken = {each.terms[1] for each in literals if len(each.terms) == 2}
    for name, first, second in dict.fromkeys(
        (each.predicate, *each.terms[1:]) for each in literals if len(each.terms) == 3
    ):
        verb, _, place = name.rpartition(" ")
        whole = f"{first} {place} {second}"
        ways = (verb, *table("same_relation").get(verb, ())) if verb and whole in spoken else ()
        for way in ways:
            if (way, 2) in shapes:
                apart, together = Literal(name, (_X, first, second)), Literal(way, (_X, whole))
                yield Rule((apart,), (together,), name="by name")
                yield Rule((together,), (apart,), name="by name")


def opposites(literals: Iterable[Literal]) -> list[Rule]:
    """Return that nothing has a quality and its opposite, where a text speaks of both.

    >>> for rule in opposites([Literal("is", ("Bo", "high")), Literal("is", ("Cy", "low"))]):
    ...     print(rule)
    is(?x, high) -> not is(?x, low)
    is(?x, low) -> not is(?x, high)
    """
    kinds = dict.fromkeys(each.terms[1] for each in literals if each.predicate == "is" and len(each.terms) == 2)
    apart = opposed_pairs([kind for kind in kinds if isinstance(kind, str) and " " not in kind])
    states = [(one, other) for one, others in table("states").items() for other in others if {one, other} <= set(kinds)]
    apart += [pair for one, other in states for pair in ((one, other), (other, one))]
    named = [(kind, kind[3:]) for kind in kinds if isinstance(kind, str) and kind.startswith("non")]
    apart += [pair for one, other in named if other in kinds for pair in ((one, other), (other, one))]
    told = [(Literal("is", (_X, one)), Literal("is", (_X, other), False)) for one, other in apart]
    return [Rule((one,), (other,), name="opposites", confidence=0.95) for one, other in told]


def _identical(literals: Sequence[Literal]) -> Iterator[Rule]:
    """What is so of the singer of the band is so of Dan, where Dan is the singer of the band; and the other way round.

    >>> dan = Literal("is", ("singer of Wax", "Dan"))
    >>> for rule in _identical([dan, Literal("is", ("Dan", "poet"))]):
    ...     print(rule)
    is(singer of Wax, Dan) & is(Dan, ?y) -> is(singer of Wax, ?y)
    is(singer of Wax, Dan) & is(singer of Wax, ?y) -> is(Dan, ?y)
    """
    things = {each.terms[0] for each in literals if each.terms}
    pairs = [each for each in literals if each.predicate == "is" and len(each.terms) == 2 and each.positive]
    for pair in dict.fromkeys(pairs):
        first, second = pair.terms
        named = {term for term in (first, second) if isinstance(term, str) and (term[:1].isupper() or " " in term)}
        if len(named) < 2 or second not in things:
            continue
        said = [each for each in literals if each.terms and each.terms[0] in named and each != pair]
        for shape in dict.fromkeys((each.predicate, len(each.terms)) for each in said):
            rest = (_Y, _Z, Variable("u"), Variable("v"))[: shape[1] - 1]
            one, other = Literal(shape[0], (first, *rest)), Literal(shape[0], (second, *rest))
            yield Rule((pair, other), (one,), name="the same")
            yield Rule((pair, one), (other,), name="the same")


def _taken_apart(names: Sequence[str]) -> Iterator[Rule]:
    """A jazz singer is whoever is jazz and a singer, where a text was read both ways."""
    spelled = {name.casefold(): name for name in names}
    for name in names:
        words = name.casefold().split(" ")
        for k in range(1, len(words)):
            front, noun = " ".join(words[:k]), " ".join(words[k:])
            before = [front] if front in spelled else words[:k]
            if noun in spelled and all(each in spelled for each in before):
                whole = Literal("is", (_X, name))
                parts = tuple(Literal("is", (_X, spelled[each])) for each in (*before, noun))
                yield Rule(parts, (whole,), name="by name")
                yield from (Rule((whole,), (part,), name="by name") for part in parts)
                break


def _kinds_of(shapes: Mapping[Shape, None], names: Iterable[str]) -> Iterator[Rule]:
    """Whoever is a member of a guild is a member, and of the guild; a text may say it either way."""
    for name in names:
        if (f"{name} of", 2) in shapes and ("of", 2) in shapes:
            whole, parts = Literal(f"{name} of", (_X, _Y)), (Literal("is", (_X, name)), Literal("of", (_X, _Y)))
            yield Rule(parts, (whole,), name="by name")
            yield from (Rule((whole,), (part,), name="by name") for part in parts)


def _turned_into(literals: Iterable[Literal], names: Iterable[str]) -> Iterator[Rule]:
    """What turns or becomes red is red."""
    known = set(names)
    for verb, kind in dict.fromkeys((each.predicate, each.terms[-1]) for each in literals if len(each.terms) == 2):
        if verb in listed("copular") and kind in known:
            yield Rule((Literal(verb, (_X, kind)),), (Literal("is", (_X, kind)),), name="in other words")


def _plainer_kinds(names: Sequence[str]) -> Iterator[Rule]:
    """An American computer scientist is an American scientist: words between the first and the noun may go."""
    split = {name: name.casefold().split(" ") for name in names}
    alike = defaultdict(list)
    for name, words in split.items():
        alike[words[0], words[-1]].append(name)
    for longer, words in split.items():
        for shorter in alike[words[0], words[-1]]:
            if 1 < len(split[shorter]) < len(words) and set(split[shorter]) <= set(words):
                yield Rule((Literal("is", (_X, longer)),), (Literal("is", (_X, shorter)),), name="by name")


def generic(rules: Sequence[Rule]) -> list[Rule]:
    """Return rules with "the game" read as any game, where it stands in a condition and no fact is about one game.

    >>> sold, listed = Literal("sell", ("game", "well")), Literal("listed", ("game",))
    >>> video = Rule((Literal("is", (_X, "game")),), (Literal("fun", (_X,)),))
    >>> print(generic([Rule((sold,), (listed,)), video])[0])
    is(?x, game) & sell(?x, well) -> listed(?x)
    """
    literals = [each for rule in rules for each in (*rule.body, *rule.heads)]
    kinds = {each.terms[1] for each in literals if each.predicate == "is" and len(each.terms) == 2}
    stated = {term for rule in rules if not rule.body for each in rule.heads for term in each.terms[:1]}
    return [_for_any(rule, kinds - stated) for rule in rules]


def _for_any(rule: Rule, kinds: set[Term]) -> Rule:
    subjects = [each.terms[0] for each in rule.body if each.terms and each.terms[0] in kinds]
    kind = next((term for term in subjects if isinstance(term, str) and term.islower()), None)
    if kind is None or any(each.variables for each in (*rule.body, *rule.heads)):
        return rule

    def put(literal: Literal) -> Literal:
        terms = tuple(_X if term == kind else term for term in literal.terms)
        return Literal(literal.predicate, terms, literal.positive)

    body = (Literal("is", (_X, kind)), *map(put, rule.body))
    return replace(rule, body=body, heads=tuple(map(put, rule.heads)))
