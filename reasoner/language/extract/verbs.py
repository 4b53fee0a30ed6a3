"""What a clause says of its own verb: negated, passive, with which modal, a condition or a result."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reasoner.language.extract.clauses import Clauses
from reasoner.language.extract.marks import CONDITIONS, MAX_DEPTH, MODALS, NEGATIONS, PARTICLES
from reasoner.language.extract.tree import base

if TYPE_CHECKING:
    from spacy.tokens import Token


class Verbs(Clauses):
    """Clauses with what is said of their verbs."""

    def is_particle(self, token: Token) -> bool:
        """Belongs to its verb: "break down", "wear them away"."""
        adverb = base(token) == "advmod" and token.lower_ in PARTICLES and not self.kids[token.i]
        return token.dep_ == "compound:prt" or (adverb and token.i > token.head.i)

    def is_adverb(self, token: Token) -> bool:
        """Says how, where or when, as against a particle, a preposition left behind, "not" or "then"."""
        return token.pos_ != "ADP" and token.lower_ not in NEGATIONS | {"then"} and not self.is_particle(token)

    def is_passive(self, token: Token) -> bool:
        if self.under(token, "aux:pass") or any(kid.dep_ == "nsubj:pass" for kid in self.kids[token.i]):
            return True
        return token.tag_ == "VBN" and (
            base(token) == "acl" or any(self.is_stray_main(kid) for kid in self.kids[token.i])
        )

    def is_negated(self, token: Token) -> bool:
        candidates = [token, *self.chain(token), *self.under(token, "nsubj", "obj")]
        for each in candidates:
            for kid in self.kids[each.i]:
                if kid.lower_ in NEGATIONS and base(kid) in ("advmod", "det", "cc", "aux"):
                    return True
                if base(kid) == "advmod" and any(inner.lower_ == "no" for inner in self.kids[kid.i]):
                    return True
        return False

    def modality(self, token: Token) -> str | None:
        modals = [
            MODALS[kid.lower_] for verb in self.chain(token) for kid in self.under(verb, "aux") if kid.lower_ in MODALS
        ]
        return modals[0] if modals else None

    def role(self, token: Token) -> tuple[str | None, str | None, Token | None]:
        """Role, marker and the clause linked to."""
        first = token
        for _ in range(MAX_DEPTH):
            if base(first) != "conj":
                break
            first = first.head
        mark = self.mark(token) or self.mark(first)
        if base(first) == "advcl" and mark in CONDITIONS:
            return ("embedded" if self.is_definition(first) else "condition"), mark, first.head
        if self.is_stray_main(first):
            return None, None, None
        if base(first) in ("xcomp", "ccomp", "csubj") or self.is_controlled(first):
            return "embedded", None, first.head.head if base(first) == "acl" else first.head
        if base(first) == "acl":
            return "relative", None, None
        for kid in self.under(token, "advcl"):
            if self.is_clause(kid) and self.mark(kid) in CONDITIONS and not self.is_definition(kid):
                return "result", None, kid
        return None, None, None
