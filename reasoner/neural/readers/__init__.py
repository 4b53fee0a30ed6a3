"""The trained readers of the OpenBookQA paper (Table 4), one file a model."""

from __future__ import annotations

from torch import nn

from reasoner.errors import UnknownNameError
from reasoner.neural.readers.embed_sim import EmbedSim
from reasoner.neural.readers.esim import ESIM
from reasoner.neural.readers.knowledge_reader import KnowledgeReader
from reasoner.neural.readers.max_out import MaxOutPairs
from reasoner.neural.readers.odd_one_out import OddOneOut
from reasoner.neural.readers.plausible import Plausible
from reasoner.neural.readers.question_match import QuestionMatch

_MODELS: dict[str, type[nn.Module]] = {
    "embed-sim": EmbedSim,
    "esim": ESIM,
    "knowledge-reader": KnowledgeReader,
    "max-out": MaxOutPairs,
    "odd-one-out": OddOneOut,
    "plausible": Plausible,
    "question-match": QuestionMatch,
}


def make_reader(kind: str, width: int = 384) -> nn.Module:
    """Return a reader that has not learned anything yet.

    Parameters
    ----------
    kind : str
        The name of the model.
    width : int
        The length of the encoder's vectors.

    Examples
    --------
    >>> type(make_reader("plausible")).__name__
    'Plausible'
    """
    if kind not in _MODELS:
        raise UnknownNameError("reader", kind, _MODELS)
    return _MODELS[kind](width)
