"""Tuning the weights of a support-graph solver on Train: seeded, resumable, one small file after every trial."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from reasoner.errors import InputError
from reasoner.experiment.scoring import key_of
from reasoner.files import write_atomically
from reasoner.question import Question
from reasoner.solver import Solver
from reasoner.solvers.support.weights import Weights

#: The weights that training may change; the others are limits or come from the papers.
TUNED = tuple("term answer_share answer_count cell alike unit given_answer link hop later denial light".split())
#: A trial changes this many of them at the most, each by one of these factors, or by this step where it is zero.
CHANGED, FACTORS, STEP = 3, (0.5, 0.7, 1.4, 2.0), 0.25

Track = Callable[[Iterator[int], str], Iterable[int]]


@dataclass(frozen=True, slots=True)
class Tuned:
    """The best weights found, what they score on the questions, and after how many trials."""

    weights: Weights
    score: float
    trials: int


def tune(
    make: Callable[[Weights], Solver],
    questions: Sequence[Question],
    start: Weights,
    log: Path,
    *,
    trials: int,
    seed: int,
    track: Track = lambda numbers, heading: numbers,
) -> Tuned:
    """Search around the best weights so far, and write every trial to the log.

    Called again with the same settings it goes on where it stopped; more trials may be asked for. The first trial is
    the starting point itself, so the outcome is never worse than that on these questions.
    """
    settings = {"seed": seed, "start": asdict(start), "questions": [question.id for question in questions]}
    done = _resume(log, settings)
    for number in track(iter(range(len(done), trials)), "Tuning"):
        best = max(done, key=lambda trial: float(trial["score"]), default=None)
        weights = start if best is None else _changed(Weights(**best["weights"]), random.Random(f"{seed}/{number}"))
        solver = make(weights)
        credits = [solver.answer(question).credit(key_of(question)) for question in questions]
        done.append({"weights": asdict(weights), "score": sum(credits) / max(len(credits), 1)})
        write_atomically(log, [json.dumps(settings | {"trials": done}, indent=2) + "\n"])
    best = max(done, key=lambda trial: float(trial["score"]))
    return Tuned(Weights(**best["weights"]), best["score"], len(done))


def _resume(log: Path, settings: dict[str, Any]) -> list[dict[str, Any]]:
    if not log.exists():
        return []
    try:
        record = json.loads(log.read_text(encoding="utf-8"))
        trials: list[dict[str, Any]] = record.pop("trials")
    except (ValueError, KeyError, AttributeError):
        raise InputError("this is no log of trials: remove it, or choose another --output", path=str(log)) from None
    if record != settings:
        message = "the log is of other questions, another seed or another start: remove it, or choose another --output"
        raise InputError(message, path=str(log))
    return trials


def _changed(weights: Weights, chance: random.Random) -> Weights:
    """A few weights larger or smaller than they were.

    >>> before = Weights()
    >>> after = _changed(before, random.Random(0))
    >>> 1 <= sum(getattr(before, name) != getattr(after, name) for name in TUNED) <= CHANGED
    True
    """
    names = chance.sample(TUNED, chance.randint(1, CHANGED))
    return replace(weights, **{name: _moved(getattr(weights, name), chance) for name in names})


def _moved(value: float, chance: random.Random) -> float:
    return round(value * chance.choice(FACTORS), 4) if value else STEP
