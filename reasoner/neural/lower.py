"""The lower layers of a BERT-like model, left as they are: what they make of a text is worked out once and kept."""

from __future__ import annotations

from collections.abc import Sequence
from copy import deepcopy
from typing import Any

import torch
from torch import nn
from torch.nn.utils.rnn import pad_sequence

from reasoner.errors import ReasonerError

Pair = tuple[str, str]


class LowerLayers:
    """Embeddings and the first layers of a model, shared by all models that start from it.

    Fine-tuning then costs the upper layers alone: a model whose lower four layers of six are left as they are learns
    from a question in a third of the time, and every fold and trial of a cross-validation shares what is kept here.
    """

    def __init__(self, model: Any, layers: int) -> None:
        self.layers = layers
        self._model = deepcopy(model.base_model).eval()
        self._model.encoder.layer = _layers(self._model)[:layers]
        self._known: dict[Pair, torch.Tensor] = {}

    def take_from(self, model: Any) -> None:
        """Leave a model its upper layers only; it is then given states in the place of words."""
        base = model.base_model
        base.encoder.layer = _layers(base)[self.layers :]
        base.embeddings = _PassOn()

    def give_back(self, model: Any) -> Any:
        """Return a copy of a model that is whole again."""
        whole = deepcopy(model)
        base, lower = whole.base_model, deepcopy(self._model)
        base.encoder.layer = nn.ModuleList([*lower.encoder.layer, *base.encoder.layer])
        base.embeddings = lower.embeddings
        return whole

    def states(self, pairs: Sequence[Pair], inputs: dict[str, torch.Tensor]) -> torch.Tensor:
        """Return the states of texts, padded; kept at half precision."""
        new = [row for row, pair in enumerate(pairs) if pair not in self._known]
        if new:
            with torch.no_grad():
                found = self._model(**{name: tensor[new] for name, tensor in inputs.items()}).last_hidden_state
            lengths = inputs["attention_mask"][new].sum(1).tolist()
            for row, states, length in zip(new, found, lengths, strict=True):
                self._known[pairs[row]] = states[:length].half().clone()
        return pad_sequence([self._known[pair].float() for pair in pairs], batch_first=True)


class _PassOn(nn.Module):
    """In the place of embeddings: what comes in are states already."""

    def forward(self, inputs_embeds: torch.Tensor, **others: Any) -> torch.Tensor:
        return inputs_embeds


def _layers(base: Any) -> nn.ModuleList:
    found = getattr(getattr(base, "encoder", None), "layer", None)
    if not isinstance(found, nn.ModuleList):
        raise ReasonerError("lower layers can be left as they are in BERT-like models only")
    return found
