"""What solvers share that count in a file of questions with keys what was right before."""

from __future__ import annotations

from abc import abstractmethod
from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Annotated

from reasoner.knowledge import KnowledgeBase
from reasoner.question import Question, read_questions
from reasoner.solver import Solver, Support

UNTRAINED = "No training file was given: --set train=FILE."


class CountingSolver(Solver):
    """A solver by counts in a training file.

    Parameters
    ----------
    train : str
        A file of questions with keys, and with what else is counted.
    """

    def __init__(
        self,
        kb: KnowledgeBase | None = None,
        train: Annotated[str | None, "a file of questions with keys to count in"] = None,
    ) -> None:
        super().__init__(kb)
        self.train = train

    @cached_property
    def counts(self) -> Counter[tuple[str, str]]:
        """How often something and an answer went together."""
        return Counter(self.pairs(read_questions(self.train) if self.train else []))

    def support(self, question: Question) -> Mapping[str, Support]:
        """Return the support of each choice that was ever right; without a training file, only a note."""
        if self.train is None:
            return {label: Support(None, notes=(UNTRAINED,)) for label in question.labels}
        return self.counted(question)

    @abstractmethod
    def pairs(self, questions: Iterable[Question]) -> Iterable[tuple[str, str]]:
        """Yield what is counted."""

    @abstractmethod
    def counted(self, question: Question) -> Mapping[str, Support]:
        """Return what the counts say of each choice."""
