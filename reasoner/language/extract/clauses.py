"""What is a clause: which words head a statement of their own, and what the parser hung in the wrong place."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from reasoner.language.extract.marks import (
    BE,
    CAUSATIVES,
    CHAINING,
    CONDITIONS,
    MAX_CONJUNCTS,
    MAX_DEPTH,
    NO_CLAUSE,
    PURPOSEFUL,
)
from reasoner.language.extract.tree import Tree, base, is_participle
from reasoner.language.terms import lemma

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token


class Clauses(Tree):
    """A tree whose clauses are known."""

    def __init__(self, doc: Doc) -> None:
        super().__init__(doc)
        self.is_clause = cache(self._is_clause)  # asked again and again, by the clauses that hang from a token

    def conjuncts(self, token: Token) -> list[Token]:
        """The token and what is conjoined with it, clauses left out."""
        found = [token]
        for each in found:
            if len(found) < MAX_CONJUNCTS:
                found += [kid for kid in self.under(each, "conj") if not self.is_clause(kid)]
        return found[:MAX_CONJUNCTS]

    def is_verbal(self, token: Token) -> bool:
        """Heads a clause of some kind: a verb, a copula's complement, or anything else that has a subject."""
        if base(token) in NO_CLAUSE:
            return False
        return (
            token.pos_ == "VERB"
            or bool(self.under(token, "cop", "nsubj", "obj"))
            or (token.pos_ == "AUX" and base(token) in ("root", "conj", "advcl", "acl", "ccomp", "parataxis"))
        )

    def _is_clause(self, token: Token) -> bool:
        """Makes a statement of its own, as against being only part of one."""
        if not self.is_verbal(token):
            return False
        dep = base(token)
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
        return is_participle(token) and not self.mark(token)

    def is_stray_main(self, token: Token) -> bool:
        """The main verb, hung on a clause that only describes its subject: "energy stored in food [is released]"."""
        dep, modifier = base(token), token.head
        if dep not in ("ccomp", "xcomp", "advcl", "parataxis", "conj", "obj"):
            return False
        if self.under(token, "mark", "nsubj", "cc"):
            return False
        finite = token.tag_ in ("VBZ", "VBP", "VBD") or self.under(token, "aux", "cop")
        if not finite or token.i < modifier.i:
            return False
        bare_participle = is_participle(modifier) and not self.under(modifier, "aux")
        return bare_participle or (modifier.dep_ == "acl:relcl" and dep != "conj")

    def is_independent(self, token: Token) -> bool:
        """Of an adverbial clause: states something beside the main clause, and is no object of its verb."""
        return self.is_clause(token) and not self.is_definition(token) and not self.is_controlled(token)

    def is_definition(self, token: Token) -> bool:
        """A when-clause that is what the sentence says something is: "evaporation is when ..."."""
        return token.head.lower_ in BE and self.mark(token) in ("when", "where")

    def controller(self, token: Token) -> Token | None:
        """The object that does what an xcomp says: "ice" for "melt" in "heat causes ice to melt"."""
        verb = token.head.head if base(token) == "acl" else token.head
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
        return base(token) in ("xcomp", "ccomp", "advcl") and self.mark(token) == ""
