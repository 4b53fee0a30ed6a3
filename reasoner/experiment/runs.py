"""Runs: a solver over questions, written one line a question so that a killed run goes on where it stopped."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from reasoner.answer import Answer
from reasoner.ensemble import Combination
from reasoner.errors import InputError, ReasonerError
from reasoner.experiment.identity import code_fingerprint, knowledge_fingerprint, named_files_fingerprint, versions
from reasoner.experiment.plan import Plan
from reasoner.experiment.workers import Workers
from reasoner.knowledge.cache import fingerprint
from reasoner.question import Question

Ask = Callable[[Plan, list[Question]], Iterable[Answer]]
"""Answers questions as planned, in order."""

Track = Callable[[list[Question], Iterable[Answer], str], Iterable[Answer]]
"""Wraps the answers of a run to show its progress, under a heading."""


def run_all(
    plans: Sequence[Plan],
    questions: list[Question],
    folder: Path,
    workers: Workers,
    track: Track = lambda questions, answers, heading: answers,
) -> dict[Plan, list[Answer]]:
    """Return the answers of each plan, kept in a file of its own below the folder.

    An ensemble whose members are planned too, with the same knowledge, given facts and settings, is combined from their
    answers: the outcome is the same as asking them once more.
    """
    done: dict[Plan, list[Answer]] = {}
    for plan in sorted(plans, key=lambda plan: len(plan.members)):
        ask: Ask = workers.answers
        if plan.members and done.keys() >= set(plan.members):
            ask = _combine_from([done[member] for member in plan.members])
        file = RunFile(folder / f"{plan.file_name}.jsonl", plan, questions)
        done[plan] = list(track(questions, file.record(ask), str(plan)))
    return {plan: done[plan] for plan in plans}


def _combine_from(answers: Sequence[Sequence[Answer]]) -> Ask:
    """Return how an ensemble answers the last of the questions, to all of which its members' answers are there."""

    def ask(plan: Plan, questions: list[Question]) -> Iterator[Answer]:
        solver = plan.make_solver()
        assert isinstance(solver, Combination)
        rest = zip(*(member[len(member) - len(questions) :] for member in answers), strict=True)
        for question, opinions in zip(questions, rest, strict=True):
            yield solver.combine_answers(question, dict(zip(solver.members, opinions, strict=True)))

    return ask


class RunFile:
    """The answers of one run on disk: a line that says what the run is, then a line a question, flushed at once.

    Opened again with the same plan and questions, it goes on; with others, it is refused. A last line that a killed
    process left unfinished is dropped.
    """

    def __init__(self, path: Path, plan: Plan, questions: list[Question]) -> None:
        self.path, self.plan, self.questions = path, plan, questions
        self._identity = _identity(plan, questions)
        self.done = self._recover()

    def record(self, ask: Ask) -> Iterator[Answer]:
        """Yield every answer: those already on disk, then new ones, each written before it is yielded."""
        yield from self.done
        rest = self.questions[len(self.done) :]
        with open(self.path, "a", encoding="utf-8") as file:
            for answer in ask(self.plan, rest):
                file.write(json.dumps(answer.as_dict()) + "\n")
                file.flush()
                yield answer

    def _recover(self) -> list[Answer]:
        data = self.path.read_bytes() if self.path.exists() else b""
        whole = data[: data.rfind(b"\n") + 1]
        lines = whole.decode("utf-8", "replace").splitlines()
        if not lines:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self.path.write_text(json.dumps(self._identity) + "\n", encoding="utf-8")
            return []
        if lines[0] != json.dumps(self._identity):
            message = f"holds another run: {_difference(lines[0], self._identity)}. Choose another --out, or delete it"
            raise InputError(message, path=str(self.path), line=1)
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


#: What each part of a run's identity says when it is another one.
_PARTS = {
    "run": "it was made with another solver, other sources, given facts or settings",
    "knowledge": "the content of its knowledge has changed since",
    "questions": "it is over other questions",
    "code": "the code, weights or rules of reasoner have changed since, and its answers may have, too",
    "files": "a file that it names as solver or setting has changed since",
    "versions": "reasoner, Python or a library has another version since",
}


def _identity(plan: Plan, questions: list[Question]) -> dict[str, Any]:
    """Return what two runs must have in common to be one."""
    texts = [json.dumps(question.as_dict(), sort_keys=True) for question in questions]
    return {
        "run": asdict(plan),
        "knowledge": knowledge_fingerprint(plan.kb),
        "questions": fingerprint(*texts),
        "code": code_fingerprint(),
        "files": named_files_fingerprint([plan.solver, *dict(plan.settings).values()]),
        "versions": dict(versions()),
    }


def _difference(line: str, identity: dict[str, Any]) -> str:
    """Say how the run that a line describes differs from this one."""
    try:
        found = json.loads(line)
        ours = json.loads(json.dumps(identity))
        return "; ".join(words for part, words in _PARTS.items() if found[part] != ours[part])
    except (ValueError, KeyError, TypeError):
        return "it does not begin with what a run is"
