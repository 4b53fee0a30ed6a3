"""Near-proofs: where no rule concludes a claim, how much of it some facts carry, word by word.

A claim can always be had by assuming it. A near-proof is worth what it saves: each word of the claim that a fact
carries saves the weight of that word (how telling it is), in the share that the match is worth; each word that no fact
carries is assumed, and saves nothing. `docs/chain.md` defines the semantics.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from reasoner.knowledge import Fact
from reasoner.language.terms import content_lemmas
from reasoner.reading.matching import Links, Match

Telling = Callable[[str], float]
"""How telling a lemma is: its inverse document frequency in the knowledge at hand."""

#: What remains of a claim that is not proved but carried word by word: less than any proof leaves.
NEAR = 0.5
#: What a found fact is worth beside a given one, before the share of it that has nothing to do with the claim is taken
#: off: somebody vouches for a given fact, a found one may be beside the point.
FOUND = 0.3


@dataclass(frozen=True)
class Claim:
    """The words of a question with one of its choices put in: those of the stem, and those that the choice adds."""

    stem: str
    choice: str

    @cached_property
    def context(self) -> tuple[str, ...]:
        """Content lemmas of the stem, each once."""
        return tuple(dict.fromkeys(content_lemmas(self.stem)))

    @cached_property
    def added(self) -> tuple[str, ...]:
        """Content lemmas that the choice adds to the stem; all of the choice's where it adds none.

        >>> Claim("A robin is covered with", "robin feathers").added
        ('feather',)
        """
        own = tuple(dict.fromkeys(content_lemmas(self.choice))) or tuple(self.choice.lower().split())
        return tuple(lemma for lemma in own if lemma not in self.context) or own

    @cached_property
    def lemmas(self) -> tuple[str, ...]:
        """All of them."""
        return tuple(dict.fromkeys((*self.context, *self.added)))


@dataclass(frozen=True)
class Premise:
    """A fact that may carry words of a claim, and what it is worth: 1 where it was given."""

    fact: Fact
    worth: float = 1.0

    @cached_property
    def lemmas(self) -> tuple[str, ...]:
        """Content lemmas of the fact, each once."""
        return tuple(dict.fromkeys(content_lemmas(self.fact.text)))


@dataclass(frozen=True, slots=True)
class Saving:
    """A word of the claim that a fact carries, or, below zero, whose opposite it says."""

    match: Match
    premise: Premise
    value: float


@dataclass(frozen=True)
class NearProof:
    """What some facts save of a claim, word by word, and the words that are left to be assumed."""

    claim: Claim
    savings: tuple[Saving, ...]
    assumed: tuple[str, ...]

    @property
    def value(self) -> float:
        """The sum of the savings."""
        return sum(saving.value for saving in self.savings)

    @property
    def premises(self) -> tuple[Premise, ...]:
        """The facts that carry something, in the order in which they were offered."""
        return tuple(dict.fromkeys(saving.premise for saving in self.savings))


def found(fact: Fact, claim: Claim, telling: Telling, beside: Iterable[str] = ()) -> Premise:
    """Return a found fact with its worth: the more of it is neither in the claim nor in facts beside it, the less."""
    premise = Premise(fact)
    near = {*claim.lemmas, *beside}
    whole = sum(map(telling, premise.lemmas))
    met = sum(telling(lemma) for lemma in premise.lemmas if lemma in near)
    return Premise(fact, FOUND * met / whole if whole else 0.0)


def near_proof(claim: Claim, premises: Sequence[Premise], links: Links, telling: Telling) -> NearProof | None:
    """Return what the premises save of a claim, or None where they carry nothing of what the choice adds.

    >>> facts = [Premise(Fact("a robin is a bird")), Premise(Fact("birds have feathers"))]
    >>> near = near_proof(Claim("A robin is covered with", "feathers"), facts, Links(), lambda lemma: 1.0)
    >>> [(saving.match.word, saving.premise.fact.text) for saving in near.savings], near.assumed
    ([('robin', 'a robin is a bird'), ('feather', 'birds have feathers')], ('cover',))
    """
    best = {lemma: max(_savings(lemma, premises, links, telling), key=_worth, default=None) for lemma in claim.lemmas}
    carried = [saving for saving in best.values() if saving]
    denied = list(_opposites(claim, premises, links, telling, best))
    if not any(saving.match.word in claim.added for saving in [*carried, *denied]):
        return None
    assumed = tuple(lemma for lemma, saving in best.items() if saving is None)
    return NearProof(claim, (*carried, *denied), assumed)


def _worth(saving: Saving) -> float:
    return saving.value


def _savings(lemma: str, premises: Sequence[Premise], links: Links, telling: Telling) -> Iterator[Saving]:
    weight = telling(lemma)
    for premise in premises:
        for other in premise.lemmas:
            if match := links.match(lemma, other):
                yield Saving(match, premise, weight * match.worth * premise.worth)


def _opposites(
    claim: Claim, premises: Sequence[Premise], links: Links, telling: Telling, best: dict[str, Saving | None]
) -> Iterator[Saving]:
    """Yield what a premise says the opposite of: a word that the choice adds and that no premise carries."""
    for lemma in claim.added:
        if best[lemma] is None:
            against = (
                Saving(Match(lemma, other, "its opposite", -1.0), premise, -telling(lemma) * premise.worth)
                for premise in premises
                for other in premise.lemmas
                if other not in claim.lemmas and links.are_opposite(lemma, other)
            )
            yield from list(against)[:1]
