"""Experiments: a TOML file that says which solvers answer what with which knowledge, checked before it is run."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from reasoner.errors import InputError
from reasoner.experiment.plan import Plan, Row
from reasoner.experiment.scoring import SEED
from reasoner.knowledge.sources import NONE, SCIENCE
from reasoner.question import GIVEN
from reasoner.resources import data_folder


@dataclass(frozen=True)
class Described:
    """An experiment as a file describes it, validated.

    `status` says how the questions were used in development, `seed` draws the resamples. `baseline` is the
    key of the row that others are tested against; ``*/F/none`` is the row with the same solver.
    """

    name: str
    title: str
    questions: Path
    status: str
    rows: tuple[Row, ...]
    baseline: str | None = None
    limit: int | None = None
    seed: int = SEED


#: What the labels of the questions mean.
STATUS = {
    "chosen on": "tuned on Train, chosen on these questions",
    "untouched": "these questions played no part in development",
}
_NEEDED = ("title", "questions", "status", "knowledge", "run")
_FIELDS = {*_NEEDED, "paper", "baseline", "limit", "seed"}
_RUN_NEEDED = ("solvers", "knowledge")
_RUN_FIELDS = {*_RUN_NEEDED, "given", "settings"}

Fail = Callable[[str, str], InputError]


def read_experiment(path: Path, data: Path) -> Described:
    """Read and check the file of an experiment.

    Its questions and knowledge lie below the data folder; a trained ensemble, relative to the file itself.
    """
    try:
        record = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise InputError(f"cannot be read: {error}", path=str(path)) from None

    def fail(message: str, where: str) -> InputError:
        return InputError(message, path=str(path), field=where)

    _check_fields(record, _NEEDED, _FIELDS, "", fail)
    if record["status"] not in STATUS:
        raise fail(f"must be one of {', '.join(map(repr, STATUS))}", "status")
    plans = list(_plans(record, path.parent, data, fail))
    paper = record.get("paper", {})
    rows = [Row(plan, knowledge) for plan, knowledge in plans]
    keys = [row.key for row in rows]
    for name in sorted(set(paper) - set(keys)):
        raise fail("a figure of the paper for a row that is not run", f"paper, {name}")
    if min(len(set(keys)), len({plan for plan, _ in plans})) < len(rows):
        raise fail("a row is run twice", "run")
    experiment = Described(
        name=path.stem,
        title=record["title"],
        questions=data / record["questions"],
        status=record["status"],
        rows=tuple(Row(row.plan, row.knowledge, paper.get(row.key)) for row in rows),
        baseline=record.get("baseline"),
        limit=record.get("limit"),
        seed=record.get("seed", SEED),
    )
    if not {experiment.baseline and row.under(experiment.baseline) for row in rows} <= {None, *keys}:
        raise fail("is not a row; write solver/knowledge/given, or */knowledge/given", "baseline")
    return experiment


def _check_fields(record: dict[str, Any], needed: tuple[str, ...], known: set[str], prefix: str, fail: Fail) -> None:
    for name in sorted(set(record) - known):
        raise fail(f"unknown; known are {', '.join(sorted(known))}", f"{prefix}{name}")
    for name in needed:
        if name not in record:
            raise fail("missing", f"{prefix}{name}")


def _plans(record: dict[str, Any], here: Path, data: Path, fail: Fail) -> Iterator[tuple[Plan, str]]:
    """Yield every plan of an experiment with the name of its knowledge."""
    knowledge = {name: tuple(_source(one, data) for one in sources) for name, sources in record["knowledge"].items()}
    for number, run in enumerate(record["run"], 1):
        where = f"run {number}, "
        _check_fields(run, _RUN_NEEDED, _RUN_FIELDS, where, fail)
        settings = tuple(sorted(run.get("settings", {}).items()))
        for given in run.get("given", ["none"]):
            if given not in GIVEN:
                raise fail(f"{given!r} is not one of {', '.join(GIVEN)}", f"{where}given")
            for known in run["knowledge"]:
                if known not in knowledge:
                    raise fail(f"{known!r} is not under [knowledge]", f"{where}knowledge")
                for solver in run["solvers"]:
                    name = str(here / solver) if solver.endswith(".json") else solver
                    yield Plan(name, knowledge[known], given, settings), known


def _source(source: str, data: Path) -> str:
    """Return a source with its path, below the data folder unless it is a built-in table (``science/isa.tsv``)."""
    if source in (SCIENCE, NONE):
        return source
    if source.startswith(f"{SCIENCE}/"):
        return str(data_folder("kb") / source)
    kind, colon, path = source.rpartition(":")
    return f"{kind}{colon}{data / path}"
