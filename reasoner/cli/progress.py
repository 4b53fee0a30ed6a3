"""How far a command is, on standard error: a bar on a terminal, a line now and then where a file or a log listens."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, TypeVar

from reasoner.answer import Answer
from reasoner.question import Question

if TYPE_CHECKING:
    from rich.console import Console

Item = TypeVar("Item")

#: Seconds between two lines, where there is no terminal; what is done sooner says nothing.
EVERY = 15.0


def progress(items: Iterable[Item], heading: str, total: int | None = None) -> Iterator[Item]:
    """Yield the items and show how many there were."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    lines = Lines(heading, total)
    with Progress(*columns, console=_console(), transient=True, disable=lines.wanted) as bar:
        for item in bar.track(items, total=total, description=heading):
            yield item
            lines.step()


def running_score(questions: list[Question], answers: Iterable[Answer], heading: str) -> Iterator[Answer]:
    """Yield answers and show the score so far and the time left."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    earned, lines = 0.0, Lines(heading, len(questions))
    with Progress(*columns, console=_console(), transient=True, disable=lines.wanted) as bar:
        task = bar.add_task(heading, total=len(questions))
        for count, (question, answer) in enumerate(zip(questions, answers, strict=True), 1):
            earned += answer.credit(question.answer_key) if question.answer_key else 0.0
            bar.update(task, advance=1, description=f"{heading} {earned / count:.3f}")
            lines.step(f"score so far {earned / count:.3f}")
            yield answer


def _console() -> Console:
    from rich.console import Console

    return Console(stderr=True)


class Lines:
    """Says now and then how many of something are done.

    >>> lines = Lines("Writing pages", 20, wanted=False)
    >>> lines.step()
    """

    def __init__(self, heading: str, total: int | None, wanted: bool | None = None) -> None:
        self.wanted = not sys.stderr.isatty() if wanted is None else wanted
        self._heading, self._total, self._done = heading, total, 0
        self._began = self._said = time.monotonic()

    def step(self, more: str = "") -> None:
        """Count one, and say so if nothing was said for a while."""
        self._done += 1
        now = time.monotonic()
        if self.wanted and now - self._said >= EVERY:
            self._said = now
            of = f" of {self._total:,}" if self._total else ""
            parts = (f"{self._done:,}{of}", more, f"{now - self._began:.0f} s")
            print(f"reasoner: {self._heading}: {', '.join(filter(None, parts))}", file=sys.stderr, flush=True)
