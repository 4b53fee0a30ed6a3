"""A trained reader at work: questions in, the parts of every choice's score out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import torch

from reasoner.neural.encoder import Encoder
from reasoner.neural.readers import make_reader
from reasoner.neural.readers.texts import Item, PieceEncoder, Reduction, Table, Texts
from reasoner.neural.storage import load_into, weights_path


@dataclass(frozen=True, slots=True)
class Asked:
    """A question as a reader sees it: stem, choices, and the facts of its memory."""

    stem: str
    choices: tuple[str, ...]
    facts: tuple[str, ...] = ()

    def item(self, texts: Texts, key: int = -1) -> Item:
        """Return the question in numbers of texts."""
        choices, facts = (tuple(texts.number(text) for text in some) for some in (self.choices, self.facts))
        return Item(texts.number(self.stem), choices, facts, key)


class TrainedReader:
    """A reader with weights: packaged ones, or a file that `reasoner train reader` wrote."""

    def __init__(self, kind: str, weights: str, encoder: PieceEncoder | None = None) -> None:
        self._encoder = encoder or Encoder()
        self._model = make_reader(kind, self._encoder.encode(["a"]).shape[1])
        load_into(self._model, weights_path(weights), kind)
        self._model.double()  # how a batch is padded must not show in the first six decimals

    def read(self, questions: Sequence[Asked]) -> list[list[list[float]]]:
        """Return, for each choice of each question, the parts of its score."""
        texts = Texts()
        items = [asked.item(texts) for asked in questions]
        reduction = self._model.get_submodule("reduction")
        assert isinstance(reduction, Reduction)
        with torch.inference_mode():
            found = self._model(Table(texts, self._encoder, reduction).batch(items)).tolist()
        return [row[: len(asked.choices)] for row, asked in zip(found, questions, strict=True)]
