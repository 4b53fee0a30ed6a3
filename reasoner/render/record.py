"""A question and its answers as JSON, under a schema with a version (schema.json beside this file)."""

from __future__ import annotations

import json
from collections.abc import Mapping
from importlib.resources import files
from typing import Any

from reasoner.answer import Answer
from reasoner.question import Question
from reasoner.render.verdict import verdict_of

#: Raised when a field changes its meaning or goes; a new optional field does not raise it.
VERSION = 1


def as_record(question: Question, answers: Mapping[str, Answer]) -> dict[str, Any]:
    """Return plain data for JSON: what was asked, and what each solver (by the name shown) made of it.

    >>> from reasoner.question import Choice
    >>> question = Question("1", "Which is a metal?", (Choice("A", "wool"), Choice("B", "steel")))
    >>> record = as_record(question, {"ir": Answer("1", "ir", {"A": None, "B": 1.0})})
    >>> record["version"], record["answers"][0]["selected"]
    (1, ['B'])
    """
    named = [
        {"name": name, "verdict": verdict_of(question, answer).as_dict(), **answer.as_dict()}
        for name, answer in answers.items()
    ]
    return {"version": VERSION, "question": question.as_dict(), "answers": named}


def schema() -> dict[str, Any]:
    """Return the JSON Schema of what `as_record` returns.

    >>> schema()["properties"]["version"]["const"] == VERSION
    True
    """
    record: dict[str, Any] = json.loads(files("reasoner.render").joinpath("schema.json").read_text(encoding="utf-8"))
    return record
