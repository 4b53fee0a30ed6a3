"""What a worker does for a request: it reads the body, answers, writes the answer down; each of it can take long."""

from __future__ import annotations

import json
import re
from typing import Any, NamedTuple

from reasoner.browser.form import fields_of, request_of
from reasoner.browser.service import MOST_QUESTIONS, Request, Service
from reasoner.errors import InputError, ReasonerError
from reasoner.render.html import question_page, view
from reasoner.render.record import as_record
from reasoner.render.sections import section
from reasoner.render.text import as_text, shares

_SOLVERS = re.compile(rb"solvers[^]&]{0,500}")


class Job(NamedTuple):
    """What is wanted (`json`, `form`, `page`, `one`, `plan`, `batch`), the body, and for `one` which solver."""

    wanted: str
    body: bytes
    number: int = 0

    @property
    def kind(self) -> tuple[bytes, int]:
        """The solvers that it asks for, as they stand in the body, and how long that is, by powers of two."""
        found = _SOLVERS.search(self.body)
        return found[0] if found else b"", len(self.body).bit_length()


def work(service: Service, job: Job) -> str:
    """Do a job."""
    if job.wanted == "form":
        asked = service.parse(request_of(fields_of(job.body)))
        return view(asked.question, service.answer(asked))
    record = _json(job.body)
    if job.wanted == "batch":
        return _batch(service, record)
    asked = service.parse(record)
    if job.wanted == "plan":
        return _dumped({"question": asked.question.as_dict(), "solvers": list(asked.solvers)})
    if job.wanted == "one":
        return _one(service, asked, job.number)
    answers = service.answer(asked)
    if job.wanted == "page":
        return question_page(asked.question, answers)
    return _dumped(as_record(asked.question, answers))


def _one(service: Service, asked: Request, number: int) -> str:
    """Return the answer of one of the solvers asked: for a table, as HTML and as text."""
    name = asked.solvers[number]
    only = Request(asked.question, (name,), asked.knowledge, asked.without)
    answer = service.answer(only)[name]
    shown = {
        "number": number,
        "name": name,
        "html": section(number + 1, name, asked.question, answer),
        "text": as_text(asked.question, answer),
        "scores": dict(answer.scores),
        "shares": shares(answer),
        "selected": [] if answer.abstained else list(answer.selected),
    }
    return _dumped(shown)


def _batch(service: Service, record: Any) -> str:
    """Return, as a list of requests, what a batch asks for: one request a question, which workers then share."""
    questions = record.pop("questions", None) if isinstance(record, dict) else None
    if not isinstance(questions, list) or not questions:
        raise InputError("a list of questions is expected", field="questions")
    if len(questions) > MOST_QUESTIONS:
        raise InputError(f"{len(questions):,} of them; at most {MOST_QUESTIONS} at once", field="questions")
    for question in questions:
        service.parse({**record, "question": question})
    return _dumped([{**record, "question": question} for question in questions])


def _json(body: bytes) -> Any:
    try:
        return json.loads(body)
    except (ValueError, RecursionError) as error:
        raise ReasonerError(f"not JSON: {error}") from None


def _dumped(record: Any) -> str:
    return json.dumps(record, ensure_ascii=False, separators=(",", ":"))
