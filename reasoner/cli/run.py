"""``reasoner run``: a whole experiment."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from reasoner.cli import common
from reasoner.experiment.described import read_experiment
from reasoner.experiment.results import run_experiment


def run(
    experiment: Annotated[Path, typer.Argument(help="A TOML file, such as those in eval/experiments.")],
    data: Annotated[Path, typer.Option(envvar="REASONER_DATA", help="The folder that its paths start from.")],
    out: Annotated[
        Path | None, typer.Option(help="Where results go; eval/results/NAME beside the experiments by default.")
    ] = None,
    jobs: common.JobsOption = 1,
    as_json: common.JsonOption = False,
) -> None:
    """Run an experiment and write its tables and plots, each with the command, versions and checksums.

    Example:

        reasoner run eval/experiments/openbookqa.toml --data DATA
    """
    plan = read_experiment(experiment, data)
    folder = out or experiment.resolve().parent.parent / "results" / plan.name
    for row in plan.rows:  # new knowledge is indexed with a progress bar before the work begins
        common.make_solver(row.plan.solver, list(row.plan.kb), dict(row.plan.settings))
    typed = experiment.name if experiment.is_absolute() else experiment.as_posix()  # results name no one's folders
    run_experiment(plan, folder, f"reasoner run {typed} --data DATA", jobs, common.running_score)
    text = (folder / ("results.json" if as_json else "results.md")).read_text(encoding="utf-8")
    print(text, end="")
