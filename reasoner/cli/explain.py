"""``reasoner explain``: what each solver thought of one question, and why, in the form one likes."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import typer

from reasoner.answer import Answer
from reasoner.cli import common
from reasoner.errors import UsageError
from reasoner.explanation import Explanation
from reasoner.files import write_atomically
from reasoner.question import Question


def explain(
    question: common.QuestionArgument,
    solver: common.SolverOption = "ir",
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
) -> None:
    """Explain what each solver thinks of one question.

    Examples:

        reasoner explain question.json --solver ilp,chain,ir --html out.html

        reasoner explain dev.jsonl --id 8-343 --solver ir --mermaid
    """
    if sum((html is not None, as_json, dot, mermaid, line)) > 1:
        raise UsageError("choose one of --html, --json, --dot, --mermaid and --line")
    asked = common.with_facts(_one(question, only), given, fact)
    options = dict(common.setting(text) for text in settings or ())
    answers = {name: common.make_solver(name, kb, options).answer(asked) for name in common.solver_list(solver)}
    if html is not None:
        from reasoner.render.html import question_page

        write_atomically(html, [question_page(asked, answers)])
        print(f"written to {html}")
    elif as_json:
        from reasoner.render.record import as_record

        print(json.dumps(as_record(asked, answers), indent=2))
    elif dot or mermaid or line:
        _print_selected(answers, _form(dot, mermaid))
    else:
        from rich.console import Console

        from reasoner.render.text import render_answer

        for answer in answers.values():
            Console().print(render_answer(asked, answer), "", sep="\n")


def _one(source: str, only: str | None) -> Question:
    found = [question for question in common.ask(source) if only in (None, question.id)]
    if not found:
        raise UsageError(f"{source}: no question has the id {only!r}")
    if len(found) > 1:
        raise UsageError(f"{source}: holds {len(found):,} questions; name one, such as --id {found[0].id}")
    return found[0]


def _form(dot: bool, mermaid: bool) -> Callable[[Explanation], str]:
    from reasoner.render.dot import explanation_dot
    from reasoner.render.mermaid import as_mermaid
    from reasoner.render.reasons import as_line

    return explanation_dot if dot else as_mermaid if mermaid else as_line


def _print_selected(answers: dict[str, Answer], form: Callable[[Explanation], str]) -> None:
    """Print the reason for every selected choice; an abstention has none."""
    for answer in answers.values():
        if not answer.abstained:
            for label in answer.selected:
                print(form(answer.explanations[label]))
