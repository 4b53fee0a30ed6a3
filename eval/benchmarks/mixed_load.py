"""`reasoner serve` under honest, slow and hostile clients at once, beside the honest ones alone.

python -m eval.benchmarks.mixed_load --seconds 300

Each client has an address of its own in 127.0.0.0/8 (Linux), as clients of a server do.
Honest clients ask one question after the other. Slow ones open a connection and send a byte now and then. Hostile ones
send what costs most of what is accepted, and much that is not; what they send is made beforehand, and in a process of
their own, so that the server is what is measured. Said are the times of the honest requests, what became of the hostile
ones, and the memory of server and workers over time.
"""

from __future__ import annotations

import argparse
import http.client
import json
import signal
import socket
import threading
import time
from collections import Counter
from multiprocessing import Pipe, Process
from multiprocessing.connection import Connection
from random import Random
from urllib.parse import urlsplit

from eval.benchmarks.serve import STEM, ask, memory, percentile, started

SOLVERS = ("chain", "ilp", "ir")
WORDS = "copper wool granite magnet water oak frog frost river lamp glass spoon".split()


def honest(address: str, number: int, until: float, found: list[tuple[int, bool, float]]) -> None:
    """Ask one question after the other, with a moment between."""
    draw = Random(number)
    while time.monotonic() < until:
        found.append(
            ask(address, draw.randrange(10**9), draw.choice(SOLVERS), threading.Barrier(1), f"127.0.1.{number + 1}")
        )
        time.sleep(0.2)


def costly(draw: Random) -> bytes:
    """Return a request that is accepted and costs much, or one that is not."""
    choices = [f"{draw.choice(WORDS)} {number}" for number in range(draw.choice((4, 80, 500, 12_000)))]
    facts = [f"Every {draw.choice(WORDS)} {number} has a {draw.choice(WORDS)}." for number in range(1000)]
    question = {"stem": STEM.format(draw.random()), "choices": choices}
    kind = draw.randrange(7)
    if kind == 6:  # few bytes, much work
        question["choices"] = choices[:80]
        return json.dumps({"question": {"question": question}, "solvers": ["ilp", "chain", "tuple-ilp"]}).encode()
    if kind < 3:
        solver = ("ilp+chain", "chain", f"{draw.randrange(1, 99)}.5*ilp+ir")[kind]
        return json.dumps({"question": {"question": question}, "facts": facts, "solvers": [solver]}).encode()
    if kind == 3:
        return b"[" * 500_000
    if kind == 4:
        return json.dumps({"question": "Which? " + "(A) a " * 100_000}).encode()
    return draw.randbytes(2_000_000)


def hostile(address: str, number: int, until: float, found: Counter[str], bodies: list[bytes]) -> None:
    """Send one costly request after the other; go away before the answer now and then."""
    draw, own = Random(1000 + number), f"127.0.2.{number + 1}"
    while time.monotonic() < until:
        patience = draw.choice((1, 5, 90))
        connection = http.client.HTTPConnection(urlsplit(address).netloc, timeout=patience, source_address=(own, 0))
        try:
            connection.request("POST", "/answer", draw.choice(bodies), {"Content-Type": "application/json"})
            found[str(connection.getresponse().status)] += 1
        except TimeoutError:
            found["went away"] += 1
        except (OSError, http.client.HTTPException):
            found["cut off"] += 1
        finally:
            connection.close()


def slow(address: str, until: float, found: Counter[str]) -> None:
    """Hold connections open, a byte every few seconds."""
    host, port = urlsplit(address).netloc.split(":")
    while time.monotonic() < until:
        lines = [socket.create_connection((host, int(port)), timeout=30) for _ in range(50)]
        try:
            for byte in b"POST /answer HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n":
                for line in lines:
                    line.send(bytes([byte]))
                time.sleep(3)
                if time.monotonic() > until:
                    break
        except OSError:
            found["dropped"] += 1
        for line in lines:
            line.close()


def attack(address: str, seconds: float, bad: int, line: Connection) -> None:
    """Let so many hostile clients, and slow ones, do what they can; send what became of it."""
    bodies = [costly(Random(number)) for number in range(100)]
    line.send(None)  # ready
    until, became = time.monotonic() + seconds, Counter[str]()
    threads = [threading.Thread(target=hostile, args=(address, number, until, became, bodies)) for number in range(bad)]
    threads += [threading.Thread(target=slow, args=(address, until, became)) for _ in range(bad // 4)]
    joined(threads)
    line.send(became)


def joined(threads: list[threading.Thread]) -> None:
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def measured(
    address: str, server: int, seconds: float, bad: int
) -> tuple[list[tuple[int, bool, float]], list[float], Counter[str]]:
    """Let four honest clients ask, beside so many hostile and slow ones."""
    here, there = Pipe()
    attacker = Process(target=attack, args=(address, seconds, bad, there))
    attacker.start()
    here.recv()
    until = time.monotonic() + seconds
    found: list[tuple[int, bool, float]] = []
    held: list[float] = []

    def watch() -> None:
        while time.monotonic() < until:
            time.sleep(seconds / 10)
            held.append(memory(server))

    joined(
        [threading.Thread(target=honest, args=(address, number, until, found)) for number in range(4)]
        + [threading.Thread(target=watch)]
    )
    became: Counter[str] = here.recv()
    attacker.join()
    return found, held, became


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=300)
    parser.add_argument("--workers", default="4")
    parser.add_argument("--hostile", type=int, default=8)
    options = parser.parse_args()
    server, address = started(options.workers)
    measured(address, server.pid, 10, 0)  # so that both rounds find models loaded
    p95 = []
    for bad in (0, options.hostile):
        found, held, became = measured(address, server.pid, options.seconds, bad)
        good = sum(status == 200 and own for status, own, _ in found)
        times = [seconds for *_, seconds in found]
        p95.append(percentile(times, 0.95))
        print(
            f"{bad} hostile: {good} of {len(found)} honest requests answered, p50 {percentile(times, 0.5):.0f} ms, ",
            end="",
        )
        print(
            f"p95 {p95[-1]:.0f} ms; memory {', '.join(f'{some:.0f}' for some in held)} MB; hostile: {dict(became)}",
            flush=True,
        )
    print(f"p95 with hostile clients is {p95[1] / p95[0]:.2f} times that without")
    server.send_signal(signal.SIGTERM)
    print(f"server ended with {server.wait(60)}")


if __name__ == "__main__":
    main()
