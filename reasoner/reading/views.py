"""What a text says of each thing that it names, as rules: a second reading, looser than the grammar's.

Every clause becomes a property of each of its nouns (`reasoner.reading.clauses`), and whatever relates two things as a
part, a material, a place, a content or a kind becomes that relation however it is worded. A property with more words
has that with fewer.

>>> for rule in Views().read("No saw can cut steel."):
...     print(rule)
is(?x, saw) -> not * cut steel(?x)
is(?x, steel) -> not saw cut *(?x)
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cache
from typing import TYPE_CHECKING

from reasoner.language.english import table
from reasoner.language.pipeline import parse
from reasoner.language.terms import lemma
from reasoner.language.verbs import is_verb, past
from reasoner.logic.atoms import Literal, Rule, Term, Variable
from reasoner.reading.clauses import (
    HOLE,
    Clause,
    clauses,
    compounded,
    has_copula,
    holes,
    is_positive,
    listed,
    noun_words,
    said_of,
    subject_of,
)
from reasoner.reading.tokens import closed_words
from reasoner.reading.formula import Every, Formula, If, Some, conjunction

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

#: What the looser reading of a sentence is worth, beside that of the grammar.
LOOSE = 0.97
_X = Variable("x")
_CONDITIONS = frozenset({"if", "when", "whenever", "unless", "wherever", "where", "while"})
_OPENING = 6  # words


@dataclass(frozen=True, slots=True)
class Named:
    """A thing that a text names: how it is written, its head, whether that is a proper name, and its qualities."""

    text: str
    head: str
    proper: bool
    qualities: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Ranging:
    """What stands for a noun in logic: a term, what limits it, and whether it is one that something merely exists of."""

    term: Term
    limits: tuple[Literal, ...] = ()
    exists: bool = False


@cache
def _links() -> dict[str, str]:
    return {words: relation for relation, entries in table("links").items() for words in entries}


@dataclass(slots=True)
class Views:
    """Reads the sentences of one text in order; what a pronoun stands for is what was spoken of last."""

    common: frozenset[str] = frozenset()
    things: dict[str, Named] = field(default_factory=dict)
    topic: str | None = None
    _seen: dict[int, Ranging] = field(default_factory=dict)
    _claim: bool = False
    _count: int = 0

    def read(self, sentence: str) -> list[Rule]:
        """Return what a sentence says."""
        found: list[Rule] = []
        for said in parsed(sentence).sents:
            self._seen, self._count = {}, 0
            told = clauses(said.root)
            marked = any(token.lower_ in _CONDITIONS for token in said)
            if not marked or any(clause.conditions for clause in told):
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
        for clause in said if len(said) == 1 else ():
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
            for variable in dict.fromkeys(term for each in literals for term in each.terms if isinstance(term, Variable)):
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

    def _stated(self, literals: tuple[Literal, ...], clause: Clause, bodies: list[tuple[Literal, ...]]) -> Iterator[Rule]:
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
        plain = words[0] == HOLE and len(words) == 2 and words[1] == head.lemma_ or _becomes(clause)
        if words[0] == HOLE and len(words) == 2 and plain and (has_copula(head) or head.pos_ == "ADJ" or _becomes(clause)):
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
        for name, noun in _objects(head):
            if (relation := _links().get(name)) is not None and noun.pos_ in {"NOUN", "PROPN", "PRON"}:
                other = self._other(noun, relation)
                yield (*ranging.limits, *other.limits, Literal(relation, (ranging.term, other.term)))

    def _being(self, clause: Clause, ranging: Ranging) -> Iterator[tuple[Literal, ...]]:
        head = clause.head
        place = next((child.lower_ for child in head.children if child.dep_ == "case"), None)
        if place is not None:
            if (relation := _links().get(f"be {place}")) is not None:
                other = self._other(head, relation)
                yield (*ranging.limits, *other.limits, Literal(relation, (ranging.term, other.term)))
            return
        whole = _whole(head)
        if whole is not None:
            yield (*ranging.limits, Literal("part of", (ranging.term, self._other(whole, "part of").term)))
            return
        for limit in self._kind(head, ranging.term):
            yield (*ranging.limits, limit)

    def _kind(self, noun: Token, term: Term) -> Iterator[Literal]:
        """Yield what it is to be what a noun phrase says: of a kind, of some quality, and such as its clauses say."""
        if noun.pos_ == "PROPN" and not self._is_common(noun):
            yield Literal("is", (term, noun.text))
        elif noun.lemma_ not in listed("nobody"):
            yield Literal("is", (term, _kind_of(noun)))
        for child in noun.children:
            if child.dep_ == "amod" and child.lower_ not in listed("whole"):
                yield _quality(child, term)
            if child.dep_ in {"acl", "acl:relcl"}:
                yield from self._clause_limits(child, noun, term)
            if child.dep_ == "nmod":
                yield from self._modifier(child, term)

    def _clause_limits(self, head: Token, noun: Token, term: Term) -> Iterator[Literal]:
        subject = subject_of(head)
        relative = subject is None or subject.tag_ in {"WDT", "WP"} or subject.lower_ == "that"
        if not relative:
            return
        clause = Clause(head, subject if subject is not None else noun, is_positive(head, None))
        for child in head.children:
            if subject is None or child == subject:
                self._seen[(subject if subject is not None else noun).i] = Ranging(term)
        links = list(self._related(clause))
        if links:
            yield from (literal if clause.positive else literal.denied for literal in links[0])
            return
        literal = self._property(clause, clause.subject or noun, Ranging(term))
        yield literal if clause.positive else literal.denied

    def _modifier(self, noun: Token, term: Term) -> Iterator[Literal]:
        """Yield what "with starch in it", "in the song" and "of the clock" say of the noun before them."""
        place = " ".join(child.lower_ for child in noun.children if child.dep_ == "case")
        if place == "with":
            other = self._other(noun, "contain")
            yield Literal("contain", (term, other.term))
        elif place == "without":
            yield Literal("contain", (term, self._other(noun, "contain").term), False)
        elif place == "of":
            yield Literal("of", (term, self._other(noun, "of").term))
        elif (relation := _links().get(f"be {place}")) is not None:
            other = self._other(noun, relation).term
            if other != term:
                yield Literal(relation, (term, other))
        elif place:
            yield Literal(" ".join([HOLE, place, *noun_words(noun)]), (term,))

    def _other(self, noun: Token, relation: str) -> Ranging:
        """Return what stands for the second of two related things: a kind is a thing here."""
        found = self._range(noun)
        if isinstance(found.term, str) or found.exists or noun.lemma_ in listed("nobody"):
            return found
        return Ranging(self._name(noun))

    # Nouns

    def _range(self, noun: Token) -> Ranging:
        if noun.i not in self._seen:
            self._seen[noun.i] = Ranging(_X)
            self._seen[noun.i] = self._ranging(noun)
        return self._seen[noun.i]

    def _ranging(self, noun: Token) -> Ranging:
        low, dets = noun.lower_, {child.lower_ for child in noun.children if child.dep_.startswith(("det", "advmod"))}
        if low in listed("pronoun"):
            return Ranging(self._referred(noun))
        part = self._every_part(noun)
        if part is not None:
            return part
        open_words = listed("every") | listed("no")
        if low in open_words and (inner := next((child for child in noun.children if child.dep_ == "nmod"), None)):
            if any(child.lower_ == "of" for child in inner.children):
                return self._open(inner)
        if low in listed("some") or (dets & listed("some") and not self._claim):
            return self._open(noun, exists=True)
        if low in open_words or dets & open_words:
            return self._open(noun)
        if self._is_definite(noun, dets):
            return self._definite(noun)
        if self._claim and not noun.dep_.startswith("nsubj") and any(c.dep_.startswith("acl") for c in noun.children):
            return self._open(noun, exists=True)
        if self._claim:
            self.things[self._name(noun)] = self._named(noun)
            return Ranging(self._name(noun))
        return self._open(noun, exists=noun.tag_ in {"NN"} and "a" in dets and self._in_past(noun))

    def _in_past(self, noun: Token) -> bool:
        return noun.head.tag_ == "VBD" or any(child.tag_ == "VBD" for child in noun.head.children)

    def _is_definite(self, noun: Token, dets: set[str]) -> bool:
        if dets & listed("the") or noun.pos_ == "NUM" or _is_numbered(noun):
            return True
        if noun.pos_ == "PROPN" and not self._is_common(noun):
            return True
        return any(
            child.dep_ in {"nmod:poss", "flat", "nummod"} or (child.dep_ == "compound" and child.pos_ == "PROPN")
            for child in noun.children
        )

    def _is_common(self, noun: Token) -> bool:
        """Whether a capital is that of the start of the sentence: the text has the word in small letters as well."""
        return noun.i == noun.sent.start and bool({noun.lower_, lemma(noun.lower_, "NOUN")} & self.common)

    def _definite(self, noun: Token) -> Ranging:
        whole = any(child.lower_ in listed("whole") for child in noun.children)
        name = self._name(noun)
        self.things[name] = self._named(noun)
        if whole and not self._claim:
            variable = self._variable()
            return Ranging(variable, (Literal("within", (variable, name)),))
        return Ranging(name)

    def _open(self, noun: Token, exists: bool = False) -> Ranging:
        variable = self._variable()
        self._seen[noun.i] = Ranging(variable)
        limits = tuple(dict.fromkeys(self._kind(noun, variable)))
        return Ranging(variable, limits, exists)

    def _every_part(self, noun: Token) -> Ranging | None:
        """Return what "every part of it", "none of its parts" and "nothing in the kit" range over."""
        whole = _whole(noun)
        dets = {child.lower_ for child in (noun, *noun.children)}
        if whole is None or not dets & (listed("every") | listed("no")):
            return None
        variable = self._variable()
        other = self._other(whole, "part of")
        return Ranging(variable, (Literal("part of", (variable, other.term)),))

    def _referred(self, noun: Token) -> Term:
        """Return what a pronoun stands for: what the sentence is about, else what was spoken of last."""
        for place in sorted(self._seen):
            if place < noun.i and noun.doc[place].dep_.startswith("nsubj") and noun.doc[place].pos_ != "PRON":
                return self._seen[place].term
        for place in sorted(self._seen):
            if self._seen[place].term != _X or place < noun.i:
                if noun.doc[place].lower_ not in listed("pronoun") and noun.doc[place].dep_.startswith("nsubj"):
                    return self._seen[place].term
        return self.topic or "it"

    def _variable(self) -> Variable:
        self._count += 1
        return Variable("xyzuvw"[self._count - 1] if self._count <= 6 else f"x{self._count}")

    def _name(self, noun: Token) -> str:
        words = noun_words(noun)
        if any(child.lower_ in {"its", "his", "her", "their"} for child in noun.children) and self.topic:
            words = (*self.topic.split(" "), *words)
        return " ".join(word for word in words if word not in listed("whole")) or noun.lower_

    def _named(self, noun: Token) -> Named:
        qualities = tuple(child.lemma_.lower() for child in noun.children if child.dep_ == "amod")
        return Named(self._name(noun), noun.lemma_.lower(), noun.pos_ == "PROPN", (compounded(noun), *qualities))


def _is_limited(rule: Rule) -> bool:
    """Whether a rule says what it is about; one that would speak of everything comes of a parse gone wrong."""
    known = {variable for literal in rule.body for variable in literal.variables}
    return rule.heads[0].variables <= known and rule.heads[0].predicate != HOLE


def _kind_of(noun: Token) -> str:
    """Return the kind that a noun names, in small letters."""
    words = compounded(noun).split(" ")
    return " ".join([*words[:-1], lemma(words[-1], "NOUN")]) if noun.pos_ == "PROPN" else " ".join(words)


def _is_numbered(noun: Token) -> bool:
    """Whether a noun is one of a row: "page forty", "wing C"."""
    after = noun.nbor() if noun.i + 1 < len(noun.doc) else noun
    return after.pos_ == "NUM" or (len(after.text) == 1 and after.text.isupper() and after.text != "I")


def _quality(token: Token, term: Term) -> Literal:
    """Return what an adjective beside a noun says, with all that belongs to it: "stronger than rope"."""
    words = [each for each in token.subtree if each.pos_ not in {"DET", "PUNCT"} and each.lower_ != "very"]
    if len(words) == 1 and token.tag_ not in {"JJR", "JJS"}:
        return Literal("is", (term, token.lemma_.lower()))
    return Literal(" ".join([HOLE, *(each.lower_ if each == token else each.lemma_.lower() for each in words)]), (term,))


def _becomes(clause: Clause) -> bool:
    return clause.head.lemma_ in listed("copular") and clause.head.pos_ in {"VERB", "AUX"} and not any(
        child.dep_ == "obj" for child in clause.head.children
    )


def _whole(noun: Token) -> Token | None:
    """Return the whole of "a part of the clock", "one of its parts", "its parts"; None for any other noun."""
    if noun.lower_ in {"one", "none", "all", "each", "any", "every", "neither", "both"}:
        inner = next((child for child in noun.children if child.dep_ == "nmod"), None)
        return _whole(inner) if inner is not None else None
    if noun.lemma_ not in listed("part"):
        return None
    for child in noun.children:
        of = any(each.lower_ == "of" for each in child.children)
        if (child.dep_ == "nmod" and of) or child.dep_ == "nmod:poss":
            return child
    return None


def _objects(head: Token) -> Iterator[tuple[str, Token]]:
    """Yield the objects of a verb or quality, each with the words that relate it: lemma and preposition."""
    for child in head.children:
        base = child.dep_.split(":")[0]
        if base == "obj":
            yield head.lemma_, child
            particle = [each.lower_ for each in head.children if each.dep_ in {"compound:prt"}]
            if particle:
                yield " ".join([head.lemma_, *particle]), child
            inside = any(each.lower_ in {"in", "inside"} for each in head.subtree if each.i > child.i)
            if head.lemma_ == "have" and inside:
                yield "have in", child
            if child.lemma_ in listed("part") and (whole := _whole(child)) is not None:
                yield f"{head.lemma_} part of", whole
        elif base in {"obl", "nmod"}:
            place = " ".join(each.lower_ for each in child.children if each.dep_ == "case")
            yield f"{head.lemma_} {place}", child


def _without_opening(sentence: str) -> str:
    """Leave out where or when a claim places itself: "In a strong gust, the kite bends" is asked of the kite."""
    opening, comma, rest = sentence.partition(", ")
    placed = opening.split(" ")[0].lower() in closed_words("preposition") and len(opening.split(" ")) <= _OPENING
    return f"{rest[:1].upper()}{rest[1:]}" if comma and placed and "," not in rest else sentence


def parsed(sentence: str) -> Doc:
    """Return a sentence parsed; where no verb was found, a word that may be one is tried in the past.

    >>> [token.dep_ for token in parsed("The crankshaft sits inside the engine.")][2]
    'ROOT'
    """
    doc = parse(sentence)
    if len(list(doc.sents)) != 1 or any(token.pos_ in {"VERB", "AUX"} and token.dep_ == "ROOT" for token in doc):
        return doc
    if any(token.dep_ == "cop" for token in doc):
        return doc
    for token in doc[1:]:
        if token.tag_ == "NNS" and is_verb(lemma(token.lower_, "VERB")):
            other = parse(f"{doc[: token.i].text} {past(lemma(token.lower_, 'VERB'))} {doc[token.i + 1 :].text}")
            if any(each.dep_ == "ROOT" and each.pos_ == "VERB" and each.i == token.i for each in other):
                return other
    return doc


def relation_named(words: str) -> str | None:
    """Return the relation that some words state between two things.

    >>> relation_named("carve from"), relation_named("carve")
    ('made of', None)
    """
    return _links().get(words)
