"""BiLSTM max-out for pairs of sentences: premise and hypothesis, each read by itself, and then compared."""

from __future__ import annotations

import torch
from torch import nn

from reasoner.neural.readers.layers import BiLSTM, Match, by_choice, greatest, scaled
from reasoner.neural.readers.texts import REDUCED, Batch, Reduction, Sequences

_HIDDEN = 64


class MaxOutPairs(nn.Module):
    """Att(r(premise), r(hypothesis)), as Appendix C of the OpenBookQA paper has it.

    Beside what the BiLSTM reads stands the vector of the sentence encoder as it is: a layer over it, as the readers of
    questions have, forgets which sentences mean much the same (0.77 on SciTail Dev).
    """

    def __init__(self, width: int = 384, reduced: int = REDUCED, dropout: float = 0.3) -> None:
        super().__init__()
        self.reduction = Reduction(width, reduced)
        self.read = BiLSTM(reduced, _HIDDEN)
        self.dropout = nn.Dropout(dropout)
        self.match = Match(2 * _HIDDEN + width)

    def forward(self, batch: Batch) -> torch.Tensor:
        """Return three parts: the premise by itself, the hypothesis by itself, both together."""
        hypotheses = by_choice(self._vector(batch.choices), batch.choice_there)
        return self.match.apart(self._vector(batch.stems)[:, None], hypotheses)

    def _vector(self, texts: Sequences) -> torch.Tensor:
        states = greatest(self.read(self.dropout(texts.pieces), texts.there), texts.there)
        return torch.cat([self.dropout(states), scaled(texts)], -1)
