"""What a phrase about order says: nearer to an end than something, so many places from an end, next to something."""

from __future__ import annotations

from dataclasses import dataclass

from reasoner.reading.order.scales import Pole


@dataclass(frozen=True, slots=True)
class Compared:
    """Nearer to an end than something else; with a gap, by so many places."""

    pole: Pole
    gap: int | None = None


@dataclass(frozen=True, slots=True)
class Placed:
    """So many places from an end, that itself being 1; 0 for the middle. With `either`, from one end or the other."""

    pole: Pole
    index: int
    either: bool = False


@dataclass(frozen=True, slots=True)
class Near:
    """Next to something, or (`between`) between two."""

    between: bool = False


Phrase = Compared | Placed | Near
