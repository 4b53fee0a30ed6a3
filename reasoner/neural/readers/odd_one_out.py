"""The odd one out: the choice that is least like the others."""

from __future__ import annotations

import torch

from reasoner.neural.readers.layers import Comparing, by_choice
from reasoner.neural.readers.texts import Batch


class OddOneOut(Comparing):
    """Minus the sum over the other choices of Att(other, choice)."""

    def forward(self, batch: Batch) -> torch.Tensor:
        """Return a part for each other choice; nothing for the choice itself."""
        choices = by_choice(self.read(batch.choices), batch.choice_there)
        alike: torch.Tensor = self.match(choices[:, None, :], choices[:, :, None])  # [question, choice, other]
        others = batch.choice_there[:, None] & ~torch.eye(choices.shape[1], dtype=torch.bool, device=choices.device)
        return -alike * others
