"""How much faster two processes answer than one, and whether they write the same bytes, times apart.

python eval/benchmarks/jobs.py --data DIR [--limit 500] [--jobs 2]
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

BOOK = "openbookqa/openbook.txt"
QUESTIONS = "openbookqa/dev.jsonl"
RUNS = (("ilp", ()), ("chain", ()))


def main() -> None:
    """Run each solver with one process and with several, as a user would, from start to end."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    data = os.environ.get("REASONER_DATA")
    parser.add_argument("--data", type=Path, default=data, required=data is None)
    parser.add_argument("--limit", type=int, default=500)
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    evaluate(options, "ilp", (), 1)  # the book is indexed and read once, by whoever comes first
    for solver, settings in RUNS:
        alone, together = (evaluate(options, solver, settings, jobs) for jobs in (1, options.jobs))
        print(
            f"{solver:6} {options.limit} questions  1 process {alone.wall:6.1f} s"
            f"  {options.jobs} processes {together.wall:6.1f} s  {alone.wall / together.wall:.2f}x faster"
            f"  processor {alone.processor:.1f} s and {together.processor:.1f} s"
            f"  bytes {'equal' if alone.lines == together.lines else 'DIFFER'}",
            flush=True,
        )


@dataclass
class Run:
    """The seconds of a whole command, on the wall and of processors, and the lines that it wrote, without times."""

    wall: float
    processor: float
    lines: list[str]


def evaluate(options: argparse.Namespace, solver: str, settings: tuple[str, ...], jobs: int) -> Run:
    """Run the command."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "reasoner", "evaluate", options.data / QUESTIONS, "--kb", options.data / BOOK]
        command += ["--solver", solver, *settings, "--limit", str(options.limit), "--jobs", str(jobs), "--out", folder]
        start, before = time.perf_counter(), processor_seconds()
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        wall, processor = time.perf_counter() - start, processor_seconds() - before
        (answers,) = Path(folder).glob("*.jsonl")
        records = (json.loads(line) for line in answers.read_text(encoding="utf-8").splitlines())
        return Run(wall, processor, [json.dumps(record | {"seconds": 0.0}) for record in records])


def processor_seconds() -> float:
    """Return what all processes that this one started have used so far; other work on the machine does not count."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


if __name__ == "__main__":
    main()
