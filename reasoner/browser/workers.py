"""Calls in threads, a few at a time, each with a limit on how long anybody waits for it."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import Callable
from functools import partial
from typing import Generic, TypeVar

Result = TypeVar("Result")


class Workers(Generic[Result]):
    """Runs calls in daemon threads, so that a slow one keeps neither the others waiting nor the program from ending.

    A thread cannot be stopped from outside: a call that outlives its limit keeps its place until it ends by itself.

    >>> asyncio.run(Workers(2, seconds=5).run(lambda: 6 * 7))
    42
    """

    def __init__(self, count: int, seconds: float) -> None:
        self.seconds = seconds
        self._places = asyncio.Semaphore(count)

    async def run(self, call: Callable[[], Result]) -> Result:
        """Return what the call returns, or raise TimeoutError once the time, waiting for a place included, is up."""
        try:
            async with asyncio.timeout(self.seconds):
                await self._places.acquire()
                loop = asyncio.get_running_loop()
                future: asyncio.Future[Result] = loop.create_future()
                threading.Thread(target=self._work, args=(loop, future, call), daemon=True).start()
                return await future
        except asyncio.CancelledError:  # only the end of the server cancels
            raise TimeoutError("the server is ending") from None

    def _work(
        self, loop: asyncio.AbstractEventLoop, future: asyncio.Future[Result], call: Callable[[], Result]
    ) -> None:
        try:
            deliver = partial(future.set_result, call())
        except Exception as error:
            deliver = partial(future.set_exception, error)
        with contextlib.suppress(RuntimeError):  # the server has ended in the meantime
            loop.call_soon_threadsafe(self._finish, future, deliver)

    def _finish(self, future: asyncio.Future[Result], deliver: Callable[[], None]) -> None:
        self._places.release()
        if not future.done():  # else nobody waits for it any more
            deliver()
