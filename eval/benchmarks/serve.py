"""Many requests at once to `reasoner serve` on this machine: none may be lost; how long they take.

python eval/benchmarks/serve.py --requests 400 --solver chain
"""

from __future__ import annotations

import argparse
import contextlib
import http.client
import json
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from urllib.parse import urlsplit

STEM = "Which of these lets heat travel through best, number {}?"
CHOICES = ["a wool hat", "a steel spoon", "a wooden bench", "a cotton shirt"]


def ask(address: str, number: int, solver: str, start: threading.Barrier, source: str = "") -> tuple[int, bool, float]:
    """Send one request, from an address of this machine where one is named.

    Its status is returned, whether it is the answer to this very question, and the seconds.
    """
    body = {
        "question": {"id": str(number), "question": {"stem": STEM.format(number), "choices": CHOICES}},
        "solvers": solver.split(","),
    }
    start.wait()
    began = time.perf_counter()
    connection = http.client.HTTPConnection(urlsplit(address).netloc, timeout=600, source_address=(source, 0))
    connection.request("POST", "/answer", json.dumps(body), {"Content-Type": "application/json"})
    response = connection.getresponse()
    record = json.loads(response.read())
    connection.close()
    seconds = time.perf_counter() - began
    return response.status, record.get("question", {}).get("id") == str(number), seconds


def memory(parent: int) -> float:
    """Return the megabytes of a process and its children, what they share counted once (Linux)."""
    found = subprocess.run(["pgrep", "-P", str(parent)], capture_output=True, text=True).stdout.split()
    kilobytes = 0
    for process in [str(parent), *found]:
        with contextlib.suppress(OSError):  # it has ended meanwhile
            for line in Path(f"/proc/{process}/smaps_rollup").read_text(encoding="utf-8").splitlines():
                if line.startswith("Pss:"):
                    kilobytes += int(line.split()[1])
    return kilobytes / 1000


def started(workers: str) -> tuple[subprocess.Popen[str], str]:
    """Start a server; return it and its address."""
    command = [sys.executable, "-m", "reasoner", "serve", "--port", "0", "--workers", workers]
    server = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    assert server.stderr
    return server, next(line for line in server.stderr if "http://" in line).split()[1]


def percentile(seconds: list[float], share: float) -> float:
    """Return the milliseconds below which a share of some times lies."""
    return 1000 * sorted(seconds)[max(0, round(share * len(seconds)) - 1)]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--requests", type=int, default=200)
    parser.add_argument("--solver", default="ir")
    parser.add_argument("--workers", default="4")
    options = parser.parse_args()
    server, address = started(options.workers)
    *_, cold = ask(address, -1, options.solver, threading.Barrier(1))
    before = memory(server.pid)
    start = threading.Barrier(options.requests)
    with ThreadPoolExecutor(options.requests) as pool:
        sent = [pool.submit(ask, address, number, options.solver, start) for number in range(options.requests)]
        results = [future.result() for future in sent]
    after = memory(server.pid)
    server.send_signal(signal.SIGTERM)
    code = server.wait(30)
    good = sum(status == 200 and own for status, own, _ in results)
    print(f"{good} of {options.requests} requests at once answered with their own question; server ended with {code}")
    print(f"the first took {1000 * cold:.0f} ms; server and workers hold {before:.0f} MB before, {after:.0f} MB after")
    for share in (0.5, 0.95, 1.0):
        print(f"p{100 * share:.0f}  {percentile([result[2] for result in results], share):.0f} ms")


if __name__ == "__main__":
    main()
