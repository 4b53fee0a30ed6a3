"""FastQA (Weissenborn et al. 2017): one BiLSTM over words that know whether they stand in the query."""

from __future__ import annotations

from typing import NamedTuple

import torch
from torch import nn
from torch.nn import functional

from reasoner.neural.readers.texts import REDUCED
from reasoner.neural.spans.model import LongBiLSTM, SpanBatch, SpanModel, Words

_LEAST = -1e4


class State(NamedTuple):
    """The words of a document as read, and the query as one vector."""

    words: torch.Tensor
    query: torch.Tensor


class FastQA(SpanModel):
    """Hidden size 50, as in the WikiHop paper; word pieces stand in for GloVe.

    Beside the binary mark of words in the query there is the likeness of each word to the query's words, as the paper's
    weighted feature has it.
    """

    def __init__(self, width: int = 384, reduced: int = REDUCED, hidden: int = 50, dropout: float = 0.3) -> None:
        super().__init__(width, reduced)
        self.dropout = nn.Dropout(dropout)
        self.alike = nn.Parameter(torch.ones(reduced) / reduced)
        self.lstm = LongBiLSTM(reduced + 2, hidden)
        self.of_query, self.of_document = (nn.Linear(2 * hidden, hidden) for _ in range(2))
        self.weigh = nn.Linear(hidden, 1)
        self.starts = nn.Sequential(nn.Linear(3 * hidden, hidden), nn.ReLU(), nn.Linear(hidden, 1))
        self.ends = nn.Sequential(nn.Linear(5 * hidden, hidden), nn.ReLU(), nn.Linear(hidden, 1))

    def read(self, batch: SpanBatch) -> State:
        """Read query and document with one BiLSTM; weigh the words of the query."""
        ones = torch.ones_like(batch.query.vectors[..., :2])
        query = self._states(batch.query, ones, self.of_query)
        document = self._states(batch.document, self._marks(batch), self.of_document)
        shares = self.weigh(query).squeeze(-1).masked_fill(~batch.query.there, _LEAST).softmax(-1)
        return State(document, (shares[..., None] * query).sum(1))

    def start(self, state: State) -> torch.Tensor:
        """Score each word by itself and with the query."""
        query = state.query[:, None].expand_as(state.words)
        scores: torch.Tensor = self.starts(torch.cat([state.words, query, state.words * query], -1)).squeeze(-1)
        return scores

    def end(self, state: State, starts: torch.Tensor) -> torch.Tensor:
        """Score each word with the query and with the first word of the span."""
        query = state.query[:, None].expand_as(state.words)
        first = state.words[torch.arange(len(starts), device=starts.device), starts][:, None].expand_as(state.words)
        seen = [state.words, first, query, state.words * query, state.words * first]
        scores: torch.Tensor = self.ends(torch.cat(seen, -1)).squeeze(-1)
        return scores

    def _states(self, words: Words, marks: torch.Tensor, project: nn.Linear) -> torch.Tensor:
        return torch.tanh(project(self.lstm(torch.cat([self.dropout(words.vectors), marks], -1), words.there)))

    def _marks(self, batch: SpanBatch) -> torch.Tensor:
        """Whether each word stands in the query, and how much like the query's words it is."""
        likeness = (batch.document.vectors * self.alike) @ batch.query.vectors.transpose(1, 2)
        shares = likeness.masked_fill(~batch.document.there[..., None], _LEAST).softmax(1)
        weighted = (shares * batch.query.there[:, None]).sum(-1)
        return torch.stack([batch.in_query, functional.relu(weighted)], -1)
