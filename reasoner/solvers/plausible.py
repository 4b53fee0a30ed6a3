"""plausible: the choice that looks most like a right answer; the question is not read."""

from __future__ import annotations

from reasoner.solver import register
from reasoner.solvers.reader import ReaderSolver


@register
class PlausibleSolver(ReaderSolver):
    """Scores a choice by itself, as a check of what can be had without the question.

    Beside the paper's BiLSTM max-out, the reader sees the vector of a sentence encoder and the greatest values of the
    word pieces.
    """

    name = "plausible"
    summary = "how much a choice looks like a right answer, the question left unread"
    weights = ("plausible",)
    parts = (("the choice by itself", ("choice",)),)
