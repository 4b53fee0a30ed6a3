"""What the readers read: texts as numbers, their vectors side by side in one table, questions padded into batches."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn

Floats = NDArray[np.float32]

#: Word pieces that are read of a text; of OpenBookQA's stems one in twenty is longer.
MOST_PIECES = 24
#: Directions that the vectors of word pieces are reduced to.
REDUCED = 64

_ENCODED_AT_ONCE = 2_048  # texts between two reports


class PieceEncoder(Protocol):
    """What turns texts into vectors, such as `reasoner.neural.Encoder`."""

    @property
    def name(self) -> str:
        """What decides the vectors: model, version, precision."""

    def encode(self, texts: Sequence[str]) -> Floats:
        """Return a unit vector for each text, as rows."""

    def piece_vectors(self, texts: Sequence[str]) -> list[Floats]:
        """Return a matrix for each text: the vector of each word piece, the same wherever it stands."""


@dataclass
class Texts:
    """Texts by number; 0 stands for no text.

    >>> texts = Texts()
    >>> texts.number("steel"), texts.number("wool"), texts.number("steel"), texts.all
    (1, 2, 1, ['', 'steel', 'wool'])
    """

    all: list[str] = field(default_factory=lambda: [""])
    _numbers: dict[str, int] = field(default_factory=dict)

    def number(self, text: str) -> int:
        """Return the number of a text, a new one where it was not met before."""
        if text not in self._numbers:
            self._numbers[text] = len(self.all)
            self.all.append(text)
        return self._numbers[text]


@dataclass(frozen=True, slots=True)
class Item:
    """A question in numbers of texts: stem, choices, the facts of its memory, and which choice is right."""

    stem: int
    choices: tuple[int, ...]
    facts: tuple[int, ...] = ()
    key: int = -1


class Reduction(nn.Module):
    """Brings vectors of word pieces to their main directions, found once and never trained."""

    mean: torch.Tensor
    directions: torch.Tensor

    def __init__(self, width: int, reduced: int = REDUCED) -> None:
        super().__init__()
        self.register_buffer("mean", torch.zeros(width))
        self.register_buffer("directions", torch.eye(width)[:, :reduced].clone())

    def forward(self, vectors: torch.Tensor) -> torch.Tensor:
        """Return shorter vectors."""
        return (vectors - self.mean) @ self.directions

    def fit_to(self, vectors: torch.Tensor) -> None:
        """Find the directions in which vectors differ most, scaled so that their lengths suit a layer.

        >>> reduction = Reduction(width=3, reduced=1)
        >>> reduction.fit_to(torch.tensor([[0.0, 5.0, 0.0], [0.0, -5.0, 0.1]]))
        >>> reduction.directions.abs().argmax().item()
        1
        """
        self.mean = vectors.mean(0)
        values, directions = torch.linalg.eigh(torch.cov((vectors - self.mean).T))
        kept = directions.flip(1)[:, : self.directions.shape[1]]
        # The sign of an eigenvector is left to chance; the largest number of each is made positive.
        signs = kept.gather(0, kept.abs().argmax(0, keepdim=True)).sign()
        scale = values.flip(0)[: kept.shape[1]].clamp(min=0).mean().sqrt().clamp(min=1e-6)
        self.directions = kept * signs / scale


class Sequences(NamedTuple):
    """Texts of a batch: word pieces, padded; which of them are there; the vector of each text as a whole.

    `most` holds the greatest values of the pieces of each text, before they are reduced.
    """

    pieces: torch.Tensor
    there: torch.Tensor
    whole: torch.Tensor
    most: torch.Tensor


class Batch(NamedTuple):
    """Questions with as many choices and facts as the one that has most; what is not there is marked."""

    stems: Sequences
    choices: Sequences
    facts: Sequences
    choice_there: torch.Tensor
    fact_there: torch.Tensor
    keys: torch.Tensor


class Table:
    """The vectors of all texts of a run: pieces in one long matrix, and a vector for each text as a whole."""

    def __init__(
        self,
        texts: Texts,
        encoder: PieceEncoder,
        reduction: Reduction,
        *,
        learn: bool = False,
        device: str = "cpu",
        report: Callable[[str], None] = lambda line: None,
    ) -> None:
        pieces = [one[:MOST_PIECES] for one in encoder.piece_vectors(texts.all[1:])]
        lengths = torch.tensor([0, *map(len, pieces)])
        flat = torch.from_numpy(np.concatenate(pieces)) if pieces else reduction.mean[None]
        if learn:
            reduction.fit_to(torch.unique(flat, dim=0))
        self._flat = reduction(flat.to(reduction.mean)).to(device)
        self._most = torch.from_numpy(_greatest(pieces, reduction.mean.shape[0])).to(self._flat)
        self._starts, self._lengths = (lengths.cumsum(0) - lengths).to(device), lengths.to(device)
        whole = [torch.zeros(1, reduction.mean.shape[0])]
        for start in range(1, len(texts.all), _ENCODED_AT_ONCE):
            report(f"encoding texts {start} to {min(start + _ENCODED_AT_ONCE, len(texts.all)) - 1}")
            whole.append(torch.from_numpy(encoder.encode(texts.all[start : start + _ENCODED_AT_ONCE])))
        self._whole = torch.cat(whole).to(self._flat)

    def sequences(self, numbers: Sequence[int]) -> Sequences:
        """Return the vectors of some texts."""
        chosen = torch.tensor(list(numbers), device=self._flat.device)
        lengths = self._lengths[chosen]
        places = torch.arange(max(1, int(lengths.max())), device=self._flat.device)
        there = places < lengths[:, None]
        found = self._flat[torch.where(there, self._starts[chosen][:, None] + places, 0)]
        return Sequences(found * there[..., None], there, self._whole[chosen], self._most[chosen])

    def batch(self, items: Sequence[Item]) -> Batch:
        """Pad questions and look up their vectors."""
        choices, facts = (_padded([getattr(item, name) for item in items]) for name in ("choices", "facts"))
        device = self._flat.device
        return Batch(
            self.sequences([item.stem for item in items]),
            self.sequences([number for row in choices for number in row]),
            self.sequences([number for row in facts for number in row]),
            torch.tensor(choices, device=device) > 0,
            torch.tensor(facts, device=device) > 0,
            torch.tensor([item.key for item in items], device=device),
        )


def _greatest(pieces: Sequence[Floats], width: int) -> Floats:
    """Return the greatest values of each text's pieces, each piece with mean 0 and deviation 1; zeros for no text.

    >>> _greatest([np.array([[1.0, 3.0], [9.0, 7.0]])], 2).tolist()
    [[0.0, 0.0], [1.0, 1.0]]
    """
    found = np.zeros((1 + len(pieces), width), np.float32)
    for row, some in enumerate(pieces, 1):
        if len(some):
            deviation = np.maximum(some.std(1, keepdims=True), 1e-6)
            found[row] = ((some - some.mean(1, keepdims=True)) / deviation).max(0)
    return found


def _padded(rows: Sequence[tuple[int, ...]]) -> list[list[int]]:
    """Fill up with zeros, to one number at the least.

    >>> _padded([(1, 2), ()])
    [[1, 2], [0, 0]]
    """
    most = max(1, *(len(row) for row in rows)) if rows else 1
    return [[*row, *[0] * (most - len(row))] for row in rows]
