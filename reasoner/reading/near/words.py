"""Near-proofs: where no rule concludes a claim, how much of it joined facts carry, word by word.

A claim can always be had by assuming it. A near-proof is worth what it saves: each word of the claim that a fact
carries saves the weight of that word (how telling it is), in the share that the match is worth; each word that no fact
carries is assumed, and saves nothing. A near-proof starts from a fact that names what the choice adds, and goes on to
facts that a word outside of the claim joins to it: "the statue is bronze" leads to what is said of bronze, and not to
what is said of granite. What is reached by way of a denial of the claim counts against the claim.
`docs/chain.md` defines the semantics.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from reasoner.knowledge import Fact
from reasoner.language.english import words
from reasoner.reading.near.matching import Links, Match
from reasoner.reading.near.scope import said

Telling = Callable[[str], float]
"""How telling a lemma is: its inverse document frequency in the knowledge at hand."""

#: What remains of a claim that is not proved but carried word by word: less than any proof leaves.
NEAR = 0.5
#: How many facts a near-proof may join.
LONGEST = 4


@dataclass(frozen=True)
class Claim:
    """The words of a question with one of its choices put in: those of the stem, and those that the choice adds."""

    stem: str
    choice: str

    @cached_property
    def words(self) -> Mapping[str, bool]:
        """Every content lemma, what the choice adds first, and whether it is denied."""
        return {**{lemma: self._own[lemma] for lemma in self.added}, **said(self.stem), **self._own}

    @cached_property
    def added(self) -> tuple[str, ...]:
        """Content lemmas that the choice adds to the stem; all of the choice's where it adds none.

        >>> Claim("A robin is covered with", "robin feathers").added
        ('feather',)
        """
        return tuple(lemma for lemma in self._own if lemma not in said(self.stem)) or tuple(self._own)

    @cached_property
    def context(self) -> tuple[str, ...]:
        """The other content lemmas."""
        return tuple(lemma for lemma in self.words if lemma not in self.added)

    @cached_property
    def _own(self) -> Mapping[str, bool]:
        return said(self.choice) or dict.fromkeys(self.choice.lower().split(), False)


@dataclass(frozen=True)
class Premise:
    """A fact that may carry words of a claim, and what it is worth: 1 where it was given."""

    fact: Fact
    worth: float = 1.0

    @cached_property
    def words(self) -> Mapping[str, bool]:
        """Content lemmas of the fact, and whether it denies them."""
        return said(self.fact.text)

    @cached_property
    def names(self) -> frozenset[str]:
        """Those that can join it to another fact: what is spoken of, not how."""
        return frozenset(self.words) - words("joining_nothing")


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


def found(fact: Fact, worth: float, claim: Claim, telling: Telling, beside: Iterable[str] = ()) -> Premise:
    """Return a found fact with what is left of its worth: less, the more of it neither the claim nor `beside` has."""
    lemmas = Premise(fact).words
    near = {*claim.words, *beside}
    whole = sum(map(telling, lemmas))
    met = sum(telling(lemma) for lemma in lemmas if lemma in near)
    return Premise(fact, worth * met / whole if whole else 0.0)


def near_proof(claim: Claim, premises: Sequence[Premise], links: Links, telling: Telling) -> NearProof | None:
    """Return what the premises save of a claim, or None where they carry nothing of what the choice adds.

    >>> facts = [Premise(Fact("a robin is a bird")), Premise(Fact("birds have feathers"))]
    >>> near = near_proof(Claim("A robin is covered with", "feathers"), facts, Links(), lambda lemma: 1.0)
    >>> [(saving.match.word, saving.path[-1].fact.text) for saving in near.savings], near.assumed
    ([('feather', 'birds have feathers'), ('robin', 'a robin is a bird')], ('cover',))
    """
    return _Search(claim, premises, links, telling).near_proof()


@dataclass(frozen=True, slots=True)
class _Way:
    """Facts on a way through them, what its joins leave of it, and whether it leads through a denial of the claim."""

    path: tuple[Premise, ...]
    worth: float
    denies: bool


class _Search:
    """Walks from the facts that carry what the choice adds to those that a word joins to them."""

    def __init__(self, claim: Claim, premises: Sequence[Premise], links: Links, telling: Telling) -> None:
        self.claim, self.premises, self.telling = claim, premises, telling
        self.spread = Counter(lemma for premise in premises for lemma in premise.words)
        self.stem = links.numbers["stem"] if any(premise.worth == 1 for premise in premises) else 1.0
        self.beside = links.numbers["beside"]
        self.matches = {premise: _matches(claim, premise, links) for premise in premises}

    def near_proof(self) -> NearProof | None:
        best: dict[str, Saving] = {}
        for way in self._ways():
            for saving in self._savings(way):
                known = best.get(saving.match.word)
                if known is None or abs(saving.value) > abs(known.value):
                    best[saving.match.word] = saving
        if not any(lemma in best for lemma in self.claim.added):
            return None
        assumed = tuple(lemma for lemma in self.claim.words if lemma not in best)
        return NearProof(self.claim, tuple(best[each] for each in self.claim.words if each in best), assumed)

    def _ways(self) -> Iterator[_Way]:
        """Yield the way to each fact that can be reached: the first and shortest, of these the best joined."""
        front = list(self._starts())
        reached = {way.path[0] for way in front}
        for _ in range(LONGEST):
            yield from front
            self._index(front)
            on = {other: self._onward(front, other) for other in self.premises if other not in reached}
            best = sorted((place, number) for number, place in enumerate(on.values()) if place is not None)
            others = list(on)
            front = [self._joined(front[place[1]], others[number]) for place, number in best]
            reached.update(way.path[-1] for way in front)

    def _index(self, front: Sequence[_Way]) -> None:
        """Note which ways end at a fact that has a word, and which are the best: to try all with all takes too long."""
        self.holding: dict[str, list[int]] = {}
        for number, way in enumerate(front):
            for lemma in way.path[-1].names:
                self.holding.setdefault(lemma, []).append(number)
        given = [number for number, way in enumerate(front) if way.path[-1].worth == 1]
        self.by_worth = sorted(given, key=lambda number: (-front[number].worth, number))

    def _onward(self, front: Sequence[_Way], other: Premise) -> tuple[float, int] | None:
        """Return less the worth and the number of the way that leads best to a fact; None where none does.

        Ways that share a word with it are looked at; of the many that are only beside it, the best.
        """
        sharing = {number for lemma in other.names for number in self.holding.get(lemma, ())}
        beside = next((number for number in self.by_worth if number not in sharing), None)
        tried = [*sharing, *(() if beside is None else (beside,))]
        places = [(-self._joined(front[number], other).worth, number) for number in tried]
        return min((place for place in places if place[0]), default=None)

    def _starts(self) -> Iterator[_Way]:
        """Yield the facts that name what the choice adds; one that names half of what another does is worth less."""
        named = {premise: self._named(premise) for premise in self.premises}
        most = max(named.values(), default=0.0)
        for premise, weight in named.items():
            if weight:
                yield _Way((premise,), (weight / most) ** 2, self._denies(premise))

    def _named(self, premise: Premise) -> float:
        """Return the weight of what the choice adds that a fact carries, or says the opposite of."""
        of = self.matches[premise]
        return sum(self.telling(lemma) * abs(of[lemma].worth) for lemma in self.claim.added if lemma in of)

    def _denies(self, premise: Premise) -> bool:
        """Say whether a fact denies a word that the claim affirms, or the other way round."""
        return any(
            match.worth > 0 and self.claim.words[lemma] != premise.words[match.other]
            for lemma, match in self.matches[premise].items()
        )

    def _joined(self, way: _Way, other: Premise) -> _Way:
        """Return a way with one more fact: the fewer facts have the word that joins it, the better."""
        last = way.path[-1]
        shared = [lemma for lemma in last.words if lemma in other.names and lemma not in self.claim.words]
        shared = [lemma for lemma in shared if lemma in last.names]
        word = min(shared, key=lambda lemma: self.spread[lemma], default=None)
        both_given = last.worth == other.worth == 1
        worth = 1 / (self.spread[word] - 1) if word else self.beside if both_given else 0.0
        turned = word is not None and last.words[word] != other.words[word]
        return _Way((*way.path, other), way.worth * worth, way.denies ^ turned ^ self._denies(other))

    def _savings(self, way: _Way) -> Iterator[Saving]:
        premise = way.path[-1]
        for lemma, match in self.matches[premise].items():
            weight = self.telling(lemma) * premise.worth * match.worth * (-1 if way.denies else 1)
            if lemma not in self.claim.added:
                weight *= way.worth * self.stem
            yield Saving(match, way.path, weight)


def _matches(claim: Claim, premise: Premise, links: Links) -> dict[str, Match]:
    """Return how each word of the claim is met by a fact: by the best match, else by an opposite."""
    found: dict[str, Match] = {}
    for lemma in claim.words:
        matches = [match for other in premise.words if (match := links.match(lemma, other))]
        others = (other for other in premise.words if other not in claim.words)
        opposed = [match for other in others if (match := links.opposed(lemma, other))]
        if best := max(matches, key=lambda each: each.worth, default=opposed[0] if opposed else None):
            found[lemma] = best
    return found
