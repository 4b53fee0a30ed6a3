"""Training of readers that point at a span: questions with documents, answers as they stand in them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from reasoner.errors import InputError, needing
from reasoner.question import Question
from reasoner.question.keyed import read_keyed
from reasoner.training.readers import How, Trained, certify

if TYPE_CHECKING:
    from reasoner.neural.readers.texts import PieceEncoder
    from reasoner.neural.spans.learning import Asked

#: The readers that point at a span.
KINDS = ("bidaf", "fastqa")


def train_span_reader(
    kind: str,
    train: Path,
    dev: Path,
    output: Path,
    how: How | None = None,
    words: int | None = None,
    encoder: PieceEncoder | None = None,
) -> Trained:
    """Train a span reader and write the weights of its first seed, with a certificate beside them.

    Parameters
    ----------
    words : int, optional
        How many words of a super-document are read in training; 8,192 where not given, as in the WikiHop paper.
    """
    with needing("neural", "training a reader"):
        from reasoner.neural.encoder import Encoder
        from reasoner.neural.spans.learning import SETTINGS, train_spans
    how = how or How(seeds=1)
    learned, held_out = (_asked(read_keyed(path), path, words) for path in (train, dev))
    reader = encoder or Encoder(device=how.device)
    seeds, settings = range(1, how.seeds + 1), how.settings(SETTINGS)
    scores = train_spans(kind, learned, held_out, output, reader, seeds, settings, how.report)
    return certify(Trained(kind, tuple(scores)), how, output, train, dev, len(learned))


def _asked(questions: Sequence[Question], path: Path, words: int | None) -> list[Asked]:
    from reasoner.neural.spans.documents import MOST_WORDS, super_document
    from reasoner.neural.spans.learning import Asked

    for question in questions:
        if not question.documents:
            raise InputError(f"question {question.id!r} has no documents to read", path=str(path), field="supports")
    return [
        Asked.of(
            question.stem,
            super_document(question.documents, question.id),
            question.text_of(question.answer_key or ""),
            words or MOST_WORDS,
        )
        for question in questions
    ]
