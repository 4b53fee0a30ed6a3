"""A whole evaluation as HTML: results, plots, and a list of questions that one can filter."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from reasoner.render.curves import Curves, curves_figure
from reasoner.render.filling import filled
from reasoner.render.html import asset, page

#: What an answer can be; the words of the filter.
OUTCOMES = ("right", "wrong", "tied", "abstained")
#: The columns that a reader looks for first; all are there, folded.
FIRST_COLUMNS = ("solver", "given", "score", "interval")
#: Runs that are plotted at once: no one reads forty bars, or more than six curves.
MOST_BARS, MOST_CURVES = 10, 6


@dataclass(frozen=True)
class Entry:
    """A question in the list: its page, and what became of it in each run (words of OUTCOMES, and the labels)."""

    link: str
    id: str
    stem: str
    category: str
    outcomes: Sequence[Sequence[str]]
    selected: Sequence[Sequence[str]]
    disagree: bool


@dataclass(frozen=True)
class Bar:
    """A run in the plot of scores."""

    name: str
    score: float
    low: float
    high: float


def report_page(
    title: str,
    tables: Sequence[tuple[Sequence[str], Sequence[Sequence[str]]]],
    bars: Sequence[Bar],
    agreement: Mapping[tuple[str, str], float],
    entries: Sequence[Entry],
    curves: Sequence[Curves] = (),
) -> str:
    """Return the page of an evaluation.

    Parameters
    ----------
    tables : sequence of (headings, rows)
        The results, ready to print.
    bars, agreement
        What the plots show: a score with its interval for each run, the share of equal answers for every two.
    entries : sequence of Entry
        The questions.
    curves : sequence of Curves
        Plots that stand below the others.
    """
    (headings, rows), *others = tables
    first = [place for place, heading in enumerate(headings) if heading in FIRST_COLUMNS]
    brief = first if len(first) > 1 else range(len(headings))  # what fits a phone
    best = sorted(bars, key=lambda bar: -bar.score)
    body = filled(
        "render/templates/report.html",
        title=title,
        brief=table([headings[place] for place in brief], [[row[place] for place in brief] for row in rows]),
        folded=table(headings, rows) if len(first) > 1 else None,
        tables=[table(*one) for one in others],
        bars=bars,
        best=best,
        most=MOST_BARS,
        agreement=[(bar.name, _shares(bar.name, best[:MOST_BARS], agreement)) for bar in best[:MOST_BARS]],
        figures=[Markup(curves_figure(one.of([bar.name for bar in best[:MOST_CURVES]]))) for one in curves],
        outcomes=[(word, word) for word in OUTCOMES],
        runs=[(number, bar.name) for number, bar in enumerate(bars)],
        categories=[(name, name) for name in sorted({entry.category for entry in entries if entry.category})],
        entries=[(entry, json.dumps([" ".join(one) for one in entry.outcomes]), _cells(entry)) for entry in entries],
    )
    return page(title, body, [asset("report.js")])


def table(headings: Sequence[str], rows: Sequence[Sequence[str]]) -> Markup:
    """Return a table whose first column names the row.

    >>> '<th scope="row">&lt;ir&gt;</th>' in table(["solver"], [["<ir>"]])
    True
    """
    return filled("render/templates/table.html", headings=headings, rows=rows)


def _shares(one: str, bars: Sequence[Bar], shares: Mapping[tuple[str, str], float]) -> list[float]:
    """How often each run selects what one selects."""
    names = [bar.name for bar in bars]
    return [1.0 if one == other else shares.get((one, other), shares.get((other, one), 0.0)) for other in names]


def _cells(entry: Entry) -> list[tuple[str, str]]:
    """What became of a question in each run: the words for its colour, and what is written."""
    return [
        ("abstained", "abstained") if "abstained" in outcome else (" ".join(outcome), _told(outcome, labels))
        for outcome, labels in zip(entry.outcomes, entry.selected, strict=True)
    ]


def _told(outcome: Sequence[str], labels: Sequence[str]) -> str:
    """Name the labels, or count them where they are many."""
    return f"{', '.join(outcome)}: {', '.join(labels) if len(labels) <= 5 else f'{len(labels)} choices'}"
