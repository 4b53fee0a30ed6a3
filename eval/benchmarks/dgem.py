"""DGEM: SciTail Dev with ablations, OpenBookQA Dev, and where the time goes.

    python eval/benchmarks/dgem.py --data DIR [--only scitail,openbookqa,speed]

Ablations switch parts of the shipped weights off; `reasoner train dgem --parts whole` trains one without graph.
Speed: a full OpenBookQA Dev run over F in a fresh cache (processor time, and the share inside the encoder's forward
pass), the same again with the cache warm, and the time from start to the first answer in a process of its own.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from reasoner.knowledge import KnowledgeBase
from reasoner.neural.encoder import Encoder
from reasoner.neural.entailment import Entailment
from reasoner.neural.pairs import read_pairs
from reasoner.neural.together import Judge
from reasoner.question import read_questions
from reasoner.solver import get_solver

CONDITIONS = [("dgem", "F", "none"), ("dgem", "none", "f"), ("dgem", "none", "fk"), ("dgem-choice", "F", "none")]


def scitail(data: Path) -> None:
    model, pairs = Entailment(), read_pairs(data / "scitail" / "dev.jsonl")
    tokens = model.reader.tokens([pair.premise for pair in pairs])
    claims = model.reader.claims([pair.hypothesis for pair in pairs])
    details = model.log_odds([(tokens[pair.premise], claims[pair.hypothesis]) for pair in pairs])

    outcomes = Judge().outcomes([(pair.premise, pair.hypothesis) for pair in pairs])

    def accuracy(score, of=details) -> float:
        return sum((score(one) > 0) == pair.entails for one, pair in zip(of, pairs, strict=True)) / len(pairs)

    def mean(values) -> float:
        return sum(values) / max(len(values), 1)

    both = list(zip(details, outcomes, strict=True))
    print(f"SciTail Dev, {len(pairs)} pairs: {accuracy(lambda one: one[0].total + one[1].log_odds, both):.4f}")
    print(f"  read together, alone: {accuracy(lambda one: one.log_odds, outcomes):.4f}")
    print(f"  without reading together: {accuracy(lambda one: one.total):.4f}")
    print(f"  same weights, edges switched off: {accuracy(lambda one: one.total - mean(one.edges)):.4f}")
    print(f"  same weights, nodes switched off: {accuracy(lambda one: one.total - mean(one.nodes)):.4f}")
    print(f"  same weights, graph switched off: {accuracy(lambda one: one.whole):.4f}")


def openbookqa(data: Path) -> None:
    questions = read_questions(data / "openbookqa" / "dev.jsonl")
    book = str(data / "openbookqa" / "openbook.txt")
    for name, knowledge, given in CONDITIONS:
        solver = get_solver(name, kb=KnowledgeBase.open([book if knowledge == "F" else "none"]))
        answers = solver.answer_all([question.given(given) for question in questions])
        credit = sum(answer.credit(q.answer_key) for q, answer in zip(questions, answers, strict=True))
        print(
            f"OpenBookQA Dev, {name}, knowledge {knowledge}, given {given}: {credit / len(questions):.3f}", flush=True
        )


def speed(data: Path) -> None:
    with tempfile.TemporaryDirectory() as cache:
        os.environ["REASONER_CACHE"] = cache
        code = (
            "import time; start = time.perf_counter()\n"
            "from reasoner.knowledge import KnowledgeBase; from reasoner.question import read_questions\n"
            "from reasoner.solver import get_solver\n"
            f"question = read_questions({str(data / 'openbookqa' / 'dev.jsonl')!r})[0]\n"
            "solver = get_solver('dgem', kb=KnowledgeBase.open(['none']))\n"
            "next(solver.answer_all([question.given('f')]))\n"
            "print(f'first answer: {time.perf_counter() - start:.1f} s, {time.process_time():.1f} s of processor time')"
        )
        subprocess.run([sys.executable, "-c", code], check=True)
        cold, forward = _full_run(data)
        print(f"full Dev run, cold cache: {cold:.1f} s of processor time, {forward / cold:.1%} in the forward pass")
        warm, _ = _full_run(data)
        print(f"full Dev run, warm cache: {warm:.1f} s, {cold / warm:.1f} times as fast")


def _full_run(data: Path) -> tuple[float, float]:
    """Processor time of a run, and of the forward passes within it; what is loaded once a process does not count."""
    questions = read_questions(data / "openbookqa" / "dev.jsonl")
    solver = get_solver("dgem", kb=KnowledgeBase.open([str(data / "openbookqa" / "openbook.txt")]))
    Encoder(keep=False).encode(["load everything"])
    within, plain = 0.0, Encoder._outputs

    def timed(self, texts):
        nonlocal within
        start = time.process_time()
        try:
            return plain(self, texts)
        finally:
            within += time.process_time() - start

    Encoder._outputs = timed
    try:
        start = time.process_time()
        for _ in solver.answer_all(questions):
            pass
        return time.process_time() - start, within
    finally:
        Encoder._outputs = plain


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=os.environ.get("REASONER_DATA"))
    parser.add_argument("--only", default="scitail,openbookqa,speed")
    arguments = parser.parse_args()
    for part in arguments.only.split(","):
        {"scitail": scitail, "openbookqa": openbookqa, "speed": speed}[part](arguments.data)
