"""The subject and the objects of a clause, wherever in the tree they stand."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING

from reasoner.language.extract.fields import Fields
from reasoner.language.extract.marks import CAUSATIVES, MAX_DEPTH, RELATIVE
from reasoner.language.extract.tree import base, is_participle
from reasoner.language.extract.types import Argument, argument_of
from reasoner.language.terms import lemma

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token


class Parts(Fields):
    """Clauses with their subjects and objects."""

    def __init__(self, doc: Doc) -> None:
        super().__init__(doc)
        self.subjects = cache(self._subjects)

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
        if depth > MAX_DEPTH or base(token) == "root":
            return []
        if self.is_stray_main(token) and base(token.head) == "acl":
            return self.conjuncts(token.head.head)
        if base(token) in ("xcomp", "acl", "advcl"):
            controller = self.controller(token)
            if controller:
                return self.conjuncts(controller)
        if base(token) == "acl":
            return [token.head]
        return self.subjects(token.head, depth + 1)

    def missed_subject(self, token: Token) -> Token | None:
        """A bare noun before the verb that the parser hung on it by another label."""
        if token.pos_ != "VERB" or base(token) not in ("root", "parataxis") or is_participle(token):
            return None
        left = [
            kid
            for kid in self.kids[token.i]
            if kid.i < token.i
            and kid.pos_ in ("NOUN", "PROPN", "PRON")
            and base(kid) in ("compound", "advmod", "obj", "obl", "dep", "vocative")
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
        dep = base(kid)
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
            return [argument_of(self.noun(kid), self.preposition(kid), "adverb")]
        return []

    def detached(self, kid: Token, verb: Token) -> Iterator[tuple[Token, Argument]]:
        """What the parser hung on an object, or on the subject of "there is", but belongs to the verb."""
        dep = base(kid)
        if dep == "obj":
            for clause in self.purposes(kid, verb):
                yield clause, self.clause_argument(clause)
        for phrase in self.phrases(kid, verb):
            yield phrase, argument_of(self.noun(phrase), self.preposition(phrase), "oblique")
        if dep in ("xcomp", "ccomp") and self.mark(kid) == "" and lemma(verb.lower_, "VERB") in CAUSATIVES:
            for subject in self.under(kid, "nsubj"):
                yield subject, argument_of(self.noun(subject), "", "object")

    def alternatives(self, head: Token, role: str) -> list[Argument]:
        preposition = self.preposition(head)
        heads = [head] if preposition == "between" else self.conjuncts(head)
        return [argument_of(self.noun(each), self.preposition(each) or preposition, role) for each in heads]

    def gap(self, token: Token, chain: list[Token]) -> Argument | None:
        """What a relative clause leaves out, when that is not its subject: "the food [that] a squirrel buries"."""
        if token.dep_ != "acl:relcl":
            return None
        noun = self.noun(token.head, True)
        for verb in chain:
            for kid in self.kids[verb.i]:
                if kid.pos_ == "ADP" and kid.i > verb.i and not self.is_particle(kid):
                    return argument_of(noun, kid.lower_, "oblique")
                if kid.lower_ in RELATIVE and base(kid) in ("obl", "advmod", "obj"):
                    stranded = " ".join(case.lower_ for case in self.under(kid, "case"))
                    where = kid.lower_ if base(kid) == "advmod" else stranded
                    return argument_of(noun, where, "object" if not where else "oblique")
        own = self.under(token, "nsubj")
        if not own or own[0].lower_ in RELATIVE or self.under(token, "cop", "obj"):
            return None
        return argument_of(noun, "", "object")
