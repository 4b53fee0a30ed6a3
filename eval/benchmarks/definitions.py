"""Numbers that are definitions: what the exam scores when one of them is another.

python eval/benchmarks/definitions.py [--solver ilp] [--kind not,except]

Each number below was set, not fitted (docs/numbers.md). A row sets one of them to another value and asks the kinds of
the exam that it can touch; the middle value is the one in use.
"""

from __future__ import annotations

import argparse
import importlib
import sys
from pathlib import Path
from statistics import fmean

sys.path.insert(0, str(Path(__file__).parents[2]))

from reasoner import get_solver
from tests.exam.exam import problems

#: Where a number stands, and three values, the one in use in the middle.
NUMBERS = (
    ("reasoner.polarity", "ENOUGH", (0.5, 0.75, 1.0)),
    ("reasoner.polarity", "SHORT", (3, 5, 8)),
    ("reasoner.language.claim.denial", "SCOPE", (0.5, 0.75, 1.0)),
    ("reasoner.language.claim.denial", "SUBJECT", (0.75, 1.0, 1.25)),
    ("reasoner.language.claim.denial", "CLAIM", (0.25, 0.5, 0.75)),
    ("reasoner.language.claim.denial", "REST", (0.4, 0.6, 0.8)),
)


def main() -> None:
    """Print a Markdown table: the mean over the kinds for each value."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--solver", default="ilp")
    parser.add_argument("--kind", default="not,except,least,combined,yes-no,true-false")
    arguments = parser.parse_args()
    asked = [problem for kind in arguments.kind.split(",") for problem in problems(kind)]
    print("| number | less | in use | more |\n| --- | --- | --- | --- |")
    for module, name, values in NUMBERS:
        place = importlib.import_module(module)
        used = getattr(place, name)
        scores = []
        for value in values:
            setattr(place, name, value)
            solver = get_solver(arguments.solver)
            scores.append(fmean(solver.answer(one.question).credit(one.question.answer_key) for one in asked))
        setattr(place, name, used)
        cells = (f"{value}: {score:.3f}" for value, score in zip(values, scores, strict=True))
        print(f"| `{module.removeprefix('reasoner.')}.{name}` | " + " | ".join(cells) + " |", flush=True)


if __name__ == "__main__":
    main()
