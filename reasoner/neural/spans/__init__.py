"""Readers that point at a span of a document: the extractive models of the WikiHop paper, one file a model."""

from __future__ import annotations

from reasoner.errors import UnknownNameError
from reasoner.neural.spans.bidaf import BiDAF
from reasoner.neural.spans.fastqa import FastQA
from reasoner.neural.spans.model import SpanModel

_MODELS: dict[str, type[SpanModel]] = {"bidaf": BiDAF, "fastqa": FastQA}


def make_span_reader(kind: str, width: int = 384) -> SpanModel:
    """Return a reader that has not learned anything yet.

    >>> type(make_span_reader("fastqa")).__name__
    'FastQA'
    """
    if kind not in _MODELS:
        raise UnknownNameError("reader", kind, _MODELS)
    return _MODELS[kind](width)
