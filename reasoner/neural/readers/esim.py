"""ESIM (Chen et al. 2017): question and choice aligned word piece by word piece, compared, read once more."""

from __future__ import annotations

import torch
from torch import nn

from reasoner.neural.readers.layers import HIDDEN, BiLSTM, Match, Words, greatest
from reasoner.neural.readers.texts import REDUCED, Batch, Reduction

_LEAST = -1e4


class ESIM(nn.Module):
    """Beside the paper's model: the texts as wholes, by sentence vectors and words, matched as question match does."""

    def __init__(self, width: int = 384, reduced: int = REDUCED, hidden: int = HIDDEN, dropout: float = 0.3) -> None:
        super().__init__()
        self.reduction = Reduction(width, reduced)
        self.dropout = nn.Dropout(dropout)
        self.read = BiLSTM(reduced, hidden)
        self.compare = nn.Sequential(nn.Linear(8 * hidden, 2 * hidden), nn.ReLU())
        self.compose = BiLSTM(2 * hidden, hidden)
        self.aligned = nn.Sequential(nn.Linear(8 * hidden, 2 * hidden), nn.Tanh(), nn.Linear(2 * hidden, 1))
        self.whole = Words(width, 2 * hidden)
        self.match = Match(2 * hidden)

    def forward(self, batch: Batch) -> torch.Tensor:
        """Return two parts: question and choice aligned, and the two matched as wholes."""
        questions, choices = batch.choice_there.shape
        asked, offered = batch.stems, batch.choices
        asked_there = asked.there.repeat_interleave(choices, 0)
        one = self.read(self.dropout(asked.pieces), asked.there).repeat_interleave(choices, 0)
        two = self.read(self.dropout(offered.pieces), offered.there)
        alike = one @ two.transpose(1, 2)
        for_one = alike.masked_fill(~offered.there[:, None], _LEAST).softmax(2) @ two
        for_two = alike.masked_fill(~asked_there[:, :, None], _LEAST).softmax(1).transpose(1, 2) @ one
        read = [self._composed(one, for_one, asked_there), self._composed(two, for_two, offered.there)]
        aligned = self.aligned(self.dropout(torch.cat(read, -1))).view(questions, choices, 1)
        stem, choice = (self.whole(text) for text in (asked, offered))
        matched = self.match(stem[:, None], choice.view(questions, choices, -1))
        return torch.cat([aligned, matched[..., None]], -1)

    def _composed(self, states: torch.Tensor, other: torch.Tensor, there: torch.Tensor) -> torch.Tensor:
        """Compare states with what they were aligned to, read that, and take its mean and its greatest values."""
        compared = self.compare(self.dropout(torch.cat([states, other, states - other, states * other], -1)))
        read = self.compose(compared, there) * there[..., None]
        return torch.cat([read.sum(1) / there.sum(1, keepdim=True).clamp(min=1), greatest(read, there)], -1)
