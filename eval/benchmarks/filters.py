"""What the filters of `reasoner dataset build` do to solvers that learn what gives answers away: WikiHop's Table 4.

    python eval/benchmarks/filters.py unfiltered.jsonl filtered.jsonl ...

Every set is cut in two halves by rows: counted on one, scored on the other, and the other way round. Prints Markdown.
"""

from __future__ import annotations

import sys

from reasoner.datasets.biases import BIASES, biases
from reasoner.experiment.tables import markdown_table
from reasoner.question import read_questions
from reasoner.solver import get_solver

SHOWN = ("document cue", "majority", "most mentioned")


def main(sources: list[str]) -> None:
    columns = []
    for source in sources:
        questions = read_questions(source)
        scores = [f"{100 * bias.score:.1f}" for bias in biases(questions, SHOWN)]
        found = zip(questions, get_solver("tf-idf", kb=[]).answer_all(questions), strict=True)
        matched = sum(answer.credit(str(asked.answer_key)) for asked, answer in found) / len(questions)
        chance = sum(1 / len(each.choices) for each in questions) / len(questions)
        columns.append([*scores, f"{100 * matched:.1f}", f"{100 * chance:.1f}", f"{len(questions):,}"])
    names = [*(BIASES[name] for name in SHOWN), "tf-idf", "chance", "questions"]
    rows = [[name, *(column[place] for column in columns)] for place, name in enumerate(names)]
    print(markdown_table(["solver", *(source.split("/")[-1] for source in sources)], rows))


if __name__ == "__main__":
    main(sys.argv[1:])
