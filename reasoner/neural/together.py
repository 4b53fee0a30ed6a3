"""Premise and claim read together: whether the one entails the other, contradicts it, or leaves it open.

DGEM compares vectors of sentences that were read apart, so "not", "fewer" and who does what to whom hardly count. Here
the encoder, with an adapter in all its layers, reads both as one text, each word beside those of the other sentence.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import torch
from torch import nn
from torch.nn import functional

from reasoner.neural.adapter import AdaptedModel, Adapter
from reasoner.neural.encoder import Encoder
from reasoner.neural.pairs import Pair, read_pairs
from reasoner.neural.storage import load_into, weights_path, write_tensors
from reasoner.neural.training import Report, Settings, Source, Task, fit, split

KIND = "dgem-together"
#: Each pair is met once, because there are many; the rest was not tuned.
SETTINGS = Settings(epochs=1, batch=32, rate=1e-3, decay=0.01)

_WIDTH, _LAYERS = 384, 6
_DECIMALS = 4  # how a batch is padded must not show


class Together(nn.Module):
    """The adapter, and a linear map from what is read to the three outcomes."""

    def __init__(self) -> None:
        super().__init__()
        self.adapter = Adapter(_WIDTH, _LAYERS)
        self.judge = nn.Linear(2 * _WIDTH, 3)

    def forward(self, read: torch.Tensor) -> torch.Tensor:
        """Return what speaks for each outcome."""
        found: torch.Tensor = self.judge(read)
        return found


class Outcome(NamedTuple):
    """The logarithms of the probabilities that a claim is entailed, left open, contradicted.

    >>> round(Outcome(math.log(0.5), math.log(0.25), math.log(0.25)).log_odds, 6)
    0.0
    """

    entailed: float
    open: float
    contradicted: float

    @property
    def rather_entailed(self) -> float:
        """The log-odds of entailed to left open."""
        return self.entailed - self.open

    @property
    def against(self) -> float:
        """What is lost because the claim may be contradicted: 0 where it cannot be."""
        return -math.log1p(math.exp(self.contradicted - self.open))

    @property
    def log_odds(self) -> float:
        """The log-odds of entailed to everything else."""
        return self.rather_entailed + self.against


class Judge:
    """The model with weights: the packaged ones, or a file that `reasoner train dgem --task together` wrote."""

    def __init__(self, weights: str = KIND, encoder: Encoder | None = None) -> None:
        self._model = Together()
        load_into(self._model, weights_path(weights), KIND)
        self._encoder = (encoder or Encoder()).adapted(self._model.adapter)

    def outcomes(self, pairs: Sequence[tuple[str, str]]) -> list[Outcome]:
        """Return what becomes of the claim of each pair, a premise and a claim."""
        unique = list(dict.fromkeys(pairs))
        if not unique:
            return []
        with torch.inference_mode():
            read = torch.stack([torch.from_numpy(one) for one in self._encoder.pair_vectors(unique)])
            found = functional.log_softmax(self._model(read), -1).tolist()
        known = {
            pair: Outcome(*(round(one, _DECIMALS) for one in row)) for pair, row in zip(unique, found, strict=True)
        }
        return [known[pair] for pair in pairs]


def train_together(
    sources: Sequence[Source],
    output: Path,
    *,
    dev: Path | None = None,
    settings: Settings | None = None,
    encoder: Encoder | None = None,
    report: Report = print,
) -> float:
    """Train on files of pairs and write the weights; return the accuracy on the dev pairs, entailed or not."""
    settings = settings or SETTINGS
    drawn = [source.draw(read_pairs(source.path), settings.seed) for source in sources]
    train, held_out = split(drawn, read_pairs(dev) if dev else None)
    encoder = encoder or Encoder(device=settings.device)
    torch.manual_seed(settings.seed)
    model = Together()
    checkpoint = output.with_name(f"{output.name}.checkpoint")
    task = _task(train, held_out, AdaptedModel(encoder.load(), model.adapter, dropout=0.0))
    accuracy = fit(model, task, settings, checkpoint, report)
    halves = {name: tensor.half() for name, tensor in model.cpu().state_dict().items()}
    about = {"kind": KIND, "encoder": encoder.name, "accuracy": f"{accuracy:.4f}", "rows": str(len(train))}
    write_tensors(output, halves, about)
    checkpoint.unlink(missing_ok=True)
    return accuracy


def _task(train: Sequence[Pair], dev: Sequence[Pair], adapted: AdaptedModel) -> Task[Pair]:
    def judged(model: nn.Module, pairs: list[Pair]) -> torch.Tensor:
        found: torch.Tensor = model(adapted.encode_pairs([(pair.premise, pair.hypothesis) for pair in pairs]))
        return found

    def loss(model: nn.Module, pairs: list[Pair]) -> torch.Tensor:
        found = judged(model, pairs)
        return functional.cross_entropy(found, torch.tensor([pair.outcome for pair in pairs], device=found.device))

    def right(model: nn.Module, pairs: list[Pair]) -> list[bool]:
        found = judged(model, pairs)
        said = found[:, 0] > torch.logsumexp(found[:, 1:], -1)
        return [one == pair.entails for one, pair in zip(said.tolist(), pairs, strict=True)]

    return Task(KIND, train, dev, loss, right)
