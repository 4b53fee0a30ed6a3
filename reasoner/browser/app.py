"""The web application: the page with the form, and the JSON API."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Sequence
from functools import partial
from urllib.parse import parse_qs

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import Request as HttpRequest
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import Route

from reasoner.browser.form import EXAMPLE, Fields, form_page, request_of
from reasoner.browser.openapi import docs_page, openapi
from reasoner.browser.service import Service
from reasoner.browser.shield import Shield
from reasoner.browser.workers import Workers, WorkFaultError
from reasoner.errors import ReasonerError
from reasoner.render.html import view
from reasoner.render.record import as_record, schema

#: Bytes in a body; a question with 80 choices and a hundred facts takes some 20,000.
MAX_BODY = 1_000_000
_MAX_FIELDS = 100
#: Seconds in which a body must have come.
BODY_SECONDS = 10.0
_log = logging.getLogger(__name__)

#: What is said to whoever waited too long.
LATE = "no answer within the time limit: ask again later, or ask fewer solvers"


def make_app(service: Service, workers: int = 4, seconds: float = 60.0, hosts: Sequence[str] = ("*",)) -> Starlette:
    """Return the application.

    Parameters
    ----------
    service : Service
        What answers.
    workers : int
        Questions answered at the same time; others wait their turn.
    seconds : float
        How long anybody waits for an answer.
    hosts : sequence of str
        Names under which it may be called, so that no page from elsewhere reaches it through a name of its own.
    """
    pages = _Pages(service, Workers(partial(_work, service), workers, seconds))
    return Starlette(
        routes=[
            Route("/", pages.form),
            Route("/", pages.submit, methods=["POST"]),
            Route("/answer", pages.answer, methods=["POST"]),
            Route("/solvers", pages.solvers),
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


Job = tuple[str, bytes]
"""What is wanted, ``json`` or ``html``, and the body of the request."""


def _work(service: Service, job: Job) -> str:
    """Read a request, answer it and write the answer down; done in a worker, since each of it can take long."""
    wanted, body = job
    if wanted == "html":
        asked = service.parse(request_of(_fields(body)))
        return view(asked.question, service.answer(asked))
    try:
        record = json.loads(body)
    except (ValueError, RecursionError) as error:
        raise ReasonerError(f"not JSON: {error}") from None
    asked = service.parse(record)
    return json.dumps(as_record(asked.question, service.answer(asked)), ensure_ascii=False, separators=(",", ":"))


def _fields(body: bytes) -> Fields:
    try:
        return parse_qs(body.decode(), max_num_fields=_MAX_FIELDS)
    except ValueError as error:
        raise HTTPException(422, f"not a form: {error}") from None


class _Pages:
    def __init__(self, service: Service, workers: Workers[Job, str]) -> None:
        self._service, self._workers = service, workers

    async def answer(self, request: HttpRequest) -> Response:
        answered = await self._workers.run(("json", await _body(request)))
        return Response(answered, media_type="application/json")

    async def solvers(self, request: HttpRequest) -> Response:
        return JSONResponse({"solvers": self._service.solvers(), "knowledge": self._service.knowledge})

    async def form(self, request: HttpRequest) -> Response:
        return self._page({**EXAMPLE, "kb": self._service.knowledge})

    async def submit(self, request: HttpRequest) -> Response:
        body = await _body(request)
        fields = _fields(body)
        try:
            result = await self._workers.run(("html", body))
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
    return _error(503, str(error) or LATE)


async def _work_fault(request: HttpRequest, error: Exception) -> Response:
    _log.error("a worker ended with an unexpected %s", error)
    return _error(500, f"unexpected {error}")


async def _fault(request: HttpRequest, error: Exception) -> Response:
    _log.error("unexpected %s: %s (set REASONER_DEBUG=1 for the traceback)", type(error).__name__, error)
    return _error(500, f"unexpected {type(error).__name__}")


def _error(status: int, message: str) -> Response:
    return JSONResponse({"error": message}, status)
