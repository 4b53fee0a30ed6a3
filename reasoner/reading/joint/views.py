"""What a text says of each thing that it names, as rules: a second reading, looser than the grammar's.

Every clause becomes a property of each of its nouns (`reasoner.reading.joint.clauses`), and whatever relates two
things as a part, a material, a place, a content or a kind becomes that relation however it is worded. A property with
more words has that with fewer.

>>> for rule in Views().read("No saw can cut steel."):
...     print(rule)
is(?x, saw) -> not * cut steel(?x)
is(?y, steel) -> not saw cut *(?y)
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from reasoner.logic.atoms import Literal, Rule, Variable
from reasoner.reading.grammar.tokens import closed_words
from reasoner.reading.joint.clauses import HOLE, Clause, clauses, has_copula, holes, said_of, subject_of
from reasoner.reading.joint.linking import objects_of, parsed, relation_named, whole_of
from reasoner.reading.meaning.formula import Every, Formula, If, Some, conjunction
from reasoner.reading.meaning.noun_kinds import Kinds
from reasoner.reading.meaning.nouns import Ranging
from reasoner.reading.naming import listed

if TYPE_CHECKING:
    from spacy.tokens import Span, Token

#: What the looser reading of a sentence is worth, beside that of the grammar.
LOOSE = 0.97
_X = Variable("x")
_CONDITIONS = frozenset({"if", "when", "whenever", "unless", "wherever", "where", "while"})
_INVERTED = frozenset({"should", "were", "had"})  # "Should it rain, ..."
_OPENING = 6  # words


class Views(Kinds):
    """Reads the sentences of one text in order; what a pronoun stands for is what was spoken of last."""

    def read(self, sentence: str) -> list[Rule]:
        """Return what a sentence says."""
        found: list[Rule] = []
        for said in parsed(sentence).sents:
            self._seen, self._count = {}, 0
            told = clauses(said.root)
            if not _is_marked(said) or any(clause.conditions for clause in told):
                found += [rule for clause in told for rule in self._rules(clause)]
            self._remember(said.root)
        kept = [rule for rule in dict.fromkeys(found) if _is_limited(rule)]
        return [replace(rule, source=sentence, confidence=LOOSE) for rule in kept]

    def claims(self, sentence: str) -> list[tuple[Formula, bool]]:
        """Return the ways to say what a claim says, each with its sign."""
        self._claim, self._seen, self._count = True, {}, 0
        found: list[tuple[Formula, bool]] = []
        sentences = list(parsed(_without_opening(sentence)).sents)
        said = clauses(sentences[0].root) if len(sentences) == 1 else []
        reasons = {"because", "so"} & {token.lower_ for token in sentences[0]} if sentences else set()
        plain = len(said) == 1 and not _is_marked(sentences[0]) and not reasons
        for clause in said if plain and not _is_pronoun(said[0].subject) else ():
            for literals in self._ways(clause):
                found += self._wholes(literals, clause)
        self._claim = False
        return found

    def _wholes(self, literals: tuple[Literal, ...], clause: Clause) -> Iterator[tuple[Formula, bool]]:
        """Return what a claim with something open says: of every such thing, or that there is one."""
        *limits, head = literals
        if not any(literal.variables for literal in literals):
            if len(literals) == 1:
                yield head, clause.positive
            return
        subject = clause.subject
        told = {each.lower_ for each in (subject, *subject.children)} if subject is not None else set()
        universal = bool(told & (listed("every") | listed("no")))
        if universal and limits:
            yield Every(_X, If(conjunction(limits), head if clause.positive else head.denied)), True
        if not universal or not clause.positive:
            whole: Formula = conjunction(literals)
            for variable in dict.fromkeys(
                term for each in literals for term in each.terms if isinstance(term, Variable)
            ):
                whole = Some(variable, whole, f"some {variable.name}")
            yield whole, clause.positive

    def _remember(self, root: Token) -> None:
        subject = subject_of(root)
        if subject is not None and subject.pos_ in {"NOUN", "PROPN"} and isinstance(self._range(subject).term, str):
            self.topic = str(self._range(subject).term)

    # Clauses

    def _ways(self, clause: Clause) -> Iterator[tuple[Literal, ...]]:
        yield from self._related(clause)
        for hole in holes(clause):
            ranging = self._range(hole)
            yield (*ranging.limits, self._property(clause, hole, ranging))

    def _rules(self, clause: Clause) -> Iterator[Rule]:
        bodies = self._bodies(clause)
        for literals in self._related(clause):
            yield from self._stated(literals, clause, bodies)
        for hole in holes(clause):
            if self._speaks_of(clause, hole):
                ranging = self._range(hole)
                literal = self._property(clause, hole, ranging)
                if clause.only and hole == clause.subject:
                    yield from (Rule((literal,), (limit,)) for limit in ranging.limits)
                    yield from (Rule((limit.denied,), (literal.denied,)) for limit in ranging.limits[:1])
                else:
                    yield from self._stated((*ranging.limits, literal), clause, bodies)

    def _stated(
        self, literals: tuple[Literal, ...], clause: Clause, bodies: list[tuple[Literal, ...]]
    ) -> Iterator[Rule]:
        *limits, head = literals
        head = head if clause.positive else head.denied
        for body in bodies:
            yield Rule(tuple(dict.fromkeys((*limits, *body))), (head,))

    def _bodies(self, clause: Clause) -> list[tuple[Literal, ...]]:
        """Return the ways in which the conditions of a clause may be met."""
        ways: list[tuple[Literal, ...]] = [()]
        for condition in clause.conditions:
            met = [
                (*literals[:-1], literals[-1] if condition.positive else literals[-1].denied)
                for literals in self._ways(condition)
            ]
            ways = [(*way, *literals) for way in ways for literals in met[:4]]
        return ways

    def _speaks_of(self, clause: Clause, hole: Token) -> bool:
        """Whether a clause says something of every one of a kind that it names, not just of some."""
        if self._range(hole).exists:
            return False
        if hole == clause.subject or not isinstance(self._range(hole).term, Variable):
            return True
        determined = any(child.lower_ in listed("every") | listed("no") for child in (hole, *hole.children))
        generic = clause.subject is not None and isinstance(self._range(clause.subject).term, Variable)
        return determined or generic or not clause.positive

    def _property(self, clause: Clause, hole: Token, ranging: Ranging) -> Literal:
        said = said_of(clause, hole)
        words = said.split(" ")
        head = clause.head
        named = words[-1] == head.lemma_ and (has_copula(head) or head.pos_ == "ADJ")
        if words[0] == HOLE and len(words) == 2 and (named or _becomes(clause)):
            return Literal("is", (ranging.term, words[1]))
        return Literal(said, (ranging.term,))

    # Relations

    def _related(self, clause: Clause) -> Iterator[tuple[Literal, ...]]:
        """Yield the relations between two things that a clause states."""
        subject, head = clause.subject, clause.head
        if subject is None:
            return
        ranging = self._range(subject)
        if ranging.exists and not self._claim:
            return
        if has_copula(head) and head.pos_ in {"NOUN", "PROPN", "PRON", "NUM"}:
            yield from self._being(clause, ranging)
        for name, noun in objects_of(head):
            if (relation := relation_named(name)) is not None and noun.pos_ in {"NOUN", "PROPN", "PRON"}:
                other = self._other(noun)
                yield (*ranging.limits, *other.limits, Literal(relation, (ranging.term, other.term)))

    def _being(self, clause: Clause, ranging: Ranging) -> Iterator[tuple[Literal, ...]]:
        head = clause.head
        place = next((child.lower_ for child in head.children if child.dep_ == "case"), None)
        if place is not None:
            if (relation := relation_named(f"be {place}")) is not None:
                other = self._other(head)
                yield (*ranging.limits, *other.limits, Literal(relation, (ranging.term, other.term)))
            return
        whole = whole_of(head)
        if whole is not None:
            yield (*ranging.limits, Literal("part of", (ranging.term, self._other(whole).term)))
            return
        for limit in self._kind(head, ranging.term):
            yield (*ranging.limits, limit)

    def said_by(self, clause: Clause, noun: Token, ranging: Ranging) -> Iterator[Literal]:
        """Yield what a clause says of a noun: a relation to another thing, or a property."""
        links = next(iter(self._related(clause)), None)
        yield from links if links is not None else (self._property(clause, noun, ranging),)


def _is_marked(said: Span) -> bool:
    """Whether a sentence speaks on a condition, so that its main clause alone says too much."""
    return said[0].lower_ in _INVERTED or any(token.lower_ in _CONDITIONS for token in said)


def _is_pronoun(subject: Token | None) -> bool:
    return subject is not None and subject.lower_ in listed("pronoun")


def _is_limited(rule: Rule) -> bool:
    """Whether a rule says what it is about; one that would speak of everything comes of a parse gone wrong."""
    known = {variable for literal in rule.body for variable in literal.variables}
    return rule.heads[0].variables <= known and rule.heads[0].predicate != HOLE


def _becomes(clause: Clause) -> bool:
    """Whether a clause says what something turns into or feels like."""
    return (
        clause.head.lemma_ in listed("copular")
        and clause.head.pos_ in {"VERB", "AUX"}
        and not any(child.dep_ == "obj" for child in clause.head.children)
    )


def _without_opening(sentence: str) -> str:
    """Leave out where or when a claim places itself: "In a strong gust, the kite bends" is asked of the kite."""
    opening, comma, rest = sentence.partition(", ")
    placed = opening.split(" ")[0].lower() in closed_words("preposition") and len(opening.split(" ")) <= _OPENING
    return f"{rest[:1].upper()}{rest[1:]}" if comma and placed and "," not in rest else sentence
