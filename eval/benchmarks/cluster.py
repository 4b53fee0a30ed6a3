"""Index a corpus alone, on a local Dask cluster, and on one of which a worker is killed: seconds, and the same bytes.

python eval/benchmarks/cluster.py CORPUS.txt --workers 2 --part 3000000
"""

from __future__ import annotations

import argparse
import os
import signal
import tempfile
import threading
import time
from concurrent.futures import Executor
from pathlib import Path

from distributed import Client, LocalCluster

from reasoner.knowledge import KnowledgeBase, parts
from reasoner.knowledge.cache import content_fingerprint
from reasoner.retrieval.positions import Positions


def built(corpus: Path, cache: Path, executor: Executor | None) -> str:
    """Index facts and words; return the seconds and a fingerprint of every byte but the times of writing."""
    os.environ["REASONER_CACHE"] = str(cache)
    began = time.monotonic()
    Positions.over(KnowledgeBase.open([corpus], executor=executor), executor)
    seconds = time.monotonic() - began
    files = [path for path in cache.rglob("*") if path.is_file() and path.name != "seal.json"]
    return f"{seconds:6.1f} s  {content_fingerprint(files)}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpus", type=Path)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--part", type=int, default=parts.PART, help="bytes of facts a part")
    parser.add_argument("--kill", type=float, default=5, help="seconds after which a worker is killed")
    options = parser.parse_args()
    parts.PART = options.part
    with tempfile.TemporaryDirectory() as name:
        print("alone          ", built(options.corpus, Path(name) / "cache", None), flush=True)
    for what, kills in (("cluster        ", False), ("a worker killed", True)):
        with (
            tempfile.TemporaryDirectory() as name,
            LocalCluster(n_workers=options.workers, threads_per_worker=1, dashboard_address=None) as cluster,
            Client(cluster) as client,
            client.get_executor() as executor,
        ):
            client.run(os.getpid)  # workers are there before the clock runs
            if kills:
                (doomed, *_) = client.run(os.getpid).values()
                threading.Timer(options.kill, os.kill, (doomed, signal.SIGKILL)).start()
            print(what, built(options.corpus, Path(name) / "cache", executor), flush=True)


if __name__ == "__main__":
    main()
