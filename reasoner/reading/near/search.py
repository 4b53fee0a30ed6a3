"""The search for trails: from the clauses that name a choice, over joined ones, to what is asked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice

from reasoner.knowledge import Fact
from reasoner.question import Question
from reasoner.reading.near.matching import PREFIX_LETTERS, Links, are_forms
from reasoner.reading.near.measures import CROWD, Case, Claimed, Joins, Path
from reasoner.reading.near.trail import Join, Trail
from reasoner.reading.near.words import LONGEST, Claim, Telling

#: Choices that the facts must name: where they name only one, being named sets it apart.
NAMED = 2
#: Trails that are prolonged, the most promising first.
_BEAM = 12
#: Trails that are looked at for a question, and for each of its choices at the least. Few problems take a hundred.
_MOST, _EACH = 3_000, 10


def trails(question: Question, facts: Sequence[Fact], links: Links, telling: Telling) -> dict[str, Trail]:
    """Return the best trail to each choice that has one; nothing where the facts name fewer than two.

    >>> from reasoner.question import Choice
    >>> texts = "The pond is full of minnows.", "Minnows attract herons.", "The meadow attracts bees."
    >>> facts = [Fact(text) for text in texts]
    >>> question = Question("1", "What does the pond attract?", (Choice("A", "bees"), Choice("B", "herons")))
    >>> found = trails(question, facts, Links(), lambda lemma: 1.0)
    >>> max(found, key=lambda label: found[label].value), [unit.text for unit in found["B"].units]
    ('B', ['Minnows attract herons', 'The pond is full of minnows'])
    """
    every = all_trails(question, facts, links, telling)
    best = {label: max(some, key=lambda trail: trail.value) for label, some in every.items() if some}
    cut = any(trail.cut for some in every.values() for trail in some)
    return {label: replace(trail, cut=cut) for label, trail in best.items()}


def all_trails(question: Question, facts: Sequence[Fact], links: Links, telling: Telling) -> dict[str, list[Trail]]:
    """Return every trail that the search looks at, by label; nothing where the facts name fewer than two."""
    case = Case(facts, links, telling)
    claims = {choice.label: Claim(question.stem, choice.text) for choice in question.choices}
    if sum(map(case.names, claims.values())) < NAMED:
        return {}
    found = {}
    for label, claim in claims.items():
        others = frozenset(lemma for other in claims.values() if other is not claim for lemma in other.added)
        found[label] = Search(Claimed(case, claim, others), max(_EACH, _MOST // len(claims))).trails()
    return found


class Search:
    """Looks for the trails to what is claimed."""

    def __init__(self, claimed: Claimed, most: int = _MOST) -> None:
        self.claimed, self.case, self.units = claimed, claimed.case, claimed.units
        self.most = most

    def trails(self) -> list[Trail]:
        """Return trails, the promising ones prolonged; where that ended at a limit, the last one is marked as cut."""
        longer: Iterator[tuple[Path, Joins]] = (((number,), ()) for number in self.starts())
        trails: list[Trail] = []
        seen, left = set(), self.most
        for _ in range(LONGEST):
            front = list(islice(longer, left))
            left -= len(front)
            found = []
            for path, joins in sorted(front, key=lambda one: one[1].count(None)):  # of two orders, the joined one
                if (key := (path[0], frozenset(path))) not in seen:
                    seen.add(key)
                    found.append((self.claimed.trail(path, joins), path, joins))
            trails += (trail for trail, _, _ in found)
            if next(longer, None):
                return [*trails[:-1], replace(trails[-1], cut=True)]
            found.sort(key=lambda one: -_promise(one[0]))
            longer = (further for _, path, joins in found[:_BEAM] for further in self._longer(path, joins))
        return trails

    def starts(self) -> list[int]:
        """Return the clauses that a trail may start at: those that name the choice."""
        if self.claimed.target:
            return [
                number
                for number, of in self.claimed.matches.items()
                if any(lemma in of and of[lemma].other in self.units[number].goes for lemma in self.claimed.target)
            ]
        return [
            number
            for number, of in self.claimed.matches.items()
            if any(lemma in of for lemma in self.claimed.claim.added)
        ]

    def _longer(self, path: Path, joins: Joins) -> Iterator[tuple[Path, Joins]]:
        """Yield a path with one more clause: one joined to it, or one that has what is still missing of the stem."""
        of = self.claimed
        covered = {lemma for number in path for lemma in of.matches.get(number, ())}
        missing = {
            number for lemma in of.stem if lemma not in covered for number in list(self.case.matches(lemma))[:CROWD]
        }
        joinable = frozenset().union(*map(self.case.beside, path))
        for number in sorted((missing | joinable).difference(path)):
            join = self._join(path, number) if number in joinable else None
            if join or number in missing:
                yield (*path, number), (*joins, join)

    def _join(self, path: Path, number: int) -> Join | None:
        """Return the closest join of a clause to one of a path."""
        found = [join for place in range(len(path)) if (join := self._joined(place, path[place], number))]
        return max(found, key=lambda join: (len(join.shared), len(join.forms), join.place), default=None)

    def _joined(self, place: int, first: int, second: int) -> Join | None:
        one, other = self.units[first], self.units[second]
        shared = frozenset(lemma for lemma in one.words if lemma in other.words and lemma not in self.claimed.denies)
        real = [lemma for lemma in shared if lemma in one.names and not lemma == one.verb == other.verb]
        said = self.claimed.denies
        forms = frozenset(
            (left, right)
            for left in one.names.difference(shared, said)
            for right in other.names.difference(shared, said)
            if left[:PREFIX_LETTERS] == right[:PREFIX_LETTERS] and are_forms(left, right)
        )
        if real:
            rarest = min(real, key=lambda lemma: (len(self.case.holding[lemma]), lemma))
            return Join(place, shared, forms, (rarest, rarest))
        return Join(place, shared, forms, min(forms)) if forms else None


def _promise(trail: Trail) -> float:
    """What says that a trail is worth going on with, whatever the prices are: they are fitted over the same trails."""
    of = trail.measures
    return of["named"] + of["asked"] - 0.3 * of["left"] - 0.1 * of["beside"]
