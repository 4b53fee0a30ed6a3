"""How the processor time of a solver grows with given facts, choices and documents, and whether a cut answer says so.

    python eval/benchmarks/growth.py chain,ilp,nearest,dgem

Facts and choices are drawn, by a seed, from the science knowledge that travels with the package. Each row has ten times
the facts, or the choices, of the row before: linear growth is a factor of ten at the most.
"""

from __future__ import annotations

import argparse
import time
from random import Random

from reasoner.answer import Answer
from reasoner.knowledge import KnowledgeBase
from reasoner.question import Choice, Question
from reasoner.solver import get_solver

FACTS, CHOICES = (10, 100, 1000), (4, 40, 400)


def material(seed: int, kb: KnowledgeBase) -> tuple[list[str], list[str]]:
    """Return sentences that may be given as facts, and names that may be choices."""
    draw = Random(seed)
    rows = [fact for fact in kb if fact.arguments and len(fact.text.split()) > 3]
    drawn = draw.sample(rows, 4000)
    names = dict.fromkeys(fact.arguments[0] for fact in drawn)
    return list(dict.fromkeys(fact.text for fact in drawn)), list(names)


def made(facts: list[str], names: list[str], most_facts: int, most_choices: int, seed: int) -> Question:
    """Return a question that one of its facts answers."""
    draw = Random(f"{seed}:{most_facts}:{most_choices}")
    choices = draw.sample(names, most_choices)
    given = [f"Every {choices[0]} can glow in the dark.", *draw.sample(facts, most_facts - 1)]
    draw.shuffle(given)  # no solver may look at the first few alone
    return Question(
        f"{most_facts}x{most_choices}",
        "Which of these can glow in the dark?",
        tuple(Choice(f"C{number}", text) for number, text in enumerate(choices)),
        facts=tuple(given),
    )


def measure(solver: str, question: Question, kb: KnowledgeBase) -> tuple[float, Answer]:
    asked = get_solver(solver, kb=kb)
    asked.answer(made(*material(1, kb), 2, 4, 99))  # models and word lists are loaded once, before the clock runs
    began = time.process_time()
    answer = asked.answer(question)
    return time.process_time() - began, answer


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("solvers", nargs="?", default="chain,ilp,nearest,dgem")
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    kb = KnowledgeBase.open(["science"])
    facts, names = material(options.seed, kb)
    sizes = [*((count, CHOICES[0]) for count in FACTS), *((FACTS[0], count) for count in CHOICES[1:])]
    for solver in options.solvers.split(","):
        for most_facts, most_choices in sizes:
            question = made(facts, names, most_facts, most_choices, options.seed)
            seconds, answer = measure(solver, question, kb)
            right = "right" if answer.selected == ("C0",) else f"selected {len(answer.selected)}"
            notes = "; ".join(answer.notes) or "not cut"
            print(
                f"{solver:8} {most_facts:5} facts {most_choices:4} choices  {seconds:7.2f} s  {right}  {notes}",
                flush=True,
            )


if __name__ == "__main__":
    main()
