"""Whether statements about places can hold together, by trying places one after the other: no solver, no model."""

from __future__ import annotations

from collections.abc import Sequence

from reasoner.ilp.order import Spot, Statement

#: Places that are tried before the check gives up.
TRIES = 200_000


def impossible(statements: Sequence[Statement], count: int, tries: int = TRIES) -> bool | None:
    """Return whether no places make all statements true; None where too many places would have to be tried.

    Things of which no statement speaks have no say: as there are enough places for them, they always find one.

    >>> from reasoner.ilp.order import Before
    >>> ann, bob = ("ann", "age"), ("bob", "age")
    >>> impossible([Before(ann, bob), Before(bob, ann)], 3), impossible([Before(ann, bob)], 3)
    (True, False)
    """
    spots = list(dict.fromkeys(spot for statement in statements for spot in statement.spots))
    ready: list[list[Statement]] = [[] for _ in spots]
    for statement in statements:  # a statement is looked at as soon as all that it speaks of has a place
        ready[max(spots.index(spot) for spot in statement.spots)].append(statement)
    places: dict[Spot, int] = {}
    tried = 0

    def possible(number: int) -> bool:
        nonlocal tried
        if number == len(spots):
            return True
        spot = spots[number]
        taken = {place for other, place in places.items() if other[1] == spot[1]}
        for place in range(1, count + 1):
            tried += 1
            if tried > tries:
                return False
            places[spot] = place
            fits = place not in taken and all(one.holds([places[of] for of in one.spots]) for one in ready[number])
            if fits and possible(number + 1):
                return True
            del places[spot]
        return False

    found = possible(0)
    return None if tried > tries else not found
