"""The web application: the page with the form, and the JSON API."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import AsyncIterator, Sequence
from functools import partial
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import Request as HttpRequest
from starlette.responses import HTMLResponse, JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from reasoner.browser.form import Fields, fields_of, form_page
from reasoner.browser.jobs import Job, work
from reasoner.browser.openapi import docs_page, openapi
from reasoner.browser.service import Service
from reasoner.browser.shield import Shield
from reasoner.browser.workers import MOST_WAITING, Workers, WorkFaultError
from reasoner.errors import ReasonerError
from reasoner.render.record import schema

#: Bytes in a body; a question with 80 choices and a hundred facts takes some 20,000.
MAX_BODY = 1_000_000
#: A longer body is a heavy request, as is one like a request that was slow: it waits in a line of its own, and has the
#: processors that the others leave.
HEAVY = 20_000
#: A shorter one is taken for quick until one like it was slow; it holds a dozen choices.
SMALL = 500
#: Seconds in which a body must have come.
BODY_SECONDS = 10.0
_log = logging.getLogger(__name__)

#: What is said to whoever waited too long.
LATE = "no answer within the time limit: ask again later, or ask fewer solvers"


def make_app(
    service: Service,
    workers: int = 4,
    seconds: float = 60.0,
    hosts: Sequence[str] = ("*",),
    waiting: int = MOST_WAITING,
) -> Starlette:
    """Return the application.

    Parameters
    ----------
    service : Service
        What answers.
    workers : int
        Questions answered at the same time; others wait their turn.
    seconds : float
        How long an answer may take once it was begun.
    hosts : sequence of str
        Names under which it may be called, so that no page from elsewhere reaches it through a name of its own.
    waiting : int
        How many may wait for their turn; whoever comes then is told at once.
    """
    answer = partial(work, service)
    light, heavy = (
        Workers(answer, count, seconds, waiting, nice, lambda job: job.kind, _small)
        for count, nice in ((workers, False), (max(1, workers // 2), True))
    )
    heavy.slow_kinds, heavy.quick_kinds = light.slow_kinds, light.quick_kinds  # what is quick there is light again
    pages = _Pages(service, light, heavy)
    return Starlette(
        routes=[
            Route("/", pages.form),
            Route("/", pages.submit, methods=["POST"]),
            Route("/answer", pages.answer, methods=["POST"]),
            Route("/batch", pages.batch, methods=["POST"]),
            Route("/stream", pages.stream, methods=["POST"]),
            Route("/page", pages.page, methods=["POST"]),
            Route("/solvers", pages.solvers),
            Route("/health", pages.health),
            Route("/schema.json", lambda request: JSONResponse(schema())),
            Route("/openapi.json", lambda request: JSONResponse(openapi(service.knowledge))),
            Route("/docs", lambda request: HTMLResponse(docs_page(openapi(service.knowledge)))),
        ],
        middleware=[Middleware(Shield), Middleware(TrustedHostMiddleware, allowed_hosts=list(hosts))],
        exception_handlers={
            HTTPException: _http_error,
            ReasonerError: _refused,
            TimeoutError: _late,
            WorkFaultError: _work_fault,
            Exception: _fault,
        },
    )


def _small(job: Job) -> bool:
    return len(job.body) < SMALL


class _Pages:
    def __init__(self, service: Service, light: Workers[Job, str], heavy: Workers[Job, str]) -> None:
        self._service, self._light, self._heavy = service, light, heavy

    async def _done(self, job: Job, request: HttpRequest, streamed: bool = False) -> str:
        """Return what becomes of a job; unless it is streamed, nothing is begun for who went away."""
        heavy = len(job.body) > HEAVY or job.kind in self._light.slow_kinds
        workers = self._heavy if heavy else self._light
        client = request.client.host if request.client else None
        return await (
            workers.run(job, client=client) if streamed else workers.run(job, request.is_disconnected, client)
        )

    async def answer(self, request: HttpRequest) -> Response:
        answered = await self._done(Job("json", await _body(request)), request)
        return Response(answered, media_type="application/json")

    async def batch(self, request: HttpRequest) -> Response:
        """Answer several questions; workers share them, and each has its own time limit."""
        asked = json.loads(await self._done(Job("batch", await _body(request)), request))
        places = asyncio.Semaphore(self._light.count)  # a batch waits in its own line, not in that of the others

        async def one(question: Any) -> str:
            async with places:
                return await self._done(Job("json", json.dumps(question).encode()), request)

        answered = await asyncio.gather(*map(one, asked))
        return Response(f'{{"version":1,"results":[{",".join(answered)}]}}', media_type="application/json")

    async def stream(self, request: HttpRequest) -> Response:
        """Answer with a line of JSON for what was asked, and one for each solver as soon as it has answered."""
        body = await _body(request)
        plan = await self._done(Job("plan", body), request)
        count = len(json.loads(plan)["solvers"])
        return StreamingResponse(self._lines(request, plan, body, count), media_type="application/x-ndjson")

    async def _lines(self, request: HttpRequest, plan: str, body: bytes, count: int) -> AsyncIterator[str]:
        yield f"{plan}\n"
        running = {asyncio.create_task(self._line(request, body, number)) for number in range(count)}
        try:
            while running and not await request.is_disconnected():
                done, running = await asyncio.wait(running, timeout=0.25, return_when=asyncio.FIRST_COMPLETED)
                for task in done:
                    yield task.result()
        finally:  # whoever goes away takes the work along
            for task in running:
                task.cancel()

    async def _line(self, request: HttpRequest, body: bytes, number: int) -> str:
        try:
            return f"{await self._done(Job('one', body, number), request, streamed=True)}\n"
        except (ReasonerError, TimeoutError, WorkFaultError) as error:
            said = str(error) or LATE
            said = f"unexpected {said}" if isinstance(error, WorkFaultError) else said
            return json.dumps({"number": number, "error": said}) + "\n"

    async def page(self, request: HttpRequest) -> Response:
        """Answer with one page that can be kept."""
        return HTMLResponse(await self._done(Job("page", await _body(request)), request))

    async def solvers(self, request: HttpRequest) -> Response:
        return JSONResponse({"solvers": self._service.solvers(), "knowledge": self._service.knowledge})

    async def health(self, request: HttpRequest) -> Response:
        return JSONResponse(self._service.health())

    async def form(self, request: HttpRequest) -> Response:
        return self._page(fields_of(request.url.query.encode()))

    async def submit(self, request: HttpRequest) -> Response:
        body = await _body(request)
        fields = fields_of(body)
        try:
            result = await self._done(Job("form", body), request)
        except ReasonerError as error:
            return self._page(fields, error=str(error), status=422)
        except TimeoutError as error:
            return self._page(fields, error=str(error) or LATE, status=503)
        return self._page(fields, result=result)

    def _page(self, fields: Fields, result: str = "", error: str = "", status: int = 200) -> Response:
        return HTMLResponse(form_page(fields, self._service.solvers(), self._service.knowledge, result, error), status)


async def _body(request: HttpRequest) -> bytes:
    """Return the body; one that is too large is read to its end, so that the sender hears why, and not kept."""
    body, size = bytearray(), 0
    try:
        async with asyncio.timeout(BODY_SECONDS):
            async for chunk in request.stream():
                size += len(chunk)
                if size <= MAX_BODY:
                    body += chunk
    except TimeoutError:
        raise HTTPException(408, f"the body did not come within {BODY_SECONDS:g} s", {"Connection": "close"}) from None
    if size > MAX_BODY:
        raise HTTPException(413, f"the body is larger than {MAX_BODY:,} bytes")
    return bytes(body)


async def _http_error(request: HttpRequest, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    return JSONResponse({"error": error.detail}, error.status_code, error.headers)


async def _refused(request: HttpRequest, error: Exception) -> Response:
    return _error(422, str(error))


async def _late(request: HttpRequest, error: Exception) -> Response:
    return JSONResponse({"error": str(error) or LATE}, 503, {"Retry-After": "5"})


async def _work_fault(request: HttpRequest, error: Exception) -> Response:
    _log.error("a worker ended with an unexpected %s", error)
    return _error(500, f"unexpected {error}")


async def _fault(request: HttpRequest, error: Exception) -> Response:
    _log.error("unexpected %s: %s (set REASONER_DEBUG=1 for the traceback)", type(error).__name__, error)
    return _error(500, f"unexpected {type(error).__name__}")


def _error(status: int, message: str) -> Response:
    return JSONResponse({"error": message}, status)
