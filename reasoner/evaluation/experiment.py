"""Experiments: a TOML file that says which solvers answer what with which knowledge, run as one and written down."""

from __future__ import annotations

import json
import platform
import shutil
import tomllib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, dataclass, field
from importlib.metadata import PackageNotFoundError, version
from itertools import combinations
from pathlib import Path
from typing import Any

from reasoner.answer import Answer
from reasoner.errors import InputError
from reasoner.evaluation.compare import compare
from reasoner.evaluation.runs import Plan, RunFile
from reasoner.evaluation.scoring import Score, score
from reasoner.evaluation.tables import markdown_table
from reasoner.knowledge.cache import fingerprint
from reasoner.question import GIVEN, Question, read_questions, write_atomically
from reasoner.solver import Solver

_VERSIONS_OF = ("numpy", "spacy", "tantivy", "pulp", "highspy", "networkx", "torch", "sentence-transformers")

Track = Callable[[list[Question], Iterable[Answer], str], Iterable[Answer]]
"""Wraps the answers of a run to show its progress, under a heading."""


@dataclass(frozen=True)
class Row:
    """One line of the result: a plan, the name of its knowledge, and the figure of the paper where it has one."""

    plan: Plan
    knowledge: str
    paper: float | None = None

    @property
    def key(self) -> str:
        """How the experiment's file calls this row."""
        return f"{self.plan.solver}/{self.knowledge}/{self.plan.given}"


@dataclass(frozen=True)
class Experiment:
    """A validated experiment. `status` says how the questions were used in development."""

    name: str
    title: str
    questions: Path
    status: str
    rows: tuple[Row, ...]
    baseline: str | None = None
    limit: int | None = None


@dataclass(frozen=True)
class Result:
    """What a row earned, and how it differs from the baseline."""

    row: Row
    score: Score
    trained: bool
    p_value: float | None = None


@dataclass
class Outcome:
    """A finished experiment: its results, and the share of equal selections of every two rows."""

    results: list[Result] = field(default_factory=list)
    agreement: dict[tuple[str, str], float] = field(default_factory=dict)


STATUS = {
    "chosen on": "tuned on Train, chosen on these questions",
    "untouched": "these questions played no part in development",
}
_FIELDS = {"title", "questions", "status", "knowledge", "run", "paper", "baseline", "limit"}
_RUN_FIELDS = {"solvers", "knowledge", "given", "settings"}


def read_experiment(path: Path, data: Path) -> Experiment:
    """Read and check the file of an experiment; paths in it are relative to the data folder."""
    try:
        record = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise InputError(f"cannot be read: {error}", path=str(path)) from None

    def fail(message: str, where: str) -> InputError:
        return InputError(message, path=str(path), field=where)

    for name in sorted(set(record) - _FIELDS):
        raise fail(f"unknown; known are {', '.join(sorted(_FIELDS))}", name)
    for name in ("title", "questions", "status", "knowledge", "run"):
        if name not in record:
            raise fail("missing", name)
    if record["status"] not in STATUS:
        raise fail(f"must be one of {', '.join(map(repr, STATUS))}", "status")
    knowledge = {
        name: tuple(_locate(source, data) for source in sources) for name, sources in record["knowledge"].items()
    }
    paper = dict(record.get("paper", {}))
    rows = []
    for number, run in enumerate(record["run"], 1):
        for name in sorted(set(run) - _RUN_FIELDS):
            raise fail(f"unknown; known are {', '.join(sorted(_RUN_FIELDS))}", f"run {number}, {name}")
        settings = tuple(sorted(run.get("settings", {}).items()))
        for given in run.get("given", ["none"]):
            if given not in GIVEN:
                raise fail(f"{given!r} is not one of {', '.join(GIVEN)}", f"run {number}, given")
            for known in run["knowledge"]:
                if known not in knowledge:
                    raise fail(f"{known!r} is not under [knowledge]", f"run {number}, knowledge")
                for solver in run["solvers"]:
                    plan = Plan(solver, knowledge[known], given, settings)
                    rows.append(Row(plan, known, paper.pop(f"{solver}/{known}/{given}", None)))
    for name in sorted(paper):
        raise fail("a figure of the paper for a row that is not run", f"paper, {name}")
    keys = [row.key for row in rows]
    if len(set(keys)) < len(keys):
        raise fail("a row is run twice", "run")
    if record.get("baseline") not in {None, *keys}:
        raise fail("is not a row; write solver/knowledge/given", "baseline")
    return Experiment(
        path.stem,
        record["title"],
        data / record["questions"],
        record["status"],
        tuple(rows),
        record.get("baseline"),
        record.get("limit"),
    )


def _locate(source: str, data: Path) -> str:
    """Return a source with its path, where it has one, below the data folder."""
    if source in ("science", "none"):
        return source
    kind, colon, path = source.rpartition(":")
    return f"{kind}{colon}{data / path}"


def run_experiment(
    experiment: Experiment,
    out: Path,
    command: str,
    jobs: int = 1,
    track: Track = lambda questions, answers, name: answers,
) -> Outcome:
    """Run every row, then write results.json, results.md and the plots; an interrupted experiment goes on."""
    questions = read_questions(experiment.questions)[: experiment.limit]
    answers_folder = out / "answers"
    if (out / "results.json").exists() and (answers_folder / "complete").exists():
        shutil.rmtree(answers_folder)
    answers: dict[str, list[Answer]] = {}
    for row in experiment.rows:
        file = RunFile(answers_folder / f"{row.plan.file_name}.jsonl", row.plan, questions)
        answers[row.key] = list(track(questions, file.record(jobs), row.key))
    outcome = Outcome()
    for row in experiment.rows:
        scored = score(row.plan.solver, zip(questions, answers[row.key], strict=True))
        p_value = None
        if experiment.baseline and row.key != experiment.baseline:
            p_value = compare(questions, answers[experiment.baseline], answers[row.key]).permutation
        outcome.results.append(Result(row, scored, is_trained(row.plan), p_value))
    for one, other in combinations(answers, 2):
        same = [a.selected == b.selected for a, b in zip(answers[one], answers[other], strict=True)]
        outcome.agreement[one, other] = sum(same) / max(len(same), 1)
    _write(experiment, outcome, questions, out, command)
    (answers_folder / "complete").touch()
    return outcome


def is_trained(plan: Plan) -> bool:
    """Say whether a solver, or a member of an ensemble, uses weights trained on multiple-choice questions."""
    solver = plan.make_solver()
    members: Iterable[Solver] = getattr(solver, "members", {}).values()
    return solver.trained or any(member.trained for member in members)


# Writing the results. Times go to a file of their own, so that two runs give the same bytes elsewhere.


def _write(experiment: Experiment, outcome: Outcome, questions: list[Question], out: Path, command: str) -> None:
    record = {
        "title": experiment.title,
        "command": command,
        "status": STATUS[experiment.status],
        "questions": {"file": experiment.questions.name, "count": len(questions)},
        "checksums": dict(_checksums(experiment)),
        "versions": dict(_versions()),
        "rows": [_row_record(result) for result in outcome.results],
        "agreement": {f"{one} = {other}": round(share, 4) for (one, other), share in outcome.agreement.items()},
    }
    times = {result.row.key: result.score.seconds for result in outcome.results}
    write_atomically(out / "results.json", [json.dumps(record, indent=1) + "\n"])
    write_atomically(out / "seconds.json", [json.dumps(times, indent=1) + "\n"])
    write_atomically(out / "results.md", [results_markdown(record)])
    from reasoner.evaluation.plots import plot_experiment

    plot_experiment(outcome, out)


def _row_record(result: Result) -> dict[str, Any]:
    scored = {name: value for name, value in asdict(result.score).items() if name not in ("seconds", "categories")}
    return {
        "key": result.row.key,
        **scored,
        "knowledge": result.row.knowledge,
        "given": result.row.plan.given,
        "oracle": result.row.plan.given != "none",
        "trained": result.trained,
        "paper": result.row.paper,
        "p_value": result.p_value,
        "categories": result.score.categories,
    }


def results_markdown(record: dict[str, Any]) -> str:
    """Return the results as Markdown: how they were made, then the table."""
    headings = (
        "solver",
        "knowledge",
        "given",
        "kind",
        "score",
        "95% interval",
        "paper",
        "answered",
        "tied",
        "f",
        "f+k",
        "p",
    )
    rows = [
        [
            row["solver"],
            row["knowledge"],
            row["given"],
            kind_of(row),
            f"{row['score']:.3f}",
            f"{row['interval'][0]:.3f} to {row['interval'][1]:.3f}",
            "" if row["paper"] is None else f"{row['paper']:.3f}",
            f"{row['answered']:.3f}",
            f"{row['tied']:.3f}",
            *("" if row[name] is None else f"{row[name]:.3f}" for name in ("explained_first", "explained_both")),
            "" if row["p_value"] is None else f"{row['p_value']:.4f}",
        ]
        for row in record["rows"]
    ]
    versions = ", ".join(f"{name} {number}" for name, number in record["versions"].items())
    return (
        f"# {record['title']}\n\n"
        f"`{record['command']}`\n\n"
        f"{record['questions']['count']} questions of {record['questions']['file']}; {record['status']}.\n"
        "A tie of k that holds the key earns 1/k, an abstention 1/n. *oracle*: the question's own facts were given. "
        "*f*, *f+k*: of the right answers, the share whose explanation holds the first gold fact, and both. "
        "*p*: paired permutation test against the baseline row.\n\n"
        f"{markdown_table(headings, rows)}\n"
        f"Versions: {versions}.\n"
    )


def kind_of(row: dict[str, Any]) -> str:
    """Return the labels of a row that keep unlike results apart."""
    return ", ".join(["trained" if row["trained"] else "untrained", *(["oracle"] if row["oracle"] else [])])


def _checksums(experiment: Experiment) -> Iterator[tuple[str, str]]:
    from reasoner.knowledge.sources import open_sources

    yield experiment.questions.name, fingerprint(experiment.questions)
    for sources in sorted({row.plan.kb for row in experiment.rows}):
        for source in open_sources(sources):
            yield source.name, fingerprint(*source.files)


def _versions() -> Iterator[tuple[str, str]]:
    import reasoner

    yield "reasoner", reasoner.__version__
    yield "python", platform.python_version()
    for package in _VERSIONS_OF:
        try:
            yield package, version(package).partition("+")[0]
        except PackageNotFoundError:
            continue
