"""Time and memory of the knowledge store: import, start-up, search.

    python eval/benchmarks/knowledge.py --data DIR

Every import starts from an empty cache; start-up and search run in a process of their own with the index built.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
from pathlib import Path

#: What issue 4 asks for.
BARS = {"conceptnet": 20.0, "corpus": 90.0}
START_BAR, SEARCH_BAR = 1.0, 20.0

_IMPORT = """
import json, resource, sys, time
start = time.perf_counter()
from reasoner.knowledge import KnowledgeBase
kb = KnowledgeBase.open([sys.argv[1]])
seconds = time.perf_counter() - start
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
print(json.dumps({"facts": len(kb), "seconds": seconds, "megabytes": peak}))
"""
_SEARCH = """
import json, statistics, sys, time
start = time.perf_counter()
from reasoner.knowledge import KnowledgeBase
from reasoner.language.terms import content_lemmas
kb = KnowledgeBase.open([sys.argv[1]])
kb.search([["water"]], limit=1)
started = time.perf_counter() - start
queries = [content_lemmas(fact.text) for fact in map(kb.store.__getitem__, range(0, len(kb), max(1, len(kb) // 300)))]
queries = [query for query in queries if query]
for query in queries[:20]:
    kb.search([query], limit=10)
times = []
for query in queries:
    begin = time.perf_counter()
    kb.search([query], limit=10)
    times.append(1000 * (time.perf_counter() - begin))
times.sort()
print(json.dumps({"start": started, "median": statistics.median(times), "p95": times[int(0.95 * len(times))]}))
"""


def run(code: str, source: str, cache: str) -> dict[str, float]:
    """Run a measurement in a fresh process."""
    done = subprocess.run(
        [sys.executable, "-c", code, source],
        env=os.environ | {"REASONER_CACHE": cache},
        check=True,
        capture_output=True,
        text=True,
    )
    return dict(json.loads(done.stdout))


def write_generated(path: Path, lines: int) -> None:
    """Write sentences of random words from a fixed seed."""
    generator = random.Random(1)
    vocabulary = [f"{a}{b}{c}" for a in "bdfgklmnprst" for b in "aeiou" for c in "bdgklmnprst"]
    with open(path, "w", encoding="utf-8") as file:
        for _ in range(lines):
            file.write(" ".join(generator.choices(vocabulary, k=10)) + "\n")


def main() -> None:
    """Measure and print a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=os.environ.get("REASONER_DATA"), help="folder of the data sets")
    parser.add_argument("--generated", type=int, default=0, help="also import this many generated lines")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        sources = {"science": "science"}
        if arguments.data:
            data = Path(arguments.data)
            sources["conceptnet"] = str(data / "conceptnet" / "cn100k.tsv")
            sources["corpus"] = str(data / "corpus" / "science_sentences.txt.gz")
        if arguments.generated:
            write_generated(Path(folder) / "generated.txt", arguments.generated)
            sources["generated"] = str(Path(folder) / "generated.txt")
        headings = ("facts", "import s", "peak MB", "start s", "search ms", "p95 ms")
        print(f"{'source':12}" + "".join(f"{heading:>11}" for heading in headings) + "  bars")
        for name, source in sources.items():
            cache = str(Path(folder) / "cache" / name)
            built, warm = run(_IMPORT, source, cache), run(_SEARCH, source, cache)
            bars = {
                "import": built["seconds"] <= BARS.get(name, float("inf")),
                "start": warm["start"] <= START_BAR,
                "search": warm["p95"] <= SEARCH_BAR,
            }
            missed = ", ".join(bar for bar, met in bars.items() if not met)
            counts = f"{built['facts']:11,.0f}{built['seconds']:11.1f}{built['megabytes']:11,.0f}"
            times = f"{warm['start']:11.2f}{warm['median']:11.2f}{warm['p95']:11.2f}"
            print(f"{name:12}{counts}{times}  {'missed: ' + missed if missed else 'met'}", flush=True)


if __name__ == "__main__":
    main()
