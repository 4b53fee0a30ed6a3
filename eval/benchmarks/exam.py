"""The behavioural exam: a table of kinds by solvers.

python eval/benchmarks/exam.py --solver ir,ilp,chain [--set NAME=VALUE] [--kb none] [--kind isa,hops] [--wrong FILE]
python eval/benchmarks/exam.py --authors FOLDER --kind isa,hops

A cell is accuracy (1/k for a tie of k, so abstaining among four earns 0.25) / share abstained. For the kinds that rest
on given facts, "proved" is the share of problems that the solver calls proved, and "less" the share that it still calls
proved when one needed premise is taken away, which should be nothing.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[2]))

from reasoner import Answer, KnowledgeBase, Solver, get_solver
from tests.exam.exam import (
    FOLDER,
    FORMS,
    FRESH,
    KINDS,
    PROOFS,
    Problem,
    author,
    called_proved,
    problems,
    still_proved,
    without_premise,
)


@dataclass(frozen=True)
class Cell:
    """What a solver made of one kind."""

    accuracy: float
    abstained: float
    proved: float
    less: float | None


def main() -> None:
    """Print the table as Markdown; write the problems not fully right to a file, if asked."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--solver", default="ir,ilp,chain")
    parser.add_argument("--kind", default=",".join(KINDS))
    parser.add_argument("--kb", choices=("science", "none"), default="science", help="what is known beside the facts")
    parser.add_argument("--set", action="append", default=[], metavar="NAME=VALUE", help="an option of the solvers")
    parser.add_argument("--fresh", action="store_true", help="the second set of problems, which nothing was mended for")
    parser.add_argument("--folder", type=Path, default=FOLDER, help="where the files of the kinds lie")
    parser.add_argument("--wrong", type=Path, help="JSON lines of the problems that earned less than 1")
    parser.add_argument("--authors", type=Path, help="write a file an author to this folder, and examine nobody")
    arguments = parser.parse_args()
    if arguments.authors:
        by_author(arguments.authors, arguments.kind.split(","))
        return
    names, kinds = arguments.solver.split(","), arguments.kind.split(",")
    kb = KnowledgeBase.from_facts(()) if arguments.kb == "none" else None
    table: dict[str, dict[str, Cell]] = {kind: {} for kind in kinds}
    wrong: list[dict[str, Any]] = []
    for name in names:
        solver = get_solver(name, kb=kb, **dict(option.split("=", 1) for option in arguments.set))
        for kind in kinds:
            table[kind][name] = examine(solver, problems(kind, FRESH if arguments.fresh else arguments.folder), wrong)
            print(f"{name} {kind}: {table[kind][name].accuracy:.3f}", file=sys.stderr)
    print("\n".join(lines(names, table)))
    if arguments.wrong:
        arguments.wrong.write_text("".join(json.dumps(record) + "\n" for record in wrong), encoding="utf-8")


def by_author(folder: Path, kinds: Sequence[str]) -> None:
    """Write the problems of each author as questions: what `reasoner train trail` leaves out one after the other."""
    written: dict[str, list[str]] = {}
    for kind in kinds:
        tasks = problems(kind)
        for task in tasks:
            written.setdefault(author(task, tasks), []).append(json.dumps(task.question.as_dict()) + "\n")
    folder.mkdir(parents=True, exist_ok=True)
    for name, rows in written.items():
        (folder / f"{name}.jsonl").write_text("".join(rows), encoding="utf-8")


def examine(solver: Solver, tasks: Sequence[Problem], wrong: list[dict[str, Any]]) -> Cell:
    """Return how a solver does on the problems of one kind, and note those that it does not get."""
    answers = [solver.answer(task.question) for task in tasks]
    wrong.extend(miss(task, answer) for task, answer in zip(tasks, answers, strict=True) if credit(task, answer) < 1)
    variants = [(task, less) for task in tasks if (less := without_premise(task)) is not None]
    still = [still_proved(task, solver.answer(less.question)) for task, less in variants]
    return Cell(
        accuracy=fmean(credit(task, answer) for task, answer in zip(tasks, answers, strict=True)),
        abstained=fmean(answer.abstained for answer in answers),
        proved=fmean(called_proved(task.question, answer) for task, answer in zip(tasks, answers, strict=True)),
        less=fmean(still) if still else None,
    )


def credit(task: Problem, answer: Answer) -> float:
    """Return what an answer earns; every problem of the exam has a key."""
    assert task.question.answer_key is not None
    return answer.credit(task.question.answer_key)


def miss(task: Problem, answer: Answer) -> dict[str, Any]:
    """Return a record of a problem that was not fully right."""
    return task.question.as_dict() | {"solver": answer.solver, "selected": answer.selected, "proof": task.proof}


def lines(names: Sequence[str], table: dict[str, dict[str, Cell]]) -> Iterator[str]:
    """Yield the rows of the table: every kind, then the mean of each family of kinds."""
    columns = [column for name in names for column in (name, "abstained", "proved", "less")]
    yield "| kind | " + " | ".join(columns) + " |"
    yield "| --- |" + " --- |" * len(columns)
    for kind, cells in table.items():
        yield f"| {kind} | " + " | ".join(row(cells[name]) for name in names) + " |"
    for family, members in (("mean of the first family", PROOFS), ("mean of the second family", FORMS)):
        inside = [table[kind] for kind in members if kind in table]
        if len(inside) == len(members):
            means = (f"**{fmean(cells[name].accuracy for cells in inside):.3f}** | | | |" for name in names)
            yield f"| {family} | " + " ".join(means)


def row(cell: Cell) -> str:
    """Return the four figures of a kind and a solver."""
    less = "" if cell.less is None else f"{cell.less:.2f}"
    return f"{cell.accuracy:.3f} | {cell.abstained:.2f} | {cell.proved:.2f} | {less}"


if __name__ == "__main__":
    main()
