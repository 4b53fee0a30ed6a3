"""Training: one loop for every head above the encoder: early stopping, checkpoints that survive a kill."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Generic, TypeVar

import torch
from torch import nn

from reasoner.errors import InputError
from reasoner.neural.encoder import shrinking
from reasoner.neural.storage import read_tensors, write_tensors

_GRADIENT_NORM = 5.0  # as the original DGEM
_EVALUATED_AT_ONCE = 256
_HELD_OUT = 10  # one example in so many, where no dev file is given

Item = TypeVar("Item")


@dataclass(frozen=True)
class Settings:
    """How to train; everything that the result depends on, apart from data and model."""

    seed: int = 1
    epochs: int = 12
    patience: int = 8
    batch: int = 64
    rate: float = 1e-3
    decay: float = 0.01
    device: str = "cpu"


@dataclass(frozen=True)
class Task(Generic[Item]):
    """What is learned: examples, the loss of a batch, and which examples of a batch come out right."""

    name: str
    train: Sequence[Item]
    dev: Sequence[Item]
    loss: Callable[[nn.Module, list[Item]], torch.Tensor]
    right: Callable[[nn.Module, list[Item]], list[bool]]


Report = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Source:
    """A file to learn from, or so many of its examples, drawn by the seed.

    >>> Source.named("qasc/train.jsonl:1500")
    Source(path=PosixPath('qasc/train.jsonl'), limit=1500)
    """

    path: Path
    limit: int | None = None

    @classmethod
    def named(cls, text: str) -> Source:
        """Return what PATH or PATH:N stands for."""
        path, _, number = text.strip().rpartition(":")
        return cls(Path(path), int(number)) if path and number.isdecimal() else cls(Path(text.strip()))

    def draw(self, examples: list[Item], seed: int) -> list[Item]:
        """Return the examples that are to be learned from."""
        few = self.limit is not None and self.limit < len(examples)
        return random.Random(seed).sample(examples, self.limit or 0) if few else examples


def split(parts: Sequence[list[Item]], dev: list[Item] | None) -> tuple[list[Item], list[Item]]:
    """Return what is learned from and what decides when to stop: the dev examples, or a tenth of the first part.

    >>> split([[1, 2, 3], [4]], None)
    ([2, 3, 4], [1])
    """
    first, *others = parts
    held_out = first[::_HELD_OUT] if dev is None else dev
    kept = first if dev is not None else [one for number, one in enumerate(first) if number % _HELD_OUT]
    return [*kept, *(one for other in others for one in other)], held_out


def fit(
    model: nn.Module,
    task: Task[Item],
    settings: Settings,
    checkpoint: Path,
    report: Report = print,
    accuracy: float = 0.0,
) -> float:
    """Train a model; leave it with the weights of its best epoch, and return their accuracy on the dev examples.

    `accuracy` is what the model comes with; where no epoch is better, it keeps its weights.
    After each epoch the state goes to `checkpoint`; a run with the same settings goes on from there, to the same bytes.
    """
    torch.manual_seed(settings.seed)
    torch.use_deterministic_algorithms(True, warn_only=settings.device != "cpu")
    model.to(settings.device)
    run = _Run(model, task, settings, checkpoint)
    run.best = accuracy
    run.resume(report)
    while run.epoch < settings.epochs and run.stale < settings.patience:
        loss = run.one_epoch()
        accuracy = evaluate(model, task)
        run.note(accuracy)
        run.save()
        report(f"{task.name} epoch {run.epoch}/{settings.epochs}: loss {loss:.4f}, dev accuracy {accuracy:.4f}")
    model.load_state_dict(run.best_weights)
    return run.best


def evaluate(model: nn.Module, task: Task[Item]) -> float:
    """Return the share of dev examples that come out right."""
    model.eval()
    with torch.inference_mode():
        right = [
            one
            for start in range(0, len(task.dev), _EVALUATED_AT_ONCE)
            for one in shrinking(
                lambda part: task.right(model, part), list(task.dev[start : start + _EVALUATED_AT_ONCE])
            )
        ]
    return float(sum(right) / max(len(right), 1))


class _Run(Generic[Item]):
    """A training run between two epochs."""

    def __init__(self, model: nn.Module, task: Task[Item], settings: Settings, checkpoint: Path) -> None:
        self.model, self.task, self.settings, self.path = model, task, settings, checkpoint
        self.optimiser = torch.optim.AdamW(model.parameters(), lr=settings.rate, weight_decay=settings.decay)
        self.scaler = torch.amp.GradScaler(settings.device, enabled=settings.device.startswith("cuda"))
        self.epoch, self.best, self.stale = 0, 0.0, 0
        self.best_weights = _copy(model)

    def one_epoch(self) -> float:
        """Go through the examples once, in an order that seed and epoch decide; return the mean loss."""
        self.model.train()
        torch.manual_seed(self.settings.seed * 1_000 + self.epoch)
        order = torch.randperm(len(self.task.train)).tolist()
        total = 0.0
        for start in range(0, len(order), self.settings.batch):
            self._set_rate(self.epoch + start / len(order))
            batch = [self.task.train[number] for number in order[start : start + self.settings.batch]]
            total += sum(shrinking(lambda part: [self._backward(part, len(batch))], batch))  # noqa: B023
            self._step()
        self.epoch += 1
        return total / max(len(order), 1)

    def _backward(self, part: list[Item], whole: int) -> float:
        """Add the gradients of a batch, or of the part of it that fits into memory."""
        with torch.autocast(self.settings.device.split(":")[0], enabled=self.scaler.is_enabled()):
            loss = self.task.loss(self.model, part)
        self.scaler.scale(loss * len(part) / whole).backward()  # type: ignore[no-untyped-call]
        return loss.item() * len(part)

    def _step(self) -> None:
        self.scaler.unscale_(self.optimiser)
        nn.utils.clip_grad_norm_(self.model.parameters(), _GRADIENT_NORM)
        self.scaler.step(self.optimiser)
        self.scaler.update()
        self.optimiser.zero_grad()

    def _set_rate(self, done: float) -> None:
        """Half an epoch of warming up, or a tenth of a short run, then down to nothing in a straight line."""
        warm = 0.05 + done / min(0.5, self.settings.epochs / 10)
        rate = self.settings.rate * min(1.0, warm) * max(0.0, 1 - done / self.settings.epochs)
        for group in self.optimiser.param_groups:
            group["lr"] = rate

    def note(self, accuracy: float) -> None:
        """Keep the weights where they are the best so far."""
        self.stale += 1
        if accuracy > self.best:
            self.best, self.stale, self.best_weights = accuracy, 0, _copy(self.model)

    def save(self) -> None:
        """Write everything that the next epoch depends on, whole or not at all."""
        tensors = {f"now.{name}": tensor for name, tensor in _copy(self.model).items()}
        tensors |= {f"best.{name}": tensor for name, tensor in self.best_weights.items()}
        for number, state in self.optimiser.state_dict()["state"].items():
            tensors |= {f"adam.{number}.{name}": tensor for name, tensor in state.items()}
        progress = {"epoch": self.epoch, "best": self.best, "stale": self.stale}
        write_tensors(self.path, tensors, self._identity() | {"progress": json.dumps(progress)})

    def resume(self, report: Report) -> None:
        """Go on from the checkpoint, if there is one of this very run."""
        if not self.path.exists():
            return
        tensors, about = read_tensors(self.path)
        progress = about.pop("progress", "{}")
        if about != self._identity():
            raise InputError("a checkpoint of another run: delete it, or choose another --output", path=str(self.path))
        self.epoch, self.best, self.stale = (json.loads(progress)[name] for name in ("epoch", "best", "stale"))
        self.model.load_state_dict(_below(tensors, "now."))
        self.best_weights = _below(tensors, "best.")
        state: dict[int, dict[str, Any]] = {}
        for name, tensor in _below(tensors, "adam.").items():
            number, _, field = name.partition(".")
            state.setdefault(int(number), {})[field] = tensor
        self.optimiser.load_state_dict({**self.optimiser.state_dict(), "state": state})
        report(f"{self.task.name}: going on after epoch {self.epoch}, best dev accuracy {self.best:.4f}")

    def _identity(self) -> dict[str, str]:
        sizes = {"train": len(self.task.train), "dev": len(self.task.dev)}
        return {"task": self.task.name, "settings": json.dumps(asdict(self.settings) | sizes)}


def _copy(model: nn.Module) -> dict[str, torch.Tensor]:
    return {name: tensor.detach().cpu().clone() for name, tensor in model.state_dict().items()}


def _below(tensors: dict[str, torch.Tensor], prefix: str) -> dict[str, torch.Tensor]:
    return {name.removeprefix(prefix): tensor for name, tensor in tensors.items() if name.startswith(prefix)}
