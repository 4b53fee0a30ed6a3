"""bidaf: attention between query and documents that points at a span."""

from __future__ import annotations

from reasoner.solver import register
from reasoner.solvers.span_reader import SpanSolver


@register
class BiDAFSolver(SpanSolver):
    """Reads all documents as one and points at a span, as the WikiHop paper has it."""

    name = "bidaf"
    summary = "attention between query and documents that points at a span"
    weights = ("bidaf",)
    citation = "Seo et al. 2017, Bidirectional Attention Flow for Machine Comprehension"
