"""Fields: the words of a noun, a clause or a predicate, put together from the tree."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from functools import cache
from typing import TYPE_CHECKING

from reasoner.language.extract.marks import CLAUSE_LEVEL, DIRECTIONS, DO, LEADING, MAX_WORDS, MODALS, NEGATIONS
from reasoner.language.extract.tree import base, is_preposition, position
from reasoner.language.extract.types import Argument, Field, argument_of
from reasoner.language.extract.verbs import Verbs
from reasoner.language.terms import lemma

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token


class Fields(Verbs):
    """Clauses with the words of their parts."""

    def __init__(self, doc: Doc) -> None:
        super().__init__(doc)
        self.noun = cache(self._noun)

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
                and (base(kid) != "punct" or kid.text in "-/")
            ]
        return sorted(found, key=position)

    def _noun(self, head: Token, bare: bool = False) -> Field:
        """A noun, adjective or adverb with its modifiers; `bare` leaves out clauses too ("energy [stored in food]")."""
        moved = {each.i for each in (*self.phrases(head, head.head), *self.purposes(head, head.head))}

        def keep(kid: Token) -> bool:
            if kid.text in "-/":
                return True
            if kid.i in moved or is_preposition(kid) or (bare and base(kid) == "acl"):
                return False
            return (
                base(kid) not in CLAUSE_LEVEL
                and kid.dep_ != "acl:relcl"
                and kid.lower_ not in NEGATIONS
                and not (base(kid) == "obl" and head.pos_ in ("ADJ", "ADV"))
                and not (base(kid) == "advmod" and kid.i > head.i and head.pos_ in ("ADJ", "ADV"))
            )

        return field_of(self.words(head, keep), head)

    def phrases(self, head: Token, verb: Token) -> list[Token]:
        """Prepositional phrases of an object, an adverb or the subject of "there is" to be read as the verb's."""
        dep = base(head)
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

    def clause_argument(self, head: Token) -> Argument:
        """A clause as an object, its marker as the preposition."""
        mark = self.mark(head) or self.preposition(head)
        outside = ("mark", "case", "punct", "parataxis")
        words = self.words(
            head, lambda kid: base(kid) not in outside and kid.lower_ != mark and not self.is_stray_main(kid)
        )
        return argument_of(field_of(words, self.predicate_head(head)), mark, "clause")

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
        return field_of(sorted(words, key=position), self.predicate_head(token))

    def is_gerund(self, token: Token) -> bool:
        """A subject that is a clause: "[being stronger] helps", "[burning coal] pollutes"."""
        return base(token) == "csubj" or (base(token) == "nsubj" and bool(self.under(token, "cop")))

    def gerund(self, head: Token) -> Field:
        words = self.words(head, lambda kid: base(kid) not in ("punct", "parataxis", "mark"))
        return field_of(words, self.predicate_head(head))


def field_of(tokens: Sequence[Token], head: Token) -> Field:
    while len(tokens) > 1 and tokens[0].lower_ in LEADING:
        tokens = tokens[1:]
    text = "".join(
        token.text_with_ws if following is not None and following.i == token.i + 1 else token.text + " "
        for token, following in itertools.zip_longest(tokens, tokens[1:])
    )
    return Field(text.strip(), head.lower_, lemma(head.lower_, head.pos_))
