"""Questions assembled in parts, each a file: a kill costs a part, and parts may be made by other processes."""

from __future__ import annotations

import json
import shutil
import sqlite3
from collections import deque
from collections.abc import Iterator
from concurrent.futures import Executor, Future
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from reasoner.datasets.assembly import Limits, Row, rows
from reasoner.datasets.graph import Graph, index
from reasoner.errors import InputError
from reasoner.files import write_atomically
from reasoner.knowledge.cache import fingerprint

#: Statements a part: enough that starting one costs nothing, few enough that a part fits in memory many times.
PART = 500
#: Parts under way at once; more would only wait in memory.
_AHEAD = 8
#: Part of the name of every folder of parts: raise it when the same input gives other questions.
_VERSION = "2"


class Job(NamedTuple):
    """What questions are assembled from, and how."""

    facts: str
    documents: str
    limits: Limits
    seed: int
    join: bool

    @property
    def identity(self) -> str:
        """A name that changes with anything that the questions depend on."""
        return fingerprint(_VERSION, repr(self[2:]), Path(self.facts), Path(self.documents))


class Parts:
    """The questions of a job on disk, before balance; made on iteration, as far as they are not there yet.

    Parameters
    ----------
    job : Job
        What is assembled.
    folder : Path
        Where parts lie; those of the same job are taken as they are, those of another are removed.
    executor : Executor, optional
        Processes of this machine or of a cluster, which see the same files. Without it, this process does the work.
    """

    def __init__(self, job: Job, folder: Path, executor: Executor | None = None) -> None:
        self.job, self._executor = job, executor
        self._folder = folder / job.identity
        for other in folder.glob("*"):
            if other.is_dir() and other != self._folder:
                shutil.rmtree(other)
        self._folder.mkdir(parents=True, exist_ok=True)

    def index(self) -> Iterator[int]:
        """Write the graph unless it is there; yield each document that was read."""
        if self._graph.exists():
            return
        part = self._folder / "graph.part"
        shutil.rmtree(part, ignore_errors=True)
        part.mkdir()
        try:
            yield from index(Path(self.job.facts), Path(self.job.documents), part, self.job.join)
        except sqlite3.OperationalError as error:  # the disk is full
            raise InputError(f"cannot be written: {error}", path=str(part)) from None
        part.rename(self._graph)

    def make(self) -> Iterator[int]:
        """Write every part that is missing; yield how many questions each of these has."""
        missing = [first for first in self._firsts if not self._path(first).exists()]
        if self._executor is None:
            for first in missing:
                yield self._written(first, part(self.job, str(self._graph), first))
            return
        under_way: deque[tuple[int, Future[list[str]]]] = deque()
        for first in missing:
            under_way.append((first, self._executor.submit(part, self.job, str(self._graph), first)))
            if len(under_way) == _AHEAD:
                yield self._written(*_next(under_way))
        while under_way:
            yield self._written(*_next(under_way))

    def __iter__(self) -> Iterator[Row]:
        for first in self._firsts:
            with open(self._path(first), encoding="utf-8") as lines:
                for line in lines:
                    yield Row(*json.loads(line))

    @property
    def graph(self) -> Graph:
        """The graph, open for reading."""
        return _opened(str(self._graph), self.job.documents)

    @property
    def _graph(self) -> Path:
        return self._folder / "graph"

    @property
    def _firsts(self) -> range:
        return range(0, self.graph.count, PART)

    def _path(self, first: int) -> Path:
        return self._folder / f"{first:010}.jsonl"

    def _written(self, first: int, lines: list[str]) -> int:
        write_atomically(self._path(first), lines)
        return len(lines)


def _next(under_way: deque[tuple[int, Future[list[str]]]]) -> tuple[int, list[str]]:
    first, future = under_way.popleft()
    return first, future.result()


def part(job: Job, graph: str, first: int) -> list[str]:
    """Return the questions that a part of the statements gives, as lines."""
    found = rows(_opened(graph, job.documents), job.limits, job.seed, first, first + PART)
    return [json.dumps(row) + "\n" for row in found]


@lru_cache(maxsize=1)
def _opened(folder: str, documents: str) -> Graph:
    """What a process opens once for all its parts."""
    return Graph(Path(folder), Path(documents))
