"""Curves between 0 and 1 as SVG, such as how often the surest answers are wrong."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from reasoner.render.text import safe

_SIDE, _LEFT, _TOP = 320, 44, 8  # pixels
_DASHES = ("", "6 3", "2 3", "8 3 2 3")  # lines are told apart without colour too
_HUES = (210, 25, 130, 290, 0, 170)

Points = Sequence[tuple[float, float]]


@dataclass(frozen=True, slots=True)
class Curves:
    """A plot: its caption, what its axes stand for, a curve for each name, and whether the diagonal is drawn."""

    caption: str
    across: str
    up: str
    lines: Mapping[str, Points]
    diagonal: bool = False

    def of(self, names: Sequence[str]) -> Curves:
        """Return the plot with the curves of some names alone, in their order; the caption says how many there are.

        >>> both = Curves("Risk", "share", "wrong", {"ir": [], "chain": []})
        >>> both.of(["chain"]).caption, [*both.of(["chain", "ir"]).lines]
        ('Risk (1 of 2 runs)', ['chain', 'ir'])
        """
        kept = {name: self.lines[name] for name in names if name in self.lines}
        some = f" ({len(kept)} of {len(self.lines)} runs)" if len(kept) < len(self.lines) else ""
        return replace(self, lines=kept, caption=f"{self.caption}{some}")


def curves_figure(curves: Curves) -> str:
    """Return a figure; nothing where there is no curve.

    >>> made = curves_figure(Curves("Risk", "share answered", "wrong", {"ir": [(0.0, 0.0), (1.0, 1.0)]}))
    >>> "44.0,328.0 364.0,8.0" in made, curves_figure(Curves("Risk", "share", "wrong", {}))
    (True, '')
    """
    if not curves.lines:
        return ""
    ticks = "".join(
        f'<text x="{_x(tenth / 10):.0f}" y="{_TOP + _SIDE + 16}" text-anchor="middle">{tenth / 10:g}</text>'
        f'<text x="{_LEFT - 6}" y="{_y(tenth / 10) + 4:.0f}" text-anchor="end">{tenth / 10:g}</text>'
        for tenth in range(0, 11, 2)
    )
    frame = f'<rect x="{_LEFT}" y="{_TOP}" width="{_SIDE}" height="{_SIDE}" fill="none" stroke="currentColor"/>'
    diagonal = _line([(0.0, 0.0), (1.0, 1.0)], "stroke-opacity:.3") if curves.diagonal else ""
    drawn = "".join(_line(points, _style(place)) for place, points in enumerate(curves.lines.values()))
    key = "".join(_key(name, place) for place, name in enumerate(curves.lines))
    width, height = _LEFT + _SIDE + 12, _TOP + _SIDE + 24
    return (
        f"<figure><figcaption>{safe(curves.caption)}</figcaption>"
        f'<svg class="chart curves" role="img" viewBox="0 0 {width} {height}" width="{width}" font-size="13"'
        f' aria-label="{safe(curves.caption)}: {safe(curves.up)} by {safe(curves.across)}">'
        f"{frame}{diagonal}{ticks}{drawn}</svg>"
        f'<p class="soft">Across: {safe(curves.across)}. Upwards: {safe(curves.up)}.</p>'
        f'<ul class="key">{key}</ul></figure>\n'
    )


def _style(place: int) -> str:
    hue, dashes = _HUES[place % len(_HUES)], _DASHES[place // len(_HUES) % len(_DASHES)]
    return f"stroke:hsl({hue} 70% 45%);stroke-width:2;stroke-dasharray:{dashes or 'none'}"


def _key(name: str, place: int) -> str:
    """A name in the list below the plot, with a piece of its curve."""
    sample = f'<polyline fill="none" points="0,6 28,6" style="{_style(place)}"/>'
    return f'<li><svg width="28" height="12" aria-hidden="true">{sample}</svg> {safe(name)}</li>'


def _line(points: Points, style: str) -> str:
    places = " ".join(f"{_x(across):.1f},{_y(up):.1f}" for across, up in points)
    return f'<polyline fill="none" stroke="currentColor" points="{places}" style="{style}"/>'


def _x(value: float) -> float:
    return _LEFT + _SIDE * value


def _y(value: float) -> float:
    return _TOP + _SIDE * (1 - value)
