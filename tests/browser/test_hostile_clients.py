"""Requests that are too large, too slow or from elsewhere harm nobody but their senders."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Mapping

import pytest
from starlette.testclient import TestClient

from reasoner.browser import app as application
from reasoner.browser import workers as working
from reasoner.browser.app import make_app
from reasoner.browser.service import MOST_CHOICES, Service
from reasoner.browser.workers import Workers, WorkFaultError
from reasoner.question import Question
from reasoner.solver import Solver, Support, _registered, register

ASKED = {"question": "Which is a metal? (A) wool (B) steel", "solvers": ["guess-all"]}


def client(**options: float) -> TestClient:
    return TestClient(make_app(Service(["none"]), **options), raise_server_exceptions=False)


def test_a_request_over_its_time_frees_its_worker() -> None:
    @register
    class Endless(Solver):
        name, summary = "endless", "never ends"

        def support(self, question: Question) -> Mapping[str, Support]:
            while True:
                time.sleep(1)

    try:
        with client(workers=1, seconds=1.5) as one:
            late = one.post("/answer", json={**ASKED, "solvers": ["endless"]})
            assert (late.status_code, "time limit" in late.json()["error"]) == (503, True)
            assert one.post("/answer", json=ASKED).status_code == 200
    finally:
        del _registered["endless"]


def test_a_worker_is_kept_until_it_fails_or_grows(monkeypatch: pytest.MonkeyPatch) -> None:
    async def numbers() -> list[int]:
        workers = Workers(lambda job: os._exit(1) if job == "die" else os.getpid(), 1, seconds=30)
        found = [await workers.run("work"), await workers.run("work")]
        with pytest.raises(WorkFaultError, match="end of a worker"):
            await workers.run("die")
        found.append(await workers.run("work"))
        monkeypatch.setattr(working, "MOST_USED", 0)
        return [*found, await workers.run("work"), await workers.run("work")]

    one, again, fresh, grown, last = asyncio.run(numbers())
    assert one == again
    assert len({os.getpid(), one, fresh, last}) == 4
    assert grown == fresh


def test_too_many_choices_or_facts_are_refused() -> None:
    choices = [f"choice {number}" for number in range(12_000)]
    response = client().post("/answer", json={"question": {"question": {"stem": "Which?", "choices": choices}}})
    assert (response.status_code, f"at most {MOST_CHOICES}" in response.json()["error"]) == (422, True)
    facts = {"question": {"stem": "Which?", "choices": ["a", "b"]}, "facts": ["steel is a metal"] * 6000}
    assert client().post("/answer", json={"question": facts}).status_code == 422


def test_posts_from_other_sites_are_refused() -> None:
    one = client()
    for headers, status in (
        ({"Origin": "http://evil.example", "Content-Type": "text/plain"}, 403),
        ({"Origin": "null"}, 403),
        ({"Sec-Fetch-Site": "cross-site"}, 403),
        ({"Origin": "http://testserver"}, 200),
    ):
        assert one.post("/answer", json=ASKED, headers=headers).status_code == status


def test_headers_that_browsers_heed() -> None:
    for response in (client().get("/"), client().get("/nothing"), client().post("/answer", content=b"")):
        assert response.headers["X-Frame-Options"] == "DENY"
        assert response.headers["X-Content-Type-Options"] == "nosniff"


def test_clients_that_dawdle_are_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    import uvicorn

    from reasoner.browser import shield

    monkeypatch.setattr(shield, "HEAD_SECONDS", 0.3)
    monkeypatch.setattr(application, "BODY_SECONDS", 0.3)

    async def replies() -> list[bytes]:
        config = uvicorn.Config(make_app(Service(["none"])), port=0, http=shield.Impatient, log_level="critical")
        server = uvicorn.Server(config)
        running = asyncio.create_task(server.serve())
        while not server.started:
            await asyncio.sleep(0.01)
        port = server.servers[0].sockets[0].getsockname()[1]
        found = []
        for sent in (
            b"",
            b"GET / HTTP/1.1\r\nHost:",
            b"POST /answer HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n{",
        ):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(sent)
            found.append(await asyncio.wait_for(reader.read(), 20))
            writer.close()
        server.should_exit = True
        await running
        return found

    nothing, half, body = asyncio.run(replies())
    assert (nothing, half) == (b"", b"")
    assert body.startswith(b"HTTP/1.1 408")
