"""What the nouns of a sentence stand for: things that a text names, whatever is of a kind, what a pronoun refers to."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from reasoner.language.terms import lemma
from reasoner.logic.atoms import Literal, Term, Variable
from reasoner.reading.joint.linking import whole_of
from reasoner.reading.naming import compounded, listed, noun_words

if TYPE_CHECKING:
    from spacy.tokens import Token

_X = Variable("x")


@dataclass(frozen=True, slots=True)
class Named:
    """A thing that a text names: how it is written, its head, whether that is a proper name, and its qualities.

    What is `owned`, "Ann's dog", is named by its owner, and is not its owner.
    """

    text: str
    head: str
    proper: bool
    qualities: tuple[str, ...] = ()
    owned: bool = False


@dataclass(frozen=True, slots=True)
class Ranging:
    """What stands for a noun in logic: a term, what limits it, and whether there merely is such a thing."""

    term: Term
    limits: tuple[Literal, ...] = ()
    exists: bool = False


@dataclass(slots=True)
class Nouns:
    """The nouns of the sentences of one text, read in order.

    `common` are words that the text has in small letters, `things` what it names, `topic` what it spoke of last.
    """

    common: frozenset[str] = frozenset()
    things: dict[str, Named] = field(default_factory=dict)
    topic: str | None = None
    _seen: dict[int, Ranging] = field(default_factory=dict)
    _claim: bool = False
    _count: int = 0

    def _kind(self, noun: Token, term: Term) -> Iterator[Literal]:
        """Yield what it is to be what a noun phrase says; the reader of kinds knows."""
        raise NotImplementedError

    def _range(self, noun: Token) -> Ranging:
        """Return what stands for a noun; while that is worked out, it is a variable."""
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
        if low in open_words and (inner := _of(noun)) is not None:
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
        whole = whole_of(noun)
        dets = {child.lower_ for child in (noun, *noun.children)}
        if whole is None or not dets & (listed("every") | listed("no")):
            return None
        variable = self._variable()
        other = self._other(whole)
        return Ranging(variable, (Literal("part of", (variable, other.term)),))

    def _referred(self, noun: Token) -> Term:
        """Return what a pronoun stands for: what the sentence is about, else what was spoken of last."""
        for place in sorted(self._seen):
            if place < noun.i and noun.doc[place].dep_.startswith("nsubj") and noun.doc[place].pos_ != "PRON":
                return self._seen[place].term
        for place in sorted(self._seen):
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
        owned = any(child.dep_ == "nmod:poss" for child in noun.children)
        return Named(self._name(noun), noun.lemma_.lower(), noun.pos_ == "PROPN", (compounded(noun), *qualities), owned)

    def _other(self, noun: Token) -> Ranging:
        """Return what stands for the second of two related things: a kind is a thing here."""
        found = self._range(noun)
        if isinstance(found.term, str) or found.exists or noun.lemma_ in listed("nobody"):
            return found
        return Ranging(self._name(noun))


def _is_numbered(noun: Token) -> bool:
    """Whether a noun is one of a row: "page forty", "wing C"."""
    after = noun.nbor() if noun.i + 1 < len(noun.doc) else noun
    return after.pos_ == "NUM" or (len(after.text) == 1 and after.text.isupper() and after.text != "I")


def _of(noun: Token) -> Token | None:
    """Return the eggs of "all of the eggs"."""
    inner = next((child for child in noun.children if child.dep_ == "nmod"), None)
    return inner if inner is not None and any(child.lower_ == "of" for child in inner.children) else None
