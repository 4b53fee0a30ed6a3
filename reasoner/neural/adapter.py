"""The adapter: low-rank additions to the last layers of a sentence encoder (LoRA; Hu et al. 2021)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

import torch
from torch import nn
from torch.nn import functional

from reasoner.errors import ReasonerError
from reasoner.knowledge.cache import fingerprint
from reasoner.neural.encoder import Text, outputs, pair_states

if TYPE_CHECKING:
    from sentence_transformers import SentenceTransformer

_RANK = 16
_DROPOUT = 0.1
_AT_ONCE, _PAIRS_AT_ONCE = 64, 8  # texts of like length


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
    """A frozen model with an adapter that is being trained; no module itself, so that no checkpoint holds the model.

    `dropout` is for few examples that are met often; where each is met once, it only slows learning down.
    """

    def __init__(self, model: SentenceTransformer, adapter: Adapter, dropout: float = _DROPOUT) -> None:
        self._model, self._adapter, self._dropout = model.eval().requires_grad_(False), adapter, dropout
        layers = adapter.last(model) if dropout else []
        self._dropouts = [one for layer in layers for one in layer.modules() if isinstance(one, nn.Dropout)]
        for number, linear in enumerate(adapter.linears(model)):
            linear.register_forward_hook(partial(self._add, number))

    def encode(self, texts: Sequence[str]) -> torch.Tensor:
        """Return unit vectors with gradient, as rows."""
        return functional.normalize(self._read(texts, lambda made: made["sentence_embedding"], _AT_ONCE), dim=-1)

    def encode_pairs(self, pairs: Sequence[tuple[str, str]]) -> torch.Tensor:
        """Return what `Encoder.pair_vectors` does, with gradient, as rows."""
        return self._read(pairs, pair_states, _PAIRS_AT_ONCE)

    def _read(
        self, texts: Sequence[Text], take: Callable[[dict[str, torch.Tensor]], torch.Tensor], at_once: int
    ) -> torch.Tensor:
        """Run the model over texts of like length together; while training, at half precision to be twice as fast."""
        for dropout in self._dropouts:
            dropout.train(self._adapter.training)
        order = sorted(range(len(texts)), key=lambda number: len("".join(texts[number])))
        parts = []
        with torch.autocast(self._model.device.type, torch.bfloat16, enabled=self._adapter.training):
            for start in range(0, len(order), at_once):
                part = [texts[number] for number in order[start : start + at_once]]
                parts.append(take(outputs(self._model, part)).float())
        return torch.cat(parts)[torch.tensor(order).argsort()]

    def _add(self, number: int, module: nn.Module, inputs: tuple[torch.Tensor], made: torch.Tensor) -> torch.Tensor:
        seen = functional.dropout(inputs[0], self._dropout, self._adapter.training) if self._dropout else inputs[0]
        return made + functional.linear(functional.linear(seen, self._adapter.down[number]), self._adapter.up[number])
