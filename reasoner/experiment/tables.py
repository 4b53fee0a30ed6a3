"""Results as tables: JSON, CSV, Markdown, and for the terminal."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from reasoner.experiment.decides import Decided
from reasoner.experiment.plan import Plan
from reasoner.experiment.scoring import Score

if TYPE_CHECKING:
    from rich.table import Table

COLUMNS = (
    "solver",
    "kb",
    "given",
    "kind",
    "questions",
    "score",
    "interval",
    "answered",
    "tied",
    "right/part/wrong",
    "explained f",
    "explained f+k",
    "facts needed/enough",
    "ms a question",
)


#: What a terminal of 80 columns has room for.
NARROW = ("solver", "kb", "given", "questions", "score", "interval", "answered")


def as_json_runs(plans: Sequence[Plan], scores: Sequence[Score], decided: Sequence[Decided] = ()) -> str:
    """Return ``{"runs": [...]}`` and, where it was asked what decides, ``"without"`` beside it."""
    runs = [_record(plan, score) for plan, score in zip(plans, scores, strict=True)]
    asked = {"without": [one.as_dict() for one in decided]} if decided else {}
    return json.dumps({"runs": runs, **asked}, indent=2) + "\n"


def as_csv(plans: Sequence[Plan], scores: Sequence[Score]) -> str:
    """Return a line for each run under a line of headings."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(COLUMNS)
    writer.writerows(_cells(plan, score) for plan, score in zip(plans, scores, strict=True))
    return out.getvalue()


def as_rows(plans: Sequence[Plan], scores: Sequence[Score]) -> list[tuple[Sequence[str], list[list[str]]]]:
    """Return headings and rows: the table of results, and a second one by category where questions have any."""
    results = [_cells(plan, score) for plan, score in zip(plans, scores, strict=True)]
    by_category = category_table(
        [f"{plan.solver_name}, {plan.given}" for plan in plans], [score.categories for score in scores]
    )
    return [(COLUMNS, results), *([by_category] if by_category else [])]


def as_markdown(plans: Sequence[Plan], scores: Sequence[Score]) -> str:
    """Return the tables in Markdown."""
    return "\n".join(markdown_table(headings, rows) for headings, rows in as_rows(plans, scores))


def markdown_table(headings: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return a Markdown table.

    >>> print(markdown_table(["solver", "score"], [["ir", "0.27"]]), end="")
    | solver | score |
    | --- | --- |
    | ir | 0.27 |
    """
    lines = [headings, ["---"] * len(headings), *rows]
    return "".join("| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |\n" for line in lines)


def as_rich(plans: Sequence[Plan], scores: Sequence[Score], wide: bool = False) -> list[Table]:
    """Return the tables for a rich console; unless `wide`, with the columns alone that fit a line of a terminal."""
    (_, results), *others = as_rows(plans, scores)
    columns = COLUMNS if wide else NARROW
    kept = [[row[COLUMNS.index(column)] for column in columns] for row in results]
    if not wide:
        for row, plan in zip(kept, plans, strict=True):
            row[1] = "+".join(Path(source).stem for source in plan.kb)
    return [rich_table(headings, rows) for headings, rows in ((columns, kept), *others)]


def rich_table(headings: Sequence[str], rows: Sequence[Sequence[str]]) -> Table:
    """Return a table for a rich console; what is long in it is folded."""
    from rich.table import Table

    table = Table()
    for heading in headings:
        table.add_column(heading, overflow="fold", no_wrap=heading in ("score", "interval", "given", "questions"))
    for row in rows:
        table.add_row(*row)
    return table


def _record(plan: Plan, score: Score) -> dict[str, Any]:
    condition = {"kb": list(plan.kb), "given": plan.given, "settings": dict(plan.settings)}
    return asdict(score) | condition | {"trained": plan.trained, "fitted": plan.fitted, "oracle": plan.oracle}


def _cells(plan: Plan, score: Score) -> list[str]:
    return [
        score.solver,
        " + ".join(plan.kb),
        plan.given,
        plan.kind,
        str(score.questions),
        f"{score.score:.3f}",
        f"{score.interval[0]:.3f}-{score.interval[1]:.3f}",
        f"{score.answered:.3f}",
        f"{score.tied:.3f}",
        f"{score.correct}/{score.partial}/{score.incorrect}",
        "-" if score.explained_first is None else f"{score.explained_first:.3f}",
        "-" if score.explained_both is None else f"{score.explained_both:.3f}",
        "-" if score.faithful is None else "{needed}/{enough} of {asked}".format(**asdict(score.faithful)),
        f"{1000 * score.seconds / max(score.questions, 1):.1f}",
    ]


def category_table(
    names: Sequence[str], categories: Sequence[Mapping[str, Sequence[float]]]
) -> tuple[list[str], list[list[str]]] | None:
    """Return headings and rows of a table by category, from each run's questions and score in each; None without any.

    >>> category_table(["ir", "chain"], [{"causal": (2, 0.5)}, {"causal": (2, 1.0)}])
    (['category', 'questions', 'ir', 'chain'], [['causal', '2', '0.500', '1.000']])
    """
    rows = []
    for category in sorted({category for run in categories for category in run}):
        found = [run.get(category, (0, 0.0)) for run in categories]
        rows.append([category, f"{max(count for count, _ in found):.0f}", *(f"{score:.3f}" for _, score in found)])
    return (["category", "questions", *names], rows) if rows else None
