"""Processes that do the work of requests, a few at a time; one that is over its time is ended, and frees its place."""

from __future__ import annotations

import asyncio
import gc
import os
import resource
import signal
import stat
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import Any, Generic, TypeVar

from reasoner.errors import ReasonerError

Job = TypeVar("Job")
Result = TypeVar("Result")

#: Bytes of its own that a worker may ask for, and kilobytes in use after which it gives way to a fresh one.
MOST_MEMORY, MOST_USED = 6_000_000_000, 2_000_000


class WorkFaultError(Exception):
    """A fault in the work itself, by the name of the exception that it ended with."""


class Workers(Generic[Job, Result]):
    """Hands jobs to processes of its own, each with a limit on how long anybody waits for it.

    A worker is a copy of this process, made when it is first needed: what is loaded already is shared with it.

    >>> async def double(number):
    ...     return await Workers(lambda job: 2 * job, 2, seconds=30).run(number)
    >>> asyncio.run(double(21))
    42
    """

    def __init__(self, work: Callable[[Job], Result], count: int, seconds: float) -> None:
        self.seconds = seconds
        self._work = work
        self._places = asyncio.Semaphore(count)
        self._threads = ThreadPoolExecutor(count)  # each waits for one worker
        self._free: list[_Worker[Job, Result]] = []

    async def run(self, job: Job) -> Result:
        """Return what becomes of a job, or raise TimeoutError once the time, waiting for a place included, is up."""
        try:
            async with asyncio.timeout(self.seconds), self._places:
                return await self._hand_over(job)
        except asyncio.CancelledError:  # whoever asked went away, or the server ends
            raise TimeoutError("the server is ending") from None

    async def _hand_over(self, job: Job) -> Result:
        worker = self._free.pop() if self._free else _Worker(self._work)
        try:
            outcome, value, used = await asyncio.get_running_loop().run_in_executor(self._threads, worker.ask, job)
        except EOFError:
            worker.end()
            raise WorkFaultError("end of a worker") from None
        except BaseException:  # its time is up
            worker.end()
            raise
        if used > MOST_USED:
            worker.end()
        else:
            self._free.append(worker)
        if outcome == "done":
            return value  # type: ignore[no-any-return]
        raise ReasonerError(value) if outcome == "refused" else WorkFaultError(value)


class _Worker(Generic[Job, Result]):
    """One process and the line to it; both ends close when either process ends."""

    def __init__(self, work: Callable[[Job], Result]) -> None:
        context = get_context("fork")
        self._line, theirs = context.Pipe()
        self._process = context.Process(target=_serve, args=(work, theirs), daemon=True)
        self._process.start()
        theirs.close()

    def ask(self, job: Job) -> tuple[str, Any, int]:
        try:
            self._line.send(job)
            return self._line.recv()  # type: ignore[no-any-return]
        except OSError:
            raise EOFError from None

    def end(self) -> None:
        self._process.kill()
        self._process.join()


def _serve(work: Callable[[Job], Result], line: Connection) -> None:
    """Do jobs until the line closes."""
    _leave_parent(line)
    while True:
        try:
            job = line.recv()
        except (EOFError, OSError):
            os._exit(0)
        outcome, value = _outcome(work, job)
        line.send((outcome, value, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss))


def _outcome(work: Callable[[Job], Result], job: Job) -> tuple[str, Any]:
    try:
        return "done", work(job)
    except ReasonerError as error:
        return "refused", str(error)
    except Exception as error:
        return "fault", type(error).__name__


def _leave_parent(line: Connection) -> None:
    """Let go of what belongs to the parent: its signals, and its sockets, which would not close while held here."""
    gc.freeze()  # objects that own a socket of the parent must never close a file of ours that has its number
    signal.set_wakeup_fd(-1)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    for number in map(int, os.listdir("/proc/self/fd") if os.path.isdir("/proc/self/fd") else ()):
        if number > 2 and number != line.fileno() and _is_socket(number):
            os.close(number)
    resource.setrlimit(resource.RLIMIT_DATA, (MOST_MEMORY, MOST_MEMORY))


def _is_socket(number: int) -> bool:
    try:
        return stat.S_ISSOCK(os.fstat(number).st_mode)
    except OSError:  # the list itself was open while it was read
        return False
