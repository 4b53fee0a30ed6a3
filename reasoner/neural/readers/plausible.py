"""The plausible answer detector: how likely a choice is to be right for some question, the question left unread."""

from __future__ import annotations

import torch
from torch import nn

from reasoner.neural.readers.layers import MaxOut, by_choice
from reasoner.neural.readers.texts import REDUCED, Batch, Reduction


class Plausible(nn.Module):
    """W r(choice)."""

    def __init__(self, width: int = 384, reduced: int = REDUCED) -> None:
        super().__init__()
        self.reduction = Reduction(width, reduced)
        self.read = MaxOut(width, reduced, words=True)
        self.score = nn.Linear(self.read.size, 1)

    def forward(self, batch: Batch) -> torch.Tensor:
        """Return one part for each choice."""
        scores: torch.Tensor = self.score(by_choice(self.read(batch.choices), batch.choice_there))
        return scores
