"""The adapter: low-rank additions to the last layers of a sentence encoder (LoRA; Hu et al. 2021)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

import torch
from torch import nn
from torch.nn import functional

from reasoner.errors import ReasonerError
from reasoner.knowledge.cache import fingerprint
from reasoner.neural.encoder import outputs

if TYPE_CHECKING:
    from sentence_transformers import SentenceTransformer

_RANK = 16
_DROPOUT = 0.1
_AT_ONCE = 64  # texts of like length


class Adapter(nn.Module):
    """What is added to the linear maps of the last layers of a BERT-like model; at the start, nothing.

    Examples
    --------
    >>> adapter = Adapter(width=8, layers=1, rank=2)
    >>> len(adapter.down), adapter.change(0).shape, bool(adapter.change(0).any())
    (6, torch.Size([8, 8]), False)
    """

    def __init__(self, width: int = 384, layers: int = 3, rank: int = _RANK) -> None:
        super().__init__()
        # Query, key, value and output of the attention, then up to four times the width and back.
        sizes = ([(width, width)] * 4 + [(width, 4 * width), (4 * width, width)]) * layers
        self.layers = layers
        self.down = nn.ParameterList(torch.randn(rank, inputs) / inputs**0.5 for inputs, _ in sizes)
        self.up = nn.ParameterList(torch.zeros(made, rank) for _, made in sizes)

    @property
    def fingerprint(self) -> str:
        """A name that changes with the weights."""
        return fingerprint(*(one.detach().float().cpu().numpy().tobytes().hex() for one in self.parameters()))

    def change(self, number: int) -> torch.Tensor:
        """Return what is added to the matrix of a linear map."""
        return torch.mm(self.up[number], self.down[number])

    def merge_into(self, model: SentenceTransformer) -> None:
        """Add the changes to the matrices of a model, which costs nothing when it runs."""
        with torch.no_grad():
            for number, linear in enumerate(self.linears(model)):
                linear.weight += self.change(number).to(linear.weight)

    def last(self, model: SentenceTransformer) -> list[nn.Module]:
        """Return the layers of a model that the adapter adds to."""
        stack = next((module for module in model.modules() if isinstance(module, nn.ModuleList)), nn.ModuleList())
        return list(stack)[-self.layers :]

    def linears(self, model: SentenceTransformer) -> list[nn.Linear]:
        """Return the linear maps of a model's last layers, in the order of the adapter."""
        found = [one for layer in self.last(model) for one in layer.modules() if isinstance(one, nn.Linear)]
        expected = [(len(up), down.shape[1]) for up, down in zip(self.up, self.down, strict=True)]
        if [tuple(linear.weight.shape) for linear in found] != expected:
            raise ReasonerError("the sentence encoder has other layers than the one that the weights were trained with")
        return found


class AdaptedModel:
    """A frozen model with an adapter that is being trained; no module itself, so that no checkpoint holds the model."""

    def __init__(self, model: SentenceTransformer, adapter: Adapter) -> None:
        self._model, self._adapter = model.eval().requires_grad_(False), adapter
        self._dropouts = [
            one for layer in adapter.last(model) for one in layer.modules() if isinstance(one, nn.Dropout)
        ]
        for number, linear in enumerate(adapter.linears(model)):
            linear.register_forward_hook(partial(self._add, number))

    def encode(self, texts: Sequence[str]) -> torch.Tensor:
        """Return unit vectors with gradient, as rows; while training, at half precision to be twice as fast."""
        for dropout in self._dropouts:
            dropout.train(self._adapter.training)
        order = sorted(range(len(texts)), key=lambda number: len(texts[number]))
        parts = []
        with torch.autocast(self._model.device.type, torch.bfloat16, enabled=self._adapter.training):
            for start in range(0, len(order), _AT_ONCE):
                part = [texts[number] for number in order[start : start + _AT_ONCE]]
                parts.append(outputs(self._model, part)["sentence_embedding"].float())
        back = torch.tensor(order).argsort()
        return functional.normalize(torch.cat(parts)[back], dim=-1)

    def _add(self, number: int, module: nn.Module, inputs: tuple[torch.Tensor], made: torch.Tensor) -> torch.Tensor:
        seen = functional.dropout(inputs[0], _DROPOUT, self._adapter.training)
        return made + functional.linear(functional.linear(seen, self._adapter.down[number]), self._adapter.up[number])
