"""document-cue: the candidate that was right most often where one of the documents was present."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from reasoner.documents.mentions import plain
from reasoner.explanation import Node
from reasoner.question import Question
from reasoner.solver import Support, register
from reasoner.solvers.counting import CountingSolver
from reasoner.solvers.shown import shown


@register
class DocumentCue(CountingSolver):
    """Scores a choice by the most training questions, over documents, with the document and that answer."""

    name = "document-cue"
    summary = "the choice most often right beside one of the documents in a training file"
    needs = "questions with documents, and a training file: train=FILE"
    citation = "Welbl et al. 2018, the document-cue baseline of WikiHop"

    def pairs(self, questions: Iterable[Question]) -> Iterator[tuple[str, str]]:
        """Yield each document of a question, once, with the answer."""
        return beside(questions)

    def counted(self, question: Question) -> Mapping[str, Support]:
        """Return the greatest count for each choice that was ever right beside one of the documents."""
        found = {}
        for choice in question.choices if question.documents else ():
            counts = [self.counts[document, plain(choice.text)] for document in question.documents]
            best = max(range(len(counts)), key=counts.__getitem__)
            if counts[best]:
                document = Node("document", "fact", question.documents[best], f"document:{best + 1}")
                said = f"right in {counts[best]} training questions with this document"
                found[choice.label] = shown(float(counts[best]), said, choice.text, document)
        return found


def beside(questions: Iterable[Question]) -> Iterator[tuple[str, str]]:
    """Yield each document of a question, once, with the answer.

    >>> from reasoner.question import Choice
    >>> pair = (Choice("A", "Paris"), Choice("B", "Rome"))
    >>> list(beside([Question("1", "Where?", pair, "B", documents=("In Italy.", "In Italy."))]))
    [('In Italy.', ' rome ')]
    """
    for question in questions:
        if question.answer_key:
            answer = plain(question.text_of(question.answer_key))
            yield from ((document, answer) for document in dict.fromkeys(question.documents))
