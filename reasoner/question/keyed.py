"""Questions to learn from: each must have its key."""

from __future__ import annotations

from pathlib import Path

from reasoner.errors import InputError
from reasoner.question.readers import read_questions
from reasoner.question.types import Question


def read_keyed(path: Path) -> list[Question]:
    """Read questions, each of which must have a key."""
    questions = read_questions(path)
    for question in questions:
        if question.answer_key is None:
            raise InputError(f"question {question.id!r} has no key to train on", path=str(path), field="answerKey")
    return questions
