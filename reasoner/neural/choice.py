"""The choice head: ranks the choices of a question by what the encoder makes of question, choice and retrieved facts.

It is trained on multiple-choice questions, which sets it apart from DGEM proper. Several members with weights of their
own are trained side by side and averaged: first on the vectors of the frozen encoder, then together with an adapter
that fits the encoder to them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn

from reasoner.knowledge import Fact
from reasoner.neural.adapter import AdaptedModel, Adapter
from reasoner.neural.encoder import Encoder
from reasoner.neural.readers.texts import Texts
from reasoner.neural.storage import load_into, weights_path
from reasoner.neural.tokens import TokenEncoder
from reasoner.retrieval import Asked, Joined
from reasoner.retrieval.joined import Facts, as_one_text

KIND = "dgem-choice"
WIDTH = 384
#: Facts that the head sees for a choice.
FACTS = 5
#: How facts are ranked for the head: by likeness to the stem, and by what they add to it. Numbers of its own, so that
#: it gets at work what it got in training, whatever joined retrieval is fitted to.
RANKING = {"one_stem": 25.0, "one_adds": 10.0}

_MEMBERS = 4
_HIDDEN = 128
_DROPOUT = 0.5


class Batch(NamedTuple):
    """Questions, padded to the same number of choices; `there` is 1 where there is a choice."""

    stem: torch.Tensor
    choice: torch.Tensor
    both: torch.Tensor
    claim: torch.Tensor
    facts: torch.Tensor
    there: torch.Tensor


class Parts(NamedTuple):
    """What adds up to the score of a choice, and how much each fact counted."""

    question: torch.Tensor
    facts: torch.Tensor
    matches: torch.Tensor
    attention: torch.Tensor

    @property
    def total(self) -> torch.Tensor:
        """The scores."""
        return self.question + self.facts + self.matches


class Member(nn.Module):
    """One of the networks that are averaged."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.question = _scorer(5 * width)
        self.knowledge = _scorer(5 * width)
        self.matches = nn.Sequential(nn.Linear(6 * FACTS + 6, 32), nn.ReLU(), nn.Linear(32, 1))
        self.sharpness = nn.Parameter(torch.tensor(10.0))

    def forward(self, batch: Batch) -> Parts:
        """Return the parts of the scores of all choices."""
        stem, choice, both, facts, there = batch.stem, batch.choice, batch.both, batch.facts, batch.there[..., None]
        choices, boths = ((one * there).sum(1, keepdim=True) / there.sum(1, keepdim=True) for one in (choice, both))
        # The factors bring products and differences of unit vectors to the scale that layers start from.
        compared = [20 * stem * choice, 5 * (stem - choice).abs(), 5 * choice, 5 * (choice - choices), 5 * stem]
        alike = [_cosines(one, facts) for one in (both, stem, choice)]
        added = [_partial_cosines(one, facts, stem) for one in (batch.claim, both, choice)]
        bearing = alike[1] + (added[0] + added[1]) / 4  # about the stem, and adding what the choice adds
        attention = torch.softmax(self.sharpness * bearing, -1)
        known = (attention[..., None] * facts).sum(-2)
        used = [20 * both * known, 20 * known * choice, 20 * known * stem, 5 * (both - known).abs(), 5 * (both - boths)]
        ahead = [_ahead(one.amax(-1), batch.there) for one in (bearing, alike[0], *added)]
        ahead.append(_ahead_of_rivals(bearing.amax(-1), batch.there))
        return Parts(
            self.question(torch.cat(compared, -1)).squeeze(-1),
            self.knowledge(torch.cat(used, -1)).squeeze(-1),
            self.matches(torch.cat([*alike, *added, 5 * torch.stack(ahead, -1)], -1)).squeeze(-1),
            attention,
        )


def _cosines(texts: torch.Tensor, facts: torch.Tensor) -> torch.Tensor:
    """Of each choice's text to each of its facts."""
    return (facts @ texts[..., None]).squeeze(-1)


def _partial_cosines(texts: torch.Tensor, facts: torch.Tensor, stem: torch.Tensor) -> torch.Tensor:
    """The same in what text and fact add to the stem: partial correlation given it."""
    of_texts, of_facts = (texts * stem).sum(-1, keepdim=True), _cosines(stem, facts)
    left = torch.sqrt((1 - of_texts**2).clamp(min=1e-6) * (1 - of_facts**2).clamp(min=1e-6))
    return (_cosines(texts, facts) - of_texts * of_facts) / left


def _ahead(values: torch.Tensor, there: torch.Tensor) -> torch.Tensor:
    """How far each choice is ahead of the mean of the choices."""
    return values - (values * there).sum(1, keepdim=True) / there.sum(1, keepdim=True)


def _ahead_of_rivals(values: torch.Tensor, there: torch.Tensor) -> torch.Tensor:
    """How far each choice is ahead of the best of the others."""
    best = values.masked_fill(there == 0, -1.0).topk(2, dim=1).values
    return values - torch.where(values < best[:, :1], best[:, :1], best[:, 1:])


class ChoiceModel(nn.Module):
    """Scores for the choices of questions: the mean over the members; beside them, the adapter of the encoder."""

    def __init__(self, width: int = WIDTH, members: int = _MEMBERS) -> None:
        super().__init__()
        self.members = nn.ModuleList(Member(width) for _ in range(members))
        self.adapter = Adapter(width)

    def forward(self, batch: Batch) -> list[Parts]:
        """Return what each member says."""
        return [member(batch) for member in self.members]


def _scorer(inputs: int) -> nn.Sequential:
    return nn.Sequential(
        nn.Dropout(_DROPOUT), nn.Linear(inputs, _HIDDEN), nn.ReLU(), nn.Dropout(_DROPOUT), nn.Linear(_HIDDEN, 1)
    )


# Questions made ready.


@dataclass(frozen=True, slots=True)
class Option:
    """A choice of a question, as texts: what it says, what it claims as an answer, and the facts that bear on it."""

    stem: str
    choice: str
    claim: str
    facts: tuple[str, ...]

    @property
    def texts(self) -> tuple[str, ...]:
        """What the head reads: the stem, the choice, both as retrieval has them, the claim and the facts."""
        return (self.stem, self.choice, f"{self.stem} {self.choice}".strip(), self.claim, *self.facts[:FACTS])


def ways_to(asked: Asked, finder: Joined, given: Sequence[Fact] = ()) -> list[list[Facts]]:
    """Return what is read for each choice: facts that are found; of given ones, two as one text, then each alone."""
    alone: list[Facts] = [(fact,) for fact in given]
    found = finder.find(asked, FACTS, given)
    return [list(dict.fromkeys([*(one.facts for one in some), *alone]))[:FACTS] for some in found]


def options_of(asked: Asked, ways: Sequence[Sequence[Facts]]) -> list[Option]:
    """Return the choices of a question, each with what is read for it."""
    return [
        Option(asked.stem, choice, claim, tuple(map(as_one_text, own)))
        for choice, claim, own in zip(asked.choices, asked.claims, ways, strict=True)
    ]


@dataclass(frozen=True, slots=True)
class Prepared:
    """A question: a row for each choice, with the numbers of its option's texts, 0 where there are too few facts."""

    numbers: NDArray[np.int64]
    key: int = -1


def prepare(options: Sequence[Option], texts: Texts, key: int = -1) -> Prepared:
    """Put a question's choices into numbers."""
    numbers = np.zeros((len(options), 4 + FACTS), np.int64)
    for row, option in zip(numbers, options, strict=True):
        found = [texts.number(text) for text in option.texts]
        row[: len(found)] = found
    return Prepared(numbers, key)


#: From the numbers of texts to their vectors.
Vectors = Callable[[torch.Tensor], torch.Tensor]


def fixed_vectors(texts: Texts, encoder: TokenEncoder, device: str = "cpu") -> Vectors:
    """Return the vectors of an encoder as it is, all made in one go."""
    table = torch.from_numpy(encoder.encode(texts.all)).to(device)
    table[0] = 0
    return lambda numbers: table[numbers.to(device)]


def learned_vectors(texts: Texts, model: AdaptedModel) -> Vectors:
    """Return the vectors of an encoder that is being trained, made anew each time."""

    def look_up(numbers: torch.Tensor) -> torch.Tensor:
        distinct, places = torch.unique(numbers, return_inverse=True)
        made = model.encode([texts.all[number] for number in distinct.tolist()])
        return made[places] * (numbers > 0)[..., None].to(made)

    return look_up


def make_batch(questions: Sequence[Prepared], vectors: Vectors, dtype: torch.dtype = torch.float32) -> Batch:
    """Pad questions to the same number of choices, and look up the vectors of their texts."""
    most = max(len(question.numbers) for question in questions)
    numbers = torch.zeros(len(questions), most, 4 + FACTS, dtype=torch.int64)
    for row, question in zip(numbers, questions, strict=True):
        row[: len(question.numbers)] = torch.from_numpy(question.numbers)
    found = vectors(numbers).to(dtype)
    stem, choice, both, claim = found[:, :, :4].unbind(2)
    return Batch(stem, choice, both, claim, found[:, :, 4:], (numbers[:, :, 0] > 0).to(found))


# At work.


@dataclass(frozen=True, slots=True)
class Verdict:
    """The parts of a choice's score, and how much each of its facts counted."""

    question: float
    facts: float
    matches: float
    attention: tuple[float, ...]


class ChoiceHead:
    """The choice head with weights: the packaged ones, or a file that `reasoner train dgem --task choice` wrote."""

    def __init__(self, weights: str = KIND, encoder: TokenEncoder | None = None) -> None:
        self._model = ChoiceModel()
        load_into(self._model, weights_path(weights), KIND)
        encoder = encoder or Encoder()
        self._encoder = encoder.adapted(self._model.adapter) if isinstance(encoder, Encoder) else encoder
        self._model.members.double()  # how a batch is padded must not show in the first six decimals

    def verdicts(self, questions: Sequence[Sequence[Option]]) -> list[list[Verdict]]:
        """Return the verdict on every choice of each question."""
        texts = Texts()
        ready = [prepare(row, texts) for row in questions]
        with torch.inference_mode():
            batch = make_batch(ready, fixed_vectors(texts, self._encoder), torch.float64)
            members: list[Parts] = self._model(batch)
        question, facts, matches, attention = (
            torch.stack(tensors).mean(0).tolist() for tensors in zip(*members, strict=True)
        )
        return [
            [
                Verdict(question[n][choice], facts[n][choice], matches[n][choice], tuple(attention[n][choice]))
                for choice in range(len(row))
            ]
            for n, row in enumerate(questions)
        ]
