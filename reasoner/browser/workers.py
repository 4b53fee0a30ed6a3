"""Processes that do the work of requests, a few at a time; one that is over its time is ended, and frees its place.

Threads behind anyio's limiter would be less to write, but a thread can neither be ended nor be told to let others pass.
"""

from __future__ import annotations

import asyncio
import gc
import os
import resource
import signal
import stat
import sys
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Hashable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from multiprocessing import get_context
from multiprocessing.connection import Connection
from threading import Thread
from typing import Any, Generic, TypeVar

from reasoner.browser.line import Line, Place
from reasoner.errors import ReasonerError

Job = TypeVar("Job")
Result = TypeVar("Result")

#: Bytes of its own that a worker may ask for, and kilobytes in use after which it gives way to a fresh one.
MOST_MEMORY, MOST_USED = 6_000_000_000, 2_000_000


#: Jobs that may wait for a place; one more is refused at once, so that whoever asks hears it while it helps.
MOST_WAITING = 500
#: Seconds of processor time after which a job is slow: it gives its place away and goes on with what others leave.
PATIENCE = 1.0
#: Seconds between looks at how much a worker has used; it cannot say so itself while it is in a library.
_LOOK = 0.1
_NICE = 10
_KINDS = 1000  # of jobs that are remembered


class WorkFaultError(Exception):
    """A fault in the work itself, by the name of the exception that it ended with."""


class BusyError(TimeoutError):
    """There is more to do than can be done."""


async def _here() -> bool:
    return False


class Workers(Generic[Job, Result]):
    """Hands jobs to processes of its own, each with a limit on how long it may take once it was begun.

    Jobs wait in turns, by client, for one of `count` places; of those that nobody knows to be quick, half as many are
    done at a time. One that turns out to be slow gives its place to the next, and goes on with a
    low priority; as many slow ones as there are places go on beside the others, and a further one ends
    the slowest of the client that has most of them. So
    quick jobs are done however many slow ones are asked for. A worker is a copy of this process, made when it is
    needed: what is loaded already is shared with it. One that was slow cannot get its priority back; it is kept for
    jobs of the same kind, for which it may have loaded a model.

    Parameters
    ----------
    work : callable
        What is done for a job.
    count : int
        How many quick jobs are done at the same time.
    seconds : float
        How long each may take.
    most_waiting : int
        How many may wait for a place.
    nice : bool
        Whether all workers have a low priority.
    kind : callable
        Says which jobs are alike: those are done by the same worker where it is free, and `slow_kinds` and
        `quick_kinds` remember of which kinds the last one was slow, and quick.
    small : callable
        Says which jobs are taken for quick before anything is known of their kind.

    >>> async def double(number):
    ...     return await Workers(lambda job: 2 * job, 2, seconds=30).run(number)
    >>> asyncio.run(double(21))
    42
    """

    def __init__(
        self,
        work: Callable[[Job], Result],
        count: int,
        seconds: float,
        most_waiting: int = MOST_WAITING,
        nice: bool = False,
        kind: Callable[[Job], Hashable] = lambda job: None,
        small: Callable[[Job], bool] = lambda job: False,
    ) -> None:
        self.count, self.seconds, self.most_waiting, self.nice = count, seconds, most_waiting, nice
        self._work, self._kind, self._small = work, kind, small
        self._line = Line(count)
        self._threads = ThreadPoolExecutor(4 * count)  # each waits for one worker; those just ended take a moment
        self._free: list[_Worker[Job, Result]] = []
        self._slow: list[_Worker[Job, Result]] = []
        self.slow_kinds: set[Hashable] = set()
        self.quick_kinds: set[Hashable] = set()

    async def run(self, job: Job, gone: Callable[[], Awaitable[bool]] = _here, client: Hashable = None) -> Result:
        """Return what becomes of a job.

        Parameters
        ----------
        job : Job
            What is to be done.
        gone : callable
            Says whether whoever asked went away meanwhile; then nothing is begun.
        client : Hashable
            Who asked: whoever asks for much waits behind who asks for little.

        Raises
        ------
        TimeoutError
            When its time is up.
        BusyError
            When too many wait already, or when it is slow and so are too many others.
        """
        if len(self._line) >= self.most_waiting:
            raise BusyError(f"{len(self._line)} requests wait already: ask again later")
        try:
            place = await self._line.take(client, partial(self._known, job))
            try:
                if await gone():
                    raise TimeoutError("whoever asked went away")
                async with asyncio.timeout(self.seconds):
                    return await self._hand_over(job, place)
            finally:
                place.end()
        except asyncio.CancelledError:  # whoever asked went away, or the server ends
            raise TimeoutError("the server is ending") from None

    def _known(self, job: Job) -> bool:
        return self.nice or self._kind(job) in self.quick_kinds or self._small(job)

    async def _hand_over(self, job: Job, place: Place) -> Result:
        kind = self._kind(job)
        worker = self._worker_for(kind)
        loop = asyncio.get_running_loop()

        def slow() -> None:
            loop.call_soon_threadsafe(self._give_way, worker, place)

        try:
            outcome, value, used = await loop.run_in_executor(self._threads, worker.ask, job, slow)
        except EOFError:
            worker.end()
            if worker.crowded_out:
                raise BusyError("this takes long, and others wait: ask again later, or ask for less") from None
            raise WorkFaultError("end of a worker") from None
        except BaseException:  # its time is up
            worker.end()
            raise
        finally:
            if worker in self._slow:
                self._slow.remove(worker)
        if not place.released:
            self.slow_kinds.discard(kind)
            _remember(self.quick_kinds, kind)
        self._free.append(worker)
        tired = [other for other in self._free if other.tired]
        for other in [worker] if used > MOST_USED else tired[: -self.count]:
            self._free.remove(other)
            other.end()
        if outcome == "done":
            return value  # type: ignore[no-any-return]
        raise ReasonerError(value) if outcome == "refused" else WorkFaultError(value)

    def _worker_for(self, kind: Hashable) -> _Worker[Job, Result]:
        """Return a free worker: one that has done such a job, at best with its full priority, or a fresh one."""
        known = [worker for worker in self._free if worker.kind == kind]
        rested = [worker for worker in self._free if not worker.tired]
        best = [*(worker for worker in known if not worker.tired), *known, *reversed(rested)]
        if best:
            self._free.remove(best[0])
        worker = best[0] if best else _Worker(self._work, self.nice)
        worker.kind = kind
        return worker

    def _give_way(self, worker: _Worker[Job, Result], place: Place) -> None:
        worker.tire()
        worker.client = place.client
        self.quick_kinds.discard(worker.kind)
        _remember(self.slow_kinds, worker.kind)
        self._slow.append(worker)
        if len(self._slow) > self.count:
            most = Counter(other.client for other in self._slow).most_common(1)[0][0]
            slowest = next(other for other in self._slow if other.client == most)
            self._slow.remove(slowest)
            slowest.crowded_out = True
            slowest.end()
        place.give_way()


def _remember(kinds: set[Hashable], kind: Hashable) -> None:
    if len(kinds) > _KINDS:
        kinds.clear()
    kinds.add(kind)


class _Worker(Generic[Job, Result]):
    """One process and the line to it; both ends close when either process ends."""

    def __init__(self, work: Callable[[Job], Result], nice: bool) -> None:
        context = get_context("fork")
        self._line, theirs = context.Pipe()
        self._process = context.Process(target=_serve, args=(work, theirs, nice), daemon=True)
        self._process.start()
        theirs.close()
        self.crowded_out = self.tired = False
        self.kind: Hashable = None  # of its last job
        self.client: Hashable = None  # for whom a slow job is done

    def ask(self, job: Job, slow: Callable[[], None]) -> tuple[str, Any, int]:
        """Return what becomes of a job and how much memory was used; `slow` is called if it takes long."""
        try:
            before = self._used()
            self._line.send(job)
            while not self._line.poll(_LOOK):
                if self._used() - before >= PATIENCE:
                    slow()
                    break
            return self._line.recv()  # type: ignore[no-any-return]
        except OSError:
            raise EOFError from None

    def _used(self) -> float:
        """Return the seconds of processor time that the process has used; where that is not known, of the clock."""
        if not sys.platform.startswith("linux"):
            return time.monotonic()
        return time.clock_gettime((~(self._process.pid or 0) << 3) | 2)  # as clock_getcpuclockid has it

    def tire(self) -> None:
        """Let it go on with what others leave of the processors, for ever: only root could take that back."""
        self.tired = True
        with suppress(OSError):  # it has ended meanwhile
            os.setpriority(os.PRIO_PROCESS, self._process.pid or 0, os.nice(0) + _NICE)

    def end(self) -> None:
        self._process.kill()
        Thread(target=self._process.join, daemon=True).start()  # memory takes a while to be given back


def _serve(work: Callable[[Job], Result], line: Connection, nice: bool) -> None:
    """Do jobs until the line closes."""
    os.nice(_NICE if nice else 0)
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
