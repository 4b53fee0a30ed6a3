"""Writers: JSON lines, plain text, and the leaderboard's file."""

from __future__ import annotations

import csv
import io
import json
import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import IO

from reasoner.errors import InputError
from reasoner.files import write_atomically
from reasoner.question.types import Question


def write_questions(questions: Iterable[Question], target: str | os.PathLike[str] | IO[str]) -> None:
    """Write questions as JSON lines, as plain text (``.txt``), or their keys as a leaderboard file (``.csv``).

    >>> import sys
    >>> from reasoner.question import Choice
    >>> question = Question("1", "Which is a metal?", (Choice("A", "wool"), Choice("B", "steel")))
    >>> write_questions([question], sys.stdout)  # doctest: +ELLIPSIS
    {"id": "1", "question": {"stem": "Which is a metal?", "choices": [{"label": "A", "text": "wool"}, ...]}}
    """
    suffix = Path(os.fspath(target)).suffix if isinstance(target, (str, os.PathLike)) else ".jsonl"
    if suffix == ".csv":
        write_leaderboard(_keys(questions), target)
    elif suffix == ".txt":
        _write(target, (" ".join(str(question).split()) + "\n" for question in questions))
    else:
        _write(target, (json.dumps(question.as_dict(), ensure_ascii=False) + "\n" for question in questions))


def write_leaderboard(selected: Iterable[tuple[str, Iterable[str]]], target: str | os.PathLike[str] | IO[str]) -> None:
    """Write a leaderboard file: one line ``id,A;C`` a question, tied labels joined by ``;``.

    >>> import sys
    >>> write_leaderboard([("q1", ["A", "C"]), ("q2", ["B"])], sys.stdout)
    q1,A;C
    q2,B
    """

    def lines() -> Iterator[str]:
        for question_id, labels in selected:
            cell = io.StringIO()
            csv.writer(cell, lineterminator="\n").writerow([question_id, ";".join(labels)])
            yield cell.getvalue()

    _write(target, lines())


def _write(target: str | os.PathLike[str] | IO[str], lines: Iterable[str]) -> None:
    if isinstance(target, (str, os.PathLike)):
        write_atomically(target, lines)
    else:
        target.writelines(lines)


def _keys(questions: Iterable[Question]) -> Iterator[tuple[str, Iterable[str]]]:
    for question in questions:
        if question.answer_key is None:
            raise InputError(f"question {question.id!r} has no key to write to a leaderboard file", field="answerKey")
        yield question.id, [question.answer_key]
