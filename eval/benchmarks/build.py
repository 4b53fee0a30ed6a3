"""`reasoner dataset build` on a generated corpus: time and peak memory, alone or with local Dask workers.

    python eval/benchmarks/build.py --documents 100000 --workers 2

Every entity has a document that names three others; a fact about it has its object two documents away. With workers the
result is compared, byte for byte, with that of one process.
"""

from __future__ import annotations

import argparse
import filecmp
import json
import resource
import subprocess
import sys
import time
from pathlib import Path
from random import Random

SYLLABLES = [one + two for one in "bdfgklmnprstvz" for two in ("a", "e", "i", "o", "u")]
RELATIONS = ("place of birth", "part of", "maker", "owner", "home", "follows", "named after", "member of")


def name(number: int) -> str:
    """Return a made-up name, another one for every number."""
    syllables = []
    for _ in range(4):
        number, rest = divmod(number, len(SYLLABLES))
        syllables.append(SYLLABLES[rest])
    return "".join(syllables).capitalize()


def generate(count: int, folder: Path) -> tuple[Path, Path]:
    """Write so many documents and facts."""
    draw = Random(count)
    named = [tuple(draw.randrange(count) for _ in range(3)) for _ in range(count)]
    facts, documents = folder / f"facts-{count}.tsv", folder / f"documents-{count}.jsonl"
    with open(facts, "w", encoding="utf-8") as rows, open(documents, "w", encoding="utf-8") as lines:
        for number, others in enumerate(named):
            one, two, three = map(name, others)
            text = f"{name(number)} is known for its work with {one}. It was seen with {two} in the year of {three}."
            lines.write(json.dumps({"title": name(number), "text": text}) + "\n")
            rows.write(f"{name(number)}\t{draw.choice(RELATIONS)}\t{name(named[others[0]][1])}\n")
    return facts, documents


def run(facts: Path, documents: Path, target: Path, *more: str) -> str:
    command = [sys.executable, "-m", "reasoner", "dataset", "build", str(facts), str(documents), str(target), *more]
    began = time.monotonic()
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    said = done.stderr.strip().splitlines()[-1]
    cpu = used.ru_utime + used.ru_stime
    return f"{time.monotonic() - began:.0f} s ({cpu:.0f} s of processor), peak {used.ru_maxrss / 1000:.0f} MB; {said}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--documents", type=int, default=100_000)
    parser.add_argument("--workers", type=int, default=0)
    parser.add_argument("--folder", type=Path, default=Path("/tmp"))
    parser.add_argument("--chain", default="3", help="the most documents in a chain; 2 reach every object")
    options = parser.parse_args()
    facts, documents = generate(options.documents, options.folder)
    alone, together = (options.folder / f"{what}-{options.documents}.jsonl" for what in ("alone", "together"))
    said = run(facts, documents, alone, "--chain", options.chain)
    print(f"{options.documents:,} documents and facts, one process: {said}", flush=True)
    if options.workers:
        from distributed import LocalCluster

        with LocalCluster(n_workers=options.workers, threads_per_worker=1, dashboard_address=None) as cluster:
            said = run(facts, documents, together, "--chain", options.chain, "--cluster", cluster.scheduler_address)
        same = filecmp.cmp(alone, together, shallow=False)
        print(f"{options.workers} Dask workers: {said}; {'the same bytes' if same else 'OTHER BYTES'}", flush=True)


if __name__ == "__main__":
    main()
