"""Embeddings and similarities: a linear model over the centroid of a choice's vectors and over cosines."""

from __future__ import annotations

import torch
from torch import nn

from reasoner.neural.readers.layers import by_choice, likeness
from reasoner.neural.readers.texts import REDUCED, Batch, Reduction, Sequences


class EmbedSim(nn.Module):
    """Logistic regression. The centroid of the question is left out: it is the same for every choice."""

    def __init__(self, width: int = 384, reduced: int = REDUCED) -> None:
        super().__init__()
        self.reduction = Reduction(width, reduced)
        self.centroid = nn.Linear(reduced + width, 1)
        self.question = nn.Linear(2, 1, bias=False)
        self.others = nn.Linear(2, 1, bias=False)

    def forward(self, batch: Batch) -> torch.Tensor:
        """Return three parts: the choice's centroid, its likeness to the question, its likeness to the others."""
        found = [by_choice(one, batch.choice_there) for one in _centroids(batch.choices)]
        asked = [likeness(one[:, None], two) for one, two in zip(_centroids(batch.stems), found, strict=True)]
        others = [_mean_likeness(one, batch.choice_there) for one in found]
        parts = [
            self.centroid(torch.cat(found, -1)),
            self.question(torch.stack(asked, -1)),
            self.others(torch.stack(others, -1)),
        ]
        return torch.cat(parts, -1)


def _centroids(texts: Sequences) -> list[torch.Tensor]:
    """The mean of the word pieces of each text, and the vector of the text as a whole."""
    count = texts.there.sum(1, keepdim=True).clamp(min=1)
    return [texts.pieces.sum(1) / count, 5 * texts.whole]


def _mean_likeness(choices: torch.Tensor, there: torch.Tensor) -> torch.Tensor:
    """Of each choice to the other choices."""
    pairs = likeness(choices[:, :, None], choices[:, None, :])
    others = there[:, None] & ~torch.eye(there.shape[1], dtype=torch.bool, device=there.device)
    return (pairs * others).sum(-1) / others.sum(-1).clamp(min=1)
