"""question-match: question and choice, each read by itself, and then compared."""

from __future__ import annotations

from reasoner.solver import register
from reasoner.solvers.reader import ReaderSolver


@register
class QuestionMatchSolver(ReaderSolver):
    """Att(u, v) = W [u; v; u * v; |u - v|] over BiLSTM max-out readings of question and choice."""

    name = "question-match"
    summary = "question and choice read apart and compared"
    weights = ("question-match",)
    parts = (
        ("the question by itself", ("question",)),
        ("the choice by itself", ("choice",)),
        ("question and choice together", ("question", "choice")),
    )
