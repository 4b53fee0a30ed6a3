"""esim: question and choice aligned word piece by word piece."""

from __future__ import annotations

from reasoner.solver import register
from reasoner.solvers.reader import ReaderSolver


@register
class ESIMSolver(ReaderSolver):
    """The ESIM model with the question as premise and the choice as hypothesis."""

    name = "esim"
    summary = "question and choice aligned word by word, compared and read once more"
    weights = ("esim",)
    parts = (
        ("question and choice, aligned", ("question", "choice")),
        ("question and choice, each as a whole", ("question", "choice")),
    )
