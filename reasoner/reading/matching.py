"""How well two words name the same thing: by their lemmas, and by what a knowledge base says of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from reasoner.knowledge import Fact
from reasoner.language.terms import content_lemmas

#: The relations that say what a word means, is a kind of, or is opposed to.
LINKING = ("synonym", "isa", "example", "opposite")
#: What each kind of match is worth, that is: which share of a word's telling weight it carries. The order is what
#: matters; on OpenBookQA Train other numbers in this order change no score by more than half a point.
WORTH = {"the same word": 1.0, "a synonym": 0.9, "a kind of it": 0.85, "its kind": 0.75, "a form of it": 0.55}
#: Words that share this much of their beginning are forms of one another: "evaporate", "evaporation".
_PREFIX_LETTERS, _PREFIX_SHARE = 4, 0.6


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

    @classmethod
    def of(cls, facts: Iterable[Fact]) -> Links:
        """Make links of the facts that say what a word means, is a kind of, or is opposed to."""
        tables: dict[str, dict[str, set[str]]] = {"synonym": {}, "isa": {}, "opposite": {}}
        for fact in facts:
            relation = "isa" if fact.relation == "example" else fact.relation
            if relation in tables and len(fact.arguments) > 1:
                ends = [" ".join(content_lemmas(text)) for text in fact.arguments[:2]]
                for start, end in [ends] if relation == "isa" else [ends, ends[::-1]]:
                    tables[relation].setdefault(start, set()).add(end)
        return cls(*({key: frozenset(value) for key, value in table.items()} for table in tables.values()))

    def are_opposite(self, word: str, other: str) -> bool:
        """Say whether two lemmas are known opposites."""
        return other in self.opposites.get(word, ())

    def match(self, word: str, other: str) -> Match | None:
        """Return how one lemma can be taken for another, or None where they are different things.

        >>> Links().match("evaporation", "evaporate").how, Links().match("water", "stone")
        ('a form of it', None)
        """
        how = self._how(word, other)
        return Match(word, other, how, WORTH[how]) if how else None

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
    return shared >= _PREFIX_LETTERS and shared >= _PREFIX_SHARE * max(len(left), len(right))
