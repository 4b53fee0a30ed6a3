"""`reasoner train ilp`: the prices of a support-graph solver, tuned on questions with keys."""

from __future__ import annotations

import json
import random
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from reasoner.cli import common
from reasoner.cli.train_options import said
from reasoner.errors import UsageError
from reasoner.question import Question
from reasoner.weights import data_name, write_weights


def ilp(
    context: typer.Context,
    train: Annotated[str, typer.Option(help="Files of questions with keys, joined by commas.")],
    output: Annotated[Path, typer.Option(help="The TOML file to write; use it as `--set weights=FILE`.")],
    solver: Annotated[str, typer.Option(help="ilp, table-ilp or tuple-ilp.")] = "ilp",
    kb: common.KbOption = None,
    given: Annotated[
        str, typer.Option(help="Facts of the question to hand over: none, f, fk, all; or several.")
    ] = "none",
    limit: Annotated[int, typer.Option(min=1, help="How many questions of each file, drawn by the seed.")] = 200,
    trials: Annotated[int, typer.Option(min=1, help="How many settings to try in all.")] = 30,
    seed: Annotated[int, typer.Option(help="Seed of every random choice.")] = 1,
    as_json: common.JsonOption = False,
) -> None:
    """Tune the prices of a support-graph solver by random search around the best so far.

    It can be stopped and called again: every trial is kept beside the output.

    Example:

        reasoner train ilp --train train.jsonl --kb openbook.txt --given none,fk --output ilp.toml
    """
    from reasoner.experiment.tuning import tune
    from reasoner.solver import solver_class
    from reasoner.solvers.support.solver import SupportSolver
    from reasoner.solvers.support.weights import Weights

    chosen = solver_class(solver)
    if not issubclass(chosen, SupportSolver):
        raise UsageError(f"--solver {solver}: only ilp, table-ilp and tuple-ilp have weights to tune")
    asked, knowledge = _asked(train, given, limit, seed), common.open_knowledge(kb)
    tuned = tune(
        lambda weights: chosen(knowledge, weights=weights),
        asked,
        Weights.start(solver),
        output.with_suffix(".trials.json"),
        trials=trials,
        seed=seed,
        track=common.progress,
    )
    write_weights(
        output,
        asdict(tuned.weights),
        kind="fitted",
        command=said(context),
        data=" and ".join(map(data_name, _files(train))),
        rows=len(asked),
        score=f"{tuned.score:.3f} on the questions themselves",
        seed=seed,
    )
    record = {"score": tuned.score, "trials": tuned.trials, "weights": asdict(tuned.weights)}
    print(json.dumps(record) if as_json else f"{output}: {tuned.score:.3f} on {len(asked)} questions")


def _asked(train: str, given: str, limit: int, seed: int) -> list[Question]:
    """Return so many questions of each file, under each condition."""
    conditions = [common.known_condition(each.strip()) for each in given.split(",")]
    asked: list[Question] = []
    for path in _files(train):
        questions = [question for question in common.load_questions(path) if question.answer_key]
        random.Random(seed).shuffle(questions)
        asked += [question.given(condition) for condition in conditions for question in questions[:limit]]
    return asked


def _files(train: str) -> list[str]:
    return [path.strip() for path in train.split(",")]
