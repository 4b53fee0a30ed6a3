"""Work that is killed at random points and begun again: nothing is lost, and the result is the same."""

from __future__ import annotations

import http.client
import json
import os
import signal
import socket
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout, suppress
from functools import cache
from pathlib import Path

from tests.torture.campaign import HANGS, Campaign, Process, command, drawn, finished
from tests.torture.works import Work, fresh, prepare, works

Known = tuple[Work, object, float]
"""A work, its result when nothing goes wrong, and the seconds that it takes."""


@contextmanager
def workshop() -> Iterator[tuple[Path, Path, list[Known]]]:
    """Yield a folder, a cache, and every work."""
    before = os.environ.get("REASONER_CACHE")
    shop, known = _prepared()
    yield Path(shop.name), Path(shop.name) / "cache", known
    os.environ.pop("REASONER_CACHE", None)
    if before is not None:
        os.environ["REASONER_CACHE"] = before


@cache
def _prepared() -> tuple[tempfile.TemporaryDirectory[str], list[Known]]:
    shop = tempfile.TemporaryDirectory(prefix="torture-")
    folder, kept = Path(shop.name), Path(shop.name) / "cache"
    prepare(folder)
    known = []
    for work in works(folder, kept):
        fresh(folder, kept)
        with suppress(SystemExit):  # what it leaves is looked at
            _quietly(work)
        result = work.result()
        fresh(folder, kept)
        began = time.monotonic()
        finished(Process(work.act))
        known.append((work, result, time.monotonic() - began))
    return shop, known


def _quietly(work: Work) -> None:
    """Do a work here, so that what it imports is there for the processes that are made from this one."""
    with open(os.devnull, "w", encoding="utf-8") as away, redirect_stdout(away), redirect_stderr(away):
        work.act()


def kill_campaign(count: int, chance: int) -> Campaign:
    """Kill so many times; after two or three kills a work is let through."""
    campaign, draw = Campaign("kills"), drawn(chance, "kills")
    with workshop() as (folder, kept, known):
        while campaign.tried < count:
            work, result, seconds = known[campaign.tried % len(known)]
            fresh(folder, kept)
            for _ in range(draw.randrange(1, 4)):
                with campaign.trial((work.name, "killed")):
                    process = Process(work.act)
                    code = process.kill(draw.random() * seconds)
                    assert code in (0, -signal.SIGKILL), f"{work.name} ended with {code}: {process.said[-300:]}"
            with campaign.trial((work.name, "let through")):
                finished(Process(work.act))
                assert work.result() == result, f"another result of {work.name}"
            campaign.tried -= 1  # what is let through is no kill
    return campaign


def serve_campaign(count: int, chance: int) -> Campaign:
    """Kill a server, or one of its workers, while it answers: the others end with it, or go on without it."""
    campaign, draw = Campaign("kills, serving"), drawn(chance, "serve")
    while campaign.tried < count:
        with socket.create_server(("127.0.0.1", 0)) as free:
            port = free.getsockname()[1]
        server = Process(command("serve", "--kb", "none", "--port", str(port), "--workers", "2"))
        with campaign.trial(("serve", port)):
            _wait_for(port)
            assert _asked(port) == 200
            workers = _children(server.pid)
            os.kill(draw.choice(workers), signal.SIGKILL)
            assert _asked(port) in (200, 500), "the request of a worker that was killed is told so"
            assert _asked(port) == 200, "the next one is answered"
            workers = _children(server.pid)
            time.sleep(draw.random() * 0.05)
            assert server.kill(0) == -signal.SIGKILL
            until = time.monotonic() + 20
            while left := [worker for worker in workers if os.path.exists(f"/proc/{worker}/exe")]:
                assert time.monotonic() < until, f"workers outlive their server: {left}"
                time.sleep(0.05)
        campaign.tried += 1  # two kills
    return campaign


def _wait_for(port: int) -> None:
    until = time.monotonic() + HANGS
    while time.monotonic() < until:
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
            return
        except OSError:
            time.sleep(0.05)
    raise TimeoutError("the server does not listen")


def _asked(port: int) -> int:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=HANGS)
    body = {"question": "Which is a metal? (A) wool (B) steel", "solvers": ["longest"]}
    connection.request("POST", "/answer", json.dumps(body), {"Content-Type": "application/json"})
    status = connection.getresponse().status
    connection.close()
    return status


def _children(parent: int) -> list[int]:
    return [int(word) for word in Path(f"/proc/{parent}/task/{parent}/children").read_text(encoding="utf-8").split()]
