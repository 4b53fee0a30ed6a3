"""Processes that answer questions: this one alone, several on this machine, or those of a Dask cluster."""

from __future__ import annotations

import os
import signal
from collections import deque
from collections.abc import Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from functools import lru_cache
from multiprocessing import get_context, parent_process
from threading import Thread
from types import TracebackType

from reasoner.answer import Answer
from reasoner.errors import needing
from reasoner.experiment.plan import Plan
from reasoner.question import Question
from reasoner.solver import Solver

#: Questions a task: enough for solvers that batch, few enough that workers end together and little is lost by a kill.
CHUNK = 16
#: Several processes with a thread for each core would only get in each other's way.
_THREADS = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")


class Workers:
    """Processes that keep their solvers from one question, and one run, to the next; the answers are always the same.

    Parameters
    ----------
    jobs : int
        Processes on this machine; one is this process itself.
    cluster : str, optional
        The address of a Dask scheduler, to spread the questions over its workers instead.

    Examples
    --------
    >>> from reasoner.question import Choice
    >>> question = Question("1", "Which is a metal?", (Choice("A", "wool"), Choice("B", "steel")))
    >>> with Workers() as workers:
    ...     [answer.selected for answer in workers.answers(Plan("guess-all", ("none",)), [question])]
    [('A', 'B')]
    """

    def __init__(self, jobs: int = 1, cluster: str | None = None) -> None:
        self._open = ExitStack()
        self._executor = None if jobs == 1 and cluster is None else self._open.enter_context(executor(jobs, cluster))
        self._tasks: deque[Future[list[Answer]]] = deque()

    def answers(self, plan: Plan, questions: list[Question]) -> Iterator[Answer]:
        """Yield the answer to each question, in order."""
        asked = [question.given(plan.given) for question in questions]
        chunks = [asked[start : start + CHUNK] for start in range(0, len(asked), CHUNK)]
        if self._executor is None:
            for chunk in chunks:
                yield from solver_of(plan).answer_all(chunk)
        else:
            self._tasks = deque(self._executor.submit(_answer, plan, chunk) for chunk in chunks)
            while self._tasks:
                yield from self._tasks.popleft().result()

    def __enter__(self) -> Workers:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        for task in self._tasks:  # there are some only where the work was broken off
            task.cancel()
        self._open.close()


def solver_of(plan: Plan) -> Solver:
    """Return the solver of a plan, made once a process whatever facts are given."""
    return _made(replace(plan, given="none"))


@lru_cache(maxsize=4)
def _made(plan: Plan) -> Solver:
    return plan.make_solver()


def _answer(plan: Plan, questions: list[Question]) -> list[Answer]:
    return list(solver_of(plan).answer_all(questions))


@contextmanager
def executor(jobs: int, cluster: str | None) -> Iterator[Executor]:
    """Open processes of this machine, or those behind the address of a Dask scheduler."""
    if cluster is None:
        with ProcessPoolExecutor(jobs, mp_context=get_context("spawn"), initializer=_begin_worker) as processes:
            yield processes
        return
    with needing("cluster", "a cluster"):
        from distributed import Client
    with Client(cluster) as client, client.get_executor() as remote:
        yield remote


def _begin_worker() -> None:
    """Use one thread, leave Ctrl-C to the parent, and end with it: once killed, it cannot tell its workers to stop."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for name in _THREADS:
        os.environ.setdefault(name, "1")
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = parent_process()
    assert parent  # a worker has one
    parent.join()
    os._exit(1)
