"""What span readers share: batches of queries and super-documents, and the choice of the best span."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import torch
from torch import nn

from reasoner.neural.readers.texts import REDUCED, PieceEncoder, Reduction
from reasoner.neural.spans.documents import Span

_STARTS = 5  # the most likely starts, for each of which the best end is looked for
MOST_SPAN = 12  # words
_LEAST = -1e4


class Words(NamedTuple):
    """Texts of a batch: the vectors of their words, padded, and which of them are there."""

    vectors: torch.Tensor
    there: torch.Tensor


class SpanBatch(NamedTuple):
    """Queries and documents; which words of a document stand in the query; the spans to learn."""

    query: Words
    document: Words
    in_query: torch.Tensor
    spans: torch.Tensor


class SpanModel(nn.Module, ABC):
    """A model that scores every word as a start and, given a start, every word as an end."""

    def __init__(self, width: int, reduced: int = REDUCED) -> None:
        super().__init__()
        self.reduction = Reduction(width, reduced)

    @abstractmethod
    def read(self, batch: SpanBatch) -> Any:
        """Return what the model makes of queries and documents."""

    @abstractmethod
    def start(self, state: Any) -> torch.Tensor:
        """Return the scores of all words as starts."""

    @abstractmethod
    def end(self, state: Any, starts: torch.Tensor) -> torch.Tensor:
        """Return the scores of all words as ends of spans with these starts."""

    def forward(self, batch: SpanBatch) -> tuple[torch.Tensor, torch.Tensor]:
        """Return scores of starts, and scores of ends where the start is the one to learn."""
        state, there = self.read(batch), batch.document.there
        starts = self.start(state).masked_fill(~there, _LEAST)
        return starts, self.end(state, batch.spans[:, 0]).masked_fill(~there, _LEAST)

    def best(self, batch: SpanBatch) -> list[tuple[Span, float]]:
        """Return the most likely span of each document, with the logarithm of its probability."""
        state, there = self.read(batch), batch.document.there
        starts = self.start(state).masked_fill(~there, _LEAST).log_softmax(-1)
        likely = starts.topk(min(_STARTS, starts.shape[1]), dim=-1)
        found = []
        for rank in range(likely.indices.shape[1]):
            chosen = likely.indices[:, rank]
            ends = self.end(state, chosen).masked_fill(~there, _LEAST).log_softmax(-1)
            places = torch.arange(ends.shape[1], device=ends.device)
            near = (places >= chosen[:, None]) & (places < chosen[:, None] + MOST_SPAN)
            score, end = ends.masked_fill(~near, 2 * _LEAST).max(-1)
            rows = zip(chosen.tolist(), end.tolist(), (likely.values[:, rank] + score).tolist(), strict=True)
            found.append([((first, last), total) for first, last, total in rows])
        return [max(row, key=lambda one: one[1]) for row in zip(*found, strict=True)]


class LongBiLSTM(nn.Module):
    """Reads long texts in both directions; returns a vector for each word.

    Backwards each text is turned around by its own length, so that padding comes last both ways and need not be left
    out step by step, which takes many times as long.
    """

    def __init__(self, width: int, hidden: int) -> None:
        super().__init__()
        self.onwards = nn.LSTM(width, hidden, batch_first=True)
        self.backwards = nn.LSTM(width, hidden, batch_first=True)

    def forward(self, vectors: torch.Tensor, there: torch.Tensor) -> torch.Tensor:
        """Return the states of both directions."""
        turned = _turned(self.backwards(_turned(vectors, there))[0], there)
        return torch.cat([self.onwards(vectors)[0], turned], -1)


def _turned(vectors: torch.Tensor, there: torch.Tensor) -> torch.Tensor:
    """Turn texts around, each by its own length.

    >>> _turned(torch.tensor([[[1.0], [2.0], [0.0]]]), torch.tensor([[True, True, False]])).flatten().tolist()
    [2.0, 1.0, 0.0]
    """
    places = torch.arange(there.shape[1], device=there.device)
    from_end = there.sum(1, keepdim=True) - 1 - places
    order = torch.where(from_end >= 0, from_end, places)
    return vectors.gather(1, order[..., None].expand_as(vectors))


class WordTable:
    """A vector for each word: the mean of its word pieces, reduced."""

    def __init__(
        self,
        words: Sequence[str],
        encoder: PieceEncoder,
        reduction: Reduction,
        *,
        learn: bool = False,
        device: str = "cpu",
    ) -> None:
        known = sorted(set(words))
        self._numbers = {word: number for number, word in enumerate(known, 1)}
        empty = np.zeros((1, reduction.mean.shape[0]), np.float32)
        found = [one.mean(0) if len(one) else empty[0] for one in encoder.piece_vectors(known)]
        vectors = torch.from_numpy(np.stack(found) if found else empty)
        if learn:
            reduction.fit_to(vectors)
        made = reduction(vectors.to(reduction.mean))
        self._vectors = torch.cat([torch.zeros_like(made[:1]), made]).to(device)

    def batch(
        self, queries: Sequence[Sequence[str]], documents: Sequence[Sequence[str]], spans: Sequence[Span]
    ) -> SpanBatch:
        """Pad texts and look up their words."""
        asked = [{word.casefold() for word in query} for query in queries]
        inside = [[word.casefold() in some for word in text] for some, text in zip(asked, documents, strict=True)]
        document = self._words(documents)
        in_query = torch.zeros_like(document.there, dtype=self._vectors.dtype)
        for row, marks in enumerate(inside):
            in_query[row, : len(marks)] = torch.tensor(marks, dtype=in_query.dtype)
        return SpanBatch(self._words(queries), document, in_query, torch.tensor(spans, device=self._vectors.device))

    def _words(self, texts: Sequence[Sequence[str]]) -> Words:
        most = max(1, *map(len, texts)) if texts else 1
        numbers = torch.zeros(len(texts), most, dtype=torch.long, device=self._vectors.device)
        for row, text in enumerate(texts):
            numbers[row, : len(text)] = torch.tensor([self._numbers[word] for word in text], dtype=torch.long)
        there = torch.arange(most, device=numbers.device) < torch.tensor([[len(text)] for text in texts]).to(numbers)
        return Words(self._vectors[numbers], there)
