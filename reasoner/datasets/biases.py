"""How far solvers come that do not read: a set that these solve is no test of reading."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from reasoner.answer import Answer
from reasoner.errors import MissingExtraError
from reasoner.experiment.compare import permutation_test
from reasoner.experiment.scoring import key_of, score
from reasoner.knowledge import KnowledgeBase
from reasoner.question import Question
from reasoner.solver import Solver, get_solver

#: Each bias by the solver that lives on it alone.
BIASES = {
    "longest choice": "longest",
    "answer only": "plausible",
    "odd one out": "odd-one-out",
    "majority": "majority",
    "document cue": "document-cue",
    "most mentioned": "max-mention",
}
#: These count in a training file: half of the set, for the other half.
LEARNED = ("majority", "document-cue")
Show = Callable[[Iterable[Question], str], Iterable[Question]]


class Bias(NamedTuple):
    """A bias: the solver, its score with 95% interval, what guessing earns, how probable such a score is by chance."""

    name: str
    solver: str
    score: float
    interval: tuple[float, float]
    chance: float
    p_value: float


def biases(
    questions: Sequence[Question], names: Iterable[str] = BIASES, show: Show = lambda asked, _: asked
) -> list[Bias]:
    """Return how far each bias comes; those whose solver cannot run here are left out.

    >>> from reasoner.question import Choice
    >>> pair = (Choice("A", "tin"), Choice("B", "a spoon of steel"))
    >>> found = biases([Question(str(number), "Which?", pair, "B") for number in range(20)], ["longest choice"])
    >>> found[0].score, found[0].chance, found[0].p_value < 0.01
    (1.0, 0.5, True)
    """
    chances = [1 / len(each.choices) for each in questions]
    found = []
    for name in names:
        try:
            answers = _answers(BIASES[name], questions, lambda asked, name=name: show(asked, name))  # type: ignore[misc]
        except MissingExtraError:
            continue
        earned = score(BIASES[name], zip(questions, answers, strict=True))
        above = [
            answer.credit(key_of(asked)) - chance
            for asked, answer, chance in zip(questions, answers, chances, strict=True)
        ]
        by_chance, p_value = sum(chances) / len(chances), permutation_test(above)
        found.append(Bias(name, BIASES[name], earned.score, earned.interval, by_chance, p_value))
    return found


def _answers(
    solver: str, questions: Sequence[Question], show: Callable[[Iterable[Question]], Iterable[Question]]
) -> list[Answer]:
    if solver not in LEARNED:
        return list(_solver(solver).answer_all(show(questions)))
    halves = (questions[::2], questions[1::2])
    with TemporaryDirectory() as folder:
        answered = []
        for number, half in enumerate(halves):
            train = Path(folder) / f"{number}.jsonl"
            train.write_text(
                "".join(json.dumps(each.as_dict()) + "\n" for each in halves[1 - number]), encoding="utf-8"
            )
            answered.append(list(_solver(solver, train=str(train)).answer_all(show(half))))
    return [answered[number % 2][number // 2] for number in range(len(questions))]


def _solver(name: str, **options: str) -> Solver:
    return get_solver(name, kb=KnowledgeBase.from_facts(()), **options)
