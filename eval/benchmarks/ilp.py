"""How long the support-graph solvers take, what of it the bare solver calls take, and whether they beat a search box.

python eval/benchmarks/ilp.py speed --data DIR              milliseconds a question for `ilp` over F, by back end
python eval/benchmarks/ilp.py growth --data DIR --plot FILE with 10, 20, 40, 80 ways a choice
python eval/benchmarks/ilp.py paired --data DIR             against `ir` over the same knowledge, with paired tests
"""

from __future__ import annotations

import argparse
import os
import statistics
import time
from collections.abc import Mapping
from pathlib import Path

from reasoner import KnowledgeBase, Question, get_solver, read_questions
from reasoner.experiment.compare import compare
from reasoner.ilp.solve import BACK_ENDS, BackEnd, Outcome
from reasoner.solvers.support import evidence

BOOK = "openbookqa/openbook.txt"
QUESTIONS = {
    "OpenBookQA": "openbookqa/dev.jsonl",
    "ARC-Easy": "arc/ARC-Easy-Dev.jsonl",
    "ARC-Challenge": "arc/ARC-Challenge-Dev.jsonl",
}
GROWTH = (10, 20, 40, 80)


def main() -> None:
    """Run one of the three measurements."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["speed", "growth", "paired"])
    data = os.environ.get("REASONER_DATA")
    parser.add_argument("--data", type=Path, default=data, required=data is None)
    parser.add_argument("--limit", type=int, default=500, help="questions of a set at the most")
    parser.add_argument("--plot", type=Path, help="where growth is drawn, if matplotlib is installed")
    arguments = parser.parse_args()
    {"speed": speed, "growth": growth, "paired": paired}[arguments.what](arguments)


def asked(arguments: argparse.Namespace, name: str) -> list[Question]:
    """Return the questions of a set without the facts that they carry, which would give the answer away."""
    questions = read_questions(arguments.data / QUESTIONS[name])[: arguments.limit]
    return [question.given("none") for question in questions]


def speed(arguments: argparse.Namespace) -> None:
    """Print median, 95th percentile and the ratio to the bare solver calls, warm, for each back end."""
    kb = KnowledgeBase.open([arguments.data / BOOK])
    questions = asked(arguments, "OpenBookQA")
    few = min(len(questions), 50)
    for back_end, count in (("highs", len(questions)), ("highs", few), ("cbc", few)):
        print(f"{back_end:6} {count} questions  {timing('ilp', kb, questions[:count], back_end)}")


def growth(arguments: argparse.Namespace) -> None:
    """Print how time grows with the number of ways looked for to each choice."""
    kb = KnowledgeBase.open([f"worldtree:{arguments.data / 'worldtree'}"])
    questions = asked(arguments, "ARC-Easy")
    medians = []
    for rows in GROWTH:
        evidence.WAYS = rows
        spent = timing("ilp", kb, questions)
        medians.append(spent.median)
        print(f"{rows:3} ways a choice  {spent}")
    if arguments.plot:
        draw(medians, arguments.plot)


def draw(medians: list[float], path: Path) -> None:
    """Draw the growth, where matplotlib is installed."""
    try:
        import matplotlib
    except ImportError:
        print("matplotlib is not installed: no plot")
        return
    matplotlib.use("svg")
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(5, 3))
    axes.plot(GROWTH, medians, marker="o")
    axes.set(xlabel="ways looked for to each choice", ylabel="median ms a question", xlim=(0, None), ylim=(0, None))
    figure.tight_layout()
    figure.savefig(path)


def paired(arguments: argparse.Namespace) -> None:
    """Print each solver beside `ir` over the same knowledge."""
    tables = f"worldtree:{arguments.data / 'worldtree'}"
    runs = [("tuple-ilp", arguments.data / BOOK, "OpenBookQA"), ("ilp", arguments.data / BOOK, "OpenBookQA")]
    runs += [(solver, tables, name) for solver in ("table-ilp", "ilp") for name in QUESTIONS]
    for solver, source, name in runs:
        kb = KnowledgeBase.open([source])
        questions = asked(arguments, name)
        ours, theirs = (list(get_solver(each, kb=kb).answer_all(questions)) for each in (solver, "ir"))
        found = compare(questions, ours, theirs)
        answered = sum(not answer.abstained for answer in ours) / len(ours)
        print(
            f"{solver:9} {name:13} {Path(str(source)).name:12} {found.scores[0]:.3f} (answered {answered:.3f})"
            f"  ir {found.scores[1]:.3f}  permutation p {found.permutation:.4f}  McNemar p {found.mcnemar:.4f}",
            flush=True,
        )


class Timing:
    """Milliseconds of processor time a question, and of the bare solver calls among them."""

    def __init__(self, spent: list[float], inside: float, wall: float) -> None:
        self.median = 1000 * statistics.median(spent)
        self.p95 = 1000 * sorted(spent)[int(0.95 * len(spent))]
        self.ratio = wall / inside if inside else float("nan")

    def __str__(self) -> str:
        return f"median {self.median:6.1f} ms  p95 {self.p95:6.1f} ms  total / bare calls {self.ratio:.2f}"


def timing(name: str, kb: KnowledgeBase, questions: list[Question], back_end: str = "highs") -> Timing:
    """Answer the questions once to warm up and once more with a clock.

    CBC works in processes of its own, whose time is not ours, so there the clock on the wall counts.
    """
    solver = get_solver(name, kb=kb, back_end=back_end)
    bare = _Bare(back_end)
    clock = time.process_time if back_end == "highs" else time.perf_counter
    for question in questions:
        solver.answer(question)
    bare.seconds, spent, start = 0.0, [], time.perf_counter()
    for question in questions:
        before = clock()
        solver.answer(question)
        spent.append(clock() - before)
    return Timing(spent, bare.seconds, time.perf_counter() - start)


class _Bare:
    """Counts the seconds that are spent inside a back end."""

    def __init__(self, back_end: str) -> None:
        self.seconds = 0.0
        made, solve = BACK_ENDS[back_end], BACK_ENDS[back_end].solve

        def timed(end: BackEnd, fixed: Mapping[int, float]) -> Outcome:
            start = time.perf_counter()
            outcome = solve(end, fixed)
            self.seconds += time.perf_counter() - start
            return outcome

        made.solve = timed  # type: ignore[method-assign]


if __name__ == "__main__":
    main()
