"""How far the readers without knowledge agree: right together and wrong together, as the OpenBookQA paper counts it.

    python eval/benchmarks/readers.py DATA/openbookqa/dev.jsonl

The paper, on Dev: all right 34.4%, all wrong 23.6%.
"""

from __future__ import annotations

import sys

from reasoner.experiment.scoring import key_of
from reasoner.knowledge import KnowledgeBase
from reasoner.question import read_questions
from reasoner.solver import get_solver

READERS = ("plausible", "odd-one-out", "question-match", "esim")


def main(source: str) -> None:
    questions = read_questions(source)
    credits = []
    for name in READERS:
        answers = get_solver(name, kb=KnowledgeBase.from_facts(())).answer_all(questions)
        credits.append([answer.credit(key_of(asked)) for asked, answer in zip(questions, answers, strict=True)])
        print(f"{name}: {sum(credits[-1]) / len(questions):.3f}")
    together = list(zip(*credits, strict=True))
    print(f"all right: {sum(min(row) == 1 for row in together) / len(together):.3f}")
    print(f"all wrong: {sum(max(row) == 0 for row in together) / len(together):.3f}")


if __name__ == "__main__":
    main(sys.argv[1])
