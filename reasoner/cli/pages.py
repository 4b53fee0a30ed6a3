"""Runs as a folder of HTML pages: an index, and a page a question with what each solver thought and why."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from reasoner.cli import common
from reasoner.experiment.calibration import Trust, trust
from reasoner.experiment.outcomes import Run, agreement, disagree, outcome, run_names
from reasoner.experiment.scoring import score
from reasoner.experiment.tables import as_rows
from reasoner.files import write_atomically
from reasoner.question import Question

if TYPE_CHECKING:
    from reasoner.render.curves import Curves

Table = tuple[Sequence[str], Sequence[Sequence[str]]]


def write_pages(
    folder: Path,
    title: str,
    questions: Sequence[Question],
    runs: Sequence[Run],
    shown: Container[str] | None = None,
    tables: Sequence[Table] = (),
) -> dict[str, Path]:
    """Write the pages, and return that of each question by its id.

    Parameters
    ----------
    shown : container of str, optional
        The ids of the questions that get a page; all where not given. Scores are always those of all questions.
    tables : sequence of (headings, rows)
        What stands below the results.
    """
    from reasoner.render.html import question_page
    from reasoner.render.report import Bar, Entry, report_page

    names = run_names([run.plan for run in runs])
    pages: dict[str, Path] = {}
    entries = []
    for number, question in common.progress(enumerate(questions), "Writing pages", len(questions)):
        if shown is not None and question.id not in shown:
            continue
        answers = {name: run.answers[number] for name, run in zip(names, runs, strict=True)}
        link = f"questions/{number + 1:05}.html"
        pages[question.id] = folder / link
        write_atomically(folder / link, [question_page(question, answers, back="../index.html")])
        entries.append(
            Entry(
                link=link,
                id=question.id,
                stem=question.stem,
                category=question.category or "",
                outcomes=[outcome(question, answer) for answer in answers.values()],
                selected=[answer.selected for answer in answers.values()],
                disagree=disagree(list(answers.values())),
            )
        )
    scores = [score(run.plan.solver_name, zip(questions, run.answers, strict=True)) for run in runs]
    bars = [Bar(name, one.score, *one.interval) for name, one in zip(names, scores, strict=True)]
    same = agreement({name: run.answers for name, run in zip(names, runs, strict=True)})
    plans = [replace(run.plan, kb=tuple(Path(source).name for source in run.plan.kb)) for run in runs]
    curves = trust_curves({name: trust(questions, run.answers) for name, run in zip(names, runs, strict=True)})
    index = report_page(title, [*as_rows(plans, scores), *tables], bars, same, entries, curves)
    write_atomically(folder / "index.html", [index])
    for old in {*(folder / "questions").glob("[0-9]*[0-9].html")} - {*pages.values()}:  # of an earlier report
        old.unlink()
    return pages


def trust_curves(found: Mapping[str, Trust]) -> list[Curves]:
    """Return the plots of how far runs can be trusted: risk and coverage of all, reliability of calibrated ones."""
    from reasoner.render.curves import Curves

    bins = {name: [(one.confidence, one.earned) for one in some.bins] for name, some in found.items() if some.bins}
    return [
        Curves(
            "Risk and coverage: how often the surest answers are wrong",
            "share answered, the surest first",
            "share of these that is wrong",
            {name: some.coverage for name, some in found.items()},
        ),
        Curves("Reliability: what answers of like confidence earned", "confidence", "score", bins, diagonal=True),
    ]
