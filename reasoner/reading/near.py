"""Near-proofs: where no rule concludes a claim, how much of it joined facts carry, word by word.

A claim can always be had by assuming it. A near-proof is worth what it saves: each word of the claim that a fact
carries saves the weight of that word (how telling it is), in the share that the match is worth; each word that no fact
carries is assumed, and saves nothing. A near-proof starts from a fact that names what the choice adds, and goes on to
facts that a word outside of the claim joins to it: "the statue is bronze" leads to what is said of bronze, and not to
what is said of granite. What a fact carries that denies where the claim affirms counts against the claim.
`docs/chain.md` defines the semantics.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from reasoner.knowledge import Fact
from reasoner.language.english import words
from reasoner.language.terms import content_lemmas
from reasoner.reading.matching import Links, Match

Telling = Callable[[str], float]
"""How telling a lemma is: its inverse document frequency in the knowledge at hand."""

#: What remains of a claim that is not proved but carried word by word: less than any proof leaves.
NEAR = 0.5
#: How many facts a near-proof may join.
LONGEST = 4
#: What a word of the stem weighs beside one that the choice adds, where facts are given: those speak of the stem
#: anyway, and what tells the choices apart is which of them the facts lead to.
STEM = 0.1
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
    def order(self) -> tuple[str, ...]:
        """All of them, what the choice adds first."""
        return tuple(dict.fromkeys((*self.added, *self.context)))

    @cached_property
    def lemmas(self) -> frozenset[str]:
        """All of them."""
        return frozenset(self.order)


@dataclass(frozen=True)
class Premise:
    """A fact that may carry words of a claim, and what it is worth: 1 where it was given."""

    fact: Fact
    worth: float = 1.0

    @cached_property
    def lemmas(self) -> tuple[str, ...]:
        """Content lemmas of the fact, each once."""
        return tuple(dict.fromkeys(content_lemmas(self.fact.text)))

    @cached_property
    def names(self) -> frozenset[str]:
        """Those that can join it to another fact: what is spoken of, not how."""
        return frozenset(self.lemmas) - words("joining_nothing") - words("negations")

    @cached_property
    def denies(self) -> bool:
        """Whether it denies something."""
        return is_denial(self.lemmas)


@dataclass(frozen=True, slots=True)
class Saving:
    """A word of the claim that the last of some joined facts carries or, below zero, denies."""

    match: Match
    path: tuple[Premise, ...]
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
        """The facts that carry something or lead there, in the order in which they are reached."""
        return tuple(dict.fromkeys(premise for saving in self.savings for premise in saving.path))


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
    >>> [(saving.match.word, saving.path[-1].fact.text) for saving in near.savings], near.assumed
    ([('feather', 'birds have feathers'), ('robin', 'a robin is a bird')], ('cover',))
    """
    return _Search(claim, premises, links, telling).near_proof()


class _Search:
    """Walks from the facts that carry what the choice adds to those that a word joins to them."""

    def __init__(self, claim: Claim, premises: Sequence[Premise], links: Links, telling: Telling) -> None:
        self.claim, self.premises, self.links, self.telling = claim, premises, links, telling
        self.spread = Counter(lemma for premise in premises for lemma in premise.lemmas)
        self.denied = is_denial(claim.lemmas)
        self.stem = STEM if any(premise.worth == 1 for premise in premises) else 1.0

    def near_proof(self) -> NearProof | None:
        best: dict[str, Saving] = {}
        for path, worth in self._paths():
            for saving in self._savings(path, worth):
                known = best.get(saving.match.word)
                if known is None or abs(saving.value) > abs(known.value):
                    best[saving.match.word] = saving
        if not any(lemma in best for lemma in self.claim.added):
            return None
        assumed = tuple(lemma for lemma in self.claim.order if lemma not in best)
        return NearProof(self.claim, tuple(best[each] for each in self.claim.order if each in best), assumed)

    def _paths(self) -> Iterator[tuple[tuple[Premise, ...], float]]:
        """Yield each fact that can be reached, by the first and shortest way there, and what the joins leave of it."""
        front = list(self._starts())
        reached = {path[0] for path, _ in front}
        for _ in range(LONGEST):
            yield from front
            joined = [(path, premise, worth * self._join(path[-1], premise)) for path, worth in front
                      for premise in self.premises if premise not in reached]  # fmt: skip
            joined.sort(key=lambda each: -each[2])
            front = []
            for path, premise, worth in joined:
                if worth and premise not in reached:
                    reached.add(premise)
                    front.append(((*path, premise), worth))

    def _starts(self) -> Iterator[tuple[tuple[Premise, ...], float]]:
        """Yield the facts that name what the choice adds; one that names half of what another does is worth less."""
        named = {premise: self._named(premise) for premise in self.premises}
        most = max(named.values(), default=0.0)
        for premise, weight in named.items():
            if weight:
                yield (premise,), (weight / most) ** 2

    def _named(self, premise: Premise) -> float:
        """Return the weight of what the choice adds that a fact carries, or says the opposite of."""
        return sum(
            self.telling(lemma)
            for lemma in self.claim.added
            if any(self.links.match(lemma, other) or self._opposed(lemma, other) for other in premise.lemmas)
        )

    def _join(self, one: Premise, other: Premise) -> float:
        """Return how well a word outside of the claim joins two facts: the fewer others have it, the better."""
        shared = [lemma for lemma in one.names if lemma in other.names and lemma not in self.claim.lemmas]
        return max((1 / (self.spread[lemma] - 1) for lemma in shared), default=0.0)

    def _savings(self, path: tuple[Premise, ...], worth: float) -> Iterator[Saving]:
        premise = path[-1]
        sign = -1.0 if premise.denies != self.denied else 1.0
        for lemma in self.claim.order:
            weight = self.telling(lemma) * premise.worth
            if lemma not in self.claim.added:
                weight *= worth * self.stem
            matches = (match for other in premise.lemmas if (match := self.links.match(lemma, other)))
            match = max(matches, key=lambda each: each.worth, default=None)
            if match:
                yield Saving(match, path, sign * weight * match.worth)
            elif other := next((each for each in premise.lemmas if self._opposed(lemma, each)), None):
                yield Saving(Match(lemma, other, "its opposite", -1.0), path, -weight)

    def _opposed(self, lemma: str, other: str) -> bool:
        return other not in self.claim.lemmas and self.links.are_opposite(lemma, other)


def is_denial(lemmas: Iterable[str]) -> bool:
    """Say whether words deny: an odd number of not, never, no.

    >>> is_denial(("metal", "not", "float")), is_denial(("no", "never"))
    (True, False)
    """
    return sum(lemma in words("negations") for lemma in lemmas) % 2 == 1
