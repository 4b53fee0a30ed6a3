"""BiDAF (Seo et al. 2017): attention from document to query and back, then two more layers that read the result."""

from __future__ import annotations

from typing import NamedTuple

import torch
from torch import nn

from reasoner.neural.readers.texts import REDUCED
from reasoner.neural.spans.model import LongBiLSTM, SpanBatch, SpanModel

_LEAST = -1e4


class State(NamedTuple):
    """What attention made of the words of a document, what the model made of that, and the same for ends."""

    attended: torch.Tensor
    starts: torch.Tensor
    ends: torch.Tensor


class BiDAF(SpanModel):
    """Hidden size 20, as in the WikiHop paper; word pieces stand in for GloVe, letters and highway layers."""

    def __init__(self, width: int = 384, reduced: int = REDUCED, hidden: int = 20, dropout: float = 0.2) -> None:
        super().__init__(width, reduced)
        self.dropout = nn.Dropout(dropout)
        self.context = LongBiLSTM(reduced, hidden)
        self.alike = nn.Linear(6 * hidden, 1)
        self.first, self.second = LongBiLSTM(8 * hidden, hidden), LongBiLSTM(2 * hidden, hidden)
        self.last = LongBiLSTM(2 * hidden, hidden)
        self.starts, self.ends = nn.Linear(10 * hidden, 1), nn.Linear(10 * hidden, 1)

    def read(self, batch: SpanBatch) -> State:
        """Let document and query attend to each other, and read the result."""
        words = self.context(self.dropout(batch.document.vectors), batch.document.there)
        query = self.context(self.dropout(batch.query.vectors), batch.query.there)
        alike = self._likeness(words, query).masked_fill(~batch.query.there[:, None], _LEAST)
        to_query = alike.softmax(-1) @ query
        shares = alike.amax(-1).masked_fill(~batch.document.there, _LEAST).softmax(-1)
        to_words = (shares[..., None] * words).sum(1, keepdim=True).expand_as(words)
        attended = torch.cat([words, to_query, words * to_query, words * to_words], -1)
        read = self.second(self.first(self.dropout(attended), batch.document.there), batch.document.there)
        return State(attended, read, self.last(self.dropout(read), batch.document.there))

    def start(self, state: State) -> torch.Tensor:
        """Score each word."""
        return self._scored(self.starts, state.attended, state.starts)

    def end(self, state: State, starts: torch.Tensor) -> torch.Tensor:
        """Score each word; the layer above that of the starts knows of them."""
        return self._scored(self.ends, state.attended, state.ends)

    def _scored(self, layer: nn.Linear, attended: torch.Tensor, read: torch.Tensor) -> torch.Tensor:
        scores: torch.Tensor = layer(self.dropout(torch.cat([attended, read], -1))).squeeze(-1)
        return scores

    def _likeness(self, words: torch.Tensor, query: torch.Tensor) -> torch.Tensor:
        """W [h; u; h * u] for every word of the document and of the query, without making them all side by side."""
        size = words.shape[-1]
        weights = self.alike.weight[0]
        both = (words * weights[2 * size :]) @ query.transpose(1, 2)
        alone = (words @ weights[:size])[..., None] + (query @ weights[size : 2 * size])[:, None]
        return alone + both + self.alike.bias
