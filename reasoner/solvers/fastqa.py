"""fastqa: one BiLSTM over query and documents that points at a span."""

from __future__ import annotations

from reasoner.solver import register
from reasoner.solvers.span_reader import SpanSolver


@register
class FastQASolver(SpanSolver):
    """Reads all documents as one and points at a span, as the WikiHop paper has it."""

    name = "fastqa"
    summary = "one BiLSTM over query and documents that points at a span"
    weights = ("fastqa",)
    citation = "Weissenborn et al. 2017, Making Neural QA as Simple as Possible but not Simpler"
