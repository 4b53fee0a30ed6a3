"""How long every solver takes on questions with many documents and candidates, in processor time a question.

    python eval/benchmarks/document_speed.py wikihop/train_sample.jsonl [chain,ilp,...]

A solver answers the first question twice before the clock runs, so that models and indexes are loaded. Solvers that
learn from a training file are given the questions themselves: only their time is asked for.
"""

from __future__ import annotations

import argparse
import time

from reasoner.errors import ReasonerError
from reasoner.question import read_questions
from reasoner.solver import get_solver, solver_names

LEARNED = {"majority", "document-cue"}
BAR = 2.0


def measure(name: str, source: str) -> str:
    """Return a row of the table: questions answered, mean and greatest time of one, how many have notes."""
    questions = read_questions(source)
    solver = get_solver(name, **({"train": source} if name in LEARNED else {}))
    for _ in range(2):
        solver.answer(questions[0])
    spent, cut = [], 0
    for question in questions:
        began = time.process_time()
        answer = solver.answer(question)
        spent.append(time.process_time() - began)
        cut += bool(answer.notes)
    mark = "" if max(spent) <= BAR else f" | over {BAR:g} s"
    return f"| {name} | {len(spent)} | {sum(spent) / len(spent):.3f} | {max(spent):.3f} | {cut}{mark} |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("source")
    parser.add_argument("solvers", nargs="?", default=",".join(solver_names()))
    options = parser.parse_args()
    print("| solver | questions | mean s | greatest s | noted |\n| --- | --- | --- | --- | --- |")
    for name in options.solvers.split(","):
        try:
            print(measure(name, options.source), flush=True)
        except ReasonerError as error:
            print(f"| {name} | | | | {error} |", flush=True)


if __name__ == "__main__":
    main()
