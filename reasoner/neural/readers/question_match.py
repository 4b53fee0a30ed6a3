"""Question match: the question and a choice, each read by itself and then compared."""

from __future__ import annotations

import torch
from torch import nn

from reasoner.neural.readers.layers import Match, MaxOut, by_choice
from reasoner.neural.readers.texts import REDUCED, Batch, Reduction


class QuestionMatch(nn.Module):
    """Att(r(question), r(choice))."""

    def __init__(self, width: int = 384, reduced: int = REDUCED) -> None:
        super().__init__()
        self.reduction = Reduction(width, reduced)
        self.read = MaxOut(width, reduced, words=True)
        self.match = Match(self.read.size)

    def forward(self, batch: Batch) -> torch.Tensor:
        """Return three parts: the question by itself, the choice by itself, both together."""
        choices = by_choice(self.read(batch.choices), batch.choice_there)
        return self.match.apart(self.read(batch.stems)[:, None], choices)
