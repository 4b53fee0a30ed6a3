"""Runs: a solver over questions, written one line a question so that a killed run goes on where it stopped."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

from reasoner.answer import Answer
from reasoner.ensemble import Combination
from reasoner.errors import InputError, ReasonerError
from reasoner.experiment.identity import code_fingerprint, knowledge_fingerprint, named_files_fingerprint, versions
from reasoner.experiment.plan import Plan
from reasoner.experiment.workers import Workers, solver_of
from reasoner.files import write_atomically
from reasoner.knowledge.cache import fingerprint
from reasoner.question import Question

Ask = Callable[[Plan, list[Question]], Iterable[Answer]]
"""Answers questions as planned, in order."""

#: Answers between two moments at which the disk is told to keep what it has.
_BATCH = 64

#: What the first line of every run begins with.
_HEAD = b'{"run": '

Track = Callable[[list[Question], Iterable[Answer], str], Iterable[Answer]]
"""Wraps the answers of a run to show its progress, under a heading."""


def run_all(
    plans: Sequence[Plan],
    questions: list[Question],
    folder: Path,
    workers: Workers,
    track: Track = lambda questions, answers, heading: answers,
) -> Iterator[tuple[Plan, Iterable[Answer]]]:
    """Yield each plan with its answers as they come, kept in a file of its own below the folder; take them in order.

    An ensemble whose members are planned too, with the same knowledge, given facts and settings, is combined from their
    answers: the outcome is the same as asking them once more.
    """
    files: dict[Plan, RunFile] = {}
    for plan in sorted(plans, key=lambda plan: len(plan.members)):
        ask: Ask = workers.answers
        if plan.members and files.keys() >= set(plan.members):
            ask = _combine_from([files[member] for member in plan.members])
        files[plan] = RunFile(folder / f"{plan.file_name}.jsonl", plan, questions)
        yield plan, track(questions, files[plan].record(ask), str(plan))


def answers_of(
    plans: Sequence[Plan],
    questions: list[Question],
    workers: Workers,
    track: Track = lambda questions, answers, heading: answers,
) -> Iterator[tuple[Plan, Iterable[Answer]]]:
    """Yield each plan with its answers, which are not kept: what has no name could not be found again."""
    return ((plan, track(questions, workers.answers(plan, questions), str(plan))) for plan in plans)


def _combine_from(members: Sequence[RunFile]) -> Ask:
    """Return how an ensemble answers the last of the questions, to all of which its members' answers are there."""

    def ask(plan: Plan, questions: list[Question]) -> Iterator[Answer]:
        solver = solver_of(plan)
        assert isinstance(solver, Combination)
        rest = zip(*(islice(one.answers(), len(one.questions) - len(questions), None) for one in members), strict=True)
        for question, opinions in zip(questions, rest, strict=True):
            yield solver.combine_answers(question, dict(zip(solver.members, opinions, strict=True)))

    return ask


class RunFile:
    """The answers of one run on disk: a line that says what the run is, then a line a question, flushed at once.

    Opened again with the same plan and questions, it goes on; with others, it is refused. A last line that a killed
    process left unfinished is dropped. Each record carries a checksum of itself, its place and the run that it is of,
    so one that was altered, moved or brought from another run is refused.
    """

    def __init__(self, path: Path, plan: Plan, questions: list[Question]) -> None:
        self.path, self.plan, self.questions = path, plan, questions
        self._identity = _identity(plan, questions)
        self._recover()

    def answers(self) -> Iterator[Answer]:
        """Yield the answers that are on disk."""
        return _parse(self.path, self.questions)

    def record(self, ask: Ask) -> Iterator[Answer]:
        """Yield every answer: those already on disk, then new ones, each written before it is yielded."""
        done = 0
        for done, answer in enumerate(self.answers(), 1):  # noqa: B007
            yield answer
        head = json.dumps(self._identity)
        with open(self.path, "a", encoding="utf-8") as file:
            for number, answer in enumerate(ask(self.plan, self.questions[done:]), done):
                file.write(sealed_line(head, number, answer))
                file.flush()
                if number % _BATCH == 0:
                    os.fsync(file.fileno())
                yield answer
            os.fsync(file.fileno())

    def _recover(self) -> None:
        """Begin the file, or drop what was left unfinished and check the rest."""
        head = next(_whole_lines(self.path), None) if self.path.exists() else None
        if head is None:
            write_atomically(self.path, [json.dumps(self._identity) + "\n"])
        elif head != json.dumps(self._identity):
            message = f"holds another run: {_difference(head, self._identity)}. Choose another --out, or delete it"
            raise InputError(message, path=str(self.path), line=1)
        os.truncate(self.path, sum(len(line) for line in _ended(self.path)))
        for _ in self.answers():
            pass


def _ended(path: Path) -> Iterator[bytes]:
    """Yield the lines of a file that end: a killed process may leave half a line."""
    with open(path, "rb") as file:
        yield from (line for line in file if line.endswith(b"\n"))


def _whole_lines(path: Path) -> Iterator[str]:
    return (line.decode("utf-8", "replace").rstrip("\n") for line in _ended(path))


def sealed_line(head: str, number: int, answer: Answer) -> str:
    """Return the line of an answer, with the checksum that binds it to its place in its run."""
    record = answer.as_dict()
    return json.dumps(record | {"check": fingerprint(head, str(number), json.dumps(record))}) + "\n"


def _unsealed(head: str, number: int, line: str) -> Answer:
    """Return the answer in a line, or raise ValueError where it is not the one that was written there."""
    record = json.loads(line)
    check = record.pop("check", None)
    answer = Answer.from_dict(record)
    if check != fingerprint(head, str(number), json.dumps(record)):
        raise ValueError(f"the answer to question {answer.question_id!r} was altered, or is of another run")
    return answer


def _parse(path: Path, questions: Sequence[Question] | None = None) -> Iterator[Answer]:
    """Yield the answers in the lines of a run, the first of which says what it is; they are to these questions."""
    lines = _whole_lines(path)
    head = next(lines)
    for number, line in enumerate(lines):
        try:
            answer = _unsealed(head, number, line)
            if questions is not None:
                _check_question(answer, questions[number] if number < len(questions) else None)
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise InputError(f"is damaged: {error}", path=str(path), line=number + 2) from None
        yield answer


def _check_question(answer: Answer, question: Question | None) -> None:
    if question is None or answer.question_id != question.id:
        raise ValueError(f"question {answer.question_id!r} is not expected here")
    if tuple(answer.scores) != question.labels:
        raise ValueError(f"question {answer.question_id!r} has other labels")


def read_run(path: str | os.PathLike[str]) -> tuple[dict[str, Any], list[Answer]]:
    """Return what a finished or unfinished run is, and its answers."""
    path = Path(path)
    try:
        header = json.loads(next(_whole_lines(path), ""))
    except (OSError, ValueError) as error:
        raise ReasonerError(f"{path}: not the answers of a run: {error}") from None
    return header, list(_parse(path))


def _is_run(path: Path) -> bool:
    with open(path, "rb") as file:
        return file.readline(len(_HEAD)) == _HEAD


def earlier_runs(folder: Path, plans: Iterable[Plan], questions: list[Question]) -> list[Path]:
    """Return the runs in a folder that are not among the plans, each whole and over these questions.

    Raises
    ------
    InputError
        Where a run is over other questions or was made by other code: no table could hold both.
    """
    new = {f"{plan.file_name}.jsonl" for plan in plans}
    ours = _circumstances(questions)
    found = []
    for path in sorted(folder.glob("*.jsonl")):
        if path.name not in new and _is_run(path):
            header, answers = read_run(path)
            if {part: header.get(part) for part in ours} != ours:
                message = f"an earlier run that these cannot stand beside: {_difference(json.dumps(header), ours)}"
                raise InputError(f"{message}. Choose another --out, or delete it", path=str(path))
            if len(answers) == len(questions):
                found.append(path)
    return found


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
    return {
        "run": {name: getattr(plan, name) for name in ("solver", "kb", "given", "settings")},
        "knowledge": knowledge_fingerprint(plan.kb),
        "files": named_files_fingerprint([*plan.files, *dict(plan.settings).values()]),
        **_circumstances(questions),
    }


def _circumstances(questions: list[Question]) -> dict[str, Any]:
    """Return what two runs must have in common to stand in one table."""
    texts = [json.dumps(question.as_dict(), sort_keys=True) for question in questions]
    return {"questions": fingerprint(*texts), "code": code_fingerprint(), "versions": dict(versions())}


def _difference(line: str, identity: dict[str, Any]) -> str:
    """Say how the run that a line describes differs from this one."""
    try:
        found = json.loads(line)
        ours = json.loads(json.dumps(identity))
        return "; ".join(words for part, words in _PARTS.items() if part in ours and found[part] != ours[part])
    except (ValueError, KeyError, TypeError):
        return "it does not begin with what a run is"
