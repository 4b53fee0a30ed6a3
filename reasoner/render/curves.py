"""Curves between 0 and 1 as SVG, such as how often the surest answers are wrong."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

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
    drawn = "".join(_named(name, points, place) for place, (name, points) in enumerate(curves.lines.items()))
    height = _TOP + _SIDE + 44
    return (
        f"<figure><figcaption>{safe(curves.caption)}</figcaption>"
        f'<div class="scroll" tabindex="0" role="region" aria-label="{safe(curves.caption)}">'
        f'<svg class="chart" role="img" aria-label="{safe(curves.caption)}: {safe(curves.up)} by {safe(curves.across)}"'
        f' width="{_LEFT + _SIDE + 340}" height="{max(height, 30 + 20 * len(curves.lines))}" font-size="13">'
        f'{frame}{diagonal}{ticks}{drawn}<text x="{_x(0.5):.0f}" y="{height - 8}" text-anchor="middle">'
        f"{safe(curves.across)}; upwards {safe(curves.up)}</text></svg></div></figure>\n"
    )


def _named(name: str, points: Points, place: int) -> str:
    """A curve, and its name in the list beside the plot."""
    hue, dashes = _HUES[place % len(_HUES)], _DASHES[place // len(_HUES) % len(_DASHES)]
    style = f"stroke:hsl({hue} 70% 45%);stroke-width:2;stroke-dasharray:{dashes or 'none'}"
    y, x = _TOP + 12 + 20 * place, _LEFT + _SIDE + 16
    sample = f'<polyline fill="none" points="{x},{y - 4} {x + 24},{y - 4}" style="{style}"/>'
    return f'{_line(points, style)}{sample}<text x="{x + 30}" y="{y}">{safe(name)}</text>'


def _line(points: Points, style: str) -> str:
    places = " ".join(f"{_x(across):.1f},{_y(up):.1f}" for across, up in points)
    return f'<polyline fill="none" stroke="currentColor" points="{places}" style="{style}"/>'


def _x(value: float) -> float:
    return _LEFT + _SIDE * value


def _y(value: float) -> float:
    return _TOP + _SIDE * (1 - value)
