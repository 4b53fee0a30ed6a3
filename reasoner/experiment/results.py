"""Results of an experiment: every row run and tested, then written down with what it takes to have them again."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from reasoner.answer import Answer
from reasoner.experiment.compare import compare
from reasoner.experiment.experiment import STATUS, Experiment, Row
from reasoner.experiment.identity import code_fingerprint, versions
from reasoner.experiment.outcomes import agreement
from reasoner.experiment.plan import Plan
from reasoner.experiment.runs import Track, run_all
from reasoner.experiment.scoring import RESAMPLES, Score, score
from reasoner.experiment.tables import category_table, markdown_table
from reasoner.experiment.workers import Workers
from reasoner.files import write_atomically
from reasoner.knowledge.cache import fingerprint
from reasoner.knowledge.sources import open_sources
from reasoner.question import Question, read_questions

#: Two rows whose paired test gives a lower p-value than this are said to differ.
SIGNIFICANT = 0.05


@dataclass(frozen=True)
class Result:
    """What a row earned; the p-values of the paired permutation tests against the baseline and the best member."""

    row: Row
    score: Score
    p_value: float | None = None
    best_member: str | None = None
    member_p_value: float | None = None


@dataclass(frozen=True)
class Outcome:
    """A finished experiment: its results, and the share of equal selections of every two rows."""

    results: list[Result]
    agreement: dict[tuple[str, str], float]


def run_experiment(
    experiment: Experiment,
    out: Path,
    command: str,
    jobs: int = 1,
    track: Track = lambda questions, answers, heading: answers,
) -> Outcome:
    """Run every row, then write results.json, results.md and the plots; an interrupted experiment goes on."""
    questions = read_questions(experiment.questions)[: experiment.limit]
    answers_folder = out / "answers"
    if (out / "results.json").exists() and (answers_folder / "complete").exists():
        shutil.rmtree(answers_folder)
    with Workers(jobs) as workers:
        answers = run_all([row.plan for row in experiment.rows], questions, answers_folder, workers, track)
    outcome = Outcome(
        _results(experiment, questions, answers), agreement({row.key: answers[row.plan] for row in experiment.rows})
    )
    _write(experiment, outcome, questions, out, command)
    (answers_folder / "complete").touch()
    return outcome


def _results(experiment: Experiment, questions: list[Question], answers: dict[Plan, list[Answer]]) -> list[Result]:
    """Score every row, and test it against the baseline and, for an ensemble, the best of its members."""
    rows = {row.plan: row for row in experiment.rows}
    plan_of = {row.key: row.plan for row in experiment.rows}
    scores = {
        plan: score(plan.solver_name, zip(questions, answers[plan], strict=True), experiment.seed) for plan in rows
    }

    def p_value(plan: Plan, rival: Plan | None) -> float | None:
        if rival in (None, plan):
            return None
        return compare(questions, answers[rival], answers[plan], experiment.seed).permutation

    results = []
    for plan, row in rows.items():
        best = None
        if plan.members and rows.keys() >= set(plan.members):
            best = max(plan.members, key=lambda member: scores[member].score)
        name = rows[best].key if best else None
        baseline = plan_of.get(experiment.baseline_of(row) or "")
        results.append(Result(row, scores[plan], p_value(plan, baseline), name, p_value(plan, best)))
    return results


# Writing. Times go to a file of their own, so that two runs give the same bytes elsewhere.


def _write(experiment: Experiment, outcome: Outcome, questions: list[Question], out: Path, command: str) -> None:
    record = {
        "title": experiment.title,
        "baseline": experiment.baseline,
        "command": command,
        "status": experiment.status,
        "questions": {"file": experiment.questions.name, "count": len(questions)},
        "seed": experiment.seed,
        "checksums": dict(_checksums(experiment)),
        "versions": dict(versions()),
        "rows": [_row_record(result, experiment.status) for result in outcome.results],
        "agreement": {f"{one} = {other}": round(share, 4) for (one, other), share in outcome.agreement.items()},
    }
    times = {result.row.key: result.score.seconds for result in outcome.results}
    write_atomically(out / "results.json", [json.dumps(record, indent=1) + "\n"])
    write_atomically(out / "seconds.json", [json.dumps(times, indent=1) + "\n"])
    write_atomically(out / "results.md", [results_markdown(record)])
    from reasoner.experiment.plots import plot_experiment

    plot_experiment(outcome, out)


def _row_record(result: Result, status: str) -> dict[str, Any]:
    plan = result.row.plan
    scored = {name: value for name, value in asdict(result.score).items() if name not in ("seconds", "categories")}
    return {
        "key": result.row.key,
        **scored,
        "knowledge": result.row.knowledge,
        "given": plan.given,
        "settings": dict(plan.settings),
        "trained": plan.trained,
        "fitted": plan.fitted,
        "oracle": plan.oracle,
        "kind": plan.kind,
        "status": status,
        "paper": result.row.paper,
        "p_value": result.p_value,
        "best_member": result.best_member,
        "member_p_value": result.member_p_value,
        "categories": result.score.categories,
    }


def results_markdown(record: dict[str, Any]) -> str:
    """Return the results as Markdown: how they were made, then the table."""
    columns = {
        **{name: name for name in ROW_COLUMNS},
        "tied": "tied",
        "explained_first": "f",
        "explained_both": "f+k",
        "p_value": "p",
        "best_member": "best member",
        "member_p_value": "p against it",
    }
    rows = [[row_cell(row, name) for name in columns] for row in record["rows"]]
    checksums = ", ".join(f"{name} {digest}" for name, digest in record["checksums"].items())
    used = ", ".join(f"{name} {number}" for name, number in record["versions"].items())
    by_category = category_table([row["key"] for row in record["rows"]], [row["categories"] for row in record["rows"]])
    verdicts = "".join(f"{line}\n\n" for line in ensemble_verdicts(record["rows"]))
    return (
        f"# {record['title']}\n\n"
        f"`{record['command']}`\n\n"
        f"{record['questions']['count']} questions of {record['questions']['file']}; {STATUS[record['status']]}.\n"
        "A tie of k that holds the key earns 1/k, an abstention 1/n. *oracle*: the question's own facts were given. "
        "*f*, *f+k*: of the right answers, the share whose explanation holds the first gold fact, and both. "
        f"*p*: paired permutation test against {_baseline_words(record['baseline'])}; "
        "an ensemble also against its best member.\n\n"
        f"{markdown_table(list(columns.values()), rows)}\n"
        f"{markdown_table(*by_category) + chr(10) if by_category else ''}{verdicts}"
        f"Seed {record['seed']}, {RESAMPLES:,} resamples.\n\nVersions: {used}.\n\nChecksums: {checksums}.\n"
    )


def ensemble_verdicts(rows: Sequence[dict[str, Any]]) -> Iterator[str]:
    """Yield a sentence for each ensemble that says whether it is better than its best member by the paired test.

    >>> member = {"key": "chain/F/none", "score": 0.42, "best_member": None}
    >>> rows = [member, {"key": "ir+chain/F/none", "score": 0.44, "best_member": member["key"], "member_p_value": 0.3}]
    >>> print(*ensemble_verdicts(rows))
    By the paired test ir+chain/F/none is not better than its best member, chain/F/none (0.440 and 0.420, p 0.3000).
    """
    scores = {row["key"]: row["score"] for row in rows}
    for row in rows:
        if best := row["best_member"]:
            better = row["score"] > scores[best] and row["member_p_value"] < SIGNIFICANT
            yield (
                f"By the paired test {row['key']} is {'' if better else 'not '}better than its best member, {best} "
                f"({row['score']:.3f} and {scores[best]:.3f}, p {row['member_p_value']:.4f})."
            )


def _baseline_words(baseline: str | None) -> str:
    if baseline is None:
        return "nothing"
    return f"{baseline}, with the row's own solver for *" if "*" in baseline else baseline


#: What every table of results shows of a row.
ROW_COLUMNS = (
    "solver",
    "knowledge",
    "given",
    "kind",
    "status",
    "score",
    "95% interval",
    "paper",
    "answered",
)


def row_cell(row: dict[str, Any], name: str) -> str:
    """Return what a table shows of a row in a column.

    >>> row_cell({"solver": "chain", "settings": {"depth": 2}}, "solver"), row_cell({"paper": None}, "paper")
    ('chain (depth=2)', '')
    """
    if name == "solver":
        settings = ", ".join(f"{option}={value}" for option, value in row["settings"].items())
        return f"{row['solver']} ({settings})" if settings else str(row["solver"])
    if name == "95% interval":
        return "{:.3f} to {:.3f}".format(*row["interval"])
    value = row[name]
    if value is None:
        return ""
    if isinstance(value, str):
        return value
    return f"{value:.4f}" if name.endswith("p_value") else f"{value:.3f}"


def _checksums(experiment: Experiment) -> Iterator[tuple[str, str]]:
    """Yield a checksum of the questions, of each source and trained ensemble, and of the code that answers."""
    yield experiment.questions.name, fingerprint(experiment.questions)
    for sources in sorted({row.plan.kb for row in experiment.rows}):
        for source in open_sources(sources):
            yield source.name, fingerprint(*source.files)
    for path in sorted({row.plan.solver for row in experiment.rows if row.plan.solver.endswith(".json")}):
        yield Path(path).name, fingerprint(Path(path))
    yield "reasoner", code_fingerprint()
