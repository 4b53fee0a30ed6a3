"""Statements about order once all that is said is known: one scale for each way of speaking, places from one end."""

from __future__ import annotations

from collections.abc import Iterable

from reasoner.ilp.order import Before, Beside, Between, Denied, Joined, Place, Spot, Statement
from reasoner.language.english import table


def scales_of(statements: Iterable[Statement]) -> dict[str, str]:
    """Return the scale that each way of speaking stands for, given everything that is said.

    "Short" is of the scale that other words speak of; "first" and "behind" belong to the only other scale there is, if
    that is one by which things are often put in order: who was cheered most did not win for that.

    >>> tall, short = Before(("a", "height"), ("b", "height")), Before(("a", "height/length"), ("b", "order"))
    >>> scales_of([tall, short])
    {'height': 'height', 'height/length': 'height', 'order': 'height'}
    """
    written = list(dict.fromkeys(scale for statement in statements for _, scale in statement.spots))
    clear = [scale for scale in written if "/" not in scale]
    chosen = {scale: next((one for one in scale.split("/") if one in clear), scale.split("/")[0]) for scale in written}
    others = [scale for scale in dict.fromkeys(chosen.values()) if scale != "order"]
    if len(others) == 1 and others[0] in table("scales").keys() | table("order")["scale"].keys():
        chosen["order"] = others[0]
    return {scale: chosen[scale] for scale in written}


def resolved(statement: Statement, scales: dict[str, str], count: int) -> Statement:
    """Return a statement with its scale chosen and its places counted from the first end.

    >>> resolved(Place(("owl", "order"), frozenset({-2})), {"order": "left"}, 5)
    Place(spot=('owl', 'left'), places=frozenset({4}))
    """

    def put(spot: Spot) -> Spot:
        return spot[0], scales[spot[1]]

    if isinstance(statement, Place):
        return Place(put(statement.spot), frozenset(_counted(place, count) for place in statement.places))
    if isinstance(statement, Before):
        return Before(put(statement.first), put(statement.second), statement.gap)
    if isinstance(statement, Beside):
        return Beside(put(statement.one), put(statement.other))
    if isinstance(statement, Between):
        return Between(put(statement.inner), put(statement.one), put(statement.other))
    if isinstance(statement, Joined):
        return Joined(tuple(resolved(part, scales, count) for part in statement.parts), statement.all_of)
    return Denied(resolved(statement.of, scales, count))


def _counted(place: int, count: int) -> int:
    if place == 0:
        return (count + 1) // 2
    return place if place > 0 else count + 1 + place
