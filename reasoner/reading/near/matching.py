"""How well two words name the same thing: by their lemmas, and by what a knowledge base says of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from reasoner import weights
from reasoner.knowledge import Fact
from reasoner.language.english import listed, opposites
from reasoner.language.terms import content_lemmas
from reasoner.relations import names

#: The relations that say what a word means, is a kind of, or is opposed to.
LINKING = (names.synonym, names.isa, names.example, names.opposite)
#: How one word is taken for another, and which number of weights/chain.toml says what share of a word that carries.
_NUMBERS = {"a synonym": "synonym", "a kind of it": "kind", "its kind": "its_kind", "a form of it": "form"}
#: Words that share this much of their beginning are forms of one another: "evaporate", "evaporation".
PREFIX_LETTERS, _PREFIX_SHARE = 4, 0.6


@dataclass(frozen=True, slots=True)
class Match:
    """A word taken for another: why, and which share of its weight that carries."""

    word: str
    other: str
    how: str
    worth: float


@dataclass(frozen=True)
class Links:
    """What is known of words: synonyms, kinds and opposites, by their lemmas.

    >>> links = Links.of([Fact("", relation="opposite", arguments=("hot", "cold"))])
    >>> links.are_opposite("cold", "hot")
    True
    """

    synonyms: Mapping[str, frozenset[str]] = field(default_factory=dict)
    kinds: Mapping[str, frozenset[str]] = field(default_factory=dict)
    opposites: Mapping[str, frozenset[str]] = field(default_factory=dict)
    numbers: Mapping[str, float] = field(default_factory=lambda: weights.values("chain"))

    @classmethod
    def of(cls, facts: Iterable[Fact]) -> Links:
        """Make links of the facts that say what a word means, is a kind of, or is opposed to."""
        plain = {word: set(others) for word, others in opposites().items()}
        tables: dict[str, dict[str, set[str]]] = {names.synonym: {}, names.isa: {}, names.opposite: plain}
        for fact in facts:
            relation = names.isa if fact.relation == names.example else fact.relation
            if relation in tables and len(fact.arguments) > 1:
                ends = [" ".join(content_lemmas(text)) for text in fact.arguments[:2]]
                for start, end in [ends] if relation == names.isa else [ends, ends[::-1]]:
                    tables[relation].setdefault(start, set()).add(end)
        synonyms, kinds, opposed = (
            {key: frozenset(value) for key, value in table.items()} for table in tables.values()
        )
        return cls(synonyms, kinds, opposed)

    def are_opposite(self, word: str, other: str) -> bool:
        """Say whether two lemmas are known opposites."""
        return other in self.opposites.get(word, ())

    def match(self, word: str, other: str) -> Match | None:
        """Return how one lemma can be taken for another, or None where they are different things.

        >>> Links().match("evaporation", "evaporate").how, Links().match("water", "stone")
        ('a form of it', None)
        >>> Links().match("increase", "rise").how
        'the same direction'
        """
        if how := self._how(word, other):
            return Match(word, other, how, 1.0 if word == other else self.numbers[_NUMBERS[how]])
        same = direction(word) * direction(other) > 0
        return Match(word, other, "the same direction", self.numbers["direction"]) if same else None

    def opposed(self, word: str, other: str) -> Match | None:
        """Return that one lemma says the opposite of another, or None where it does not.

        >>> Links.of(()).opposed("float", "sink").worth
        -1.0
        """
        if self.are_opposite(word, other):
            return Match(word, other, "its opposite", -1.0)
        turned = direction(word) * direction(other) < 0
        return Match(word, other, "the other direction", -self.numbers["direction"]) if turned else None

    def _how(self, word: str, other: str) -> str | None:
        if word == other:
            return "the same word"
        if other in self.synonyms.get(word, ()):
            return "a synonym"
        if other in self.kinds.get(word, ()):
            return "a kind of it"
        if word in self.kinds.get(other, ()):
            return "its kind"
        return "a form of it" if are_forms(word, other) else None


def direction(word: str) -> int:
    """Return 1 for a lemma that says "more", -1 for one that says "less", and 0 for any other.

    >>> direction("increase"), direction("shrink"), direction("stone")
    (1, -1, 0)
    """
    return (word in listed("directions", "up")) - (word in listed("directions", "down"))


@lru_cache(maxsize=100_000)
def are_forms(left: str, right: str) -> bool:
    """Say whether two lemmas look like forms of one word.

    >>> are_forms("conduct", "conductor"), are_forms("conduct", "condense")
    (True, False)
    """
    shared = 0
    for one, other in zip(left, right, strict=False):
        if one != other:
            break
        shared += 1
    return shared >= PREFIX_LETTERS and shared >= _PREFIX_SHARE * max(len(left), len(right))
