"""The tree of a parsed text: children by label, markers, prepositions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reasoner.language.extract.marks import CONDITIONS

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token


class Tree:
    """The dependency tree of one parsed text, with hyphened words whole."""

    def __init__(self, doc: Doc) -> None:
        self.doc = doc
        self.kids: list[list[Token]] = [[] for _ in doc]
        self.labelled: dict[tuple[int, str], list[Token]] = {}
        for token in doc:
            if token.head.i != token.i:
                head = self.hyphenated(token.head) if token.i != token.head.i + 1 else token.head
                self.kids[head.i].append(token)
                for label in {token.dep_, base(token)}:
                    self.labelled.setdefault((head.i, label), []).append(token)

    def hyphenated(self, token: Token) -> Token:
        """The head of a hyphened word for any part of it: what hangs on "cold" in "cold-blooded" hangs on "blooded"."""
        i = token.i + 2
        joined = i < len(self.doc) and self.doc[i - 1].text == "-" and not self.doc[i - 2].whitespace_
        return token.head if joined and token.head.i == i else token

    def under(self, token: Token, *deps: str) -> list[Token]:
        """Children by label; a label without subtype takes its subtypes too."""
        found = [kid for dep in deps for kid in self.labelled.get((token.i, dep), ())]
        return found if len(deps) == 1 else sorted(found, key=position)

    def mark(self, token: Token) -> str:
        """The last marker of a clause: "if", "to" of "in order to", "when" though it is tagged as an adverb."""
        marks = [kid.lower_ for kid in self.under(token, "mark")]
        marks += [kid.lower_ for kid in self.under(token, "advmod") if kid.lower_ in CONDITIONS and kid.i < token.i]
        return marks[-1] if marks else ""

    def preposition(self, token: Token) -> str:
        """The words of a preposition, "out of" whole; a possessive 's is none."""
        cases = [kid for kid in self.kids[token.i] if is_preposition(kid)]
        return " ".join(word.lower_ for case in cases for word in (case, *self.under(case, "fixed")))


def position(token: Token) -> int:
    return token.i


def base(token: Token) -> str:
    return token.dep_.split(":")[0].lower()


def is_preposition(token: Token) -> bool:
    """Stands before its noun as a preposition, whatever the parser labelled it; a possessive 's stands after."""
    mislabelled = token.pos_ == "ADP" and base(token) in ("amod", "advmod")
    return token.i < token.head.i and (base(token) == "case" or mislabelled)


def is_participle(token: Token) -> bool:
    return token.tag_ in ("VBG", "VBN") or any(form in ("Part", "Ger") for form in token.morph.get("VerbForm", []))
