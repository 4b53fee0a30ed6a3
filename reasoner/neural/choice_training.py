"""Training of the choice head: first on the vectors of the frozen encoder, then together with its adapter."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import torch
from torch import nn
from torch.nn import functional

from reasoner.knowledge import KnowledgeBase
from reasoner.neural.adapter import AdaptedModel
from reasoner.neural.choice import (
    KIND,
    RANKING,
    Batch,
    ChoiceModel,
    Option,
    Parts,
    Prepared,
    Vectors,
    fixed_vectors,
    learned_vectors,
    make_batch,
    options_of,
    prepare,
    ways_to,
)
from reasoner.neural.encoder import Encoder
from reasoner.neural.readers.texts import Texts
from reasoner.neural.storage import write_tensors
from reasoner.neural.tokens import TokenEncoder
from reasoner.neural.training import Report, Settings, Source, Task, fit, split
from reasoner.question import Question
from reasoner.question.keyed import read_keyed
from reasoner.retrieval import Asked, Joined

#: Chosen on OpenBookQA Dev.
SETTINGS = Settings(epochs=12, rate=2e-3, decay=0.05)

_READY_AT_ONCE = 250  # questions


def train_choice(
    sources: Sequence[Source],
    output: Path,
    kb: KnowledgeBase,
    *,
    dev: Path | None = None,
    settings: Settings | None = None,
    adapt_epochs: int = 1,
    encoder: TokenEncoder | None = None,
    report: Report = print,
) -> float:
    """Train the choice head on files of questions and write the weights; return the accuracy on the dev questions.

    The adapter is trained where the encoder is a sentence-transformers model, and stays empty otherwise.
    """
    settings = settings or SETTINGS
    drawn = [source.draw(read_keyed(source.path), settings.seed) for source in sources]
    train, held_out = split(drawn, read_keyed(dev) if dev else None)
    encoder = encoder or Encoder(device=settings.device)
    texts = Texts()
    ready = prepare_all([*train, *held_out], Joined(kb, encoder, RANKING, pairs=False), texts, report)
    torch.manual_seed(settings.seed)
    model = ChoiceModel()
    checkpoints = [output.with_name(f"{output.name}.{stage}") for stage in ("checkpoint", "adapter.checkpoint")]

    def task(name: str, vectors: Vectors) -> Task[Prepared]:
        return choice_task(name, ready[: len(train)], ready[len(train) :], vectors)

    frozen = task(KIND, fixed_vectors(texts, encoder, settings.device))
    accuracy = fit(model, frozen, settings, checkpoints[0], report)
    if isinstance(encoder, Encoder):
        adapted = task(f"{KIND} adapter", learned_vectors(texts, AdaptedModel(encoder.load(), model.adapter)))
        # Not tuned; small batches, because every text of a batch goes through the encoder.
        adapting = replace(settings, epochs=adapt_epochs, batch=16, rate=5e-4)
        accuracy = fit(model, adapted, adapting, checkpoints[1], report, accuracy)
    about = {"kind": KIND, "encoder": encoder.name, "accuracy": f"{accuracy:.4f}", "rows": str(len(train))}
    halves = {name: tensor.half() for name, tensor in model.cpu().state_dict().items()}
    write_tensors(output, halves, about)
    for checkpoint in checkpoints:
        checkpoint.unlink(missing_ok=True)
    return accuracy


def prepare_all(questions: Sequence[Question], finder: Joined, texts: Texts, report: Report) -> list[Prepared]:
    """Make questions with keys ready, with the facts that retrieval finds and none of their own."""
    ready = []
    for start in range(0, len(questions), _READY_AT_ONCE):
        report(f"retrieving facts for questions {start} to {min(start + _READY_AT_ONCE, len(questions))}")
        part = questions[start : start + _READY_AT_ONCE]
        rows = [_options(question, finder) for question in part]
        for question, row in zip(part, rows, strict=True):
            ready.append(prepare(row, texts, question.labels.index(question.answer_key or "")))
    return ready


def _options(question: Question, finder: Joined) -> list[Option]:
    asked = Asked.of(question)
    return options_of(asked, ways_to(asked, finder))


def choice_task(name: str, train: Sequence[Prepared], dev: Sequence[Prepared], vectors: Vectors) -> Task[Prepared]:
    """Return what the head learns from questions, given the vectors of their texts."""

    def loss(model: nn.Module, questions: list[Prepared]) -> torch.Tensor:
        # The mean over the members of their own cross-entropy, so that they stay apart.
        batch = make_batch(questions, vectors)
        target = torch.tensor([question.key for question in questions], device=batch.stem.device)
        losses = [functional.cross_entropy(_logits(parts, batch), target) for parts in model(batch)]
        return torch.stack(losses).mean()

    def right(model: nn.Module, questions: list[Prepared]) -> list[bool]:
        batch = make_batch(questions, vectors)
        said = torch.stack([_logits(parts, batch) for parts in model(batch)]).mean(0).argmax(-1).tolist()
        return [one == question.key for one, question in zip(said, questions, strict=True)]

    return Task(name, train, dev, loss, right)


def _logits(parts: Parts, batch: Batch) -> torch.Tensor:
    return parts.total.masked_fill(batch.there == 0, -1e4)
