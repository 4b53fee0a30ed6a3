"""Places, and the line of those who wait for one: in turns by client, and not all of them to work that nobody knows."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Hashable
from dataclasses import dataclass


@dataclass(eq=False)
class _Waiting:
    client: Hashable
    known: Callable[[], bool]
    place: asyncio.Future[Place]


class Line:
    """Gives out places: first to the client for which least is being done, then to whoever came first.

    What is not known to be quick gets half of the places at the most, so that the quick ones are never all taken by
    what is slow.

    >>> async def order():
    ...     line, served = Line(1), []
    ...     first = await line.take("many", bool)
    ...     async def wait(client):
    ...         place = await line.take(client, bool)
    ...         served.append(client)
    ...         place.end()
    ...     waiting = [asyncio.create_task(wait(client)) for client in ("many", "many", "one")]
    ...     await asyncio.sleep(0)
    ...     first.give_way()
    ...     await asyncio.gather(*waiting)
    ...     return served
    >>> asyncio.run(order())
    ['one', 'many', 'many']
    """

    def __init__(self, count: int) -> None:
        self._free, self._for_unknown = count, max(1, count // 2)
        self._waiting: list[_Waiting] = []
        self._busy = Counter[Hashable]()

    def __len__(self) -> int:
        return len(self._waiting)

    async def take(self, client: Hashable, known: Callable[[], bool]) -> Place:
        """Return a place as soon as it is this client's turn.

        Parameters
        ----------
        client : Hashable
            Who asks.
        known : callable
            Says whether the work is known to be quick; asked again and again, as others find out.
        """
        waiting = _Waiting(client, known, asyncio.get_running_loop().create_future())
        self._waiting.append(waiting)
        self._serve()
        try:
            return await waiting.place
        except asyncio.CancelledError:
            if waiting in self._waiting:
                self._waiting.remove(waiting)
            else:
                waiting.place.result().end()
            raise

    def _serve(self) -> None:
        while self._free and (could := [one for one in self._waiting if self._may(one)]):
            one = min(could, key=lambda one: self._busy[one.client])
            self._waiting.remove(one)
            one.place.set_result(Place(self, one.client, one.known()))

    def _may(self, one: _Waiting) -> bool:
        return not one.place.cancelled() and (self._for_unknown > 0 or one.known())

    def taken(self, place: Place, by: int) -> None:
        """Count a place that is taken, or with a `by` of -1 is free again."""
        self._free -= by
        self._for_unknown -= 0 if place.known else by
        if by < 0:
            self._serve()

    def begun(self, client: Hashable, by: int) -> None:
        """Count what is being done for a client."""
        self._busy[client] += by
        if not self._busy[client]:
            del self._busy[client]


class Place:
    """A place that is given back once; what is done for the client may go on without it."""

    def __init__(self, line: Line, client: Hashable, known: bool) -> None:
        self._line, self.client, self.known = line, client, known
        self.released = self._ended = False
        line.taken(self, 1)
        line.begun(client, 1)

    def give_way(self) -> None:
        """Give the place to the next."""
        if not self.released:
            self.released = True
            self._line.taken(self, -1)

    def end(self) -> None:
        """Say that nothing goes on any more."""
        if not self._ended:
            self._ended = True
            self._line.begun(self.client, -1)
        self.give_way()
