"""Whether answers depend on the order in which the choices stand; they should not."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace

from reasoner.answer import Answer
from reasoner.question import Question
from reasoner.solver import Solver


@dataclass(frozen=True)
class Permuted:
    """How many of the questions got another answer under at least one of some orders of their choices."""

    solver: str
    orders: int
    questions: int
    changed: tuple[str, ...]

    def __str__(self) -> str:
        named = f": {', '.join(self.changed[:5])}{', ...' if len(self.changed) > 5 else ''}" if self.changed else ""
        orders = f"{self.orders} other order{'' if self.orders == 1 else 's'} of the choices"
        return f"{self.solver}: {len(self.changed)} of {self.questions} answers change under {orders}{named}"


def permute(solver: Solver, questions: Sequence[Question], answers: Sequence[Answer], orders: int) -> Permuted:
    """Ask questions again with their choices in other orders, each choice under its own label.

    >>> from reasoner.question import Choice
    >>> from reasoner.solver import get_solver
    >>> question = Question("1", "Which is a metal?", (Choice("A", "wool"), Choice("B", "steel")))
    >>> solver = get_solver("guess-all")
    >>> print(permute(solver, [question], [solver.answer(question)], 2))
    guess-all: 0 of 1 answers change under 2 other orders of the choices
    """
    changed: dict[str, None] = {}
    for seed in range(orders):
        again = solver.answer_all([shuffled(question, seed) for question in questions])
        for before, after in zip(answers, again, strict=True):
            if set(before.selected) != set(after.selected):
                changed[before.question_id] = None
    return Permuted(solver.name, orders, len(questions), tuple(changed))


def shuffled(question: Question, seed: int) -> Question:
    """Return the question with its choices in another order, the same for the same seed."""
    choices = list(question.choices)
    random.Random(f"{seed} {question.id}").shuffle(choices)
    if tuple(choices) == question.choices:
        choices.reverse()
    return replace(question, choices=tuple(choices))
