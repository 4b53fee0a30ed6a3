"""From phrases to formulas: what quantifiers range over, what pronouns refer to, what each predicate says."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from reasoner.language.terms import lemma
from reasoner.logic.atoms import Literal, Term, Variable
from reasoner.reading.grammar.syntax import (
    Clause,
    Condition,
    Deny,
    Do,
    Gap,
    Is,
    Join,
    Joint,
    Noun,
    Nouns,
    Phrase,
    Predicate,
    Same,
    Statement,
    There,
    definite_heads,
    with_ones_named,
)
from reasoner.reading.meaning.formula import And, Every, Formula, If, Never, Or, Some, Unreadable, conjunction
from reasoner.reading.meaning.quantifiers import VARIABLES, Build, Quantifiers, negated
from reasoner.reading.theory import adjuncts


def meaning(statement: Statement, topic: str | None = None) -> tuple[Formula, str | None, tuple[str, ...]]:
    """Return what a statement says, the thing it is about where that is one thing, and the kinds it ranges over.

    `topic` is what a pronoun refers to that nothing in the sentence explains.
    """
    statement = with_ones_named(statement)
    scope = _Scope(topic, referred=definite_heads(statement))
    formula = scope.statement(statement)
    return formula, scope.subject, tuple(dict.fromkeys(scope.kinds))


def join(joint: Joint, parts: tuple[Formula, ...]) -> Formula:
    """Put formulas together as the words between them say."""
    if joint == "and":
        return conjunction(parts)
    if joint == "nor":
        return conjunction(negated(part) for part in parts)
    return Or(parts, exclusive=joint == "xor")


def _without(name: str, terms: tuple[Term, ...]) -> Formula:
    """Whoever sails without a map sails, and has no map."""
    verb, places = adjuncts(name)
    at = len(terms) - len(places) + places.index("without") if "without" in places else 0
    if at < 1:
        return Literal(name, terms)
    rest = terms[:at] + terms[at + 1 :]
    kept = " ".join((verb, *(place for place in places if place != "without")))
    quality = len(rest) == 1 and lemma(verb, "VERB") != verb
    done = Literal("is", (*rest, kept)) if quality else Literal(kept, rest)
    lacks = Literal("have", (terms[0], terms[at]), False)
    return conjunction((done, lacks)) if kept else lacks


def _contains(term: Term, kind: str) -> Formula:
    return Literal("contain", (term, kind))


@dataclass(slots=True)
class _Scope(Quantifiers):
    """What the statements and predicates of one sentence say."""

    def statement(self, said: Statement, condition: bool = False) -> Formula:
        match said:
            case Clause(subject, predicate):
                return self.clause(subject, predicate, condition)
            case Condition(first, then, both, reason):
                return self.condition(first, then, both, reason)
            case Deny(of):
                return negated(self.statement(of, condition))
            case Join(joint, parts):
                return join(joint, tuple(self.statement(part, condition) for part in parts))
            case There(noun):
                return self.there(noun, condition)
        raise Unreadable("a predicate without a subject")

    def condition(self, first: Statement, then: Statement, both: bool, reason: bool) -> Formula:
        self.conditional = True
        before = self.statement(first, condition=True)
        after = self.statement(then)
        said: Formula = If(before, after)
        if reason and not self.open:
            return conjunction((before, said))
        return And((said, If(after, before))) if both else said

    def clause(self, subject: Phrase, predicate: Predicate, condition: bool) -> Formula:
        if isinstance(subject, Nouns):
            if subject.joint == "nor":  # "neither elves nor gnomes sing": none of either does
                return self.clause(Nouns("and", subject.parts), Deny(predicate), condition)
            parts = tuple(self.clause(part, predicate, condition) for part in subject.parts)
            self.group = tuple(part.text for part in subject.parts if isinstance(part, Noun))
            return join(subject.joint, parts)
        if isinstance(predicate, Join) and predicate.joint == "xor":  # "someone is either tall or short": whoever it is
            self.either = frozenset({"someone", "something", "somebody"})
        past = subject.quantifier == "a" and isinstance(predicate, Do) and predicate.past
        if subject.quantifier == "pronoun" and self.group and subject.plural and not self.open:
            return conjunction(self.predicate(predicate, term, condition) for term in self.group)
        return self.quantify(subject, lambda term: self.predicate(predicate, term, condition), condition, past)

    def there(self, noun: Noun, condition: bool) -> Formula:
        variable = self.variable()
        if noun.quantifier == "no":
            none = Every(variable, Never(And(()), self.restriction(noun, variable)))
            kind = len(noun.restrictions) == 1
            return conjunction((none, *map(negated, self.contained(noun)))) if kind else none
        if condition:
            self.open.append((noun.head, variable))
            return self.restriction(noun, variable)
        found = Some(variable, self.restriction(noun, variable), f"some {noun.text}")
        return conjunction((found, *self.contained(noun)))

    def contained(self, noun: Noun) -> Iterator[Formula]:
        """Yield that what there is "in the bowl" the bowl contains."""
        for each in noun.restrictions:
            match each:
                case Do("in" | "inside", (Noun("the" | "name") as place,)):
                    kind = " ".join((*noun.adjectives, noun.head))
                    yield self.object(place, partial(_contains, kind=kind), condition=False)

    def predicate(self, said: Predicate, term: Term, condition: bool = False) -> Formula:
        """What a predicate says of a term."""
        match said:
            case Is(noun):
                return self.being(noun, term)
            case Do(name, objects, agent):
                if agent is not None:
                    return self.object(agent, lambda doer: Literal(name, (doer, term)), condition)
                return self.doing(name, (term,), objects, condition)
            case Gap(subject, verb, denied):
                clause = self.gap(subject, verb, term, condition)
                return negated(clause) if denied else clause
            case Deny(of):
                return negated(self.predicate(of, term, condition))  # type: ignore[arg-type]
            case Join(joint, parts):
                return join(joint, tuple(self.predicate(part, term, condition) for part in parts))  # type: ignore[arg-type]
            case Same():
                raise Unreadable("nothing says what is the same")

    def gap(self, subject: Phrase, verb: Do, term: Term, condition: bool) -> Formula:
        def build(doer: Term) -> Formula:
            return self.doing(verb.name, (doer,), (*verb.objects, term), condition)

        return self.object(subject, build, condition)

    def being(self, noun: Noun, term: Term) -> Formula:
        """To be a kind woman is to be kind and to be a woman; to be the capital of France is one thing."""
        if noun.quantifier in {"the", "name"}:
            return Literal("is", (term, noun.text))
        first = noun.restrictions[0] if noun.restrictions else None
        if isinstance(first, Do) and first.name == "of" and first.objects:
            rest = Noun("bare", "thing", "", noun.adjectives, noun.restrictions[1:])
            related = self.doing(f"{noun.head} of", (term,), first.objects, condition=False)
            return conjunction((related, self.restriction(rest, term)))
        said = self.restriction(noun, term)
        return said if said != And(()) else Literal("is", (term, noun.head))

    def doing(self, name: str, done: tuple[Term, ...], objects: tuple[Phrase | Term, ...], condition: bool) -> Formula:
        """Fill in the objects of a verb, one after the other."""
        if not objects:
            return _without(name, done) if "without" in name.split(" ") else Literal(name, done)
        first, rest = objects[0], objects[1:]
        if isinstance(first, str | Variable):
            return self.doing(name, (*done, first), rest, condition)
        return self.object(first, lambda term: self.doing(name, (*done, term), rest, condition), condition)

    def object(self, phrase: Phrase, build: Build, condition: bool) -> Formula:
        """Say something of an object; an indefinite one is a kind unless the sentence refers to it again."""
        if isinstance(phrase, Nouns):
            return join(phrase.joint, tuple(self.object(part, build, condition) for part in phrase.parts))
        indefinite = phrase.quantifier in {"a", "bare", "some", "any"}
        if not indefinite:
            if phrase.quantifier == "no":
                return negated(build(phrase.text))
            if phrase.quantifier == "the" and phrase.plural and self.known(phrase.head) is None:
                return build(phrase.text)
            subject = self.subject
            said = self.quantify(phrase, build, condition)
            self.subject = subject
            return said
        if phrase.quantifier in {"some", "any"} and phrase.text in VARIABLES:
            return self.opened(phrase, build) if condition else self.some(phrase, build)
        if condition and phrase.head in self.referred:
            return self.opened(phrase, build)
        known = self.known(phrase.head) if phrase.quantifier == "a" and phrase.head in self.referred else None
        return build(known if known is not None else phrase.text)
