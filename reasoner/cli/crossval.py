"""``reasoner crossval``: systems trained and scored in folds, as CODAH does."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from reasoner.cli import common
from reasoner.cli.train_options import FrozenOption, HalfOption, LimitOption, RateOption, report


def crossval(
    questions: Annotated[str, typer.Argument(help="A file of questions with keys, or `-`.")],
    system: Annotated[
        str, typer.Option(help="Readers, `transformer` or solvers, joined by commas.")
    ] = "question-match",
    first: Annotated[Path | None, typer.Option(help="Another file of questions to learn from first.")] = None,
    folds: Annotated[int, typer.Option(min=2, help="Into how many parts the questions are cut.")] = 5,
    trials: Annotated[int, typer.Option(min=1, help="How often each setting is repeated.")] = 3,
    shares: Annotated[str, typer.Option(help="Percent of the questions to learn from, joined by commas.")] = "80",
    answer_only: Annotated[bool, typer.Option("--answer-only", help="Also with the questions left blank.")] = False,
    model: Annotated[str | None, typer.Option(help="The model of `transformer`: a folder, or a name.")] = None,
    epochs: Annotated[int | None, typer.Option(min=1, help="How often to go through the questions.")] = None,
    rate: RateOption = 2e-5,
    frozen: FrozenOption = 0,
    half: HalfOption = False,
    limit: LimitOption = None,
    kb: common.KbOption = None,
    as_json: common.JsonOption = False,
) -> None:
    """Train and score systems in folds stratified by category; mean and deviation over trials.

    Example:

        reasoner crossval codah.tsv --system question-match,ir --shares 20,40,60,80 --answer-only --trials 3
    """
    from reasoner.experiment.crossval import Row, Setting, as_markdown, crossvalidate
    from reasoner.question import read_questions
    from reasoner.training import learners

    loaded = common.load_questions(questions)[:limit]
    before = read_questions(first) if first else []
    parts = [int(part) / 100 for part in shares.split(",")]
    trained = [Setting(part) for part in parts]
    if before:
        trained += [*(Setting(part, first=True) for part in parts), Setting(0, first=True)]
    trained += [Setting(max(parts), blank=True)] * answer_only
    rows: list[Row] = []
    for name in common.solver_list(system):
        if name in learners.READERS:
            learn, settings = learners.reader_learner(name, epochs), trained
        elif name == learners.TRANSFORMER:
            tuning = {"epochs": epochs or 3, "rate": rate, "frozen": frozen, "half": half}
            learn, settings = learners.transformer_learner(model, tuning, report), trained
        else:
            learn, settings = learners.solver_learner(common.make_solver(name, kb, {})), [Setting(0)]
        rows += crossvalidate(name, learn, loaded, settings, first=before, count=folds, trials=trials, report=report)
    print(json.dumps([asdict(row) for row in rows]) if as_json else as_markdown(rows))
