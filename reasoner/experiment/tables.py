"""Results as tables: JSON, CSV, Markdown, and for the terminal."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Mapping, Sequence
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
    """Return ``{"rows": [...]}`` and, where it was asked what decides, ``"without"`` beside it."""
    rows = [row_record(plan, score) for plan, score in zip(plans, scores, strict=True)]
    asked = {"without": [one.as_dict() for one in decided]} if decided else {}
    return json.dumps({"rows": rows, **asked}, indent=2) + "\n"


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
        columns = ("solver", "kb", "given", "n", *NARROW[4:])
        for row, plan in zip(kept, plans, strict=True):
            row[1] = "+".join(Path(source).stem for source in plan.kb)
    return [rich_table(headings, rows) for headings, rows in ((columns, kept), *others)]


def rich_table(headings: Sequence[str], rows: Sequence[Sequence[str]]) -> Table:
    """Return a table for a rich console; what is long in it is folded."""
    from rich.table import Table

    table = Table()
    for heading in headings:
        table.add_column(heading, overflow="fold", no_wrap=heading in ("score", "interval", "given", "questions", "n"))
    for row in rows:
        table.add_row(*row)
    return table


def row_record(plan: Plan, score: Score) -> dict[str, Any]:
    """Return all that is known of a row as plain data."""
    condition = {"kb": list(plan.kb), "given": plan.given, "settings": dict(plan.settings), "kind": plan.kind}
    return asdict(score) | condition | {"trained": plan.trained, "fitted": plan.fitted, "oracle": plan.oracle}


def row_cell(row: Mapping[str, Any], column: str) -> str:
    """Return what a table shows of the record of a row in a column.

    >>> row_cell({"solver": "chain", "settings": {"depth": 2}}, "solver"), row_cell({"paper": None}, "paper")
    ('chain (depth=2)', '')
    >>> row_cell({"interval": (0.25, 0.5)}, "95% interval"), row_cell({"explained_first": None}, "explained f")
    ('0.250 to 0.500', '-')
    """
    if column in _CELLS:
        return _CELLS[column](row)
    value = row[column]
    if value is None or isinstance(value, str):
        return value or ""
    return f"{value:.4f}" if column.endswith("p_value") else f"{value:.3f}"


def _solver(row: Mapping[str, Any]) -> str:
    settings = ", ".join(f"{option}={value}" for option, value in row["settings"].items())
    return f"{row['solver']} ({settings})" if settings else str(row["solver"])


def _share(value: float | None) -> str:
    return "-" if value is None else f"{value:.3f}"


#: The columns that take more than printing a text or a number.
_CELLS: dict[str, Callable[[Mapping[str, Any]], str]] = {
    "solver": _solver,
    "kb": lambda row: " + ".join(row["kb"]),
    "questions": lambda row: str(row["questions"]),
    "interval": lambda row: "{:.3f}-{:.3f}".format(*row["interval"]),
    "95% interval": lambda row: "{:.3f} to {:.3f}".format(*row["interval"]),
    "right/part/wrong": lambda row: "{correct}/{partial}/{incorrect}".format(**row),
    "explained f": lambda row: _share(row["explained_first"]),
    "explained f+k": lambda row: _share(row["explained_both"]),
    "facts needed/enough": lambda row: (
        "{needed}/{enough} of {asked}".format(**row["faithful"]) if row.get("faithful") else "-"
    ),
    "ms a question": lambda row: f"{1000 * row['seconds'] / max(row['questions'], 1):.1f}",
}


def _cells(plan: Plan, score: Score) -> list[str]:
    record = row_record(plan, score)
    return [row_cell(record, column) for column in COLUMNS]


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
