"""What a trail comes to: the words of the claim that its clauses have, and what in them does not fit."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from itertools import pairwise

from reasoner.knowledge import Fact
from reasoner.language.english import listed, words
from reasoner.language.terms import tokenize
from reasoner.reading.near.matching import PREFIX_LETTERS, Links, Match, direction
from reasoner.reading.near.scope import said
from reasoner.reading.near.trail import Join, Trail
from reasoner.reading.near.units import going, in_order, units_of
from reasoner.reading.near.words import Claim, Telling

Path = tuple[int, ...]
Joins = tuple[Join | None, ...]
Told = dict[str, tuple[str, ...]]
#: A word that more clauses have leads nowhere: to try them all would take too long.
CROWD = 50
_BLANK = re.compile(r"_+")
#: What words weigh that join nothing, and directions, of what others do.
_GENERAL, _DIRECTION = 0.2, 0.2


class Case:
    """The clauses of the facts, and which of them have which words."""

    def __init__(self, facts: Sequence[Fact], links: Links, telling: Telling) -> None:
        self.links, self.telling = links, telling
        self.units = [unit for fact in facts for unit in units_of(fact)]
        self.holding: dict[str, list[int]] = {}
        for number, unit in enumerate(self.units):
            for lemma in unit.words:
                self.holding.setdefault(lemma, []).append(number)
        self.beginning: dict[str, list[int]] = {}
        for number, unit in enumerate(self.units):
            for start in {name[:PREFIX_LETTERS] for name in unit.names}:
                self.beginning.setdefault(start, []).append(number)
        self._beside: dict[int, frozenset[int]] = {}
        self._matches: dict[str, dict[int, Match]] = {}
        self._weights: dict[str, float] = {}

    def names(self, claim: Claim) -> bool:
        """Say whether a clause has all words of a choice, or the choice only says which way something goes, or not."""
        if bare_direction(claim) or listed("trails", "no_change").issuperset(claim.added):
            return True
        held = [self.matches(lemma).keys() for lemma in claim.added]
        return bool(held and set.intersection(*map(set, held)))

    def matches(self, lemma: str) -> dict[int, Match]:
        """Return how each clause that has a word, or another for it, has it."""
        if lemma not in self._matches:
            found: dict[int, Match] = {}
            for other, numbers in self.holding.items():
                match = self.links.match(lemma, other)
                if match is None or (direction(lemma) and lemma != other):
                    continue
                for number in numbers:
                    if number not in found or match.worth > found[number].worth:
                        found[number] = match
            self._matches[lemma] = found
        return self._matches[lemma]

    def beside(self, number: int) -> frozenset[int]:
        """Return the clauses that a word, or the beginning of one, may join to a clause."""
        if number not in self._beside:
            starts = {name[:PREFIX_LETTERS] for name in self.units[number].names}
            groups = (self.beginning[start] for start in starts)
            self._beside[number] = frozenset(other for group in groups if len(group) <= CROWD for other in group)
        return self._beside[number]

    def weight(self, lemma: str) -> float:
        """Return how telling a word is: in the knowledge at hand, and among the clauses."""
        if lemma not in self._weights:
            count = len(self.units)
            spread = math.log(1 + count / max(1, len(self.holding.get(lemma, ())))) / math.log(1 + count)
            self._weights[lemma] = self.telling(lemma) * spread
        return self._weights[lemma]


class Claimed:
    """What one choice claims beside the clauses: which have which of its words, and what a trail to it comes to."""

    def __init__(self, case: Case, claim: Claim, others: frozenset[str]) -> None:
        self.case, self.claim, self.units = case, claim, case.units
        whole = _whole(claim)
        self.denies = {**claim.words, **(said(whole) if whole else {})}
        self.others = others - frozenset(self.denies)
        self.goes = {**going(claim.stem), **(going(whole) if whole else {}), **going(claim.choice)}
        self.matches: dict[int, dict[str, Match]] = {}
        for lemma in claim.words:
            for number, match in case.matches(lemma).items():
                self.matches.setdefault(number, {})[lemma] = match
        self.stem = {lemma: self.asked(lemma) for lemma in claim.context if case.matches(lemma)}
        self.far_end = not listed("trails", "far_end").isdisjoint(tokenize(claim.stem))
        self.target = self._target()
        self.pairs = list(pairwise(in_order(claim.choice)))
        self.added = {lemma: case.telling(lemma) * (0.3 if direction(lemma) else 1.0) for lemma in claim.added}

    def asked(self, lemma: str) -> float:
        """Return what a word of the stem weighs."""
        return self.case.weight(lemma) * (0.3 if lemma in words("joining_nothing") else 1.0)

    def _target(self) -> frozenset[str]:
        """What a choice that only says which way something goes is about: what is asked about, in the stem."""
        way = bare_direction(self.claim)
        if not way:
            return frozenset()
        kept = {*going(self.claim.stem), *words("joining_nothing")}
        target = frozenset(lemma for lemma in self.claim.context if not direction(lemma) and lemma not in kept)
        self.goes |= dict.fromkeys(target, way)
        return target

    def trail(self, path: Path, joins: Joins) -> Trail:
        """Return some joined clauses as a trail, measured."""
        fit = [{match.other for match in self.matches.get(number, {}).values()} for number in path]
        for place, join in enumerate(joins, 1):
            if join:
                fit[join.place] |= join.there
                fit[place] |= join.here
        measures, told = self._fits(path)
        measures["far"] = float(len(joins)) * (1 if self.far_end else -1)
        measures["beside"] = float(sum(join is None for join in joins))
        measures["vague"] = sum(self._vague(join) for join in joins if join)
        told["vague"] = tuple(dict.fromkeys(join.key[1] for join in joins if join and self._vague(join)))
        self._misfits(path, fit, measures, told)
        measures["denied"] = float(self._denied(path, joins, fit))
        return Trail(tuple(self.units[number] for number in path), joins, measures, told)

    def _fits(self, path: Path) -> tuple[dict[str, float], Told]:
        """Measure what a trail says of the claim: of the choice in its first clause, of the stem in all."""
        carried: dict[str, float] = {}
        for number in path:
            for lemma, match in self.matches.get(number, {}).items():
                if lemma in self.stem:
                    carried[lemma] = max(carried.get(lemma, 0.0), match.worth)
        asked = sum(self.stem[lemma] * worth for lemma, worth in carried.items()) / (sum(self.stem.values()) or 1.0)
        named = together = 1.0 if self.target else asked  # a statement has nothing but what is asked
        if self.added and not self.target:
            got = {lemma: self._named(lemma, path[0]) for lemma in self.added}
            named = sum(self.added[lemma] * worth for lemma, worth in got.items()) / (sum(self.added.values()) or 1.0)
            held = [pair in self.units[path[0]].pairs for pair in self.pairs]
            together = sum(held) / len(held) if held else named
        return {"named": named, "together": together, "asked": asked}, {"asked": tuple(carried)}

    def _named(self, lemma: str, number: int) -> float:
        match = self.matches.get(number, {}).get(lemma)
        return match.worth if match else float(self._opposite(lemma, number))

    def _opposite(self, lemma: str, number: int) -> bool:
        unit = self.units[number]
        if lemma in self.matches.get(number, {}):
            return False
        return any(other in unit.words and other not in unit.goes for other in self.case.links.opposites.get(lemma, ()))

    def _vague(self, join: Join) -> float:
        """Return the share of places that a join leads to besides."""
        if not join.shared or join.key[0] not in join.shared:
            return 0.1
        held = set.intersection(*(set(self.case.holding[lemma]) for lemma in join.shared))
        facts = {self.units[number].fact for number in held}
        return 1 - 1 / max(1, len(facts) - 1)

    def _misfits(
        self,
        path: Path,
        fit: Sequence[set[str]],
        measures: dict[str, float],
        told: dict[str, tuple[str, ...]],
    ) -> None:
        """Measure what of a trail is neither of the claim nor joins its clauses."""
        whole, left, unmet, others = 0.0, dict[str, float](), dict[str, float](), set[str]()
        for number, met in zip(path, fit, strict=True):
            unit = self.units[number]
            weigh = {lemma: self._weigh(lemma) for lemma in unit.words}
            whole += sum(weigh.values())
            left |= {lemma: left.get(lemma, 0.0) + weigh[lemma] for lemma in unit.words if lemma not in met}
            others |= {lemma for lemma in self.others & left.keys() if not direction(lemma)}
            subject = [lemma for lemma in unit.subject if lemma in unit.names]
            unmet |= {lemma: unmet.get(lemma, 0.0) + 1 / len(subject) for lemma in subject if lemma not in met}
        measures |= {"left": sum(left.values()) / (whole or 1.0), "unmet": sum(unmet.values()), "others": len(others)}
        told |= {"left": tuple(left), "unmet": tuple(sorted(unmet)), "others": tuple(sorted(others))}

    def _weigh(self, lemma: str) -> float:
        general = _GENERAL if lemma in words("joining_nothing") else 1.0
        return self.case.weight(lemma) * general * (_DIRECTION if direction(lemma) else 1.0)

    def _denied(self, path: Path, joins: Joins, fit: Sequence[set[str]]) -> bool:
        """Say whether claim and trail together have an odd number of denials, opposites and turns of direction."""
        odd = any(self.denies.values())
        for number, met in zip(path, fit, strict=True):
            unit, of = self.units[number], self.matches.get(number, {})
            denied = {lemma for lemma in met if unit.words[lemma]}
            odd ^= bool(denied & unit.supposed) ^ bool(denied - unit.supposed)
            odd ^= any(self.goes.get(lemma, 0) * unit.goes.get(match.other, 0) < 0 for lemma, match in of.items())
        for place, join in enumerate(joins, 1):
            if join:
                one, other = self.units[path[join.place]], self.units[path[place]]
                odd ^= any(one.goes.get(there, 0) * other.goes.get(here, 0) < 0 for there, here in join.pairs)
        met = {lemma for number in path for lemma in self.matches.get(number, ())}
        turned = [lemma for lemma in self.denies if lemma not in met and any(self._opposite(lemma, n) for n in path)]
        return odd ^ bool(len(turned) % 2)


def bare_direction(claim: Claim) -> int:
    """Return the direction of a choice that says nothing but which way something goes, and 0 for any other.

    >>> bare_direction(Claim("What became of the price?", "it went down")), bare_direction(Claim("Who?", "a tall man"))
    (-1, 0)
    """
    beside = listed("trails", "no_change") | words("joining_nothing")
    ways = [direction(lemma) for lemma in claim.added if direction(lemma)]
    said = all(direction(lemma) or lemma in beside for lemma in claim.added)
    return ways[0] if said and ways else 0


def _whole(claim: Claim) -> str | None:
    """Return the sentence that a stem makes with a choice in its blank or at its end; None where it is a question."""
    if _BLANK.search(claim.stem):
        return _BLANK.sub(lambda _: claim.choice, claim.stem)
    return None if claim.stem.rstrip().endswith(("?", ".", "!")) else f"{claim.stem.rstrip()} {claim.choice}"
