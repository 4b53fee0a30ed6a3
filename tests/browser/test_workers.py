"""Many jobs at once: all that may wait are done, quick ones are not held up by slow ones, too many are told so."""

from __future__ import annotations

import asyncio
import hashlib
import os
import time
from typing import Any

import pytest
from starlette.testclient import TestClient

from reasoner.browser import workers as working
from reasoner.browser.app import make_app
from reasoner.browser.jobs import Job
from reasoner.browser.service import Service
from reasoner.browser.workers import BusyError, Workers


def act(job: Any) -> Any:
    """Sleep for so long, or use so much processor time."""
    if isinstance(job, float):
        time.sleep(job)
    elif isinstance(job, tuple):
        began = time.process_time()
        while time.process_time() - began < job[0]:
            pass
    return job


def test_waiting_does_not_count_against_the_time_of_a_job() -> None:
    async def all_of_them() -> list[Any]:
        workers = Workers(act, 2, seconds=5)
        return await asyncio.gather(*(workers.run(0.2 + number / 1000) for number in range(60)))

    assert asyncio.run(all_of_them()) == [0.2 + number / 1000 for number in range(60)]


def test_more_than_may_wait_are_told_at_once() -> None:
    async def crowd() -> list[Any]:
        workers = Workers(act, 1, seconds=30, most_waiting=3)
        first = asyncio.create_task(workers.run(0.5))
        await asyncio.sleep(0.05)
        return await asyncio.gather(first, *(workers.run(number) for number in range(5)), return_exceptions=True)

    found = asyncio.run(crowd())
    assert found[:4] == [0.5, 0, 1, 2]
    assert [type(one) for one in found[4:]] == [BusyError, BusyError]


def test_a_slow_job_gives_its_place_away(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(working, "PATIENCE", 0.1)

    async def order() -> list[str]:
        workers, done = Workers(act, 1, seconds=60), []

        async def note(name: str, job: Any) -> None:
            await workers.run(job)
            done.append(name)

        slow = asyncio.create_task(note("slow", (2.0,)))
        await asyncio.sleep(0.05)
        await note("quick", 1)
        await slow
        await note("after", 1)
        return done

    assert asyncio.run(order()) == ["quick", "slow", "after"]


def test_a_job_that_goes_on_for_long_leaves_the_processor_to_others(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its worker is kept for jobs of the same kind; others get one with its full priority."""
    monkeypatch.setattr(working, "PATIENCE", 0.1)

    async def niceness() -> list[tuple[int, int]]:
        workers = Workers(lambda job: (act(job), (os.nice(0), os.getpid()))[1], 1, seconds=60, kind=type)
        return [await workers.run(job) for job in (1, (0.6,), 2, (0.01,), 3)]

    first, slow, after, alike, last = asyncio.run(niceness())
    assert first[0] == after[0] == os.nice(0)
    assert slow[0] > first[0]
    assert (alike, last) == (slow, after)


def test_work_inside_a_library_is_noticed_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """No Python runs there, so that a worker cannot say itself that it is slow."""
    monkeypatch.setattr(working, "PATIENCE", 0.1)

    def work(job: int) -> int:
        return job and len(hashlib.pbkdf2_hmac("sha512", b"", b"", job)) * 0

    async def order() -> list[int]:
        workers, done = Workers(work, 1, seconds=60), []

        async def note(name: int, job: int) -> None:
            await workers.run(job)
            done.append(name)

        slow = asyncio.create_task(note(2, 3_000_000))
        await asyncio.sleep(0.05)
        await asyncio.gather(note(1, 0), slow)
        return done

    assert asyncio.run(order()) == [1, 2]


def test_too_many_slow_jobs_end_the_slowest(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(working, "PATIENCE", 0.1)

    async def jobs() -> list[Any]:
        workers = Workers(act, 1, seconds=60)
        found = await asyncio.gather(
            workers.run((600.0,)),
            workers.run((600.0 + 1,)),
            workers.run((1.0,)),
            workers.run(7),
            return_exceptions=True,
        )
        return [type(one) if isinstance(one, Exception) else one for one in found]

    assert asyncio.run(jobs()) == [BusyError, BusyError, (1.0,), 7]


def test_nothing_is_begun_for_whoever_went_away() -> None:
    async def gone() -> bool:
        return True

    async def ask() -> None:
        await Workers(act, 1, seconds=60).run(600.0, gone)

    with pytest.raises(TimeoutError, match="went away"):
        asyncio.run(ask())


def test_a_full_server_says_when_to_come_back() -> None:
    app = make_app(Service(["none"]), workers=1, waiting=0)
    with TestClient(app) as client:
        refused = client.post(
            "/answer", json={"question": "Which is a metal? (A) wool (B) steel", "solvers": ["longest"]}
        )
    assert (refused.status_code, refused.headers["Retry-After"]) == (503, "5")
    assert "ask again later" in refused.json()["error"]


def test_heavy_requests_wait_in_a_line_of_their_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """One that is over the limit of waiting there hears so, while short ones are answered as ever."""
    asked = {"question": "Which is a metal? (A) wool (B) steel", "solvers": ["longest"]}
    heavy = {**asked, "facts": ["steel is a metal"] * 2000}
    with TestClient(make_app(Service(["none"]), workers=1, seconds=60)) as client:
        assert client.post("/answer", json=heavy).status_code == 200

        async def full(*_: object) -> str:
            raise BusyError("too many wait")

        run = Workers.run
        monkeypatch.setattr(Workers, "run", lambda self, *job: full() if self.nice else run(self, *job))
        assert client.post("/answer", json=heavy).status_code == 503
        assert client.post("/answer", json=asked).status_code == 200


def test_workers_for_heavy_jobs_leave_the_processor_to_others() -> None:
    async def niceness() -> list[int]:
        workers = Workers(lambda job: os.nice(0), 1, seconds=60, nice=True)
        return [await workers.run(number) for number in range(2)]

    first, second = asyncio.run(niceness())
    assert first == second > os.nice(0)


def test_what_was_slow_is_remembered_until_it_is_quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(working, "PATIENCE", 0.1)

    async def kinds() -> list[set[Any]]:
        workers, seen = Workers(act, 1, seconds=60, kind=type), []
        for job in (1, (0.6,), 2, (0.01,)):
            await workers.run(job)
            seen.append({*workers.slow_kinds})
        return seen

    assert asyncio.run(kinds()) == [set(), {tuple}, {tuple}, set()]
    short, long = (Job("json", b'{"question": "%s", "solvers": ["ilp"]}' % (b"x" * size)) for size in (9, 999))
    assert short.kind == Job("page", b'{"question": "other", "solvers": ["ilp"]}').kind != long.kind
