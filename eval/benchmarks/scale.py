"""Index a corpus within bounded memory and ask questions over it: time, memory, disk, milliseconds a question.

    python eval/benchmarks/recombine.py SENTENCES.txt.gz LARGE.txt --count 14000000
    python eval/benchmarks/scale.py LARGE.txt QUESTIONS.jsonl --cache DIR [--jobs 2 | --cluster ADDRESS] [--kill 60]

Indexing runs as `reasoner kb import --words` in a process that may ask for 4 GB of its own and no more (what it maps
from files is not counted: the system takes that back when it must). With --kill it is killed after so many seconds,
again and again, until it has finished. Last comes a fingerprint of every byte that was written.
"""

from __future__ import annotations

import argparse
import os
import resource
import signal
import statistics
import subprocess
import sys
import time
from pathlib import Path

from reasoner.knowledge import open_knowledge
from reasoner.knowledge.cache import content_fingerprint
from reasoner.question import read_questions
from reasoner.solver import get_solver

MOST = 4_000_000_000


def bounded() -> None:
    resource.setrlimit(resource.RLIMIT_DATA, (MOST, MOST))


def own_memory(process: int) -> int:
    """Return the megabytes that a process has for itself now (Linux)."""
    try:
        status = Path(f"/proc/{process}/status").read_text(encoding="utf-8")
    except OSError:
        return 0
    return next((int(line.split()[1]) // 1000 for line in status.splitlines() if line.startswith("RssAnon")), 0)


def run_once(command: list[str], kill: float) -> tuple[int, int]:
    """Run a command, for so many seconds at the most where any are given; return its code and its peak of memory."""
    began, peak = time.monotonic(), 0
    process = subprocess.Popen(command, preexec_fn=bounded, stdout=subprocess.DEVNULL)
    while process.poll() is None:
        time.sleep(0.2)
        peak = max(peak, own_memory(process.pid))
        if kill and time.monotonic() - began > kill:
            process.send_signal(signal.SIGKILL)
    return process.returncode, peak


def build(corpus: Path, options: list[str], kill: float) -> None:
    command = [sys.executable, "-m", "reasoner", "kb", "import", str(corpus), "--words", *options]
    began, peak, kills = time.monotonic(), 0, 0
    while True:
        code, most = run_once(command, kill)
        peak = max(peak, most)
        if code != -signal.SIGKILL:
            break
        kills, kill = kills + 1, kill * 1.5  # so that it gets through in the end, however busy the machine
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    print(f"indexed with code {code} after {kills} kills: {time.monotonic() - began:.0f} s on the clock, ", end="")
    print(f"{used.ru_utime + used.ru_stime:.0f} s of processor time, {peak:,} MB at the most", flush=True)
    if code:
        raise SystemExit(code)


def ask(corpus: Path, questions: Path, count: int) -> None:
    kb = open_knowledge(str(corpus))
    asked = [question.given("none") for question in read_questions(questions)][:count]
    print(f"{len(kb):,} facts", flush=True)
    for name in ("ir", "pmi"):
        solver = get_solver(name, kb=kb)
        for question in asked:  # once before the clock runs, so that the disk is not what is measured
            solver.answer(question)
        times = []
        for question in asked:
            began = time.process_time()
            solver.answer(question)
            times.append(1000 * (time.process_time() - began))
        cuts = statistics.quantiles(times, n=20)
        print(f"{name:4} p50 {statistics.median(times):.1f} ms  p95 {cuts[-1]:.1f} ms", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpus", type=Path)
    parser.add_argument("questions", type=Path)
    parser.add_argument("--cache", type=Path, required=True)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--cluster")
    parser.add_argument("--kill", type=float, default=0)
    parser.add_argument("--count", type=int, default=150)
    options = parser.parse_args()
    os.environ["REASONER_CACHE"] = str(options.cache)
    passed = ["--cluster", options.cluster] if options.cluster else ["--jobs", str(options.jobs)]
    build(options.corpus, passed, options.kill)
    files = [path for path in options.cache.rglob("*") if path.is_file()]
    kept = sorted(path for path in files if path.name != "seal.json")  # that holds the times of writing
    print(f"{sum(path.stat().st_size for path in files) / 1e6:,.0f} MB on disk; ", end="")
    print(f"bytes {content_fingerprint(kept)}", flush=True)
    ask(options.corpus, options.questions, options.count)


if __name__ == "__main__":
    main()
