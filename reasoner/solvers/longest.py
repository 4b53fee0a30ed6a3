"""longest: the bias that the right choice was written with the most care."""

from __future__ import annotations

from collections.abc import Mapping

from reasoner.question import Question
from reasoner.solver import Solver, Support, register
from reasoner.solvers.shown import shown


@register
class Longest(Solver):
    """Scores a choice by its number of characters.

    >>> from reasoner.question import Choice
    >>> question = Question("1", "Which?", (Choice("A", "wool"), Choice("B", "a spoon of steel")))
    >>> Longest().answer(question).selected
    ('B',)
    """

    name = "longest"
    summary = "the longest choice: a bias that a set of questions should not have"
    citation = "Mihaylov et al. 2018, the longest-choice figure of OpenBookQA's Table 1"
    handles_polarity = True

    def support(self, question: Question) -> Mapping[str, Support]:
        """Return the length of every choice."""
        return {
            choice.label: shown(float(len(choice.text)), f"{len(choice.text)} characters", choice.text)
            for choice in question.choices
        }
