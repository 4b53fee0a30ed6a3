"""document-cue: the candidate that was right most often where one of the documents was present."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import cached_property
from typing import Annotated

from reasoner.explanation import Node
from reasoner.knowledge import KnowledgeBase
from reasoner.question import Question, read_questions
from reasoner.solver import Solver, Support, register
from reasoner.solvers.documents import plain, shown
from reasoner.solvers.majority import UNTRAINED


@register
class DocumentCue(Solver):
    """Scores a choice by the most training questions, over documents, with the document and that answer.

    Parameters
    ----------
    train : str
        A file of questions with keys and documents.
    """

    name = "document-cue"
    summary = "the choice most often right beside one of the documents in a training file"
    needs = "questions with documents, and a training file: train=FILE"
    citation = "Welbl et al. 2018, the document-cue baseline of WikiHop"

    def __init__(
        self,
        kb: KnowledgeBase | None = None,
        train: Annotated[str | None, "a file of questions with keys to count in"] = None,
    ) -> None:
        super().__init__(kb)
        self.train = train

    @cached_property
    def counts(self) -> Counter[tuple[str, str]]:
        """How often each document was present where an answer was right."""
        return cooccurrence(read_questions(self.train) if self.train else [])

    def support(self, question: Question) -> Mapping[str, Support]:
        """Return the greatest count for each choice that was ever right beside one of the documents."""
        if self.train is None:
            return {label: Support(None, notes=(UNTRAINED,)) for label in question.labels}
        found = {}
        for choice in question.choices if question.documents else ():
            counts = [self.counts[document, plain(choice.text)] for document in question.documents]
            best = max(range(len(counts)), key=counts.__getitem__)
            if counts[best]:
                document = Node("document", "fact", question.documents[best], f"document:{best + 1}")
                said = f"right in {counts[best]} training questions with this document"
                found[choice.label] = shown(float(counts[best]), said, choice.text, document)
        return found


def cooccurrence(questions: list[Question]) -> Counter[tuple[str, str]]:
    """Count in how many questions a document is present and an answer right.

    >>> from reasoner.question import Choice
    >>> pair = (Choice("A", "Paris"), Choice("B", "Rome"))
    >>> cooccurrence([Question("1", "Where?", pair, "B", documents=("In Italy.", "In Italy."))])
    Counter({('In Italy.', ' rome '): 1})
    """
    counts: Counter[tuple[str, str]] = Counter()
    for question in questions:
        if question.answer_key:
            answer = plain(question.text_of(question.answer_key))
            counts.update((document, answer) for document in dict.fromkeys(question.documents))
    return counts
