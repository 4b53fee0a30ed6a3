"""What was found out about a set of questions, as a page and as a plot; takes finished figures, computes nothing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup

from reasoner.render.filling import filled
from reasoner.render.html import page
from reasoner.render.report import table
from reasoner.render.text import safe

_ROW, _LABEL, _LONG, _RIGHT = 22, 300, 360, 70  # pixels


@dataclass(frozen=True, slots=True)
class Figures:
    """A table: what it shows, its headings and rows."""

    title: str
    headings: Sequence[str]
    rows: Sequence[Sequence[str]]


@dataclass(frozen=True, slots=True)
class Length:
    """A bar of a plot: its name, a value from 0 to 1, and where chance would be, if that is known."""

    name: str
    value: float
    chance: float | None = None


@dataclass(frozen=True, slots=True)
class Finding:
    """A title, what the plot shows and its bars, tables, and what a reader must know."""

    title: str
    caption: str
    bars: Sequence[Length]
    tables: Sequence[Figures]
    notes: Sequence[str] = ()


def finding_page(finding: Finding) -> str:
    """Return a page that needs nothing else.

    >>> made = finding_page(Finding("Set", "Score", [Length("longest", 0.25)], [Figures("Biases", ["of"], [["ir"]])]))
    >>> "<h2>Biases</h2>" in made, "<svg" in made
    (True, True)
    """
    tables = [(each.title, table(each.headings, each.rows)) for each in finding.tables]
    plot = Markup(finding_plot(finding))
    return page(finding.title, filled("render/templates/finding.html", finding=finding, plot=plot, tables=tables))


def finding_plot(finding: Finding) -> str:
    """Return the bars as an SVG picture that stands by itself; a stroke marks chance.

    >>> drawn = finding_plot(Finding("Set", "Score", [Length("longest", 0.25, chance=0.5)], []))
    >>> 'width="90.0"' in drawn, 'x1="480.0"' in drawn
    (True, True)
    """
    height = _ROW * len(finding.bars) + 30
    width = _LABEL + _LONG + _RIGHT
    drawn = "".join(_bar(bar, 8 + _ROW * place) for place, bar in enumerate(finding.bars))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="chart" role="img" aria-label="{safe(finding.caption)}" '
        f'width="{width}" height="{height}" viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="13">'
        f"<title>{safe(finding.caption)}</title>{drawn}"
        f'<text x="{_LABEL}" y="{height - 6}">{safe(finding.caption)}</text></svg>\n'
    )


def _bar(bar: Length, top: int) -> str:
    long = _LONG * min(max(bar.value, 0.0), 1.0)
    chance = ""
    if bar.chance is not None:
        at = _LABEL + _LONG * bar.chance
        chance = f'<line x1="{at:.1f}" x2="{at:.1f}" y1="{top - 2}" y2="{top + 16}" stroke="#c00" stroke-width="2"/>'
    return (
        f'<text x="{_LABEL - 8}" y="{top + 12}" text-anchor="end">{safe(bar.name[:44])}</text>'
        f'<rect class="bars" x="{_LABEL}" y="{top}" width="{long:.1f}" height="14" fill="#6ea3d8"/>{chance}'
        f'<text x="{_LABEL + _LONG + 6}" y="{top + 12}">{100 * bar.value:.1f}%</text>'
    )
