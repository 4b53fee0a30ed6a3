"""How the readers learn: whole questions, cross-entropy over the choices, the best epoch on Dev as in the paper."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import torch
from torch import nn
from torch.nn import functional

from reasoner.neural.pairs import Pair
from reasoner.neural.readers import make_reader
from reasoner.neural.readers.texts import Batch, Item, PieceEncoder, Reduction, Table, Texts
from reasoner.neural.storage import write_tensors
from reasoner.neural.training import Report, Settings, Task, fit

#: Chosen on OpenBookQA Dev.
SETTINGS = Settings(epochs=12, patience=6, batch=128, rate=2e-3, decay=0.01)


MakeTask = Callable[[str, Sequence[Item], Sequence[Item], Table], Task[Item]]


@dataclass(frozen=True)
class Lesson:
    """What a reader learns from: questions to train on, questions that decide when to stop, and their texts."""

    train: Sequence[Item]
    dev: Sequence[Item]
    texts: Texts


def train_seeds(
    kind: str,
    lesson: Lesson,
    output: Path,
    encoder: PieceEncoder,
    seeds: Sequence[int],
    settings: Settings = SETTINGS,
    report: Report = print,
    make_task: MakeTask | None = None,
) -> list[float]:
    """Train a reader once for each seed; write the weights of the first, return the accuracies on Dev.

    A run that was killed goes on after the last whole epoch; seeds that were done are not done again.
    """
    width = encoder.encode(["a"]).shape[1]
    reduction = Reduction(width)
    table = Table(lesson.texts, encoder, reduction, learn=True, device=settings.device, report=report)
    scores = []
    for seed in seeds:
        torch.manual_seed(seed)
        model = make_reader(kind, width)
        model.get_submodule("reduction").load_state_dict(reduction.state_dict())
        task = (make_task or question_task)(f"{kind} seed {seed}", lesson.train, lesson.dev, table)
        checkpoint = output.with_name(f"{output.name}.{seed}.checkpoint")
        scores.append(fit(model, task, replace(settings, seed=seed), checkpoint, report))
        if seed == seeds[0]:
            about = {"kind": kind, "encoder": encoder.name, "accuracy": f"{scores[0]:.4f}"}
            write_tensors(output, {name: one.half() for name, one in model.cpu().state_dict().items()}, about)
    for seed in seeds:
        output.with_name(f"{output.name}.{seed}.checkpoint").unlink(missing_ok=True)
    return scores


def question_task(name: str, train: Sequence[Item], dev: Sequence[Item], table: Table) -> Task[Item]:
    """Return what a reader learns from questions."""

    def loss(model: nn.Module, items: list[Item]) -> torch.Tensor:
        batch = table.batch(items)
        return functional.cross_entropy(scores(model, batch), batch.keys)

    def right(model: nn.Module, items: list[Item]) -> list[bool]:
        batch = table.batch(items)
        said: list[bool] = (scores(model, batch).argmax(-1) == batch.keys).tolist()
        return said

    return Task(name, train, dev, loss, right)


def pair_lesson(train: Sequence[Pair], dev: Sequence[Pair]) -> Lesson:
    """Put pairs into numbers: the premise as a stem, the hypothesis as its one choice, key 1 where it follows."""
    texts = Texts()

    def items(pairs: Sequence[Pair]) -> list[Item]:
        return [
            Item(texts.number(pair.premise), (texts.number(pair.hypothesis),), key=int(pair.entails)) for pair in pairs
        ]

    return Lesson(items(train), items(dev), texts)


def pair_task(name: str, train: Sequence[Item], dev: Sequence[Item], table: Table) -> Task[Item]:
    """Return what a reader learns from pairs: whether the one choice follows from the stem."""

    def loss(model: nn.Module, items: list[Item]) -> torch.Tensor:
        batch = table.batch(items)
        found = model(batch).sum(-1)[:, 0]
        return functional.binary_cross_entropy_with_logits(found, batch.keys.to(found))

    def right(model: nn.Module, items: list[Item]) -> list[bool]:
        batch = table.batch(items)
        said: list[bool] = ((model(batch).sum(-1)[:, 0] > 0) == batch.keys.bool()).tolist()
        return said

    return Task(name, train, dev, loss, right)


def scores(model: nn.Module, batch: Batch) -> torch.Tensor:
    """Return the scores of all choices, far below all others where there is no choice."""
    parts: torch.Tensor = model(batch)
    return parts.sum(-1).masked_fill(~batch.choice_there, -1e4)
