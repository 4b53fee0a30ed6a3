"""Every solver over documents on a set that `reasoner dataset build` made: conditions, masking, paired tests.

    python eval/benchmarks/documents.py built.jsonl
    python eval/benchmarks/documents.py built.jsonl --asked others.jsonl

Even rows of the set are for training (the counts of `majority` and `document-cue`), odd rows are what is reported; or,
with `--asked`, the questions of another set that are not in this one. Prints Markdown.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from pathlib import Path
from typing import Any

from reasoner.answer import Answer
from reasoner.datasets.conditions import CONDITIONS, mask
from reasoner.experiment.compare import compare
from reasoner.experiment.tables import markdown_table
from reasoner.knowledge import KnowledgeBase
from reasoner.question import Question, read_questions
from reasoner.solver import get_solver

SOLVERS = ("random", "longest", "max-mention", "majority", "tf-idf", "document-cue", "fastqa", "bidaf", "path")
LEARNED = {"majority", "document-cue"}
Records = list[dict[str, Any]]


def read(source: Path) -> Records:
    return [json.loads(line) for line in source.read_text(encoding="utf-8").splitlines()]


def changed(record: dict[str, Any], condition: str, masked: bool) -> dict[str, Any]:
    given = CONDITIONS[condition](record)
    return mask(given) if masked else given


def questions_of(records: Records, path: Path) -> list[Question]:
    path.write_text("".join(json.dumps(record) + "\n" for record in records), encoding="utf-8")
    return read_questions(path)


def answers(name: str, questions: list[Question], train: Path) -> list[Answer]:
    options = {"train": str(train)} if name in LEARNED else {}
    return list(get_solver(name, kb=KnowledgeBase.from_facts(()), **options).answer_all(questions))


def score(questions: list[Question], found: list[Answer]) -> float:
    return sum(each.credit(str(asked.answer_key)) for asked, each in zip(questions, found, strict=True)) / len(found)


def gold_share(records: Records, questions: list[Question], found: list[Answer]) -> str:
    """How many answers are right and untied, and how many of those walk through just the gold chain's documents."""
    right = gold = 0
    for record, asked, answer in zip(records, questions, found, strict=True):
        if answer.selected == (asked.answer_key,):
            right += 1
            sources = {node.source for node in answer.explanations[str(asked.answer_key)].facts}
            gold += sources == {f"document:{number + 1}" for number in record["chain"]}
    return f"{gold} of {right}"


def condition(train: Records, asked: Records, solvers: list[str], folder: Path) -> dict[str, str]:
    """Return a column of the table: every solver's score, and how `path` fares against two others."""
    questions_of(train, folder / "train.jsonl")
    questions = questions_of(asked, folder / "asked.jsonl")
    found = {name: answers(name, questions, folder / "train.jsonl") for name in solvers}
    column = {name: f"{100 * score(questions, each):.1f}" for name, each in found.items()}
    for other in ("tf-idf", "max-mention"):
        if {"path", other} <= set(solvers):
            tested = compare(questions, found["path"], found[other])
            column[f"p of path against {other}"] = f"{tested.permutation:.4f}"
    if "path" in solvers:
        column["path: gold chain in right answers"] = gold_share(asked, questions, found["path"])
    return column


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("source", type=Path)
    parser.add_argument("--asked", type=Path, help="another set, of which those that are not in this one are asked")
    parser.add_argument("--solvers", default=",".join(SOLVERS))
    parser.add_argument("--conditions", default=",".join(CONDITIONS))
    parser.add_argument("--every", type=int, default=1, help="2: every second question is asked, and so on")
    options = parser.parse_args()
    rows = read(options.source)
    train, asked = rows[::2], rows[1::2]
    if options.asked:
        seen = {(row["query"], row["answer"]) for row in rows}
        asked = [row for row in read(options.asked) if (row["query"], row["answer"]) not in seen]
    asked = asked[:: options.every]
    columns: dict[str, dict[str, str]] = {}
    with tempfile.TemporaryDirectory() as folder:
        for masked in ("", " masked"):
            for name in options.conditions.split(","):
                taught, put = ([changed(row, name, bool(masked)) for row in part] for part in (train, asked))
                columns[name + masked] = condition(taught, put, options.solvers.split(","), Path(folder))
                print(name + masked, columns[name + masked], file=sys.stderr, flush=True)
    names = next(iter(columns.values()))
    print(f"{len(asked)} questions.\n")
    table = [[name, *(column[name] for column in columns.values())] for name in names]
    print(markdown_table(["solver", *columns], table))


if __name__ == "__main__":
    main()
