"""guess-all: the floor that every solver is compared with."""

from __future__ import annotations

from collections.abc import Mapping

from reasoner.explanation import Explanation
from reasoner.question import Question
from reasoner.solver import Solver, Support, register


@register
class GuessAll(Solver):
    """Ties every choice, so that it earns 1/n on every question.

    >>> from reasoner.question import Choice
    >>> question = Question("1", "Heads or tails?", (Choice("A", "heads"), Choice("B", "tails")))
    >>> GuessAll().answer(question).selected
    ('A', 'B')
    """

    name = "guess-all"
    summary = "ties every choice: 1/n by construction"
    citation = "Mihaylov et al. 2018, the guess-all baseline of OpenBookQA"

    def support(self, question: Question) -> Mapping[str, Support]:
        """Return the same score for every label."""
        return {label: Support(0.0, Explanation(summary="every choice is as good")) for label in question.labels}
