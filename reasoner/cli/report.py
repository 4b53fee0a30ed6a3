"""``reasoner report``: an evaluation to look through in a browser."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from reasoner.cli import common
from reasoner.evaluation.outcomes import Run, agreement, disagree, outcome, read_runs, run_names
from reasoner.evaluation.scoring import Score, key_of, score
from reasoner.evaluation.tables import as_rows
from reasoner.question import Question, write_atomically


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
    runs = read_runs(run, asked)
    names = run_names([one.plan for one in runs])
    scores = [score(one.plan.solver, zip(asked, one.answers, strict=True)) for one in runs]
    for number, question in common.progress(enumerate(asked, 1), "Writing pages", len(asked)):
        _write_question(html / _link(number), question, dict(zip(names, runs, strict=True)), number - 1)
    _write_index(html / "index.html", run, asked, names, runs, scores)
    print(f"{len(asked):,} questions written to {html / 'index.html'}")


def _link(number: int) -> str:
    return f"questions/{number:05}.html"


def _write_question(path: Path, question: Question, runs: dict[str, Run], place: int) -> None:
    from reasoner.render.html import question_page

    answers = {name: one.answers[place] for name, one in runs.items()}
    write_atomically(path, [question_page(question, answers, back="../index.html")])


def _write_index(
    path: Path, folder: Path, asked: list[Question], names: list[str], runs: list[Run], scores: list[Score]
) -> None:
    from reasoner.render.report import Bar, Entry, report_page

    entries = []
    for place, question in enumerate(asked):
        answers = [one.answers[place] for one in runs]
        entries.append(
            Entry(
                link=_link(place + 1),
                id=question.id,
                stem=question.stem,
                category=question.category or "",
                outcomes=[outcome(question, answer) for answer in answers],
                selected=[answer.selected for answer in answers],
                disagree=disagree(answers),
            )
        )
    bars = [Bar(name, one.score, *one.interval) for name, one in zip(names, scores, strict=True)]
    same = agreement({name: one.answers for name, one in zip(names, runs, strict=True)})
    plans = [replace(one.plan, kb=tuple(Path(source).name for source in one.plan.kb)) for one in runs]
    tables = as_rows(plans, scores)
    write_atomically(path, [report_page(f"Evaluation {folder.name}", tables, bars, same, entries)])
