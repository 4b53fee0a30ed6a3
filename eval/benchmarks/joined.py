"""What joined retrieval costs a question: by words, and with vectors ready; also at ten times the facts.

    python eval/benchmarks/joined.py DATA [--vectors]

Facts are those of kb/science, repeated with a number appended until there are 80,000, and 800,000. Times are processor
time of this process.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path
from statistics import median

import numpy as np

from reasoner.knowledge import Fact, KnowledgeBase
from reasoner.question import read_questions
from reasoner.retrieval import Asked, Joined
from reasoner.retrieval.dense import Floats

ASKED = 60


class Ready:
    """Vectors that are there at once: random ones, because only the time is measured."""

    name = "random"

    def encode(self, texts: list[str]) -> Floats:
        """Return a random unit vector for each text."""
        vectors = np.random.default_rng(0).standard_normal((len(texts), 384), np.float32)
        return np.asarray(vectors / np.linalg.norm(vectors, axis=1, keepdims=True), np.float32)


def facts(count: int) -> list[Fact]:
    """Return so many facts."""
    texts = [fact.text for fact in KnowledgeBase.open(["science"])]
    turns = range(count // len(texts) + 1)
    return [Fact(f"{text} {turn}" if turn else text, "facts", 1) for turn in turns for text in texts][:count]


def main(data: Path, vectors: bool) -> None:
    """Print the median and the slowest of the questions, for each size."""
    questions = list(read_questions(data / "openbookqa/dev.jsonl"))[:ASKED]
    asked = [Asked.of(question) for question in questions]
    for count in (80_000, 800_000):
        finder = Joined(KnowledgeBase.from_facts(facts(count)), Ready() if vectors else None)
        finder.find(asked[0])
        times = []
        for one in asked:
            start = time.process_time()
            finder.find(one)
            times.append(1000 * (time.process_time() - start))
        print(f"{count:,} facts: {median(times):.1f} ms a question, slowest {max(times):.1f} ms", flush=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]), "--vectors" in sys.argv)
