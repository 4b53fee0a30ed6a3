"""What several commands share: their options, reading questions, opening knowledge, progress on standard error."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Annotated, Any, TypeVar

import typer

from reasoner.errors import InputError, UsageError
from reasoner.knowledge import KnowledgeBase
from reasoner.question import GIVEN, Question, read_questions
from reasoner.solver import Solver, get_solver

Item = TypeVar("Item")

SolverOption = Annotated[
    str, typer.Option("--solver", "-s", help="Solver, or several joined by commas; `reasoner solvers` lists them.")
]
KbOption = Annotated[
    list[str] | None,
    typer.Option("--kb", help="Knowledge: `science` (built in, the default), a file, or `none`; may be repeated."),
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON for programs.")]
SkipBadOption = Annotated[bool, typer.Option("--skip-bad", help="Leave out records that cannot be read; count them.")]
SetOption = Annotated[
    list[str] | None, typer.Option("--set", help="An option of the solver, NAME=VALUE; may be repeated.")
]


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


def make_solvers(names: str, kb: list[str] | None, settings: list[str] | None) -> list[Solver]:
    """Make the named solvers over one knowledge base."""
    wanted = [name.strip() for name in names.split(",") if name.strip()]
    if not wanted:
        raise UsageError("no solver named: --solver ir")
    options = dict(_setting(setting) for setting in settings or ())
    knowledge = open_knowledge(kb)
    return [get_solver(name, kb=knowledge, **options) for name in wanted]


def open_knowledge(sources: list[str] | None) -> KnowledgeBase:
    """Open the named sources as one knowledge base, indexing what is new with a progress bar."""
    named = sources or ["science"]
    if named == ["none"]:
        return KnowledgeBase.from_facts(())
    return KnowledgeBase.open(named, track=progress)


def with_facts(question: Question, given: str | None, facts: list[str] | None) -> Question:
    """Return the question with the facts that a condition allows, and those that the user typed."""
    if given is not None and given not in GIVEN:
        raise UsageError(f"--given {given}: choose one of {', '.join(GIVEN)}")
    allowed = question if given is None else question.given(given)
    return replace(allowed, facts=(*allowed.facts, *(facts or ())))


def progress(items: Iterable[Item], heading: str, total: int | None = None) -> Iterator[Item]:
    """Yield the items with a progress bar on standard error, where that is a terminal."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    console = Console(stderr=True)
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        yield from bar.track(items, total=total, description=heading)


def is_question_text(source: str) -> bool:
    """Say whether an argument is a question itself rather than the name of a file.

    >>> is_question_text("Which is a metal? (A) wool (B) steel"), is_question_text("questions.jsonl")
    (True, False)
    """
    return source != "-" and not os.path.exists(source) and ("(" in source or "?" in source or source.startswith("{"))


def _setting(text: str) -> tuple[str, Any]:
    """Split NAME=VALUE; numbers and true/false become what they look like."""
    name, equals, value = text.partition("=")
    if not equals or not name:
        raise UsageError(f"--set {text}: write NAME=VALUE")
    for convert in (int, float):
        try:
            return name, convert(value)
        except ValueError:
            continue
    return name, {"true": True, "false": False}.get(value.lower(), value)
