"""How span readers learn and work: the first mention of the answer is the span to learn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import torch
from torch import nn
from torch.nn import functional

from reasoner.neural.encoder import Encoder
from reasoner.neural.readers.texts import PieceEncoder
from reasoner.neural.spans import make_span_reader
from reasoner.neural.spans.documents import MOST_WORDS, Passage, Span, same_answer
from reasoner.neural.spans.model import SpanBatch, SpanModel, WordTable
from reasoner.neural.storage import load_into, weights_path, write_tensors
from reasoner.neural.training import Report, Settings, Task, fit

#: The batch is BiDAF's in the WikiHop paper; rate and epochs are for sets of some hundred questions.
SETTINGS = Settings(epochs=15, patience=6, batch=16, rate=3e-3, decay=0.01)


@dataclass(frozen=True, slots=True)
class Asked:
    """A query, a super-document, the answer where it is known, and where that stands first."""

    query: Passage
    document: Passage
    answer: str = ""
    span: Span | None = None

    @classmethod
    def of(cls, query: str, document: str, answer: str = "", most: int = MOST_WORDS) -> Asked:
        """Cut the texts into words and look for the answer."""
        passage = Passage.of(document, most)
        return cls(Passage.of(query), passage, answer, passage.first_mention(answer) if answer else None)


def train_spans(
    kind: str,
    train: Sequence[Asked],
    dev: Sequence[Asked],
    output: Path,
    encoder: PieceEncoder,
    seeds: Sequence[int],
    settings: Settings = SETTINGS,
    report: Report = print,
) -> list[float]:
    """Train a reader once for each seed; write the weights of the first, return the exact matches on Dev.

    Questions whose answer stands in no document teach nothing; on Dev they count as wrong.
    """
    width = encoder.encode(["a"]).shape[1]
    models = {}
    for seed in seeds:
        torch.manual_seed(seed)
        models[seed] = make_span_reader(kind, width)
    first = models[seeds[0]].reduction
    table = WordTable(_words([*train, *dev]), encoder, first, learn=True, device=settings.device)
    taught = [asked for asked in train if asked.span]
    scores = []
    for seed, model in models.items():
        model.reduction.load_state_dict(first.state_dict())
        checkpoint = output.with_name(f"{output.name}.{seed}.checkpoint")
        task = span_task(f"{kind} seed {seed}", taught, dev, table)
        scores.append(fit(model, task, replace(settings, seed=seed), checkpoint, report))
        checkpoint.unlink(missing_ok=True)
    about = {"kind": kind, "encoder": encoder.name, "accuracy": f"{scores[0]:.4f}"}
    write_tensors(output, {name: one.half() for name, one in models[seeds[0]].cpu().state_dict().items()}, about)
    return scores


def span_task(name: str, train: Sequence[Asked], dev: Sequence[Asked], table: WordTable) -> Task[Asked]:
    """Return what is learned: starts, and ends given starts; right is what matches the answer as SQuAD has it."""

    def loss(model: nn.Module, items: list[Asked]) -> torch.Tensor:
        batch = _batch(table, items)
        starts, ends = model(batch)
        return functional.cross_entropy(starts, batch.spans[:, 0]) + functional.cross_entropy(ends, batch.spans[:, 1])

    def right(model: nn.Module, items: list[Asked]) -> list[bool]:
        assert isinstance(model, SpanModel)
        found = [one for asked in items for one in model.best(_batch(table, [asked]))]
        return [
            same_answer(asked.document.text_of(span), asked.answer)
            for asked, (span, _) in zip(items, found, strict=True)
        ]

    return Task(name, train, dev, loss, right)


class SpanReader:
    """A span reader with weights: packaged ones, or a file that `reasoner train reader` wrote."""

    def __init__(self, kind: str, weights: str, encoder: PieceEncoder | None = None) -> None:
        self._encoder = encoder or Encoder()
        self._model = make_span_reader(kind, self._encoder.encode(["a"]).shape[1])
        load_into(self._model, weights_path(weights), kind)
        self._model.double()

    def read(self, query: str, document: str) -> tuple[str, int, float]:
        """Return the most likely span: its text, where it starts, and the logarithm of its probability."""
        asked = Asked.of(query, document)
        with torch.inference_mode():
            table = WordTable(_words([asked]), self._encoder, self._model.reduction)
            span, score = self._model.best(_batch(table, [asked]))[0]
        return asked.document.text_of(span), asked.document.places[span[0]][0], score


def _words(asked: Sequence[Asked]) -> list[str]:
    return [word for one in asked for passage in (one.query, one.document) for word in passage.words]


def _batch(table: WordTable, asked: Sequence[Asked]) -> SpanBatch:
    spans = [one.span or (0, 0) for one in asked]
    return table.batch([one.query.words for one in asked], [one.document.words for one in asked], spans)
