"""What several commands share: their options, reading questions, opening knowledge, progress on standard error."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Sequence
from concurrent.futures import Executor
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import typer

from reasoner import knowledge, options
from reasoner.cli.progress import progress as progress
from reasoner.cli.progress import running_score as running_score
from reasoner.ensemble import get_solver
from reasoner.errors import InputError, UsageError
from reasoner.knowledge import KnowledgeBase
from reasoner.question import GIVEN, Question, read_questions
from reasoner.solver import DEFAULT_SOLVER as DEFAULT_SOLVER
from reasoner.solver import Solver

if TYPE_CHECKING:
    from rich.console import Console

    from reasoner.experiment.experiment import Experiment, Outcome, See

Item = TypeVar("Item")

#: The knowledge used where none is named.
DEFAULT_KB = ("science",)

SolverOption = Annotated[
    str, typer.Option("--solver", "-s", help="Solver, or several joined by commas; `reasoner solvers` lists them.")
]
KbOption = Annotated[
    list[str] | None,
    typer.Option("--kb", help="Knowledge: `science` (built in, the default), a file, or `none`; may be repeated."),
]
QuestionArgument = Annotated[
    str, typer.Argument(help="A file, `-` for standard input, or 'Which ...? (A) ... (B) ...'.")
]
FactOption = Annotated[list[str] | None, typer.Option("--fact", help="A fact to use; may be repeated.")]
GivenOption = Annotated[
    str | None, typer.Option(help="Which of the question's own facts to use: none, f, fk, all; all if not said.")
]
HandOverOption = Annotated[str, typer.Option("--given", help="Facts of the question to hand over: none, f, fk or all.")]
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON for programs.")]
SkipBadOption = Annotated[bool, typer.Option("--skip-bad", help="Leave out records that cannot be read; count them.")]
SetOption = Annotated[
    list[str] | None, typer.Option("--set", help="An option of the solver, NAME=VALUE; may be repeated.")
]
OutOption = Annotated[
    Path | None, typer.Option(help="A folder for answers and tables; the same command goes on where it stopped.")
]
JobsOption = Annotated[int, typer.Option(min=1, help="Processes; the results are the same.")]
ClusterOption = Annotated[str | None, typer.Option(help="Address of a Dask scheduler to use instead of --jobs.")]


def ask(source: str, skip_bad: bool = False) -> list[Question]:
    """Read the questions that an argument is itself, or that the file or stream which it names holds."""
    return read_questions(io.StringIO(source)) if is_question_text(source) else load_questions(source, skip_bad)


def load_questions(source: str, skip_bad: bool = False) -> list[Question]:
    """Read questions from a path or, for ``-``, from standard input."""
    bad: list[InputError] = []
    stream = sys.stdin.buffer if source == "-" else source
    questions = read_questions(stream, on_bad=bad.append if skip_bad else None)
    for error in bad:
        print(f"reasoner: skipped: {error}", file=sys.stderr)
    if bad:
        print(f"reasoner: {len(bad)} left out, {len(questions)} read", file=sys.stderr)
    if not questions:
        raise InputError("no question could be read", path=source, line=1)
    return questions


def solver_list(names: str) -> list[str]:
    """Split what ``--solver`` was given.

    >>> solver_list("ir, ir+chain")
    ['ir', 'ir+chain']
    """
    wanted = [name.strip() for name in names.split(",") if name.strip()]
    if not wanted:
        raise UsageError("no solver named: --solver ir")
    return wanted


def make_solver(name: str, kb: list[str] | None, settings: dict[str, Any]) -> Solver:
    """Make a solver over the named knowledge."""
    return get_solver(name, kb=open_knowledge(kb), **settings)


def open_knowledge(sources: Sequence[str] | None, executor: Executor | None = None) -> KnowledgeBase:
    """Open the named sources, or the built-in one, as one; what is new is indexed with a progress bar."""
    return knowledge.open_knowledge(tuple(sources or DEFAULT_KB), progress, executor)


def with_facts(question: Question, given: str | None, facts: list[str] | None) -> Question:
    """Return the question with the facts that a condition allows, and those that the user typed."""
    allowed = question if given is None else question.given(known_condition(given))
    return replace(allowed, facts=(*allowed.facts, *(facts or ())))


def known_condition(given: str) -> str:
    """Return what ``--given`` was given, if there is such a condition."""
    if given not in GIVEN:
        raise UsageError(f"--given {given}: choose one of {', '.join(GIVEN)}")
    return given


def run(
    experiment: Experiment, out: Path | None, jobs: int, cluster: str | None = None, see: See | None = None
) -> Outcome:
    """Run an experiment with a progress bar; wrong names are found, and new knowledge indexed, before the work begins.

    What is opened and made here is what answers, too, unless other processes do.
    """
    from reasoner.experiment.workers import solver_of

    for plan in experiment.plans:
        open_knowledge(plan.kb)
        solver_of(plan)
    return experiment.run(out, jobs, cluster, running_score, see or (lambda plan, question, answer: None))


def wide_console() -> Console:
    """Return a console for tables, wide enough for them where standard output is a file or a pipe."""
    from rich.console import Console

    console = Console()
    return console if console.is_terminal else Console(width=200)


def narrow_console() -> Console:
    """Return a console for tables that fit 80 columns."""
    from rich.console import Console

    return Console()


def is_question_text(source: str) -> bool:
    """Say whether an argument is a question itself rather than the name of a file.

    >>> is_question_text("Which is a metal? (A) wool (B) steel"), is_question_text("questions.jsonl")
    (True, False)
    """
    return source != "-" and not os.path.exists(source) and ("(" in source or "?" in source or source.startswith("{"))


def setting(text: str) -> tuple[str, Any]:
    """Split NAME=VALUE; numbers and true/false become what they look like."""
    return options.setting(text, f"--set {text}")
