"""What fastqa and bidaf share: the span that a reader points at, and the choice that it is."""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING

from reasoner.documents.mentions import sentences
from reasoner.errors import needing
from reasoner.explanation import Explanation, Node, Part
from reasoner.question import Question
from reasoner.solver import Support
from reasoner.solvers.reader import WeightsSolver
from reasoner.solvers.shown import choice_node

if TYPE_CHECKING:
    from reasoner.neural.spans.learning import SpanReader


class SpanSolver(WeightsSolver):
    """A reader that points at a span of the documents, the choices left unread; the choice that is the span is right.

    Where no choice is the span, nothing has support, and a note says what was found.
    """

    needs = "questions with documents, and the neural extra"

    def support(self, question: Question) -> Mapping[str, Support]:
        """Return support for the choices that are the span which the reader points at."""
        if not any(document.strip() for document in question.documents):
            return {}
        from reasoner.neural.spans.documents import same_answer, super_document

        document = super_document(question.documents, question.id)
        text, place, score = self._reader.read(question.stem, document)
        found = [choice for choice in question.choices if same_answer(choice.text, text)]
        sentence = _sentence_at(document, place)
        nodes = (Node("question", "question", question.stem), Node("document", "fact", sentence, "document"))
        note = f"{self.name} points at {text!r}, which is none of the choices."
        if not found:
            return {question.labels[0]: Support(None, notes=(note,))}
        part = Part(f"points at {text!r}", math.exp(score), ("choice", "question", "document"))
        return {
            choice.label: Support(part.value, Explanation((choice_node(choice.text), *nodes), parts=(part,)))
            for choice in found
        }

    @cached_property
    def _reader(self) -> SpanReader:
        with needing("neural", f"the {self.name} solver"):
            from reasoner.neural.encoder import Encoder
            from reasoner.neural.spans.learning import SpanReader
        return SpanReader(self.name, self._weights or self.name, Encoder(device=self._device))


def _sentence_at(document: str, place: int) -> str:
    """Return the sentence that a place lies in.

    >>> _sentence_at("It is old. She was born in Rome. [SEP] Bari is new.", 27)
    'She was born in Rome.'
    """
    start = 0
    for part in document.split(" [SEP] "):
        for sentence in sentences(part):
            start = document.index(sentence, start) + len(sentence)
            if place < start:
                return sentence
    return document[place:]
