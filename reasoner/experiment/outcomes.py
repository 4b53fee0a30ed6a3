"""What became of each question in several runs: right, wrong, tied, abstained, and whether the runs disagree."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path

from reasoner.answer import Answer
from reasoner.errors import InputError
from reasoner.experiment.plan import Plan
from reasoner.experiment.runs import read_run
from reasoner.experiment.scoring import key_of
from reasoner.question import Question


@dataclass(frozen=True)
class Run:
    """The answers of one run, and what the run was."""

    plan: Plan
    answers: Sequence[Answer]


def read_runs(path: Path, questions: Sequence[Question]) -> list[Run]:
    """Read every run of a folder (or one file) and check that it answered these questions.

    Runs are in the order of their file names. A run that stopped early is left out of nothing: it is refused, since
    its score would not compare.
    """
    files = [path] if path.is_file() else sorted(path.glob("*.jsonl")) or sorted(path.glob("answers/*.jsonl"))
    if not files:
        raise InputError("holds no run: give the folder that `reasoner evaluate --out` wrote", path=str(path))
    return [_read(file, questions) for file in files]


def _read(file: Path, questions: Sequence[Question]) -> Run:
    run = read_any_run(file)
    if [answer.question_id for answer in run.answers] != [question.id for question in questions]:
        raise InputError(
            f"holds answers to {len(run.answers):,} questions, which are not the {len(questions):,} of the file given: "
            "finish the run, or name its questions (and --limit)",
            path=str(file),
        )
    return run


def read_any_run(file: Path) -> Run:
    """Read a run, over whatever questions, finished or not."""
    header, answers = read_run(file)
    try:
        plan = header["run"]
        settings = tuple((name, value) for name, value in plan["settings"])
        return Run(Plan(plan["solver"], tuple(plan["kb"]), plan["given"], settings), answers)
    except (KeyError, TypeError, ValueError) as error:
        raise InputError(f"does not say what the run was: {error}", path=str(file), line=1) from None


def run_names(plans: Sequence[Plan]) -> list[str]:
    """Return a short name for each run: the solver, and what else it takes to tell the runs apart.

    >>> run_names([Plan("ir", ("science",)), Plan("ir", ("science",), "f"), Plan("pmi", ("science",))])
    ['ir, given none', 'ir, given f', 'pmi']
    """
    names = []
    for plan in plans:
        rivals = [other for other in plans if other is not plan and other.solver == plan.solver]
        knowledge = "+".join(Path(source).name for source in plan.kb)
        settings = ", ".join(f"{name}={value}" for name, value in plan.settings)
        name = [plan.solver_name]
        name += [f"kb {knowledge}"] * any(rival.kb != plan.kb for rival in rivals)
        name += [f"given {plan.given}"] * any(rival.given != plan.given for rival in rivals)
        name += [settings] * any(rival.settings != plan.settings for rival in rivals)
        names.append(", ".join(filter(None, name)))
    return names


def outcome(question: Question, answer: Answer) -> tuple[str, ...]:
    """Return what became of an answer, in words that do not exclude each other: a tie can be wrong altogether.

    >>> from reasoner.question import Choice
    >>> question = Question("1", "Which is a metal?", (Choice("A", "wool"), Choice("B", "steel")), answer_key="B")
    >>> outcome(question, Answer("1", "ir", {"A": 1.0, "B": 1.0}))
    ('tied',)
    >>> outcome(question, Answer("1", "ir", {"A": 1.0, "B": None}))
    ('wrong',)
    """
    if answer.abstained:
        return ("abstained",)
    credit = answer.credit(key_of(question))
    words = {"tied": answer.tied, "right": credit == 1, "wrong": credit == 0}
    return tuple(word for word, holds in words.items() if holds)


def disagree(answers: Sequence[Answer]) -> bool:
    """Say whether any two answers select different labels.

    >>> disagree([Answer("1", "a", {"A": 1.0, "B": None}), Answer("1", "b", {"A": 1.0, "B": 1.0})])
    True
    """
    return len({answer.selected for answer in answers}) > 1


def agreement(runs: Mapping[str, Sequence[Answer]]) -> dict[tuple[str, str], float]:
    """Return the share of questions for which two runs select the same labels, for every two runs."""
    return {
        (one, other): sum(a.selected == b.selected for a, b in zip(runs[one], runs[other], strict=True))
        / max(len(runs[one]), 1)
        for one, other in combinations(runs, 2)
    }
