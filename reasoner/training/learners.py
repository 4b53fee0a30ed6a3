"""What `reasoner crossval` can train: readers and transformers; and solvers that learn nothing."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from reasoner.errors import needing
from reasoner.experiment.crossval import Judge, Learn, credits_of
from reasoner.question import Question
from reasoner.solver import Solver
from reasoner.training.readers import learn_reader
from reasoner.training.transformers import keyed

#: Readers that need no memory of facts.
READERS = ("embed-sim", "esim", "odd-one-out", "plausible", "question-match")
TRANSFORMER = "transformer"


def solver_learner(solver: Solver) -> Learn:
    """Return a system that learns nothing and answers as a solver does; each question is answered once."""
    known: dict[Question, float] = {}

    def judge(questions: Sequence[Question]) -> Sequence[float]:
        new = [question for question in questions if question not in known]
        answers = [answer.scores for answer in solver.answer_all(new)]
        known.update(zip(new, credits_of(answers, new), strict=True))
        return [known[question] for question in questions]

    return lambda first, questions, seed: judge


def reader_learner(kind: str, epochs: int | None = None, encoder: Any = None) -> Learn:
    """Return a reader that is trained on the questions of `first` and of the folds together.

    A tenth of what it learns from decides when to stop.
    """

    def learn(first: Sequence[Question], questions: Sequence[Question], seed: int) -> Judge:
        with tempfile.TemporaryDirectory(prefix="reasoner-") as folder:
            weights = Path(folder) / "reader.safetensors"
            also = [question.given("none") for question in first] if questions else []
            own = [question.given("none") for question in questions or first]
            learn_reader(kind, own, weights, first=also, seed=seed, epochs=epochs, encoder=encoder)
            return _reader_judge(kind, weights, encoder)

    return learn


def _reader_judge(kind: str, weights: Path, encoder: Any) -> Judge:
    from reasoner.neural.readers.working import TrainedReader

    reader = TrainedReader(kind, str(weights), encoder)

    def judge(questions: Sequence[Question]) -> Sequence[float]:
        found = reader.read([asked for asked, _ in keyed(questions)])
        totals = [[sum(parts) for parts in row] for row in found]
        return credits_of(
            [dict(zip(q.labels, row, strict=True)) for q, row in zip(questions, totals, strict=True)], questions
        )

    return judge


def transformer_learner(model: str | None, tuning: dict[str, Any], report: Callable[[str], None] = print) -> Learn:
    """Return a transformer that is fine-tuned first on one set, once, and then on the folds."""
    with needing("neural", "training a transformer"):
        from reasoner.neural.encoder import DEFAULT_MODEL
        from reasoner.neural.transformer import Transformer, Tuning, fine_tune
    name, settings = model or DEFAULT_MODEL, Tuning(**tuning)
    place = tempfile.TemporaryDirectory(prefix="reasoner-")
    # What lower layers make of a text is the same in every fold and trial, also after another set.
    lower = Transformer(name, settings.device, frozen=settings.frozen).lower if settings.frozen else None

    def pre_trained(first: Sequence[Question], seed: int) -> str:
        folder = Path(place.name) / str(seed)
        if not folder.exists():
            made = Transformer(name, settings.device, seed, lower=lower)
            fine_tune(made, keyed(first), replace(settings, seed=seed), report)
            made.save(folder, {"model": name})
        return str(folder)

    def learn(first: Sequence[Question], questions: Sequence[Question], seed: int) -> Judge:
        made = Transformer(pre_trained(first, seed) if first else name, settings.device, seed, lower=lower)
        if questions:
            fine_tune(made, keyed(questions), replace(settings, seed=seed), report)

        def judge(asked: Sequence[Question]) -> Sequence[float]:
            found = made.scores([one for one, _ in keyed(asked)])
            return credits_of(
                [dict(zip(q.labels, row, strict=True)) for q, row in zip(asked, found, strict=True)], asked
            )

        return judge

    return learn
