"""Results of an experiment: every row run and tested, then written down with what it takes to have them again."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from reasoner.experiment.described import STATUS, Described
from reasoner.experiment.experiment import Experiment, Outcome, Result
from reasoner.experiment.identity import code_fingerprint, versions
from reasoner.experiment.runs import Track
from reasoner.experiment.scoring import RESAMPLES
from reasoner.experiment.tables import category_table, markdown_table, row_cell, row_record
from reasoner.files import write_atomically
from reasoner.knowledge.cache import fingerprint
from reasoner.knowledge.sources import open_sources
from reasoner.question import Question, read_questions

#: Two rows whose paired test gives a lower p-value than this are said to differ.
SIGNIFICANT = 0.05


def run_experiment(
    experiment: Described,
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
    machine = Experiment.of_rows(experiment.rows, questions, experiment.baseline, experiment.seed)
    outcome = machine.run(answers_folder, jobs, track=track)
    _write(experiment, outcome, questions, out, command)
    (answers_folder / "complete").touch()
    return outcome


# Writing. Times go to a file of their own, so that two runs give the same bytes elsewhere.


def _write(experiment: Described, outcome: Outcome, questions: list[Question], out: Path, command: str) -> None:
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
    record = row_record(plan, result.score)
    del record["seconds"], record["kb"]  # the first differs from run to run, the second names someone's folders
    return {
        "key": result.row.key,
        **record,
        "knowledge": result.row.knowledge,
        "status": status,
        "paper": result.row.paper,
        "p_value": result.p_value,
        "best_member": result.best_member,
        "member_p_value": result.member_p_value,
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


def _checksums(experiment: Described) -> Iterator[tuple[str, str]]:
    """Yield a checksum of the questions, of each source and trained ensemble, and of the code that answers."""
    yield experiment.questions.name, fingerprint(experiment.questions)
    for sources in sorted({row.plan.kb for row in experiment.rows}):
        for source in open_sources(sources):
            yield source.name, fingerprint(*source.files)
    for path in sorted({row.plan.solver for row in experiment.rows if row.plan.solver.endswith(".json")}):
        yield Path(path).name, fingerprint(Path(path))
    yield "reasoner", code_fingerprint()
