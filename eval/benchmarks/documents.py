"""Every solver over documents on a set that `reasoner dataset build` made: conditions, masking, paired tests.

    python eval/benchmarks/documents.py built.jsonl

Even rows are the training half (the counts of `majority` and `document-cue`); odd rows are what is reported.
"""

from __future__ import annotations

import json
import sys
import tempfile
from pathlib import Path
from typing import Any

from reasoner.answer import Answer
from reasoner.datasets.conditions import CONDITIONS, mask
from reasoner.experiment.compare import compare
from reasoner.knowledge import KnowledgeBase
from reasoner.question import Question, read_questions
from reasoner.solver import get_solver

SOLVERS = ("random", "longest", "max-mention", "tf-idf", "majority", "document-cue", "path")
LEARNED = {"majority", "document-cue"}


def questions_of(records: list[dict[str, Any]], path: Path) -> list[Question]:
    path.write_text("".join(json.dumps(record) + "\n" for record in records), encoding="utf-8")
    return read_questions(path)


def answers(name: str, questions: list[Question], train: Path) -> list[Answer]:
    options = {"train": str(train)} if name in LEARNED else {}
    return list(get_solver(name, kb=KnowledgeBase.from_facts(()), **options).answer_all(questions))


def score(questions: list[Question], found: list[Answer]) -> float:
    return sum(each.credit(str(asked.answer_key)) for asked, each in zip(questions, found, strict=True)) / len(found)


def gold_share(records: list[dict[str, Any]], questions: list[Question], found: list[Answer]) -> tuple[int, int]:
    """How many answers are right and untied, and how many of those walk through just the gold chain's documents."""
    right = gold = 0
    for record, asked, answer in zip(records, questions, found, strict=True):
        if answer.selected == (asked.answer_key,):
            right += 1
            sources = {node.source for node in answer.explanations[str(asked.answer_key)].facts}
            gold += sources == {f"document:{number + 1}" for number in record["chain"]}
    return gold, right


def main(source: str) -> None:
    rows = [json.loads(line) for line in Path(source).read_text(encoding="utf-8").splitlines()]
    with tempfile.TemporaryDirectory() as folder:
        for masked in (False, True):
            for condition, change in CONDITIONS.items():
                records = [mask(change(row)) if masked else change(row) for row in rows]
                train, test = Path(folder) / "train.jsonl", Path(folder) / "test.jsonl"
                questions_of(records[::2], train)
                questions = questions_of(records[1::2], test)
                found = {name: answers(name, questions, train) for name in SOLVERS}
                scores = "  ".join(f"{name} {100 * score(questions, each):.1f}" for name, each in found.items())
                print(f"{condition}{' masked' if masked else ''} ({len(questions)}): {scores}", flush=True)
                for other in ("tf-idf", "max-mention"):
                    tested = compare(questions, found["path"], found[other])
                    print(f"  path against {other}: p {tested.permutation:.4f}, McNemar {tested.mcnemar:.2g}")
                gold, right = gold_share(records[1::2], questions, found["path"])
                print(f"  path: {gold} of {right} right answers walk the gold chain", flush=True)


if __name__ == "__main__":
    main(sys.argv[1])
