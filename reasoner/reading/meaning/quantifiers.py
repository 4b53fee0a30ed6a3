"""What a sentence has spoken of so far: quantified nouns become variables, pronouns what they stand for."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, field

from reasoner.language.english import table
from reasoner.logic.atoms import Literal, Term, Variable
from reasoner.reading.grammar.syntax import Noun, Predicate
from reasoner.reading.grammar.tokens import closed_words
from reasoner.reading.meaning.formula import And, Every, Formula, If, Never, Not, Some, Unreadable, conjunction

VARIABLES = frozenset(word for entries in table("variables").values() for word in entries)
Build = Callable[[Term], Formula]

_ANYBODY = frozenset({"someone", "somebody", "anyone", "anybody", "everyone", "everybody", "nobody"})


def negated(formula: Formula) -> Formula:
    """Return the denial of a formula."""
    return formula.denied if isinstance(formula, Literal) else Not(formula)


@dataclass(slots=True)
class Quantifiers(ABC):
    """What has been spoken of in one sentence so far, and what its nouns range over."""

    topic: str | None
    referred: frozenset[str]
    subject: str | None = None
    open: list[tuple[str, Variable]] = field(default_factory=list)
    group: tuple[Term, ...] = ()
    count: int = 0
    conditional: bool = False
    either: frozenset[str] = frozenset()
    kinds: list[str] = field(default_factory=list)

    @abstractmethod
    def predicate(self, said: Predicate, term: Term, condition: bool = False) -> Formula:
        """What a predicate says of a term."""

    def variable(self) -> Variable:
        self.count += 1
        return Variable("xyzuvw"[self.count - 1] if self.count <= 6 else f"x{self.count}")

    def quantify(self, noun: Noun, build: Build, condition: bool = False, past: bool = False) -> Formula:
        """Say something of a subject."""
        if noun.quantifier not in {"pronoun", "name", "the"} and not (
            noun.head in closed_words("thing") or noun.head in closed_words("person")
        ):
            self.kinds.append(noun.head)
        match noun.quantifier:
            case "pronoun":
                return build(self.refer(noun))
            case "name":
                self.subject = self.subject or noun.text
                return self.with_asides(noun, build(noun.text))
            case "the":
                return self.definite(noun, build)
            case "no":
                variable = self.variable()
                return Every(variable, Never(self.restriction(noun, variable), build(variable)))
            case "only":
                variable = self.variable()
                others = Every(variable, Never(negated(self.restriction(noun, variable)), build(variable)))
                return conjunction((others, build(noun.text))) if not noun.plural else others
            case "not every":
                variable = self.variable()
                return Some(
                    variable,
                    conjunction((self.restriction(noun, variable), negated(build(variable)))),
                    f"some {noun.text}",
                )
        known = self.known(noun.head) if noun.quantifier in {"a", "bare"} else None
        if known is not None:
            return build(known)
        if self.conditional and noun.quantifier == "bare" and not noun.plural:  # "if iron is heated"
            return self.definite(noun, build)
        if condition and noun.quantifier != "every":
            return self.opened(noun, build)
        generic = noun.text.split(" ")[0] in VARIABLES and (noun.restrictions or noun.text in self.either)
        if past or (noun.quantifier == "some" and not generic):
            return self.some(noun, build)
        variable = self.variable()
        restriction = self.restriction(noun, variable)
        if not condition:
            self.open.append((noun.head, variable))
        said = build(variable)
        if not condition:
            self.open.pop()
        return Every(variable, said if restriction == And(()) else If(restriction, said))

    def opened(self, noun: Noun, build: Build) -> Formula:
        """An indefinite in a condition: a variable that the consequence may speak of."""
        variable = self.variable()
        self.open.append((noun.head, variable))
        return conjunction((self.restriction(noun, variable), build(variable)))

    def some(self, noun: Noun, build: Build) -> Formula:
        variable = self.variable()
        first = noun.text.split(" ")[0]
        counted = first[:1].isdigit() or first in {*closed_words("number"), "at", "more", "exactly"}
        named = counted or noun.quantifier == "a" or noun.head in {"thing", "person"}
        name = noun.text if named else f"some {noun.text}"
        return Some(variable, conjunction((self.restriction(noun, variable), build(variable))), name)

    def definite(self, noun: Noun, build: Build) -> Formula:
        known = self.known(noun.head)
        if known is not None and not noun.restrictions:
            return build(known)
        if (noun.plural and (noun.restrictions or noun.head == noun.text)) or (
            noun.head == "one" and noun.restrictions
        ):
            variable = self.variable()
            return Every(variable, If(self.restriction(noun, variable), build(variable)))
        self.subject = self.subject or noun.text
        aside = noun.text == " ".join((*noun.adjectives, noun.head))
        return self.with_asides(noun, build(noun.text)) if aside else build(noun.text)

    def with_asides(self, noun: Noun, said: Formula) -> Formula:
        """Add what is said in passing: "the cat, which is red, ..."."""
        return conjunction((said, *(self.predicate(each, noun.text, condition=True) for each in noun.restrictions)))

    def known(self, head: str) -> Variable | None:
        """The variable that a phrase with this head introduced."""
        return next((variable for name, variable in reversed(self.open) if name == head), None)

    def refer(self, noun: Noun) -> Term:
        """What a pronoun stands for: what the sentence leaves open, else what it is about."""
        apart = noun.text in {"it", "its", "itself"} and self.subject is not None  # "it" is no person
        meant = [variable for head, variable in self.open if not (apart and head in closed_words("person"))]
        if meant and noun.text not in {"i", "we", "me", "us"}:
            return meant[0]
        if noun.text == "you" and self.conditional:  # "if you run, you sweat": whoever does
            self.open.append(("person", self.variable()))
            return self.open[-1][1]
        if self.subject is not None:
            return self.subject
        if noun.text in {"i", "we", "you", "me", "us"}:
            return {"me": "i", "us": "we"}.get(noun.text, noun.text)
        if self.topic is not None:
            return self.topic
        raise Unreadable(f"nothing says what {noun.text!r} refers to")

    def restriction(self, noun: Noun, term: Term) -> Formula:
        """What a noun phrase says of whatever it ranges over."""
        parts: list[Formula] = [Literal("is", (term, adjective)) for adjective in noun.adjectives]
        modified = bool(noun.adjectives or noun.restrictions)
        trivial = noun.head in closed_words("thing") or (noun.head in closed_words("person") and modified)
        if not trivial and noun.text not in _ANYBODY:
            parts.insert(0, Literal("is", (term, noun.head)))
        parts += [self.predicate(each, term, condition=True) for each in noun.restrictions]
        return conjunction(parts)
