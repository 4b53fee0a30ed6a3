"""Statements that no proof decides: whether given facts lead to a statement, or to its denial.

A trail through the facts (`reasoner.reading.near.trail`) may say every word of a statement. It is *sound* where each
clause leads on as a rule does, from what the one tells to what the other speaks of, without a hedge, a denial in
between, words left over or a condition that nothing meets. Then it says true or false also where "unknown" is on
offer; any other trail only leans to a side.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from reasoner.knowledge import Fact
from reasoner.language.english import listed
from reasoner.language.terms import tokenize
from reasoner.reading.near.matching import Links
from reasoner.reading.near.measures import Case, Claimed
from reasoner.reading.near.search import Search
from reasoner.reading.near.trail import Trail
from reasoner.reading.near.words import Claim, Telling

#: A sound trail carries this share of the statement, and has at most this share left over.
CARRIED, LEFT = 0.85, 0.2


@dataclass(frozen=True, slots=True)
class Leaning:
    """The best trail to a statement or to its denial, whether it holds, and whether the trail is sound."""

    trail: Trail
    holds: bool
    sound: bool


def leaning(statement: str, facts: Sequence[Fact], links: Links, telling: Telling) -> Leaning | None:
    """Return where given facts lean on a statement; None where they have none of its words.

    >>> facts = [Fact("The whole west wing is closed."), Fact("The reading room is in the west wing.")]
    >>> found = leaning("The reading room is closed.", facts, Links(), lambda lemma: 1.0)
    >>> found.holds, found.sound
    (True, True)
    >>> leaning("The reading room is closed.", facts[:1], Links(), lambda lemma: 1.0).sound
    False
    """
    claimed = Claimed(Case(facts, links, telling), Claim(statement, ""), frozenset())
    claimed.stem = {lemma: claimed.asked(lemma) for lemma in claimed.claim.words}  # also those that no fact has
    found = _Statement(claimed).trails()
    if not found:
        return None
    best = max(found, key=lambda trail: (_is_sound(trail), _worth(trail)))
    best = replace(best, cut=found[-1].cut)
    return Leaning(best, not best.measures["denied"], _is_sound(best))


class _Statement(Search):
    """Looks for trails to a statement: any clause that has a word of it may be the first."""

    def starts(self) -> list[int]:
        return list(self.claimed.matches)


def _worth(trail: Trail) -> float:
    """What a trail is worth either way: its denial is what it says, and no price."""
    return trail.value - trail.parts.get("denied", 0.0)


def _is_sound(trail: Trail) -> bool:
    of = trail.measures
    if len(trail.units) < 2 or of["beside"] or of["asked"] < CARRIED or of["left"] > LEFT or of["unmet"]:
        return False
    hedges = listed("trails", "hedges")
    if any(not hedges.isdisjoint(tokenize(unit.text)) for unit in trail.units):
        return False
    for one, other, join in trail.steps():
        there, here = join.key
        if one.words[there] != other.words[here] or (there in one.subject) == (here in other.subject):
            return False
    return True
