"""Atoms: what a fact says, as a typed relation between terms."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property, lru_cache

from reasoner.language.terms import content_lemmas, lemma

#: How an atom of each relation reads; the rest reads "X relation Y".
_WORDING = {
    "isa": "{0} is a kind of {1}",
    "madeof": "{0} is made of {1}",
    "has": "{0} has {1}",
    "contains": "{0} contains {1}",
    "property": "{0} is {1}",
    "definition": "{0} means {1}",
    "synonym": "{0} means the same as {1}",
    "opposite": "{0} is the opposite of {1}",
    "causes+": "{0} causes or increases {1}",
    "causes-": "{0} decreases {1}",
    "moreless+": "as {0} increases, {1} increases",
    "moreless-": "as {0} increases, {1} decreases",
    "enables+": "{0} enables {1}",
    "enables-": "{0} prevents {1}",
    "requires": "{0} requires {1}",
    "usedfor": "{0} is used to {1}",
    "source": "{0} is a source of {1}",
    "located": "{0} is found in {1}",
    "can": "{0} can {1}",
    "not can": "{0} cannot {1}",
    "does": "{0} {1}",
    "not does": "{0} does not {1}",
    "example": "{0} is an example of {1}",
    "ifthen": "if {0} then {1}",
    "comparison": "{0} has more of this than {2}: {1}",
    "conducts": "{0} is a conductor of {1}",
    "insulates": "{0} is an insulator against {1}",
}
_PLURALS = {
    "is": "are", "has": "have", "contains": "contain", "means": "mean", "causes": "cause", "decreases": "decrease",
    "enables": "enable", "prevents": "prevent", "requires": "require", "does": "do",
}  # fmt: skip
_ARTICLE = re.compile(r"^(?:an?|the) ", re.IGNORECASE)
_AFTER_HEAD = re.compile(
    r"\s(?:of|in|on|at|by|for|from|with|into|near|through|that|which|who|where|made|used|caused)\s"
)
SIGNED = frozenset({"causes", "moreless", "enables"})


@lru_cache(maxsize=100_000)
def lemmas_of(text: str) -> tuple[str, ...]:
    """Content lemmas of a term, each once; all its lemmas where every word is a stop word.

    >>> lemmas_of("the leaves of a tree")
    ('leaf', 'tree')
    """
    return tuple(dict.fromkeys(content_lemmas(text))) or tuple(text.lower().split())


@dataclass(frozen=True)
class Atom:
    """A typed relation between terms, with a sign where it has a direction, and perhaps denied.

    >>> print(Atom("causes", ("acid rain", "water quality"), sign=-1))
    acid rain decreases water quality
    >>> print(Atom("can", ("a penguin", "fly"), negated=True))
    a penguin cannot fly
    >>> Atom("isa", ("a robin", "birds")).key == Atom("isa", ("robins", "a bird")).key
    True
    """

    relation: str
    terms: tuple[str, ...]
    sign: int = 1
    negated: bool = False

    @cached_property
    def key(self) -> tuple[str, tuple[frozenset[str], ...], int, bool]:
        """What two atoms share that say the same in the same words."""
        return self.relation, tuple(frozenset(lemmas_of(term)) for term in self.terms), self.sign, self.negated

    @cached_property
    def lemmas(self) -> frozenset[str]:
        """The lemmas of all its terms."""
        return frozenset(word for term in self.terms for word in lemmas_of(term))

    def denies(self, other: Atom) -> bool:
        """Whether two atoms say opposite things of the same terms.

        >>> Atom("can", ("a bird", "fly")).denies(Atom("can", ("birds", "fly"), negated=True))
        True
        """
        same = self.key[:2] == other.key[:2]
        return same and (self.negated != other.negated) != (self.sign != other.sign)

    def __str__(self) -> str:
        name = self.relation + ("" if self.relation not in SIGNED else "+" if self.sign > 0 else "-")
        if self.negated:
            wording = _WORDING.get(f"not {name}") or "it is not so that " + _wording(name)
        else:
            wording = _wording(name)
        terms = (
            self.terms[0],
            *(_ARTICLE.sub("", term) if self.relation == "isa" else term for term in self.terms[1:]),
        )
        return _agreeing(wording, terms[0]).format(*terms, *[""] * 3).strip()


def _agreeing(wording: str, subject: str) -> str:
    """Put the verb in the plural after a plural: "birds has" is "birds have"."""
    last = head_phrase(subject).split()[-1:] or [""]
    if lemma(last[0], "NOUN") == last[0].lower() or not wording.startswith("{0} "):
        return wording
    verb, _, rest = wording.removeprefix("{0} ").partition(" ")
    return f"{{0}} {_PLURALS.get(verb, verb)} {rest}"


@lru_cache(maxsize=100_000)
def head_phrase(text: str) -> str:
    """A term without what follows its head.

    >>> head_phrase("large hill of sand made by wind")
    'large hill'
    """
    return _AFTER_HEAD.split(text, maxsplit=1)[0]


def _wording(name: str) -> str:
    return _WORDING.get(name) or f"{{0}} {name.rstrip('+-')} {{1}} {{2}}"
