"""An explanation as a drawing: SVG with a title on every node, so that hovering shows its source."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from reasoner.explanation import Explanation, Link, Node, Step
from reasoner.render.layout import FONT, LINE_HEIGHT, PADDING, SMALL, Box, Wire, lay_out
from reasoner.render.text import safe

#: What a node is, in words.
KINDS = {
    "question": "question term",
    "choice": "choice",
    "fact": "fact",
    "derived": "derived fact",
    "row": "table row",
    "tuple": "tuple",
}

#: A drawing that is too wide shrinks to this share of its size, at which one can still read it; then it scrolls.
_LEAST = 0.7


def as_svg(explanation: Explanation, label: str) -> str:
    """Return a drawing of an explanation for an HTML page, which brings the styles; `label` is read out for it.

    >>> why = Explanation((Node("f", "fact", "<b> conducts heat", "given"),))
    >>> "&lt;b&gt; conducts heat" in as_svg(why, "why A")
    True
    """
    layout = lay_out(explanation)
    return "".join(
        (
            f'<svg class="graph" role="img" aria-label="{safe(label)}" xmlns="http://www.w3.org/2000/svg" '
            f'width="{layout.width:.0f}" height="{layout.height:.0f}" style="min-width:{_LEAST * layout.width:.0f}px" '
            f'viewBox="0 0 {layout.width:.0f} {layout.height:.0f}">',
            *(_wire(wire) for wire in layout.wires),
            *(_box(box) for box in layout.boxes if box.shape != "bend"),
            "</svg>",
        )
    )


def _box(box: Box) -> str:
    size = FONT if box.shape == "node" else SMALL
    padding = PADDING if box.shape == "node" else PADDING / 2
    kind = f"node {box.item.kind}" if isinstance(box.item, Node) else box.shape
    corner = {"node": 6.0, "step": box.height / 2, "link": 2.0}[box.shape]
    return "".join(
        (
            f'<g class="{kind}" data-at="{box.at}"><title>{safe(_title(box))}</title>',
            f'<rect x="{box.x:.1f}" y="{box.y:.1f}" width="{box.width:.1f}" height="{box.height:.1f}" ',
            f'rx="{corner:.1f}"/>',
            *_lines(box, size, padding),
            "</g>",
        )
    )


def _lines(box: Box, size: float, padding: float) -> Iterator[str]:
    """Write each line in the middle of the box."""
    x = box.x + box.width / 2
    for number, line in enumerate(box.lines):
        y = box.y + padding + number * size * LINE_HEIGHT + size
        yield f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size:g}" text-anchor="middle">{safe(line)}</text>'


def _title(box: Box) -> str:
    match box.item:
        case Node(kind=kind, text=text, source=source):
            return f"{KINDS[kind]}: {text}" + (f"\nsource: {source}" if source else "")
        case Step(rule=rule, confidence=confidence):
            return f"rule: {rule}\nconfidence: {confidence:.4g}"
        case Link(why=why, weight=weight):
            return why + ("" if weight is None else f"\nweight: {weight:.4g}")
    return ""


def _wire(wire: Wire) -> str:
    """Draw a curve from box to box, level where it meets one, and a small arrow at the end of a conclusion."""
    path = [f"M{_side(wire.boxes[0], wire.boxes[1])}"]
    for one, other in pairwise(wire.boxes):
        (x, y), (to_x, to_y) = _point(one, other), _point(other, one)
        half = (x + to_x) / 2
        path.append(f"C{half:.1f} {y:.1f} {half:.1f} {to_y:.1f} {to_x:.1f} {to_y:.1f}")
        if other.shape == "bend":
            path.append(f"H{2 * other.x + other.width - to_x:.1f}")
    drawn = f'<path class="wire" data-at="{wire.at}" d="{"".join(path)}"/>'
    if wire.arrow:
        x, y = _point(wire.boxes[-1], wire.boxes[-2])
        back = -7 if wire.boxes[-2].layer < wire.boxes[-1].layer else 7
        drawn += f'<path class="arrow" data-at="{wire.at}" d="M{x:.1f} {y:.1f}l{back} -4v8z"/>'
    return drawn


def _side(box: Box, toward: Box) -> str:
    return "{:.1f} {:.1f}".format(*_point(box, toward))


def _point(box: Box, toward: Box) -> tuple[float, float]:
    """Return where a line to another box leaves this one: the middle of the side that faces it."""
    return box.x + (box.width if toward.layer > box.layer else 0.0), box.middle
