"""random: a guess that is the same every time."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Annotated

from reasoner.knowledge import KnowledgeBase
from reasoner.question import Question
from reasoner.solver import Solver, Support, register
from reasoner.solvers.shown import shown


@register
class RandomChoice(Solver):
    """Draws a score for each choice, from the seed, the question's id and the choice's text.

    >>> from reasoner.question import Choice
    >>> question = Question("1", "Heads or tails?", (Choice("A", "heads"), Choice("B", "tails")))
    >>> len(RandomChoice().answer(question).selected), RandomChoice(seed=3).answer(question).tied
    (1, False)
    """

    name = "random"
    summary = "one choice at random, the same for the same question and seed"
    citation = "Welbl et al. 2018, the random baseline of WikiHop"
    handles_polarity = True

    def __init__(
        self,
        kb: KnowledgeBase | None = None,
        seed: Annotated[int, "what the draw depends on, beside question and choice"] = 0,
    ) -> None:
        super().__init__(kb)
        self.seed = seed

    def support(self, question: Question) -> Mapping[str, Support]:
        """Return a number between 0 and 1 for every label."""
        return {choice.label: self._drawn(question, choice.text) for choice in question.choices}

    def _drawn(self, question: Question, text: str) -> Support:
        drawn = Random(f"{self.seed}\n{question.id}\n{text}").random()
        return shown(drawn, f"drawn at random with seed {self.seed}", text)
