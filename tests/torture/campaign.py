"""What the campaigns share: what was tried and what failed, limits, work in a process that may be killed."""

from __future__ import annotations

import logging
import os
import random
import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

#: Seconds after which anything asked for here hangs.
HANGS = 120


@dataclass
class Campaign:
    """What was tried, and what became of each failure."""

    name: str
    tried: int = 0
    refused: int = 0
    failed: list[str] = field(default_factory=list)
    seconds: float = 0.0

    @contextmanager
    def trial(self, what: object, allowed: type[Exception] | tuple[type[Exception], ...] = ()) -> Iterator[None]:
        """Count a trial; an exception that is not allowed, or one that takes too long, is a failure."""
        self.tried += 1
        began = time.monotonic()
        try:
            with within(HANGS):
                yield
        except allowed:
            self.refused += 1
        except Exception as error:
            self.failed.append(f"{type(error).__name__}: {str(error)[:300]} | {str(what)[:2000]}")
        self.seconds += time.monotonic() - began

    def add(self, other: Campaign) -> None:
        """Count what another did, too."""
        self.tried += other.tried
        self.refused += other.refused
        self.failed += other.failed
        self.seconds += other.seconds

    def __str__(self) -> str:
        return f"{self.name:<28} {self.tried:>7,} {self.refused:>8,} {len(self.failed):>7,} {self.seconds:>8.0f}"


HEADING = f"{'campaign':<28} {'tried':>7} {'refused':>8} {'failed':>7} {'seconds':>8}"


class HangError(Exception):
    """Something took too long."""


@contextmanager
def within(seconds: int) -> Iterator[None]:
    """Raise HangError in what takes longer."""

    def late(*_: object) -> None:
        raise HangError(f"longer than {seconds} s")

    before = signal.signal(signal.SIGALRM, late)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


class Process:
    """A copy of this process that does some work, quietly; what is imported already need not be imported again."""

    def __init__(self, act: Callable[[], object]) -> None:
        #: What it wrote on standard error, known when it has ended.
        self.said = ""
        #: The code that it ended with.
        self.code = 0
        self._errors, theirs = os.pipe()  # not a file: it must be possible to write there when the disk is full
        os.set_blocking(self._errors, False)
        sys.stdout.flush()
        self.pid = os.fork()
        if not self.pid:
            try:
                os._exit(_do(act, theirs))
            finally:  # whatever happens, it must not go on as a second campaign
                os._exit(71)
        os.close(theirs)

    def wait(self) -> int:
        """Return its code; below zero, the signal that ended it."""
        _, status = os.waitpid(self.pid, 0)
        with open(self._errors, "rb") as pipe:
            self.said = (pipe.read() or b"").decode(errors="replace")
        self.code = os.waitstatus_to_exitcode(status)
        return self.code

    def kill(self, after: float) -> int:
        """Kill it after some seconds, unless it has ended; return its code."""
        until = time.monotonic() + after
        while time.monotonic() < until:
            if os.waitid(os.P_PID, self.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT):
                return self.wait()
            time.sleep(0.002)
        os.kill(self.pid, signal.SIGKILL)
        return self.wait()


def _do(act: Callable[[], object], errors: int) -> int:
    """Do something with all output sent away; return the code that a command would."""
    os.dup2(errors, 2)
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    sys.stdout, sys.stderr = (
        os.fdopen(number, "w", buffering=1, closefd=False) for number in (1, 2)
    )  # not what pytest put there
    logging.getLogger().handlers.clear()  # they hold the standard error of before
    signal.alarm(0)
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    signal.alarm(HANGS)  # ends it
    try:
        act()
    except SystemExit as error:
        return error.code if isinstance(error.code, int) else 1
    except BaseException as error:
        os.write(2, f"Traceback: {type(error).__name__}: {error}".encode())
        return 70
    return 0


def command(*arguments: str) -> Callable[[], object]:
    """Return a command line as something to do."""

    def act() -> None:
        from reasoner.cli.app import main

        before, sys.argv = sys.argv, ["reasoner", *arguments]
        try:
            main()
        finally:
            sys.argv = before

    return act


def finished(process: Process, codes: tuple[int, ...] = (0,)) -> str:
    """Wait for a process that must end with one of some codes and show no traceback; return what it said."""
    code, said = process.wait(), process.said
    assert code in codes, f"ended with {code}: {said[-500:]}"
    assert "Traceback" not in said, said[-500:]
    assert "unexpected" not in said, said[-500:]
    return said


def drawn(seed: int, name: str) -> random.Random:
    """Return the chances of a campaign."""
    return random.Random(f"{seed}:{name}")
