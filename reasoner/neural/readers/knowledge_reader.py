"""The knowledge-enhanced reader: question and choice enriched from a memory of facts, and matched in nine ways."""

from __future__ import annotations

import torch
from torch import nn

from reasoner.neural.readers.layers import Match, MaxOut, WholeMatch, by_choice
from reasoner.neural.readers.texts import REDUCED, Batch, Reduction


class KnowledgeReader(nn.Module):
    """Att of each of question, its knowledge and the two mixed, with each of choice, its knowledge and the two mixed.

    The knowledge of a text is the mean of the facts in memory, weighed by attention (Mihaylov and Frank 2018). Beside
    these nine, the vectors of a sentence encoder for stem, choice and facts are compared by a small network.
    """

    def __init__(self, width: int = 384, reduced: int = REDUCED) -> None:
        super().__init__()
        self.reduction = Reduction(width, reduced)
        self.read = MaxOut(width, reduced)
        self.matches = nn.ModuleList(Match(self.read.size) for _ in range(9))
        self.mix = nn.Parameter(torch.tensor(0.0))
        self.weights = nn.Linear(9, 1, bias=False)
        self.whole = WholeMatch(width)

    def forward(self, batch: Batch) -> torch.Tensor:
        """Return ten parts: (question, its knowledge, mixed) by (choice, its knowledge, mixed), and all as wholes."""
        facts = by_choice(self.read(batch.facts), batch.fact_there)
        questions = self._enriched(self.read(batch.stems)[:, None], facts, batch.fact_there)
        choices = self._enriched(by_choice(self.read(batch.choices), batch.choice_there), facts, batch.fact_there)
        pairs = [(one, two) for one in questions for two in choices]
        found = [match(*pair) for match, pair in zip(self.matches, pairs, strict=True)]
        return torch.cat([torch.stack(found, -1) * self.weights.weight[0], self.whole(batch)[..., None]], -1)

    def _enriched(self, texts: torch.Tensor, facts: torch.Tensor, there: torch.Tensor) -> list[torch.Tensor]:
        """Return texts, what the memory adds to each, and the two mixed."""
        alike = texts @ facts.transpose(1, 2) / texts.shape[-1] ** 0.5
        known = alike.masked_fill(~there[:, None], -1e4).softmax(-1) @ facts
        share = torch.sigmoid(self.mix)
        return [texts, known, share * texts + (1 - share) * known]
