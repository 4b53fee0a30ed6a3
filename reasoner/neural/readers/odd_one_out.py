"""The odd one out: the choice that is least like the others."""

from __future__ import annotations

import torch
from torch import nn

from reasoner.neural.readers.layers import Match, MaxOut, by_choice
from reasoner.neural.readers.texts import REDUCED, Batch, Reduction


class OddOneOut(nn.Module):
    """Minus the sum over the other choices of Att(other, choice)."""

    def __init__(self, width: int = 384, reduced: int = REDUCED) -> None:
        super().__init__()
        self.reduction = Reduction(width, reduced)
        self.read = MaxOut(width, reduced, words=True)
        self.match = Match(self.read.size)

    def forward(self, batch: Batch) -> torch.Tensor:
        """Return a part for each other choice; nothing for the choice itself."""
        choices = by_choice(self.read(batch.choices), batch.choice_there)
        alike: torch.Tensor = self.match(choices[:, None, :], choices[:, :, None])  # [question, choice, other]
        others = batch.choice_there[:, None] & ~torch.eye(choices.shape[1], dtype=torch.bool, device=choices.device)
        return -alike * others
