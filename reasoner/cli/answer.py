"""``reasoner answer``: questions in, the verdict of each solver out, with the reason in the form one likes."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

import typer

from reasoner.answer import Answer
from reasoner.cli import common
from reasoner.errors import UsageError
from reasoner.explanation import Explanation
from reasoner.files import write_atomically
from reasoner.question import Question
from reasoner.solver import STRONGER

Answered = tuple[Question, Mapping[str, Answer]]


def answer(
    question: common.QuestionArgument,
    solver: common.SolverOption = common.DEFAULT_SOLVER,
    kb: common.KbOption = None,
    fact: common.FactOption = None,
    given: common.GivenOption = None,
    only: Annotated[str | None, typer.Option("--id", help="Which question, where the file holds several.")] = None,
    settings: common.SetOption = None,
    html: Annotated[Path | None, typer.Option(help="Write one HTML file that needs nothing else.")] = None,
    as_json: common.JsonOption = False,
    dot: Annotated[bool, typer.Option("--dot", help="Print the graphs of the selected choices for Graphviz.")] = False,
    mermaid: Annotated[bool, typer.Option("--mermaid", help="Print them for Mermaid.")] = False,
    line: Annotated[bool, typer.Option("--line", help="Print their proofs as EntailmentBank writes them.")] = False,
    skip_bad: common.SkipBadOption = False,
) -> None:
    """Answer questions and show why: the verdict first, then the details.

    Examples:

        reasoner answer "Which conducts heat? (A) a steel spoon (B) a wool hat" --fact "steel conducts heat"

        reasoner answer eval/examples/heat.json --solver ilp,chain,ir --html out.html

        reasoner answer dev.jsonl --id 8-343 --mermaid

        cat questions.jsonl | reasoner answer - --solver ir,chain --json
    """
    if sum((html is not None, as_json, dot, mermaid, line)) > 1:
        raise UsageError("choose one of --html, --json, --dot, --mermaid and --line")
    asked = [common.with_facts(item, given, fact) for item in _wanted(question, only, skip_bad)]
    if html is not None and len(asked) > 1:
        raise UsageError(f"{question}: holds {len(asked):,} questions; name one, such as --id {asked[0].id}")
    answers = _answers(asked, solver, kb, settings)
    if html is not None:
        _write_page(html, *next(answers))
    elif as_json:
        _print_records(answers)
    elif dot or mermaid or line:
        _print_selected(answers, _form(dot, mermaid))
    else:
        _print_text(answers)
        if solver == common.DEFAULT_SOLVER:
            _name_the_default()


def _wanted(source: str, only: str | None, skip_bad: bool) -> list[Question]:
    found = [question for question in common.ask(source, skip_bad) if only in (None, question.id)]
    if not found:
        raise UsageError(f"{source}: no question has the id {only!r}")
    return found


def _answers(
    questions: list[Question], names: str, kb: list[str] | None, settings: list[str] | None
) -> Iterator[Answered]:
    options = dict(common.setting(text) for text in settings or ())
    solvers = {name: common.make_solver(name, kb, options) for name in common.solver_list(names)}
    for question in questions:
        yield question, {name: solver.answer(question) for name, solver in solvers.items()}


def _write_page(path: Path, question: Question, answers: Mapping[str, Answer]) -> None:
    from reasoner.render.html import question_page

    write_atomically(path, [question_page(question, answers)])
    print(f"written to {path}")


def _print_records(answered: Iterator[Answered]) -> None:
    """Print a line for each question, under the schema of reasoner.render."""
    from reasoner.render.record import as_record

    for question, answers in answered:
        print(json.dumps(as_record(question, answers)))


def _print_text(answered: Iterator[Answered]) -> None:
    from rich.console import Console

    from reasoner.render.text import render_answer

    console = Console()
    for question, answers in answered:
        for one in answers.values():
            console.print(render_answer(question, one), "", sep="\n")


def _name_the_default() -> None:
    """Say which solver answered where none was named and, where it could run, which is stronger."""
    more = f"; {STRONGER} compares meanings as well" if find_spec("torch") else ""
    print(f"reasoner: answered by {common.DEFAULT_SOLVER}, the default{more} (--solver NAME)", file=sys.stderr)


def _form(dot: bool, mermaid: bool) -> Callable[[Explanation], str]:
    from reasoner.render.dot import explanation_dot
    from reasoner.render.mermaid import as_mermaid
    from reasoner.render.reasons import line_with_sentences

    return explanation_dot if dot else as_mermaid if mermaid else line_with_sentences


def _print_selected(answered: Iterator[Answered], form: Callable[[Explanation], str]) -> None:
    """Print the reason for every selected choice; an abstention has none."""
    for _, answers in answered:
        for answer in answers.values():
            for label in () if answer.abstained else answer.selected:
                print(form(answer.explanations[label]))
