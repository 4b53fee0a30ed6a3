"""What two readings of a text come to together, where either alone decides nothing.

What the grammar read and what `reasoner.reading.joint.views` read are brought into one form: kinds, relations (part,
material, place, content), and properties, which are words in order with "*" for the thing they are said of. Then a
property follows from one with more words, a part shares what happens to its whole, and whatever is made of a stuff is
that stuff.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from reasoner.language.terms import lemma
from reasoner.logic.atoms import Literal, Rule, Variable
from reasoner.logic.engine import Theory
from reasoner.reading.claims import Outcome, ask
from reasoner.reading.grammar.tokens import closed_words
from reasoner.reading.joint.clauses import HOLE
from reasoner.reading.joint.inherited import implied_by_words
from reasoner.reading.joint.linking import relation_named
from reasoner.reading.joint.views import LOOSE, Views
from reasoner.reading.meaning.formula import And, Every, Formula, If, Never, Not, Or
from reasoner.reading.meaning.nouns import Named
from reasoner.reading.naming import listed, lowered
from reasoner.reading.read import Reading
from reasoner.reading.theory import adjuncts, literals_of, renamed, renamed_formula

Way = tuple[Formula, bool]
RELATIONS = frozenset({"of", "made of", "part of", "contain", "in", "on", "under", "at", "within"})
_X = Variable("x")
_FEW = 8


def is_plain(readings: Sequence[Reading]) -> bool:
    """Return whether a text is so plain that the grammar has read all of it, and nothing is left for another reading.

    Plain are many sentences of single words: "the cat chases the dog", "if someone is big then they are kind".
    """
    return len(readings) > _FEW and are_exact(readings)


def are_exact(readings: Sequence[Reading]) -> bool:
    """Return whether the grammar has read all of some sentences, and every word of them stands by itself."""
    literals = literals_of([rule for reading in readings for rule in reading.rules if rule.source])
    return all(not reading.unread for reading in readings) and all(
        " " not in each.predicate and len(each.terms) < 3 and all(str(term).count(" ") < 2 for term in each.terms)
        for each in literals
    )


def needs_cases(facts: Sequence[Reading], claims: Sequence[Reading]) -> bool:
    """Return whether forward rules are not enough.

    They are not where a sentence gives alternatives, says that something exists or that no wib is a trum, or where the
    claim puts several things together.
    """
    if any(reading.kind in {"alternatives", "existence"} for reading in (*facts, *claims)):
        return True
    if any(isinstance(reading.formula, Every) and isinstance(reading.formula.body, Never) for reading in facts):
        return True
    return any(isinstance(reading.formula, And | Or | If | Not) for reading in claims)


def joint_theory(facts: Sequence[Reading], claims: Sequence[Reading]) -> tuple[list[Rule], list[list[Way]]]:
    """Return the rules that both readings of some facts make together, and the ways to say what each claim says."""
    sentences = [reading.sentence for reading in (*facts, *claims)]
    views = Views(_common(sentences))
    rules: list[Rule] = []
    for fact in facts:
        loose = views.read(fact.sentence) if _may_be_loose(fact) else ()
        rules += [*fact.rules, *loose, *_in_one_form(fact)]
    rules += _bridges(rules)
    ways = [[*views.claims(claim.sentence), *_claimed(claim)] for claim in claims]
    names = _one_name_each(views.things, [*literals_of(rules), *_literals(ways)])
    rules = [renamed(rule, names) for rule in rules]
    ways = [[(renamed_formula(formula, names), sign) for formula, sign in each] for each in ways]
    literals = list(dict.fromkeys((*literals_of(rules), *_literals(ways))))
    things = {names.get(name, name): named for name, named in views.things.items()}
    return list(dict.fromkeys([*rules, *implied_by_words(literals, things)])), ways


def _may_be_loose(fact: Reading) -> bool:
    """Whether a sentence is read a second time: not one with "if" that the grammar has read, whose parts it knows."""
    words = set(fact.sentence.lower().replace(",", " ").split())
    if words & {"or", "either", "neither", "nor"}:  # alternatives are the grammar's
        return False
    return bool(fact.unread) or not words & {"if", "unless", "provided", "case"}


def _common(sentences: Iterable[str]) -> frozenset[str]:
    """The words that a text has in small letters somewhere: with a capital at the start they are no names."""
    words = [word.strip(".,;?!") for text in sentences for word in text.split()[1:] if word[:1].islower()]
    return frozenset(form for word in words for form in (word, lemma(word, "NOUN")))


def _literals(ways: Iterable[Iterable[Way]]) -> Iterator[Literal]:
    for each in ways:
        for formula, _ in each:
            yield from _inside(formula)


def _inside(formula: Formula) -> Iterator[Literal]:
    if isinstance(formula, Literal):
        yield formula
        return
    for name in ("parts", "of", "condition", "consequence", "first", "second", "body"):
        below = getattr(formula, name, ())
        for part in below if isinstance(below, tuple) else (below,):
            yield from _inside(part)


# What the grammar read, in the same form


def _in_one_form(fact: Reading) -> Iterator[Rule]:
    for rule in fact.rules:
        if not rule.source or len(rule.heads) != 1:
            continue
        rule = _generalised(_of_parts(rule))
        bodies = [()] if not rule.body else _products([list(_forms(literal)) for literal in rule.body])
        for body in bodies:
            for head in _forms(rule.heads[0]):
                if head.variables <= {variable for literal in body for variable in literal.variables}:
                    yield replace(rule, body=body, heads=(head,), confidence=LOOSE)


def _of_parts(rule: Rule) -> Rule:
    """Return a rule about "every member of the choir" as one about whatever is part of it."""
    nouns = [each for each in rule.body if each.predicate == "is" and each.terms[1] in listed("part")]
    wholes = [each for each in rule.body if each.predicate == "of" and any(each.terms[0] == n.terms[0] for n in nouns)]
    if not nouns or not wholes:
        return rule
    rest = tuple(each for each in rule.body if each not in (*nouns, *wholes))
    return replace(rule, body=(*(replace(each, predicate="part of") for each in wholes), *rest))


def _bridges(rules: Iterable[Rule]) -> Iterator[Rule]:
    """Yield that what is so of two things by the grammar is so of each as a property."""
    for literal in dict.fromkeys(replace(each, positive=True) for each in literals_of(rules)):
        if len(literal.terms) == 2 and literal.predicate not in RELATIONS | {"is"}:
            for place, other in ((0, 1), (1, 0)):
                if isinstance(literal.terms[other], str):
                    terms = tuple(_X if k == place else term for k, term in enumerate(literal.terms))
                    told = replace(literal, terms=terms)
                    said = [form for form in _forms(told) if len(form.terms) == 1]
                    yield from (Rule((told,), (form,), name="in other words") for form in said)


def _generalised(rule: Rule) -> Rule:
    """Return a rule about a stuff, "where water contains clay it looks brown", as one about whatever is that stuff."""
    stuff = rule.heads[0].terms[0]
    inside = any(stuff in literal.terms for literal in rule.body)
    if not inside or not isinstance(stuff, str) or not stuff.islower() or f"the {stuff}" in rule.source.lower():
        return rule
    more = (Literal("is", (_X, stuff)), *(_with(literal, stuff) for literal in rule.body))
    return replace(rule, body=more, heads=(_with(rule.heads[0], stuff),))


def _with(literal: Literal, stuff: str) -> Literal:
    return replace(literal, terms=tuple(_X if term == stuff else term for term in literal.terms))


def _products(forms: list[list[Literal]]) -> list[tuple[Literal, ...]]:
    ways: list[tuple[Literal, ...]] = [()]
    for each in forms:
        ways = [(*way, form) for way in ways[:4] for form in each]
    return ways


def _claimed(claim: Reading) -> list[Way]:
    rules = [rule for rule in claim.rules if rule.source]
    if len(rules) != 1 or rules[0].body or len(rules[0].heads) != 1 or rules[0].heads[0].variables:
        return []
    head = rules[0].heads[0]
    return [(replace(form, positive=True), head.positive) for form in _forms(head)]


def _forms(literal: Literal) -> Iterator[Literal]:
    """Yield a literal as a kind, a relation, or a property of each of its terms."""
    if literal.predicate == "is" or literal.predicate in RELATIONS:
        yield literal
        return
    words = literal.predicate.split(" ")
    base = " ".join([lemma(words[0], "VERB"), *words[1:]])
    if len(literal.terms) == 2 and (relation := relation_named(base) or relation_named(f"be {base}")):
        yield replace(literal, predicate=relation)
    passive = lemma(words[0], "VERB") != words[0]
    for place, term in enumerate(literal.terms):
        if all(isinstance(other, str) for k, other in enumerate(literal.terms) if k != place):
            told = [lowered(str(other)) for other in literal.terms]
            verb = _with_objects(base, told[1:])
            if place == 0:
                name = [*verb, HOLE] if passive else [HOLE, *verb]
            else:
                name = [_as_one_word(told[0]), *_with_hole(base, told[1:], place - 1)]
            yield Literal(" ".join(name), (term,), literal.positive)


def _with_objects(base: str, told: Sequence[str]) -> list[str]:
    """Put the objects of a verb where they belong: "fit with" a nut and a slot is "fit nut with slot"."""
    verb, places = adjuncts(base)
    direct = max(len(told) - len(places), 0)
    behind = [word for pair in zip(places, told[direct:], strict=False) for word in pair]
    return [verb, *told[:direct], *behind, *places[len(told) - direct :]] if verb else [base, *told]


def _with_hole(base: str, told: Sequence[str], place: int) -> list[str]:
    """Put the objects of a verb where they belong, and the one that something is said of at the end."""
    verb, places = adjuncts(base)
    direct = max(len(told) - len(places), 0)
    rest = [each for k, each in enumerate(told) if k != place]
    if not verb:
        return [base, *rest, HOLE]
    if place < direct:
        return [*_with_objects(base, rest), HOLE] if len(rest) >= len(places) else [base, *rest, HOLE]
    own = places[place - direct]
    others = " ".join([verb, *(each for k, each in enumerate(places) if k != place - direct)])
    return [*_with_objects(others, rest), own, HOLE]


def _as_one_word(name: str) -> str:
    plain = name.replace("'s", " ").replace("’s", " ").split()
    return "_".join(word for word in plain if word not in listed("small"))


# One name a thing


def _one_name_each(things: Mapping[str, Named], literals: Iterable[Literal]) -> dict[str, str]:
    """Return which name to use for each constant: things named by the same words, or by some of them, are one."""
    names = dict.fromkeys(
        term
        for literal in literals
        for term in (literal.terms[:1] if literal.predicate == "is" else literal.terms)
        if isinstance(term, str)
    )
    first: dict[frozenset[str], str] = {}
    for name in names:
        known = first.setdefault(key_of(name), name)
        first[key_of(name)] = max(known, name, key=len)
    found = {name: first[key_of(name)] for name in names}
    definite = {key_of(name): _proper(name) for name in names if any(word[:1].isupper() for word in name.split(" "))}
    definite |= {key_of(name): named for name, named in things.items() if key_of(name) in first}
    for key, named in definite.items():
        longer = [other for other, theirs in definite.items() if key < other and _may_be_one(named, theirs, key, other)]
        if len(longer) == 1:
            found |= {name: first[longer[0]] for name in names if key_of(name) == key}
    return {name: other for name, other in found.items() if name != other}


def _proper(name: str) -> Named:
    words = name.split(" ")
    head = words[-2] if len(words) > 1 and len(words[-1]) == 1 else words[-1]  # "chest A" is a chest
    return Named(name, head.lower(), all(word[:1].isupper() for word in words))


def _may_be_one(short: Named, long: Named, key: frozenset[str], other: frozenset[str]) -> bool:
    if key <= closed_words("title"):
        return False
    return short.proper and not long.owned if short.head != long.head else bool(other - key)


def key_of(name: str) -> frozenset[str]:
    """Return the words that tell a thing from another.

    >>> sorted(key_of("spleen of the dragon")) == sorted(key_of("dragon's spleen"))
    True
    """
    plain = name.replace("'s", " ").replace("’s", " ").split()
    told = [word for word in plain if word == "A" or word.lower() not in listed("small")]  # "chest A" has no article
    return frozenset(lemma(lowered(word), "NOUN") for word in told)


def ask_ways(theory: Theory, ways: Iterable[Way]) -> Outcome | None:
    """Ask a theory for each way to say a claim; what one proves and none refutes is proved.

    The outcome is that of the way with the best proof; None where they disagree or nothing is found.
    """
    found = [(ask(theory, formula, classical=False), sign) for formula, sign in ways]
    decided = [
        (_status(outcome.status, sign), outcome) for outcome, sign in found if outcome.status in {"proved", "refuted"}
    ]
    if len({status for status, _ in decided}) != 1:
        return None
    status, best = max(decided, key=lambda each: each[1].proof.confidence if each[1].proof else 0.0)
    return replace(best, status=status)


def _status(status: str, sign: bool) -> str:
    return status if sign else {"proved": "refuted", "refuted": "proved"}[status]
