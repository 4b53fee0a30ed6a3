"""``reasoner report``: an evaluation to look through in a browser."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from reasoner.cli import common
from reasoner.cli.pages import write_pages
from reasoner.experiment.outcomes import read_runs
from reasoner.experiment.scoring import key_of


def report(
    run: Annotated[Path, typer.Argument(help="The folder that `evaluate --out` wrote, or one of its .jsonl files.")],
    questions: Annotated[str, typer.Option("--questions", "-q", help="The file of questions, with keys.")],
    html: Annotated[Path, typer.Option(help="The folder to write; open its index.html.")],
    limit: Annotated[int | None, typer.Option(min=1, help="Only the first N questions, as the run was made.")] = None,
) -> None:
    """Write an evaluation as HTML: results, plots, and a page a question with what each solver thought and why.

    Example:

        reasoner report results/dev --questions dev.jsonl --html report/
    """
    asked = common.load_questions(questions)[:limit]
    for question in asked:
        key_of(question)
    write_pages(html, f"Evaluation {run.name}", asked, read_runs(run, asked))
    print(f"{len(asked):,} questions written to {html / 'index.html'}")
