"""Calibration: the temperature at which a solver's scores become probabilities."""

from __future__ import annotations

import math
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean

from reasoner.answer import Answer, calibrated
from reasoner.experiment.scoring import key_of
from reasoner.knowledge import KnowledgeBase
from reasoner.question import Question
from reasoner.retrieval.tf_idf import TfIdf
from reasoner.solver import get_solver
from reasoner.training.readers import learn_reader

#: Steps of the search: factors of the spread of the scores, finer around the best.
_FACTORS = [2 ** (power / 2) for power in range(-12, 17)]
_FINER = [2 ** (power / 16) for power in range(-8, 9)]
#: One question in so many is kept from a reader, to see how sure it is of what it has not learned.
_KEPT_BACK = 5


@dataclass(frozen=True)
class Calibration:
    """A temperature, how far an unsupported choice stands below the lowest supported one, and the loss with both."""

    temperature: float
    unsupported: float
    loss: float

    def __str__(self) -> str:
        return f"log loss {self.loss:.3f} there"


def fit_calibration(questions: Sequence[Question], answers: Sequence[Answer]) -> Calibration:
    """Return what makes the keys most likely, the mean log loss being the measure.

    >>> from reasoner.question import Choice
    >>> question = Question("1", "Which?", (Choice("A", "wool"), Choice("B", "steel")), answer_key="B")
    >>> answers = [Answer("1", "ir", {"A": 0.0, "B": 1.0})] * 3 + [Answer("1", "ir", {"A": 1.0, "B": 0.0})]
    >>> fitted = fit_calibration([question] * 4, answers)
    >>> round(calibrated({"A": 0.0, "B": 1.0}, fitted.temperature, fitted.unsupported)["B"], 2)
    0.75
    """
    spread = _spread(answers)
    keys = [key_of(question) for question in questions]

    def loss(temperature: float, unsupported: float) -> float:
        found = (calibrated(answer.scores, temperature, unsupported) for answer in answers)
        return -fmean(math.log(max(some[key], 1e-12)) for some, key in zip(found, keys, strict=True))

    silent = any(score is None for answer in answers for score in answer.scores.values())
    offsets = [0.0, *(spread * factor for factor in _FACTORS[6:22:2])] if silent else [0.0]
    tried = [Calibration(t, u, loss(t, u)) for t in (spread * factor for factor in _FACTORS) for u in offsets]
    best = min(tried, key=lambda one: one.loss)
    near = [best.temperature * factor for factor in _FINER]
    return min((Calibration(t, best.unsupported, loss(t, best.unsupported)) for t in near), key=lambda one: one.loss)


def _spread(answers: Sequence[Answer]) -> float:
    """How far scores of a question lie apart on average; 1 where they never do."""
    gaps = []
    for answer in answers:
        scores = [score for score in answer.scores.values() if score is not None]
        gaps += [max(scores) - min(scores)] if len(scores) > 1 else []
    return (fmean(gaps) if gaps else 0.0) or 1.0


def held_back_answers(
    kind: str,
    questions: Sequence[Question],
    kb: KnowledgeBase,
    *,
    given: str = "none",
    for_each: int = 0,
    epochs: int | None = None,
    report: Callable[[str], None] = print,
) -> tuple[list[Question], list[Answer]]:
    """Train a reader on four fifths of some questions; return the fifth that it did not see, with its answers.

    A reader is surer of what it has learned from than of anything else, so that its answers there say nothing.
    """
    asked = [question.given(given) for question in questions]
    seen = [question for number, question in enumerate(asked) if number % _KEPT_BACK]
    kept = asked[::_KEPT_BACK]
    with tempfile.TemporaryDirectory(prefix="reasoner-") as folder:
        weights = Path(folder) / "reader.safetensors"
        index = TfIdf(kb) if for_each else None
        learn_reader(kind, seen, weights, index=index, for_each=for_each, epochs=epochs, report=report)
        options = {"facts": for_each} if for_each else {}
        solver = get_solver(kind, kb=kb, weights=str(weights), **options)
        return kept, list(solver.answer_all(kept))
