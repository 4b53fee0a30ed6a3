"""Question match: the question and a choice, each read by itself and then compared."""

from __future__ import annotations

import torch

from reasoner.neural.readers.layers import Comparing, by_choice
from reasoner.neural.readers.texts import Batch


class QuestionMatch(Comparing):
    """Att(r(question), r(choice))."""

    def forward(self, batch: Batch) -> torch.Tensor:
        """Return three parts: the question by itself, the choice by itself, both together."""
        choices = by_choice(self.read(batch.choices), batch.choice_there)
        return self.match.apart(self.read(batch.stems)[:, None], choices)
