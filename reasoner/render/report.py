"""A whole evaluation as HTML: results, plots, and a list of questions that one can filter."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from reasoner.render.curves import Curves, curves_figure
from reasoner.render.html import asset, page, safe
from reasoner.render.measure import width

#: What an answer can be; the words of the filter.
OUTCOMES = ("right", "wrong", "tied", "abstained")


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
    results = "".join(table(headings, rows) for headings, rows in tables)
    body = (
        f"<header><h1>{safe(title)}</h1></header>\n"
        '<nav aria-label="On this page"><ul><li><a href="#results">Results</a></li><li><a href="#plots">Plots</a></li>'
        '<li><a href="#questions">Questions</a></li></ul></nav>\n'
        f'<main id="main">\n<section id="results"><h2>Results</h2>\n'
        "<p>A tie of k that holds the key earns 1/k, an abstention 1/n.</p>\n"
        f'{results}</section>\n<section id="plots"><h2>Plots</h2>\n{_plot(bars)}'
        f"{_agreement([bar.name for bar in bars], agreement)}{''.join(map(curves_figure, curves))}</section>\n"
        '<section id="questions"><h2>Questions</h2>\n'
        f"{_filters(bars, entries)}{_questions(bars, entries)}</section>\n</main>"
    )
    return page(title, body, [asset("report.js")])


def table(headings: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return a table whose first column names the row.

    >>> '<th scope="row">&lt;ir&gt;</th>' in table(["solver"], [["<ir>"]])
    True
    """
    head = "".join(f'<th scope="col">{safe(text)}</th>' for text in headings)
    body = "".join(
        f'<tr><th scope="row">{safe(row[0])}</th>{"".join(f"<td>{safe(cell)}</td>" for cell in row[1:])}</tr>\n'
        for row in rows
    )
    return (
        '<div class="scroll" role="region" aria-label="Results" tabindex="0"><table class="results">'
        f"<thead><tr>{head}</tr></thead>\n<tbody>{body}</tbody></table></div>\n"
    )


# Plots.

_BAR, _GAP, _SCALE, _SIZE = 18, 8, 420, 13  # pixels


def _plot(bars: Sequence[Bar]) -> str:
    left = max((width(bar.name, _SIZE) for bar in bars), default=0.0) + 8
    height = len(bars) * (_BAR + _GAP) + 24
    shapes = []
    for number, bar in enumerate(bars):
        y = number * (_BAR + _GAP)
        middle = y + _BAR / 2
        low, high = (left + _SCALE * value for value in (bar.low, bar.high))
        shapes.append(
            f'<text x="{left - 8:.0f}" y="{middle + 4.5:.1f}" text-anchor="end">{safe(bar.name)}</text>'
            f'<rect class="bars" x="{left:.0f}" y="{y}" width="{_SCALE * bar.score:.1f}" height="{_BAR}">'
            f"<title>{bar.score:.3f}, 95% interval {bar.low:.3f} to {bar.high:.3f}</title></rect>"
            f'<line x1="{low:.1f}" x2="{high:.1f}" y1="{middle}" y2="{middle}"/>'
            f'<text x="{left + _SCALE + 8:.0f}" y="{middle + 4.5:.1f}">{bar.score:.3f}</text>'
        )
    ticks = "".join(
        f'<text x="{left + _SCALE * tenth / 10:.0f}" y="{height - 6}" text-anchor="middle">{tenth / 10:g}</text>'
        for tenth in range(0, 11, 2)
    )
    return (
        "<figure><figcaption>Score, with the 95% interval</figcaption>"
        f'<div class="scroll" tabindex="0" role="region" aria-label="Plot of scores">'
        f'<svg class="chart" role="img" aria-label="Scores of the runs; the table above has the numbers" '
        f'width="{left + _SCALE + 60:.0f}" height="{height}" font-size="{_SIZE}">{"".join(shapes)}{ticks}</svg>'
        "</div></figure>\n"
    )


def _agreement(names: Sequence[str], shares: Mapping[tuple[str, str], float]) -> str:
    if len(names) < 2:
        return ""
    head = "".join(f'<th scope="col">{safe(name)}</th>' for name in names)
    rows = []
    for one in names:
        cells = []
        for other in names:
            share = 1.0 if one == other else shares.get((one, other), shares.get((other, one), 0.0))
            cells.append(f'<td style="--share:{share:.3f}">{share:.2f}</td>')
        rows.append(f'<tr><th scope="row">{safe(one)}</th>{"".join(cells)}</tr>\n')
    return (
        '<div class="scroll" role="region" aria-label="Agreement" tabindex="0"><table class="agreement">'
        "<caption>Share of questions for which two runs select the same labels</caption>"
        f"<thead><tr><td></td>{head}</tr></thead><tbody>{''.join(rows)}</tbody></table></div>\n"
    )


# The list of questions.


def _filters(bars: Sequence[Bar], entries: Sequence[Entry]) -> str:
    categories = sorted({entry.category for entry in entries if entry.category})
    any_run = [("", "any run")] + [(str(number), bar.name) for number, bar in enumerate(bars)]
    kinds = [("", "any outcome")] + [(word, word) for word in OUTCOMES]
    named = [("", "any category")] + [(name, name) for name in categories]
    return (
        '<form class="filters" id="filters" aria-label="Filter the questions">'
        '<label>Words <input type="search" name="words"></label>'
        f"<label>Outcome {_select('outcome', kinds)}</label><label>in {_select('run', any_run)}</label>"
        + (f"<label>Category {_select('category', named)}</label>" if categories else "")
        + ('<label><input type="checkbox" name="disagree"> runs disagree</label>' if len(bars) > 1 else "")
        + '<output id="count" role="status" aria-live="polite"></output></form>\n'
    )


def _select(name: str, options: Sequence[tuple[str, str]]) -> str:
    items = (f'<option value="{safe(value)}">{safe(text)}</option>' for value, text in options)
    return f'<select name="{name}">{"".join(items)}</select>'


def _questions(bars: Sequence[Bar], entries: Sequence[Entry]) -> str:
    head = "".join(f'<th scope="col">{safe(name)}</th>' for name in ("Question", "Category", *(b.name for b in bars)))
    rows = "".join(map(_row, entries))
    return (
        '<div class="scroll" role="region" aria-label="Questions" tabindex="0"><table class="questions">'
        f'<thead><tr>{head}</tr></thead>\n<tbody id="rows">{rows}</tbody></table></div>\n'
    )


def _row(entry: Entry) -> str:
    cells = "".join(
        f'<td class="{" ".join(outcome)}">{safe(", ".join(outcome))}: {safe(_brief(labels))}</td>'
        if "abstained" not in outcome
        else '<td class="abstained">abstained</td>'
        for outcome, labels in zip(entry.outcomes, entry.selected, strict=True)
    )
    data = safe(json.dumps([" ".join(outcome) for outcome in entry.outcomes]))
    return (
        f'<tr data-outcomes="{data}" data-category="{safe(entry.category)}"{" data-disagree" * entry.disagree}>'
        f'<td class="stem"><a href="{safe(entry.link)}"><bdi>{safe(entry.stem)}</bdi></a> '
        f'<span class="soft">{safe(entry.id)}</span></td><td>{safe(entry.category)}</td>{cells}</tr>\n'
    )


def _brief(labels: Sequence[str]) -> str:
    """Name the labels, or count them where they are many."""
    return ", ".join(labels) if len(labels) <= 5 else f"{len(labels)} choices"
