"""Choices that a solver calls proved: how many, and how many of them are right.

python eval/benchmarks/proved.py --data DIR [--solver chain] [--limit N] [--show]

Over OpenBookQA Dev with the open book and the built-in science knowledge, given nothing, f, and f and k, and over
ARC-Easy Dev with the science knowledge. A choice is right when it is the key; every proved choice counts, selected or
not. `--show` prints each with its facts.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from reasoner import Answer, KnowledgeBase, Question, get_solver
from reasoner.question import read_questions
from reasoner.render.because import is_proved

BOOK, DEV, ARC = "openbookqa/openbook.txt", "openbookqa/dev.jsonl", "arc/ARC-Easy-Dev.jsonl"


@dataclass(frozen=True)
class Asked:
    """Questions, and what is known and given."""

    name: str
    questions: str
    kb: tuple[str, ...]
    given: str


SETS = (
    Asked("OpenBookQA Dev, F and science", DEV, (BOOK, "science"), "none"),
    Asked("OpenBookQA Dev, given f", DEV, (BOOK, "science"), "f"),
    Asked("OpenBookQA Dev, given f and k", DEV, (BOOK, "science"), "fk"),
    Asked("ARC-Easy Dev, science", ARC, ("science",), "none"),
)


def main() -> None:
    """Print a Markdown table, and the proofs if asked."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--solver", default="chain")
    parser.add_argument("--limit", type=int)
    parser.add_argument("--show", action="store_true")
    arguments = parser.parse_args()
    print("| questions | asked | proved choices | right | share right | questions with one |\n" + "| --- " * 6 + "|")
    for asked in SETS:
        questions = read_questions(arguments.data / asked.questions)[: arguments.limit]
        kb = KnowledgeBase.open([str(arguments.data / one) if "/" in one else one for one in asked.kb])
        answers = list(get_solver(arguments.solver, kb=kb).answer_all(one.given(asked.given) for one in questions))
        found = list(proved(questions, answers))
        right = sum(question.answer_key == label for question, label, _ in found)
        share = f"{right / len(found):.3f}" if found else "-"
        counts = (len(questions), len(found), right, share, len({question.id for question, _, _ in found}))
        print(f"| {asked.name} | " + " | ".join(map(str, counts)) + " |", flush=True)
        for question, label, answer in found if arguments.show else ():
            facts = "; ".join(node.text for node in answer.explanations[label].facts)
            verdict = "right" if question.answer_key == label else "WRONG"
            print(f"    {verdict} {question.id} {question.stem} -> {question.text_of(label)} BECAUSE {facts}")


def proved(questions: list[Question], answers: list[Answer]) -> Iterator[tuple[Question, str, Answer]]:
    """Yield every choice that is called proved."""
    for question, answer in zip(questions, answers, strict=True):
        for label, why in answer.explanations.items():
            if is_proved(why):
                yield question, label, answer


if __name__ == "__main__":
    main()
