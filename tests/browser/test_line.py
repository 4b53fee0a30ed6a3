"""Turns: who asks for little goes first, and what nobody knows to be quick does not take every place."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from reasoner.browser import workers as working
from reasoner.browser.line import Line
from reasoner.browser.workers import Workers
from tests.browser.test_workers import act


def always() -> bool:
    return True


def test_whoever_asks_for_little_goes_before_a_crowd() -> None:
    async def order() -> list[str]:
        line, served = Line(2), []

        async def wait(client: str) -> None:
            place = await line.take(client, always)
            served.append(client)
            await asyncio.sleep(0)
            place.end()

        await asyncio.gather(*(wait(client) for client in ("crowd",) * 10 + ("one",)))
        return served

    assert asyncio.run(order()).index("one") == 2  # the crowd had both places before it came


def test_what_gave_its_place_away_still_counts_for_its_client() -> None:
    async def order() -> str:
        line = Line(1)
        slow = await line.take("crowd", always)
        waiting = [asyncio.create_task(line.take(client, always)) for client in ("crowd", "one")]
        await asyncio.sleep(0)
        slow.give_way()
        done, _ = await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
        return str(done.pop().result().client)

    assert asyncio.run(order()) == "one"


def test_a_place_is_never_lost() -> None:
    """Neither by who stops waiting, nor by who stops in the moment when it gets one, nor by giving one back twice."""

    async def places() -> int:
        line = Line(1)
        first = await line.take("a", always)
        gone = asyncio.create_task(line.take("b", always))
        late = asyncio.create_task(line.take("c", always))
        await asyncio.sleep(0)
        gone.cancel()
        first.end()
        first.end()
        late.cancel()
        await asyncio.gather(gone, late, return_exceptions=True)
        place = await asyncio.wait_for(line.take("d", always), 1)
        assert len(line) == 0
        waiting = asyncio.create_task(line.take("e", always))
        await asyncio.sleep(0)
        assert not waiting.done()
        place.end()
        return len([await waiting])

    assert asyncio.run(places()) == 1


def test_what_nobody_knows_leaves_places_to_what_is_quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Four jobs of kinds never seen would take all four places; a quick one need not wait for any of them."""
    monkeypatch.setattr(working, "PATIENCE", 600.0)

    async def order() -> list[Any]:
        workers, done = Workers(act, 4, seconds=60, kind=type), []

        async def note(job: Any) -> None:
            await workers.run(job)
            done.append(type(job))

        await note(1)
        unknown = [asyncio.create_task(note(job)) for job in ((1.5,), 1.5, (1.5,), 1.5)]
        await asyncio.sleep(0.1)
        await note(2)
        first = [*done]
        await asyncio.gather(*unknown)
        return first

    assert asyncio.run(order()) == [int, int]


def test_of_the_slow_the_one_goes_whose_client_has_most(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(working, "PATIENCE", 0.1)

    async def jobs() -> list[Any]:
        workers = Workers(act, 2, seconds=60)
        asked = (("one", 1.5), ("crowd", 600.0), ("crowd", 601.0), ("crowd", 602.0))
        started = []
        for client, seconds in asked:
            started.append(asyncio.create_task(workers.run((seconds,), client=client)))
            await asyncio.sleep(0.3)
        found = await asyncio.wait_for(started[0], 60)
        for rest in started[1:]:
            rest.cancel()
        await asyncio.gather(*started[1:], return_exceptions=True)
        return [found]

    assert asyncio.run(jobs()) == [(1.5,)]
