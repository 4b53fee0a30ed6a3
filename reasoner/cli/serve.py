"""``reasoner serve``: a page to type questions on, and a JSON API, on this machine."""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import sys
from multiprocessing import get_context
from typing import TYPE_CHECKING, Annotated

import typer

from reasoner.cli import common
from reasoner.errors import MissingExtraError, UsageError

if TYPE_CHECKING:
    from reasoner.browser.service import Service


def serve(
    kb: common.KbOption = None,
    host: Annotated[str, typer.Option(help="The address to listen on; this machine only, unless said.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="The port; 0 takes any that is free.")] = 8765,
    workers: Annotated[int, typer.Option(min=1, help="Questions answered at the same time.")] = 4,
    seconds: Annotated[float, typer.Option(min=0.1, help="How long an answer may take.")] = 60.0,
    waiting: Annotated[int, typer.Option(min=1, help="How many may wait for their turn; more get a 503.")] = 500,
    warm: Annotated[
        list[str] | None, typer.Option(help="A solver whose models and indexes are made ready first; may be repeated.")
    ] = None,
) -> None:
    """Serve a page to type questions on, and a JSON API (POST /answer; see /docs).

    Example:

        reasoner serve --kb science --kb openbook.txt --port 8765

        reasoner serve --warm nearest
    """
    try:
        import uvicorn

        from reasoner.browser.app import make_app
        from reasoner.browser.service import Service
        from reasoner.browser.shield import Impatient
    except ImportError:
        raise MissingExtraError("the local page", "browser") from None
    sources = kb or list(common.DEFAULT_KB)
    common.open_knowledge(sources)  # a wrong name is found, and new knowledge indexed, before anybody asks
    hosts = ("*",) if host in ("0.0.0.0", "::") else ("127.0.0.1", "localhost", host)
    service = Service(sources)
    service.solvers()  # imports them all, which would keep the first visitors waiting
    _make_ready(service, warm or [])
    app = make_app(service, workers, seconds, hosts, waiting)
    try:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        listener = socket.create_server((host, port), family=family, backlog=512)
    except OSError as error:
        raise UsageError(f"cannot listen on {host} port {port}: {error.strerror}") from None
    print(f"reasoner: http://{host}:{listener.getsockname()[1]} (Ctrl-C ends it)", file=sys.stderr, flush=True)
    level = "warning" if os.environ.get("REASONER_DEBUG") else "critical"  # the application reports its own faults
    server = uvicorn.Server(uvicorn.Config(app, http=Impatient, log_level=level, timeout_graceful_shutdown=3))
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # ends as cleanly as Ctrl-C does
    with listener, contextlib.suppress(KeyboardInterrupt):
        server.run(sockets=[listener])


def _make_ready(service: Service, others: list[str]) -> None:
    """Load the default solver here, which every worker then shares, and index and encode what others need.

    That is done in a process of its own: a model that runs on several threads must not be copied while it is loaded.
    """
    for name in others:
        print(f"reasoner: making {name} ready", file=sys.stderr, flush=True)
        process = get_context("fork").Process(target=service.warm, args=(name,))
        process.start()
        process.join()
        if process.exitcode:
            raise UsageError(f"--warm {name}: the solver could not answer")
    print(f"reasoner: making {common.DEFAULT_SOLVER} ready", file=sys.stderr, flush=True)
    service.warm(common.DEFAULT_SOLVER)
