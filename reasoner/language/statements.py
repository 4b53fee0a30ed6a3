"""The statements in a dependency tree: which clauses there are, and the subject, predicate and objects of each.

`reasoner.language.tuples` is the way in; this is the part that reads Universal Dependencies trees.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import TYPE_CHECKING

from reasoner.language.english import listed
from reasoner.language.terms import lemma
from reasoner.language.wordlists import words

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

DO = words("do does did")
BE = listed("statements", "be")
RELATIVE = words("that which who whom where when")
NEGATIONS = words("not n't never nor no neither")
MODALS = {"ca": "can", "wo": "will", "'ll": "will", "sha": "shall", "'d": "would"} | {
    word: word for word in ["can", "could", "may", "might", "must", "shall", "should", "will", "would"]
}
CONDITIONS = listed("statements", "conditions")
CAUSATIVES = listed("statements", "causatives")
CHAINING = listed("statements", "chaining")
# Verbs after whose object an infinitive says what for, and is no part of that object: "plants need light to grow".
PURPOSEFUL = words("choose employ need require take use want")
DIRECTIONS = listed("statements", "directions")
LEADING = listed("statements", "leading")
PARTICLES = words("apart away down off out up")
CLAUSE_LEVEL = listed("statements", "clause_level")
NO_CLAUSE = listed("statements", "no_clause")
MAX_CONJUNCTS = 50  # in one list
MAX_COMBINATIONS = 12  # of conjoined subjects and objects; longer lists are paired off, so that time stays linear
MAX_WORDS = 60  # in one field; a field longer than this is a parse gone wrong
MAX_DEPTH = 12  # steps up or down the tree in search of a subject or a conjunct


@dataclass(frozen=True, slots=True)
class Field:
    """A part of a tuple: its words without leading article, the word that heads it and that word's lemma."""

    text: str
    head: str
    lemma: str


NOTHING = Field("", "", "")


@dataclass(frozen=True, slots=True)
class Argument(Field):
    """An object: a field with its preposition (or the marker of its clause) kept apart, and its role.

    Roles: "object", "complement" (of a copula or "become"), "agent" (the by-phrase of a passive), "oblique" (any other
    prepositional phrase), "adverb" and "clause".
    """

    preposition: str = ""
    role: str = "object"

    def __str__(self) -> str:
        return f"{self.preposition} {self.text}".strip()


@dataclass(frozen=True, slots=True)
class Tuple:
    """One statement. `role` and `link` tie clauses together: a "condition" links to its "result" and back, an
    "embedded" clause ("heat causes [ice to melt]") to the tuple it is part of; a "relative" clause describes a noun
    ("rocks formed by heat") and links to none. `link` is a position in what `extract` returned.
    """

    subject: Field
    predicate: Field
    objects: tuple[Argument, ...] = ()
    negated: bool = False
    modality: str | None = None
    passive: bool = False
    role: str | None = None
    marker: str | None = None
    link: int | None = None

    @property
    def fields(self) -> tuple[str, ...]:
        """Subject, predicate and objects (with their prepositions) as the ILP aligns them."""
        return (self.subject.text, self.predicate.text, *map(str, self.objects))

    @property
    def agent(self) -> Field | None:
        """Who or what does it: the subject, or the by-phrase of a passive."""
        if self.passive:
            return next((each for each in self.objects if each.role == "agent"), None)
        return self.subject if self.subject.text else None

    @property
    def patient(self) -> Field | None:
        """Whom or what it is done to: the object, or the subject of a passive."""
        if self.passive:
            return self.subject if self.subject.text else None
        return next((each for each in self.objects if each.role == "object" and not each.preposition), None)

    def __str__(self) -> str:
        marks = ["not" if self.negated else "", self.modality, self.marker, self.role]
        listed = ", ".join(mark for mark in marks if mark)
        return f"({'; '.join(self.fields)})" + (f" [{listed}]" if listed else "")


class Reading:
    """The clauses of one parsed text."""

    def __init__(self, doc: Doc) -> None:
        self.doc = doc
        self.kids: list[list[Token]] = [[] for _ in doc]
        self.labelled: dict[tuple[int, str], list[Token]] = {}
        for token in doc:
            if token.head.i != token.i:
                head = self.hyphenated(token.head) if token.i != token.head.i + 1 else token.head
                self.kids[head.i].append(token)
                for label in {token.dep_, _base(token)}:
                    self.labelled.setdefault((head.i, label), []).append(token)
        # Asked again and again for the same token, by the clauses that hang from it.
        self.noun = cache(self._noun)
        self.is_clause = cache(self._is_clause)
        self.subjects = cache(self._subjects)

    def hyphenated(self, token: Token) -> Token:
        """The head of a hyphened word for any part of it: what hangs on "cold" in "cold-blooded" hangs on "blooded"."""
        i = token.i + 2
        joined = i < len(self.doc) and self.doc[i - 1].text == "-" and not self.doc[i - 2].whitespace_
        return token.head if joined and token.head.i == i else token

    # -- the tree -------------------------------------------------------------------------------------------------

    def under(self, token: Token, *deps: str) -> list[Token]:
        """Children by label; a label without subtype takes its subtypes too."""
        found = [kid for dep in deps for kid in self.labelled.get((token.i, dep), ())]
        return found if len(deps) == 1 else sorted(found, key=_position)

    def conjuncts(self, token: Token) -> list[Token]:
        """The token and what is conjoined with it, clauses left out."""
        found = [token]
        for each in found:
            if len(found) < MAX_CONJUNCTS:
                found += [kid for kid in self.under(each, "conj") if not self.is_clause(kid)]
        return found[:MAX_CONJUNCTS]

    def mark(self, token: Token) -> str:
        """The last marker of a clause: "if", "to" of "in order to", "when" though it is tagged as an adverb."""
        marks = [kid.lower_ for kid in self.under(token, "mark")]
        marks += [kid.lower_ for kid in self.under(token, "advmod") if kid.lower_ in CONDITIONS and kid.i < token.i]
        return marks[-1] if marks else ""

    def preposition(self, token: Token) -> str:
        """The words of a preposition, "out of" whole; a possessive 's is none."""
        cases = [kid for kid in self.kids[token.i] if _is_preposition(kid)]
        return " ".join(word.lower_ for case in cases for word in (case, *self.under(case, "fixed")))

    # -- what is a clause -----------------------------------------------------------------------------------------

    def is_verbal(self, token: Token) -> bool:
        """Heads a clause of some kind: a verb, a copula's complement, or anything else that has a subject."""
        if _base(token) in NO_CLAUSE:
            return False
        return (
            token.pos_ == "VERB"
            or bool(self.under(token, "cop", "nsubj", "obj"))
            or (token.pos_ == "AUX" and _base(token) in ("root", "conj", "advcl", "acl", "ccomp", "parataxis"))
        )

    def _is_clause(self, token: Token) -> bool:
        """Makes a statement of its own, as against being only part of one."""
        if not self.is_verbal(token):
            return False
        dep = _base(token)
        has_subject = bool(self.under(token, "nsubj", "csubj"))
        if dep in ("root", "parataxis") or self.is_stray_main(token):
            return True
        if dep == "conj":
            return has_subject or bool(self.under(token, "cop")) or self.is_verbal(token.head)
        if dep == "advcl":
            return has_subject or self.is_controlled(token) or self.mark(token) in CONDITIONS or self.is_reduced(token)
        if dep == "acl":
            return has_subject or self.is_controlled(token) or token.dep_ == "acl:relcl" or self.is_reduced(token)
        if dep == "xcomp":
            return has_subject or self.is_controlled(token)
        return has_subject

    def is_reduced(self, token: Token) -> bool:
        """A participle that stands for a clause: "energy stored in food"."""
        return _is_participle(token) and not self.mark(token)

    def is_stray_main(self, token: Token) -> bool:
        """The main verb, hung on a clause that only describes its subject: "energy stored in food [is released]"."""
        dep, modifier = _base(token), token.head
        if dep not in ("ccomp", "xcomp", "advcl", "parataxis", "conj", "obj"):
            return False
        if self.under(token, "mark", "nsubj", "cc"):
            return False
        finite = token.tag_ in ("VBZ", "VBP", "VBD") or self.under(token, "aux", "cop")
        if not finite or token.i < modifier.i:
            return False
        bare_participle = _is_participle(modifier) and not self.under(modifier, "aux")
        return bare_participle or (modifier.dep_ == "acl:relcl" and dep != "conj")

    def is_independent(self, token: Token) -> bool:
        """Of an adverbial clause: states something beside the main clause, and is no object of its verb."""
        return self.is_clause(token) and not self.is_definition(token) and not self.is_controlled(token)

    def controller(self, token: Token) -> Token | None:
        """The object that does what an xcomp says: "ice" for "melt" in "heat causes ice to melt"."""
        verb = token.head.head if _base(token) == "acl" else token.head
        if lemma(verb.lower_, "VERB") not in CAUSATIVES or token.pos_ not in ("VERB", "AUX") or token.i < verb.i:
            return None
        objects = [kid for kid in self.under(verb, "obj", "iobj") if kid.i < token.i]
        return objects[-1] if objects and self.mark(token) in ("to", "") else None

    def is_controlled(self, token: Token) -> bool:
        return self.controller(token) is not None

    def purposes(self, head: Token, verb: Token) -> list[Token]:
        """Infinitives hung on the object that belong to the verb: "a nurse uses a thermometer to check ..."."""
        if lemma(verb.lower_, "VERB") not in CAUSATIVES | PURPOSEFUL:
            return []
        return [kid for kid in self.under(head, "acl") if self.mark(kid) == "to"]

    def chain(self, token: Token) -> list[Token]:
        """A verb and the verbs it takes into one predicate: begin (to) sprout."""
        verbs = [token]
        while len(verbs) < MAX_DEPTH:
            last = verbs[-1]
            if lemma(last.lower_, "VERB") not in CHAINING or self.under(last, "obj", "cop"):
                break
            following = [
                kid
                for kid in self.kids[last.i]
                if kid.i > last.i
                and kid.pos_ == "VERB"
                and not self.under(kid, "nsubj")
                and (self.mark(kid) == "to" or self.is_complement(kid))
            ]
            if not following:
                break
            verbs.append(following[0])
        return verbs

    def is_complement(self, token: Token) -> bool:
        return _base(token) in ("xcomp", "ccomp", "advcl") and self.mark(token) == ""

    # -- fields ---------------------------------------------------------------------------------------------------

    def words(self, head: Token, keep: Callable[[Token], bool]) -> list[Token]:
        """Head and what hangs from it, in order; `keep` decides about the children of the head."""
        found, stack = [head], [kid for kid in self.kids[head.i] if keep(kid)]
        while stack and len(found) < MAX_WORDS:
            token = stack.pop()
            found.append(token)
            stack += [
                kid
                for kid in self.kids[token.i]
                if kid.dep_ not in ("acl:relcl", "appos", "parataxis")
                and self.preposition(kid) != "than"
                and (_base(kid) != "punct" or kid.text in "-/")
            ]
        return sorted(found, key=_position)

    def _noun(self, head: Token, bare: bool = False) -> Field:
        """A noun, adjective or adverb with its modifiers; `bare` leaves out clauses too ("energy [stored in food]")."""
        moved = {each.i for each in (*self.phrases(head, head.head), *self.purposes(head, head.head))}

        def keep(kid: Token) -> bool:
            if kid.text in "-/":
                return True
            if kid.i in moved or _is_preposition(kid) or (bare and _base(kid) == "acl"):
                return False
            return (
                _base(kid) not in CLAUSE_LEVEL
                and kid.dep_ != "acl:relcl"
                and kid.lower_ not in NEGATIONS
                and not (_base(kid) == "obl" and head.pos_ in ("ADJ", "ADV"))
                and not (_base(kid) == "advmod" and kid.i > head.i and head.pos_ in ("ADJ", "ADV"))
            )

        return field_of(self.words(head, keep), head)

    def clause_argument(self, head: Token) -> Argument:
        """A clause as an object, its marker as the preposition."""
        mark = self.mark(head) or self.preposition(head)
        outside = ("mark", "case", "punct", "parataxis")
        words = self.words(
            head, lambda kid: _base(kid) not in outside and kid.lower_ != mark and not self.is_stray_main(kid)
        )
        return _argument(field_of(words, self.predicate_head(head)), mark, "clause")

    def predicate_head(self, token: Token) -> Token:
        copulas = self.under(token, "cop")
        return copulas[-1] if copulas else self.chain(token)[-1]

    def predicate(self, token: Token) -> Field:
        """The verbs of a clause with passive and perfect auxiliaries and particles; no modal, no "do", no negation."""
        chain = [] if self.under(token, "cop") else self.chain(token)
        words = list(chain) or self.under(token, "cop")
        for verb in chain or [token]:
            words += [kid for kid in self.under(verb, "aux") if kid.lower_ not in MODALS.keys() | NEGATIONS | DO]
            words += [kid for kid in self.kids[verb.i] if self.is_particle(kid)]
        for verb in chain[1:]:
            words += self.under(verb, "mark")
        return field_of(sorted(words, key=_position), self.predicate_head(token))

    # -- one clause -----------------------------------------------------------------------------------------------

    def _subjects(self, token: Token, depth: int = 0) -> list[Token]:
        """The heads of a clause's subject: its own, the noun it describes, or that of the clause it hangs from."""
        own = self.under(token, "nsubj", "csubj") or [kid for kid in self.under(token, "expl") if kid.lower_ == "it"]
        if own and own[0].lower_ in RELATIVE:
            described = self.described(token, own[0])
            return [described] if described is not None else own
        if own:
            inner = self.under(own[0], "nsubj") if own[0].tag_ == "VBN" else []
            return self.conjuncts(inner[0] if inner else own[0])
        missed = self.missed_subject(token)
        if missed is not None:
            return self.conjuncts(missed)
        if depth > MAX_DEPTH or _base(token) == "root":
            return []
        if self.is_stray_main(token) and _base(token.head) == "acl":
            return self.conjuncts(token.head.head)
        if _base(token) in ("xcomp", "acl", "advcl"):
            controller = self.controller(token)
            if controller:
                return self.conjuncts(controller)
        if _base(token) == "acl":
            return [token.head]
        return self.subjects(token.head, depth + 1)

    def missed_subject(self, token: Token) -> Token | None:
        """A bare noun before the verb that the parser hung on it by another label."""
        if token.pos_ != "VERB" or _base(token) not in ("root", "parataxis") or _is_participle(token):
            return None
        left = [
            kid
            for kid in self.kids[token.i]
            if kid.i < token.i
            and kid.pos_ in ("NOUN", "PROPN", "PRON")
            and _base(kid) in ("compound", "advmod", "obj", "obl", "dep", "vocative")
            and not self.preposition(kid)
        ]
        return left[-1] if left else None

    def described(self, token: Token, pronoun: Token) -> Token | None:
        """The noun a relative pronoun stands for, also where the parser missed that the clause is relative."""
        if token.dep_ == "acl:relcl":
            return token.head
        before = self.doc[pronoun.i - 1] if pronoun.i else None
        return before if before is not None and before.pos_ in ("NOUN", "PROPN", "PRON") else None

    def objects(self, token: Token) -> list[list[Argument]]:
        """The objects of a clause in order; each is a list of alternatives, the conjuncts to be split."""
        chain = self.chain(token) if not self.under(token, "cop") else [token]
        found: list[tuple[int, list[Argument]]] = []
        if self.under(token, "cop"):
            found.append((token.i, self.alternatives(token, "complement")))
        for verb in chain:
            for kid in self.kids[verb.i]:
                alternatives = [] if kid in chain else self.object(kid, verb)
                if alternatives:
                    found.append((kid.i, alternatives))
                found += [(each.i, [made]) for each, made in self.detached(kid, verb)]
        gap = self.gap(token, chain)
        if gap:
            found.append((token.i, [gap]))
        return [alternatives for _, alternatives in sorted(found, key=lambda pair: pair[0])]

    def object(self, kid: Token, verb: Token) -> list[Argument]:
        dep = _base(kid)
        if self.is_stray_main(kid) or (kid.lower_ in RELATIVE and verb.dep_ == "acl:relcl"):
            return []
        if dep in ("obj", "iobj"):
            return self.alternatives(kid, "object")
        if dep == "obl" and verb.pos_ in ("NOUN", "PROPN") and self.under(verb, "cop") and kid.i > verb.i:
            return []  # stays within the complement
        if dep == "obl" and not (kid.lower_ == "order" and self.preposition(kid) == "in"):
            agent = self.preposition(kid) == "by" and self.is_passive(verb)
            return self.alternatives(kid, "agent" if agent else "oblique")
        if dep == "xcomp" and kid.pos_ not in ("VERB", "AUX"):
            return self.alternatives(kid, "complement")
        if dep in ("xcomp", "ccomp") or (dep == "advcl" and not self.is_independent(kid)):
            return [self.clause_argument(kid)]
        if dep == "advmod" and kid.i > verb.i and self.is_adverb(kid):
            return [_argument(self.noun(kid), self.preposition(kid), "adverb")]
        return []

    def detached(self, kid: Token, verb: Token) -> Iterator[tuple[Token, Argument]]:
        """What the parser hung on an object, or on the subject of "there is", but belongs to the verb."""
        dep = _base(kid)
        if dep == "obj":
            for clause in self.purposes(kid, verb):
                yield clause, self.clause_argument(clause)
        for phrase in self.phrases(kid, verb):
            yield phrase, _argument(self.noun(phrase), self.preposition(phrase), "oblique")
        if dep in ("xcomp", "ccomp") and self.mark(kid) == "" and lemma(verb.lower_, "VERB") in CAUSATIVES:
            for subject in self.under(kid, "nsubj"):
                yield subject, _argument(self.noun(subject), "", "object")

    def phrases(self, head: Token, verb: Token) -> list[Token]:
        """Prepositional phrases of an object, an adverb or the subject of "there is" to be read as the verb's."""
        dep = _base(head)
        there = dep == "nsubj" and any(kid.lower_ == "there" for kid in self.under(verb, "expl"))
        if dep in ("advmod", "xcomp") and head.pos_ in ("ADJ", "ADV"):
            return self.under(head, "obl")
        if dep != "obj" and not there:
            return []
        phrases = self.under(head, "nmod", "obl")
        for degree in self.under(head, "amod", "advmod"):
            phrases += self.under(degree, "nmod", "obl")
        return [
            each
            for each in phrases
            if each.i > head.i
            and (self.preposition(each) in DIRECTIONS or (there and self.preposition(each) not in ("", "of")))
        ]

    def alternatives(self, head: Token, role: str) -> list[Argument]:
        preposition = self.preposition(head)
        heads = [head] if preposition == "between" else self.conjuncts(head)
        return [_argument(self.noun(each), self.preposition(each) or preposition, role) for each in heads]

    def gap(self, token: Token, chain: list[Token]) -> Argument | None:
        """What a relative clause leaves out, when that is not its subject: "the food [that] a squirrel buries"."""
        if token.dep_ != "acl:relcl":
            return None
        noun = self.noun(token.head, True)
        for verb in chain:
            for kid in self.kids[verb.i]:
                if kid.pos_ == "ADP" and kid.i > verb.i and not self.is_particle(kid):
                    return _argument(noun, kid.lower_, "oblique")
                if kid.lower_ in RELATIVE and _base(kid) in ("obl", "advmod", "obj"):
                    stranded = " ".join(case.lower_ for case in self.under(kid, "case"))
                    where = kid.lower_ if _base(kid) == "advmod" else stranded
                    return _argument(noun, where, "object" if not where else "oblique")
        own = self.under(token, "nsubj")
        if not own or own[0].lower_ in RELATIVE or self.under(token, "cop", "obj"):
            return None
        return _argument(noun, "", "object")

    def is_particle(self, token: Token) -> bool:
        """Belongs to its verb: "break down", "wear them away"."""
        adverb = _base(token) == "advmod" and token.lower_ in PARTICLES and not self.kids[token.i]
        return token.dep_ == "compound:prt" or (adverb and token.i > token.head.i)

    def is_adverb(self, token: Token) -> bool:
        """Says how, where or when, as against a particle, a preposition left behind, "not" or "then"."""
        return token.pos_ != "ADP" and token.lower_ not in NEGATIONS | {"then"} and not self.is_particle(token)

    def is_passive(self, token: Token) -> bool:
        if self.under(token, "aux:pass") or any(kid.dep_ == "nsubj:pass" for kid in self.kids[token.i]):
            return True
        return token.tag_ == "VBN" and (
            _base(token) == "acl" or any(self.is_stray_main(kid) for kid in self.kids[token.i])
        )

    def is_definition(self, token: Token) -> bool:
        """A when-clause that is what the sentence says something is: "evaporation is when ..."."""
        return token.head.lower_ in BE and self.mark(token) in ("when", "where")

    def is_negated(self, token: Token) -> bool:
        candidates = [token, *self.chain(token), *self.under(token, "nsubj", "obj")]
        for each in candidates:
            for kid in self.kids[each.i]:
                if kid.lower_ in NEGATIONS and _base(kid) in ("advmod", "det", "cc", "aux"):
                    return True
                if _base(kid) == "advmod" and any(inner.lower_ == "no" for inner in self.kids[kid.i]):
                    return True
        return False

    def modality(self, token: Token) -> str | None:
        modals = [
            MODALS[kid.lower_] for verb in self.chain(token) for kid in self.under(verb, "aux") if kid.lower_ in MODALS
        ]
        return modals[0] if modals else None

    # -- all clauses ----------------------------------------------------------------------------------------------

    def role(self, token: Token) -> tuple[str | None, str | None, Token | None]:
        """Role, marker and the clause linked to."""
        first = token
        for _ in range(MAX_DEPTH):
            if _base(first) != "conj":
                break
            first = first.head
        mark = self.mark(token) or self.mark(first)
        if _base(first) == "advcl" and mark in CONDITIONS:
            return ("embedded" if self.is_definition(first) else "condition"), mark, first.head
        if self.is_stray_main(first):
            return None, None, None
        if _base(first) in ("xcomp", "ccomp", "csubj") or self.is_controlled(first):
            return "embedded", None, first.head.head if _base(first) == "acl" else first.head
        if _base(first) == "acl":
            return "relative", None, None
        for kid in self.under(token, "advcl"):
            if self.is_clause(kid) and self.mark(kid) in CONDITIONS and not self.is_definition(kid):
                return "result", None, kid
        return None, None, None

    def tuples(self) -> tuple[Tuple, ...]:
        found: list[Tuple] = []
        first: dict[int, int] = {}
        links: list[Token | None] = []
        for token in self.doc:
            made = list(self.clause(token)) if self.is_clause(token) else []
            made += self.appositions(token)
            if made:
                first[token.i] = len(found)
            role, marker, link = self.role(token) if made else (None, None, None)
            found += [replace(each, role=role, marker=marker) for each in made]
            links += [link] * len(made)
        return tuple(
            replace(each, link=first.get(link.i)) if link is not None else each
            for each, link in zip(found, links, strict=True)
        )

    def clause(self, token: Token) -> Iterator[Tuple]:
        bare = _base(token) == "acl"
        heads = self.subjects(token)
        subjects = [self.gerund(each) if self.is_gerund(each) else self.noun(each, bare) for each in heads]
        predicate = self.predicate(token)
        negated, modality, passive = self.is_negated(token), self.modality(token), self.is_passive(token)
        objects = self.objects(token)
        as_arguments = [_argument(each, "", "subject") for each in subjects or [NOTHING]]
        for first, *rest in _combinations([as_arguments, *objects]):
            subject = Field(first.text, first.head, first.lemma)
            yield Tuple(subject, predicate, tuple(rest), negated, modality, passive)

    def is_gerund(self, token: Token) -> bool:
        """A subject that is a clause: "[being stronger] helps", "[burning coal] pollutes"."""
        return _base(token) == "csubj" or (_base(token) == "nsubj" and bool(self.under(token, "cop")))

    def gerund(self, head: Token) -> Field:
        words = self.words(head, lambda kid: _base(kid) not in ("punct", "parataxis", "mark"))
        return field_of(words, self.predicate_head(head))

    def appositions(self, token: Token) -> list[Tuple]:
        is_ = Field("is", "is", "be")
        return [
            Tuple(self.noun(token), is_, (_argument(self.noun(kid), "", "complement"),))
            for kid in self.under(token, "appos", "acl")
            if self.is_set_off(kid) and (_base(kid) == "appos" or not self.is_verbal(kid))
        ]

    def is_set_off(self, token: Token) -> bool:
        """A noun with a comma, dash or bracket before it."""
        marks = self.under(token, "punct")
        return token.pos_ in ("NOUN", "PROPN") and any(mark.i < token.i for mark in marks)


def _position(token: Token) -> int:
    return token.i


def _base(token: Token) -> str:
    return token.dep_.split(":")[0].lower()


def _is_preposition(token: Token) -> bool:
    """Stands before its noun as a preposition, whatever the parser labelled it; a possessive 's stands after."""
    mislabelled = token.pos_ == "ADP" and _base(token) in ("amod", "advmod")
    return token.i < token.head.i and (_base(token) == "case" or mislabelled)


def _is_participle(token: Token) -> bool:
    return token.tag_ in ("VBG", "VBN") or any(form in ("Part", "Ger") for form in token.morph.get("VerbForm", []))


def field_of(tokens: Sequence[Token], head: Token) -> Field:
    while len(tokens) > 1 and tokens[0].lower_ in LEADING:
        tokens = tokens[1:]
    text = "".join(
        token.text_with_ws if following is not None and following.i == token.i + 1 else token.text + " "
        for token, following in itertools.zip_longest(tokens, tokens[1:])
    )
    return Field(text.strip(), head.lower_, lemma(head.lower_, head.pos_))


def _argument(field: Field, preposition: str, role: str) -> Argument:
    return Argument(field.text, field.head, field.lemma, preposition, role)


def _combinations(parts: list[list[Argument]]) -> Iterable[tuple[Argument, ...]]:
    """One of each part in every combination; where that would be too many, each alternative at least once."""
    count = 1
    for part in parts:
        count *= len(part)
    if count <= MAX_COMBINATIONS:
        return itertools.product(*parts)
    longest = max(len(part) for part in parts)
    return [tuple(part[min(i, len(part) - 1)] for part in parts) for i in range(longest)]
