"""What `pmi` costs: its index of positions, a question, and both on a corpus made larger by noisy copies.

python eval/benchmarks/pmi.py --data DIR     (--times 10 for the larger corpus; seconds are of processor time)
"""

from __future__ import annotations

import argparse
import gzip
import multiprocessing
import os
import random
import resource
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np

from reasoner import KnowledgeBase, Question, read_questions
from reasoner.experiment.scoring import score
from reasoner.language.terms import content_lemmas
from reasoner.retrieval.positions import Positions
from reasoner.retrieval.positions_index import build_positions
from reasoner.solvers.pmi import PMI

SETS = ("openbookqa/dev", "arc/ARC-Easy-Dev")
TIMED = 150  # questions of each set


def main() -> None:
    """Print a table: build, memory, disk and milliseconds a question, for the corpus and the larger one."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--data", type=Path, default=os.environ.get("REASONER_DATA"), required="REASONER_DATA" not in os.environ
    )
    parser.add_argument("--times", type=int, default=10)
    parser.add_argument("--rounds", type=int, default=3)
    arguments = parser.parse_args()
    data = Path(arguments.data)
    questions = {name: [q.given("none") for q in read_questions(data / f"{name}.jsonl")] for name in SETS}
    print(f"{'corpus':>10} {'build s':>8} {'wall s':>7} {'peak MB':>8} {'disk MB':>8} ", end="")
    print(" ".join(f"{'ms ' + name.split('/')[-1]:>17} {'bare':>6} {'score':>6}" for name in SETS))
    with tempfile.TemporaryDirectory() as folder:
        corpus = Path(folder) / "corpus.txt"
        for times in (1, arguments.times):
            write_copies(data / "corpus" / "science_sentences.txt.gz", corpus, times)
            measure(corpus, Path(folder) / str(times), questions, arguments.rounds)


def write_copies(source: Path, target: Path, times: int) -> None:
    """Write every sentence so many times; in each copy after the first, one word gives way to one of elsewhere."""
    chance = random.Random(0)
    with gzip.open(source, "rt", encoding="utf-8") as lines:
        sentences = lines.read().splitlines()
    with open(target, "w", encoding="utf-8") as out:
        out.writelines(f"{sentence}\n" for sentence in sentences)
        for _ in range(times - 1):
            for sentence in sentences:
                words = sentence.split()
                noise = chance.choice(sentences).split()
                if words and noise:
                    words[int(chance.random() * len(words))] = noise[0]
                out.write(" ".join(words) + "\n")


def measure(corpus: Path, folder: Path, questions: dict[str, list[Question]], rounds: int) -> None:
    """Print one row of the table."""
    folder.mkdir()
    with multiprocessing.get_context("spawn").Pool(1) as pool:  # a process of its own, for its peak of memory
        cpu, wall, peak = pool.apply(build, (corpus, folder))
    disk = sum(path.stat().st_size for path in folder.iterdir()) / 1e6
    positions = Positions.open(folder)
    print(f"{positions.sentence_count:>10,} {cpu:>8.1f} {wall:>7.1f} {peak:>8.0f} {disk:>8.0f} ", end="", flush=True)
    solver = PMI(KnowledgeBase.from_facts(()))
    solver.positions = positions
    cells = []
    for asked in questions.values():
        result = score("pmi", zip(asked, solver.answer_all(asked), strict=True)).score
        asked, whole, bare = asked[:TIMED], [], []
        for _ in range(rounds):  # interleaved, so that both see the same noise
            whole.append(seconds(lambda asked=asked: list(solver.answer_all(asked))))
            bare.append(seconds(lambda asked=asked: [intersect(positions, question) for question in asked]))
        per_question = [statistics.median(each) * 1000 / len(asked) for each in (whole, bare)]
        cells.append(f"{per_question[0]:>17.2f} {per_question[1]:>6.2f} {result:>6.3f}")
    print(" ".join(cells), flush=True)


def build(corpus: Path, folder: Path) -> tuple[float, float, float]:
    """Build an index; return its processor seconds, wall seconds and peak of memory in MB."""
    cpu, wall = time.process_time(), time.perf_counter()
    build_positions(folder, lines_of(corpus))
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1000
    return time.process_time() - cpu, time.perf_counter() - wall, peak


def lines_of(corpus: Path) -> Iterator[str]:
    """Stream the lines of a file."""
    with open(corpus, encoding="utf-8") as lines:
        yield from lines


def intersect(positions: Positions, question: Question) -> int:
    """Intersect the sentences of every word of the stem with those of every word of the choices, and nothing else."""
    stem = set(content_lemmas(question.stem))
    choices = {lemma for choice in question.choices for lemma in content_lemmas(choice.text)}
    lists = {lemma: positions.find((lemma,)).sentences for lemma in stem | choices}
    common = 0
    for x in stem:
        for y in choices:
            few, many = sorted((lists[x], lists[y]), key=len)
            if len(few):
                places = np.searchsorted(many, few)
                common += np.count_nonzero(many.take(places, mode="clip") == few)
    return common


def seconds(call: Callable[[], object]) -> float:
    """Return the processor time that a call takes, which a busy machine does not blur."""
    start = time.process_time()
    call()
    return time.process_time() - start


if __name__ == "__main__":
    main()
