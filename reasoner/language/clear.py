"""From the CLEAR labels of spaCy's own English pipelines (dobj, prep, pobj, attr, ...) to Universal Dependencies.

The two schemes differ in who heads whom, not only in names: UD hangs a preposition under its noun, a copula under
its predicate, a conjunction under what follows it, and every conjunct under the first one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from spacy.tokens import Doc

_CLEAR_ONLY = frozenset({"dobj", "pobj", "prep", "nsubjpass", "auxpass", "attr", "acomp", "relcl", "poss", "prt"})
_RENAMED = {
    "dobj": "obj",
    "nsubjpass": "nsubj:pass",
    "csubjpass": "csubj:pass",
    "auxpass": "aux:pass",
    "poss": "nmod:poss",
    "relcl": "acl:relcl",
    "neg": "advmod",
    "prt": "compound:prt",
    "dative": "iobj",
    "oprd": "xcomp",
    "attr": "xcomp",
    "acomp": "xcomp",
    "quantmod": "advmod",
    "npadvmod": "obl:unmarked",
    "predet": "det:predet",
    "preconj": "cc:preconj",
    "intj": "discourse",
    "meta": "discourse",
    "nn": "compound",
    "num": "nummod",
    "complm": "mark",
    "prep": "advmod",
    "agent": "advmod",
    "pobj": "obl",
    "pcomp": "advcl",
}
_NOMINAL = frozenset({"NOUN", "PROPN", "PRON", "NUM", "SYM"})
_PREPOSITIONS = frozenset({"prep", "agent", "dative"})


def is_clear(doc: Doc) -> bool:
    """Whether the labels are CLEAR's; a text with none of the telling labels reads the same in both schemes."""
    return any(token.dep_ in _CLEAR_ONLY for token in doc)


def to_universal(doc: Doc) -> Doc:
    """A copy of the Doc with UD heads and labels."""
    from spacy.tokens import Doc

    tree = _Tree(doc)
    tree.prepositions()
    tree.copulas()
    tree.causatives()
    tree.conjunctions()
    tree.rename()
    return Doc(
        doc.vocab,
        words=[token.text for token in doc],
        spaces=[bool(token.whitespace_) for token in doc],
        tags=[token.tag_ for token in doc],
        pos=[token.pos_ for token in doc],
        morphs=[str(token.morph) for token in doc],
        heads=tree.heads,
        deps=tree.deps,
    )


class _Tree:
    """Heads and labels of a Doc, to be changed in place; a root is its own head."""

    def __init__(self, doc: Doc) -> None:
        self.words = [token.lower_ for token in doc]
        self.pos = [token.pos_ for token in doc]
        self.is_be = [token.lemma_ == "be" or token.lower_ in _BE for token in doc]
        self.heads = [token.head.i for token in doc]
        self.deps = [token.dep_ for token in doc]
        self.below: list[list[int]] = [[] for _ in doc]
        for i, head in enumerate(self.heads):
            if head != i:
                self.below[head].append(i)

    def move(self, i: int, head: int, dep: str) -> None:
        if self.heads[i] != i:
            self.below[self.heads[i]].remove(i)
        self.heads[i], self.deps[i] = head, dep
        if head != i:
            self.below[head].append(i)

    def child(self, head: int, *deps: str) -> int | None:
        return next((i for i in sorted(self.below[head]) if self.deps[i] in deps), None)

    def prepositions(self) -> None:
        # From the right, so that the inner one of "out of water" is settled before the outer.
        for i in reversed(range(len(self.deps))):
            if self.deps[i] in _PREPOSITIONS:
                self._preposition(i)

    def _preposition(self, i: int) -> None:
        head, agent = self.heads[i], self.deps[i] == "agent"
        nominal = self.pos[head] in _NOMINAL
        if (noun := self.child(i, "pobj", "nmod", "obl")) is not None:
            self._swap(i, noun, "obl:agent" if agent else "nmod" if nominal else "obl", "case")
        elif (clause := self.child(i, "pcomp")) is not None:
            self._swap(i, clause, "acl" if nominal else "advcl", "mark")

    def _swap(self, i: int, lower: int, dep: str, own: str) -> None:
        """Put `lower`, a child of `i`, in its place; `i` and the rest of its children go below `lower`."""
        self.move(lower, self.heads[i] if self.heads[i] != i else lower, dep)
        for other in list(self.below[i]):
            self.move(other, lower, self.deps[other])
        self.move(i, lower, own)

    def copulas(self) -> None:
        for i, dep in enumerate(list(self.deps)):
            if not self.is_be[i] or dep in ("aux", "auxpass"):
                continue
            predicate = self.child(i, "attr", "acomp")
            if self.child(i, "expl") is not None:
                if predicate is not None:
                    self.move(predicate, i, "nsubj")
                continue
            if predicate is None and self.child(i, "nsubj") is not None:
                predicate = self.child(i, "obl")
            if predicate is not None:
                self._swap(i, predicate, self.deps[i], "cop")

    def causatives(self) -> None:
        """ "X causes Y to Z": Y is the object of "causes" and Z its open complement, not a clause with a subject."""
        for i, dep in enumerate(list(self.deps)):
            if dep != "ccomp" or not any(self.words[j] == "to" and self.deps[j] == "aux" for j in self.below[i]):
                continue
            subject = self.child(i, "nsubj")
            if subject is not None and self.child(self.heads[i], "dobj") is None:
                self.move(subject, self.heads[i], "obj")
                self.deps[i] = "xcomp"

    def conjunctions(self) -> None:
        for i in range(len(self.deps)):
            if self.deps[i] == "conj" and self.deps[self.heads[i]] == "conj":
                self.move(i, self.heads[self.heads[i]], "conj")
        for i in range(len(self.deps)):
            if self.deps[i] == "cc":
                conjuncts = [j for j in sorted(self.below[self.heads[i]]) if j > i and self.deps[j] == "conj"]
                if conjuncts:
                    self.move(i, conjuncts[0], "cc")

    def rename(self) -> None:
        for i, dep in enumerate(self.deps):
            if dep == "aux" and self.words[i] == "to":
                self.deps[i] = "mark"
            else:
                self.deps[i] = _RENAMED.get(dep, dep)


_BE = frozenset({"be", "am", "is", "are", "was", "were", "been", "being", "'s", "'re", "'m"})
