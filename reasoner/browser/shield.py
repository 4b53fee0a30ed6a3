"""What stands before the application: headers that browsers heed, no posts from other sites, no clients that dawdle."""

from __future__ import annotations

import asyncio
from typing import Any
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from uvicorn.protocols.http.h11_impl import H11Protocol

#: Seconds in which the head of a request must have come.
HEAD_SECONDS = 10.0

_HEADERS = {
    "X-Frame-Options": "DENY",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",  # with no-referrer a browser names no origin for our own form either
}


class Shield:
    """Refuses posts that a page of another site sent, and tells browsers neither to frame nor to guess at answers."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request."""

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(_HEADERS)
            await send(message)

        app = self._app
        if scope["type"] == "http" and scope["method"] == "POST" and _from_elsewhere(Headers(scope=scope)):
            app = JSONResponse({"error": "this request comes from a page of another site"}, 403)
        await app(scope, receive, with_headers)


def _from_elsewhere(headers: Headers) -> bool:
    """Say whether a page of another site sent a request; programs other than browsers send no origin.

    >>> _from_elsewhere(Headers({"host": "localhost:8765", "origin": "http://evil.example"}))
    True
    >>> _from_elsewhere(Headers({"host": "localhost:8765", "origin": "http://localhost:8765"}))
    False
    """
    origin = headers.get("origin")
    if headers.get("sec-fetch-site") == "cross-site":
        return True
    return origin is not None and urlsplit(origin).netloc != headers.get("host")


class Impatient(H11Protocol):
    """Drops a connection over which no request has come in time; each would be held for ever otherwise."""

    def connection_made(self, transport: Any) -> None:
        """Begin to wait."""
        super().connection_made(transport)
        self._wait()

    def on_response_complete(self) -> None:
        """Begin to wait for the next request."""
        super().on_response_complete()
        self._wait()

    def _wait(self) -> None:
        asyncio.get_running_loop().call_later(HEAD_SECONDS, self._drop, self.cycle)

    def _drop(self, last: Any) -> None:
        if self.cycle is last:  # nothing came since
            self.transport.close()
