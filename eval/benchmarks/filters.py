"""What the filters of `reasoner dataset build` do to solvers that learn what gives answers away: WikiHop's Table 4.

    python eval/benchmarks/filters.py unfiltered.jsonl filtered.jsonl ...

Counted on even rows, scored on odd ones. The queries are no sentences, so solvers are asked for their support itself.
Prints Markdown.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from reasoner.answer import Answer
from reasoner.experiment.tables import markdown_table
from reasoner.knowledge import KnowledgeBase
from reasoner.question import Question, read_questions
from reasoner.solver import get_solver

LEARNED = ("document-cue", "majority")
SOLVERS = (*LEARNED, "max-mention")


def credit(name: str, questions: list[Question], train: str) -> float:
    solver = get_solver(name, kb=KnowledgeBase.from_facts(()), **({"train": train} if name in LEARNED else {}))
    earned = 0.0
    for question in questions:
        found = solver.support(question)
        scores = {label: found[label].score if label in found else None for label in question.labels}
        earned += Answer(question.id, name, scores).credit(str(question.answer_key))
    return earned / len(questions)


def column(source: str) -> list[str]:
    rows = Path(source).read_text(encoding="utf-8").splitlines(keepends=True)
    with TemporaryDirectory() as folder:
        train, asked = Path(folder) / "train.jsonl", Path(folder) / "asked.jsonl"
        train.write_text("".join(rows[::2]), encoding="utf-8")
        asked.write_text("".join(rows[1::2]), encoding="utf-8")
        questions = read_questions(asked)
        scores = [f"{100 * credit(name, questions, str(train)):.1f}" for name in SOLVERS]
    chance = sum(1 / len(json.loads(row)["candidates"]) for row in rows[1::2]) / len(questions)
    return [*scores, f"{100 * chance:.1f}", f"{len(rows):,}"]


def main(sources: list[str]) -> None:
    columns = [column(source) for source in sources]
    names = [*SOLVERS, "chance", "questions in the set"]
    rows = [[name, *(each[place] for each in columns)] for place, name in enumerate(names)]
    print(markdown_table(["solver", *(Path(source).name for source in sources)], rows))


if __name__ == "__main__":
    main(sys.argv[1:])
