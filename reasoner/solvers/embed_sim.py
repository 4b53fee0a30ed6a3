"""embed-sim: logistic regression over the centroid of a choice and its likeness to question and other choices."""

from __future__ import annotations

from reasoner.solver import register
from reasoner.solvers.reader import ReaderSolver


@register
class EmbedSimSolver(ReaderSolver):
    """A linear model over centroids and cosines of word and sentence vectors."""

    name = "embed-sim"
    summary = "a linear model over the vectors of a choice and its likeness to the question"
    weights = ("embed-sim",)
    parts = (
        ("the choice by itself", ("choice",)),
        ("likeness to the question", ("question", "choice")),
        ("likeness to the other choices", ("choice",)),
    )
