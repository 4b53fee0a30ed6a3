"""A whole evaluation as HTML: results, plots, and a list of questions that one can filter."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from reasoner.render.curves import Curves, curves_figure
from reasoner.render.html import asset, page, safe

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
    results = _brief_table(*tables[0]) + "".join(table(headings, rows) for headings, rows in tables[1:])
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


#: The columns that a reader looks for first; all are there, folded.
FIRST_COLUMNS = ("solver", "given", "score", "interval")


def _brief_table(headings: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return the columns that fit a phone, and the whole table folded."""
    places = [place for place, heading in enumerate(headings) if heading in FIRST_COLUMNS]
    if len(places) < 2:
        return table(headings, rows)
    brief = table([headings[place] for place in places], [[row[place] for place in places] for row in rows])
    return f"{brief}<details><summary>All columns</summary>{table(headings, rows)}</details>\n"


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

#: Runs that are plotted at once: no one reads forty bars.
MOST_BARS = 10


def _plot(bars: Sequence[Bar]) -> str:
    """Return the scores as bars, best first, with what lies within chance of them; the rest of many runs is folded."""
    best = sorted(bars, key=lambda bar: -bar.score)
    first, rest = best[:MOST_BARS], best[MOST_BARS:]
    more = f"<details><summary>{len(rest)} more</summary>{_bars(rest)}</details>" if rest else ""
    return f"<figure><figcaption>Score of each run, with its 95% interval</figcaption>{_bars(first)}{more}</figure>\n"


def _bars(bars: Sequence[Bar]) -> str:
    items = "".join(
        f'<li><span class="run">{safe(bar.name)}</span><span class="track" title="{bar.score:.3f}, 95% interval '
        f'{bar.low:.3f} to {bar.high:.3f}"><span class="bars" style="width:{100 * bar.score:.1f}%"></span>'
        f'<span class="range" style="left:{100 * bar.low:.1f}%;width:{100 * (bar.high - bar.low):.1f}%"></span></span>'
        f'<span class="value">{bar.score:.3f}</span></li>'
        for bar in bars
    )
    return f'<ul class="chart plot">{items}</ul>'


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
