"""odd-one-out: the choice that is least like the others."""

from __future__ import annotations

from collections.abc import Sequence

from reasoner.explanation import Node, Part
from reasoner.knowledge import Fact
from reasoner.question import Question
from reasoner.solver import Support, register
from reasoner.solvers.reader import ReaderSolver
from reasoner.solvers.shown import supported


@register
class OddOneOutSolver(ReaderSolver):
    """Scores a choice by how little it is like each of the others; the question is not read."""

    name = "odd-one-out"
    summary = "the choice that is least like the others, the question left unread"
    weights = ("odd-one-out",)
    parts = ()

    def _explained(
        self, question: Question, number: int, values: Sequence[float], facts: Sequence[Fact] = ()
    ) -> Support:
        nodes = [Node("choice", "choice", question.choices[number].text)]
        parts = []
        for other, choice in enumerate(question.choices):
            if other != number:
                nodes.append(Node(f"other{other + 1}", "choice", choice.text))
                parts.append(Part(f"unlike: {choice.label}", values[other], ("choice", f"other{other + 1}")))
        return supported(tuple(parts), nodes)
