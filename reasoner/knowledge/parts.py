"""Facts on disk, and work on them in parts: a kill costs a part, and parts may be made by other processes."""

from __future__ import annotations

import json
import logging
from array import array
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import BrokenExecutor, Executor
from itertools import chain, islice
from pathlib import Path
from typing import Any

import numpy as np

from reasoner.knowledge.cache import sealed_directory
from reasoner.knowledge.fact import Fact

TEXTS, OFFSETS = "facts.jsonl", "offsets.npy"
#: Bytes of facts a part: some 800,000 sentences. It bounds the memory that a part takes, and what a kill can cost.
PART = 128_000_000
_log = logging.getLogger(__name__)

Work = Callable[[Path, Iterable[Fact], int], None]
"""Fills an empty folder from facts, of which the first has a number."""

Track = Callable[[Iterator[Any], str], Iterable[Any]]
"""Wraps a stream to show its progress, under a heading."""


def write_facts(folder: Path, facts: Iterable[Fact]) -> None:
    """Write facts, a line each, and where each begins."""
    offsets = array("q", [0])
    with open(folder / TEXTS, "wb") as texts:
        for fact in facts:
            offsets.append(offsets[-1] + texts.write(as_line(fact)))
    np.save(folder / OFFSETS, np.frombuffer(offsets, dtype=np.int64))


def read_facts(folder: Path, numbers: range) -> Iterator[Fact]:
    """Yield some of the facts that were written to a folder."""
    with open(folder / TEXTS, "rb") as lines:
        lines.seek(int(np.load(folder / OFFSETS, mmap_mode="r")[numbers.start]))
        yield from map(as_fact, islice(lines, len(numbers)))


def as_line(fact: Fact) -> bytes:
    """Return a fact as it is written."""
    fields = fact.text, fact.source, fact.line, fact.relation, fact.arguments, fact.wording  # astuple copies each
    return json.dumps([*fields, *fact.cells], ensure_ascii=False).encode() + b"\n"


def as_fact(written: bytes) -> Fact:
    """Return the fact that a line says."""
    text, source, line, relation, arguments, wording, *cells = json.loads(written)
    return Fact(text, source, line, relation, tuple(arguments), wording, tuple(cells))


def cut(folder: Path, size: int) -> list[range]:
    """Return the numbers of the facts of each part; at least one part, which may be empty."""
    offsets = np.load(folder / OFFSETS, mmap_mode="r")
    ends = np.searchsorted(offsets, np.arange(size, offsets[-1], size)).tolist()
    last = len(offsets) - 1
    starts = list(dict.fromkeys([0, *(end for end in ends if end < last)]))
    return [range(start, end) for start, end in zip(starts, [*starts[1:], last], strict=True)]


def make_parts(
    work: Work,
    folder: Path,
    kept: Path,
    track: Track,
    heading: str,
    executor: Executor | None = None,
    size: int | None = None,
) -> list[Path]:
    """Do some work on every part of the facts in a folder; return where the results lie, in order.

    Parameters
    ----------
    work : callable
        What is done to a part; other processes must be able to import it.
    folder, kept : Path
        Where the facts lie, and where results go; those that are there already are not made again.
    track, heading : callable, str
        How progress is shown.
    executor : Executor, optional
        Processes of this machine or of a cluster, which see the same files. Without it, this process does the work.
    size : int, optional
        Bytes of facts a part.
    """
    parts = cut(folder, size or PART)
    targets = [kept / f"{number:05}" for number in range(len(parts))]
    missing = [(part, target) for part, target in zip(parts, targets, strict=True) if not target.exists()]
    if executor:
        missing = _hand_out(work, folder, missing, executor, track, heading)
    facts = iter(track(chain.from_iterable(read_facts(folder, part) for part, _ in missing), heading))
    for part, target in missing:
        own = islice(facts, len(part))
        sealed_directory(target, lambda aside, own=own, part=part: work(aside, own, part.start))  # type: ignore[misc]
        # Another process may have made this part meanwhile: the next one starts after it all the same.
        deque(own, maxlen=0)
    return targets


def _hand_out(
    work: Work, folder: Path, parts: list[tuple[range, Path]], executor: Executor, track: Track, heading: str
) -> list[tuple[range, Path]]:
    """Let other processes do the work; return what is left over because one of them was killed."""
    try:
        made = [executor.submit(_make_part, work, str(folder), part, str(target)) for part, target in parts]
        for future in track(iter(made), f"{heading}, parts"):
            future.result()
    except BrokenExecutor as error:
        _log.warning("a process was ended (%s); the rest is done by one alone", error)
    return [(part, target) for part, target in parts if not target.exists()]


def _make_part(work: Work, folder: str, part: range, target: str) -> None:
    sealed_directory(Path(target), lambda aside: work(aside, read_facts(Path(folder), part), part.start))
