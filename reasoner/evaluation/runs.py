"""Runs: a solver over questions, written one line a question so that a killed run goes on where it stopped."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from dataclasses import asdict, dataclass
from functools import lru_cache
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import reasoner
from reasoner.answer import Answer
from reasoner.ensemble import get_solver
from reasoner.errors import InputError, MissingExtraError, ReasonerError
from reasoner.knowledge import KnowledgeBase
from reasoner.knowledge.cache import fingerprint
from reasoner.knowledge.sources import open_sources
from reasoner.question import Question
from reasoner.solver import Solver


@dataclass(frozen=True)
class Plan:
    """What a run is: everything that its answers depend on."""

    solver: str
    kb: tuple[str, ...]
    given: str = "none"
    settings: tuple[tuple[str, Any], ...] = ()

    def __str__(self) -> str:
        return f"{self.solver} (kb {' + '.join(self.kb)}, given {self.given})"

    @property
    def file_name(self) -> str:
        """The name, without ending, of the files that belong to this run."""
        knowledge = "+".join(Path(source).name.split(".")[0] for source in self.kb)
        return "".join(c if c.isalnum() or c in "+-._" else "-" for c in f"{self.solver}.{knowledge}.{self.given}")

    def make_solver(self) -> Solver:
        """Make the solver, with its knowledge opened once a process."""
        return get_solver(self.solver, kb=_knowledge(self.kb), **dict(self.settings))


@lru_cache(maxsize=4)
def _knowledge(sources: tuple[str, ...]) -> KnowledgeBase:
    return KnowledgeBase.open(sources)


@lru_cache(maxsize=4)
def _solver(plan: Plan) -> Solver:
    return plan.make_solver()


def _answer(plan: Plan, question: Question) -> Answer:
    """Answer one question in a worker, which keeps its solver for the next."""
    return _solver(plan).answer(question)


def answers(plan: Plan, questions: list[Question], jobs: int = 1, cluster: str | None = None) -> Iterator[Answer]:
    """Yield the answer to each question, in order, by one process or several; the answers are the same.

    Parameters
    ----------
    jobs : int
        Processes on this machine.
    cluster : str, optional
        The address of a Dask scheduler, to spread the questions over its workers instead.
    """
    asked = [question.given(plan.given) for question in questions]
    if jobs == 1 and cluster is None:
        yield from _solver(plan).answer_all(asked)
        return
    with _executor(jobs, cluster) as executor:
        yield from executor.map(_answer, [plan] * len(asked), asked)


def _executor(jobs: int, cluster: str | None) -> Executor:
    if cluster is None:
        return ProcessPoolExecutor(jobs, mp_context=get_context("spawn"))
    try:
        from distributed import Client
    except ImportError:
        raise MissingExtraError("a cluster", "cluster") from None
    executor: Executor = Client(cluster).get_executor()
    return executor


class RunFile:
    """The answers of one run on disk: a line that says what the run is, then a line a question, flushed at once.

    Opened again with the same plan and questions, it goes on; with others, it is refused. A last line that a killed
    process left unfinished is dropped.
    """

    def __init__(self, path: Path, plan: Plan, questions: list[Question]) -> None:
        self.path, self.plan, self.questions = path, plan, questions
        self._header = json.dumps(_identity(plan, questions))
        self.done = self._recover()

    def record(self, jobs: int = 1, cluster: str | None = None) -> Iterator[Answer]:
        """Yield every answer: those already on disk, then new ones, each written before it is yielded."""
        yield from self.done
        rest = self.questions[len(self.done) :]
        with open(self.path, "a", encoding="utf-8") as file:
            for answer in answers(self.plan, rest, jobs, cluster):
                file.write(json.dumps(answer.as_dict()) + "\n")
                file.flush()
                yield answer

    def _recover(self) -> list[Answer]:
        if not self.path.exists():
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self.path.write_text(self._header + "\n", encoding="utf-8")
            return []
        data = self.path.read_bytes()
        whole = data[: data.rfind(b"\n") + 1]
        lines = whole.decode("utf-8", "replace").splitlines()
        if not lines:
            self.path.write_text(self._header + "\n", encoding="utf-8")
            return []
        if lines[0] != self._header:
            raise InputError(
                "holds another run (other solver, knowledge, questions or version): choose another --out, or delete it",
                path=str(self.path),
                line=1,
            )
        if len(whole) < len(data):
            os.truncate(self.path, len(whole))
        return list(_parse(self.path, lines[1:], self.questions))


def _parse(path: Path, lines: Iterable[str], questions: list[Question]) -> Iterator[Answer]:
    ids = [question.id for question in questions]
    for number, line in enumerate(lines):
        try:
            answer = Answer.from_dict(json.loads(line))
            if number >= len(ids) or answer.question_id != ids[number]:
                raise ValueError(f"question {answer.question_id!r} is not expected here")
        except (ValueError, KeyError, TypeError) as error:
            raise InputError(f"is damaged: {error}", path=str(path), line=number + 2) from None
        yield answer


def read_run(path: str | os.PathLike[str]) -> tuple[dict[str, Any], list[Answer]]:
    """Return what a finished or unfinished run is, and its answers."""
    path = Path(path)
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
        header = json.loads(lines[0])
        return header, [Answer.from_dict(json.loads(line)) for line in lines[1:]]
    except (OSError, ValueError, KeyError, IndexError, TypeError) as error:
        raise ReasonerError(f"{path}: not the answers of a run: {error}") from None


def _identity(plan: Plan, questions: list[Question]) -> dict[str, Any]:
    """Return what two runs must have in common to be one: the plan, the knowledge, the questions and the version."""
    files = [path for source in open_sources(plan.kb) for path in source.files]
    texts = [json.dumps(question.as_dict(), sort_keys=True) for question in questions]
    return {
        "run": asdict(plan),
        "knowledge": fingerprint(*files),
        "questions": fingerprint(*texts),
        "version": reasoner.__version__,
    }
