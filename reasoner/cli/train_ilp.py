"""`reasoner train ilp`: the prices of a support-graph solver, tuned on questions with keys."""

from __future__ import annotations

import json
import random
import shlex
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer

from reasoner.cli import common
from reasoner.errors import UsageError
from reasoner.files import write_atomically
from reasoner.question import Question
from reasoner.weights import Certificate, as_toml, data_name


def ilp(
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
    from reasoner.solvers.support import SupportSolver
    from reasoner.solvers.weights import Weights

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
    words = ["--solver", solver, *(word for source in kb or () for word in ("--kb", _short(source)))]
    words += ["--given", given, "--limit", str(limit), "--trials", str(trials), "--seed", str(seed)]
    made = Certificate(
        "fitted",
        shlex.join(["reasoner", "train", "ilp", "--train", ",".join(map(_short, _files(train))), *words])
        + f" --output reasoner/weights/{output.name}",
        " and ".join(map(data_name, _files(train))),
        len(asked),
        f"{tuned.score:.3f} on the questions themselves",
        datetime.now(UTC).date().isoformat(),
        seed,
    )
    write_atomically(output, [as_toml(tuned.weights.as_dict(), made)])
    record = {"score": tuned.score, "trials": tuned.trials, "weights": tuned.weights.as_dict()}
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


def _short(path: str) -> str:
    return "/".join(Path(path).parts[-2:])
