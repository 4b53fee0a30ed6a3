"""Answering requests: what may be asked for, and solvers that are made once and kept while they are in use."""

from __future__ import annotations

import io
import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

import reasoner
from reasoner.answer import Answer
from reasoner.ensemble import get_solver
from reasoner.ensemble.combine import parse_members
from reasoner.errors import InputError, UnknownNameError
from reasoner.knowledge import open_knowledge
from reasoner.question import Question, read_questions
from reasoner.solver import DEFAULT_SOLVER, Solver, solver_class, solver_names

#: More solvers in one request, choices of a question, facts and documents that come with it, facts struck out, and
#: questions in one batch, are refused.
MOST_SOLVERS, MOST_CHOICES, MOST_FACTS, MOST_STRUCK, MOST_QUESTIONS = 8, 500, 5000, 200, 500
FIELDS = ("question", "facts", "solvers", "knowledge", "without")
#: Solvers that are kept for the next request.
_KEPT = 16


@dataclass(frozen=True)
class Request:
    """A question, the solvers to ask and the knowledge that they may use, by the names that the service has for it.

    `without` names facts of the knowledge that are struck out, by the sources that explanations give for them.
    """

    question: Question
    solvers: tuple[str, ...]
    knowledge: tuple[str, ...]
    without: tuple[str, ...] = ()


class Service:
    """Solvers over the knowledge that whoever started the service named; a request cannot name a file.

    >>> service = Service(["none"])
    >>> asked = service.parse({"question": "Which is a metal? (A) wool (B) steel", "solvers": ["guess-all"]})
    >>> service.answer(asked)["guess-all"].tied
    True
    """

    def __init__(self, sources: Sequence[str] = ("science",)) -> None:
        self._sources: dict[str, str] = {}
        for source in sources:
            if source != "none":
                name = Path(source).name
                self._sources[source if name in self._sources else name] = source
        self._solver = lru_cache(maxsize=_KEPT)(self._make_solver)
        self._names = solver_names()  # once: it reads the metadata of every package installed

    @property
    def knowledge(self) -> tuple[str, ...]:
        """The names of the sources that a request may choose from; it gets all of them if it names none."""
        return tuple(self._sources)

    def solvers(self) -> list[dict[str, str]]:
        """Return the name, purpose and needs of each solver."""
        known = map(solver_class, self._names)
        return [{"name": solver.name, "summary": solver.summary, "needs": solver.needs} for solver in known]

    def parse(self, record: Any) -> Request:
        """Check a request that came as JSON.

        >>> Service().parse({"question": "Which is a metal? (A) wool (B) steel", "solvers": ["irr"]})
        Traceback (most recent call last):
        ...
        reasoner.errors.UnknownNameError: unknown solver 'irr': did you mean 'ir'? ...
        """
        if not isinstance(record, dict):
            raise InputError(f"a JSON object is expected: {{{', '.join(FIELDS)}}}")
        if unknown := sorted(set(record) - {*FIELDS}):
            raise InputError(f"unknown; known are {', '.join(FIELDS)}", field=unknown[0])
        solvers = _names(record, "solvers", (DEFAULT_SOLVER,))
        if not 1 <= len(solvers) <= MOST_SOLVERS:
            raise InputError(f"name 1 to {MOST_SOLVERS} solvers", field="solvers")
        for name in solvers:
            self._check_solver(name)
        knowledge = _names(record, "knowledge", self.knowledge)
        for name in knowledge:
            if name not in self._sources:
                raise UnknownNameError("knowledge", name, self._sources)
        question = _question(record.get("question"))
        question = replace(question, facts=(*question.facts, *_names(record, "facts", (), "sentences")))
        without = _names(record, "without", (), "sources")
        if len(without) > MOST_STRUCK:
            raise InputError(f"at most {MOST_STRUCK} facts can be struck out", field="without")
        return Request(_within_bounds(question), solvers, knowledge, without)

    def answer(self, request: Request) -> dict[str, Answer]:
        """Return the answer of each solver, in the order asked."""
        asked = ((name, self._solver(name, request.knowledge, request.without)) for name in request.solvers)
        return {name: solver.answer(request.question) for name, solver in asked}

    def warm(self, solver: str) -> None:
        """Answer a question, so that the first that somebody asks need not wait for models and indexes."""
        self.answer(self.parse({"question": "Which is warm? (A) a stove (B) ice", "solvers": [solver]}))

    def health(self) -> dict[str, Any]:
        """Say that the service is there, in which version, and what it knows."""
        facts = {name: len(open_knowledge(source)) for name, source in self._sources.items()}
        return {"status": "ok", "version": reasoner.__version__, "default": DEFAULT_SOLVER, "facts": facts}

    def _check_solver(self, name: str) -> None:
        """Refuse what is not a registered solver or an ensemble of such: the name of a file would be opened."""
        members = parse_members(name) if "+" in name or "*" in name else [(name, 1.0)]
        for member, _ in members:
            if member not in self._names:
                raise UnknownNameError("solver", member, self._names)

    def _make_solver(self, name: str, knowledge: tuple[str, ...], without: tuple[str, ...] = ()) -> Solver:
        kb = open_knowledge([self._sources[source] for source in knowledge] or "none")
        return get_solver(name, kb=kb.without(without) if without else kb)


def _names(record: dict[str, Any], field: str, default: tuple[str, ...], what: str = "names") -> tuple[str, ...]:
    names = record.get(field, default)
    if not isinstance(names, (list, tuple)) or not all(isinstance(name, str) for name in names):
        raise InputError(f"a list of {what} is expected", field=field)
    return tuple(dict.fromkeys(names))


def _question(record: Any) -> Question:
    """Read a question in any of the JSON formats, or as the text 'Which ...? (A) ... (B) ...'."""
    if record is None:
        raise InputError("missing", field="question")
    text = record if isinstance(record, str) else json.dumps(record)
    try:
        questions = read_questions(io.StringIO(text))
    except InputError as error:  # the place in a file means nothing here
        raise InputError(error.message, field=f"question.{error.field}" if error.field else "question") from None
    if len(questions) > 1:
        raise InputError("one question at a time", field="question")
    return questions[0]


def _within_bounds(question: Question) -> Question:
    for field, count, most in (
        ("choices", len(question.choices), MOST_CHOICES),
        ("facts", len(question.facts) + len(question.documents), MOST_FACTS),
    ):
        if count > most:
            raise InputError(f"{count:,} of them; at most {most:,} are answered here", field=f"question.{field}")
    return question
