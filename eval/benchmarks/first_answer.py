"""Processor time of the answer to a new question, knowledge encoded: in a process just started, and in a warm one.

reasoner kb import science --vectors
python eval/benchmarks/first_answer.py nearest,dgem
"""

from __future__ import annotations

import argparse
import resource
import secrets
import statistics
import subprocess
import sys
import time

from reasoner.ensemble import get_solver
from reasoner.knowledge import open_knowledge
from reasoner.question import Choice, Question


def new_question() -> Question:
    """Return a question that nobody asked before, so that no vector of it is kept."""
    mark = secrets.token_hex(4)
    texts = (f"a wool hat {mark}", f"a steel spoon {mark}", f"a wooden bench {mark}", f"a cotton shirt {mark}")
    choices = tuple(Choice(label, text) for label, text in zip("ABCD", texts, strict=True))
    return Question(mark, f"Which of these lets heat of kind {mark} travel through best?", choices)


def cold(solver: str) -> float:
    """Return the processor time of a command that answers one question."""
    asked = new_question()
    text = asked.stem + "".join(f" ({choice.label}) {choice.text}" for choice in asked.choices)
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    command = [sys.executable, "-m", "reasoner", "answer", text, "--solver", solver]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def warm(solver: str, count: int) -> list[float]:
    """Return the processor time of each of some questions, in a process that has answered one before."""
    made = get_solver(solver, kb=open_knowledge("science"))
    made.answer(new_question())
    times = []
    for _ in range(count):
        asked, began = new_question(), time.process_time()
        made.answer(asked)
        times.append(time.process_time() - began)
    return times


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("solvers", nargs="?", default="nearest,dgem")
    parser.add_argument("--count", type=int, default=10)
    options = parser.parse_args()
    for solver in options.solvers.split(","):
        cold(solver)  # what is indexed and encoded at the very first start is not what is measured
        starts = [cold(solver) for _ in range(2)]
        times = warm(solver, options.count)
        print(f"{solver:12} cold {min(starts):.2f} s, warm {statistics.median(times):.2f} s, ", end="")
        print(f"at the most {max(times):.2f} s of processor time", flush=True)


if __name__ == "__main__":
    main()
