"""An explanation laid out in layers from left to right: question terms, facts, derived facts, choice.

Everything that takes room is a box: the nodes, and between their layers a box for each step (its rule) and each link
(why, and its weight). A line that passes a layer has a place of its own there too, so nothing is drawn over anything.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Literal

from reasoner.explanation import Explanation, Link, Node, Step
from reasoner.render.measure import width, wrap
from reasoner.render.moments import appearances, moments
from reasoner.render.text import printable

FONT, SMALL = 13.0, 11.0  # pixels
LINE_HEIGHT = 1.3  # of the font size
PADDING = 8.0
_ROOM = {"node": 156.0, "step": 100.0, "link": 88.0}
_LINES = {"node": 10, "step": 3, "link": 3}
_GAP_BESIDE, _GAP_BELOW, _MARGIN = 26.0, 14.0, 8.0
_SWEEPS = 24  # of ordering and of placing; more changed nothing that one could see on up to 60 nodes


@dataclass
class Box:
    """A rectangle with text, or (without text) the place where a line passes through a layer."""

    shape: Literal["node", "step", "link", "bend"]
    layer: int
    item: Node | Step | Link | None = None
    lines: Sequence[str] = ()
    width: float = 0.0
    height: float = 4.0
    x: float = 0.0
    y: float = 0.0
    at: int = 0  # the moment at which it comes in
    before: list[Box] = field(default_factory=list, repr=False)
    after: list[Box] = field(default_factory=list, repr=False)

    @property
    def middle(self) -> float:
        """The height at which lines arrive."""
        return self.y + self.height / 2


@dataclass(frozen=True)
class Wire:
    """A line through boxes, from the first to the last; `arrow` where it leads to a conclusion."""

    boxes: tuple[Box, ...]
    arrow: bool
    at: int = 0


@dataclass(frozen=True)
class Layout:
    """Boxes and wires with their places, and the size of the whole."""

    boxes: tuple[Box, ...]
    wires: tuple[Wire, ...]
    width: float
    height: float


def lay_out(explanation: Explanation) -> Layout:
    """Return the places of everything in an explanation.

    >>> nodes = (Node("q", "question", "heat"), Node("f", "fact", "metal conducts heat", "given"))
    >>> layout = lay_out(Explanation(nodes, (Link("q", "f", "share heat", 1.0),)))
    >>> [(box.shape, box.layer) for box in layout.boxes]
    [('node', 0), ('node', 2), ('link', 1)]
    """
    layers = _layers(explanation)
    at = appearances(explanation, moments(explanation))
    nodes = {node.id: _box("node", layers[node.id], node, node.text, at=at[node.id]) for node in explanation.nodes}
    boxes, wires = list(nodes.values()), []
    for step in explanation.steps:
        end = nodes[step.conclusion]
        sure = "" if step.confidence >= 1 else f"({step.confidence:.2f})"
        joint = _box("step", max(end.layer - 1, 1), step, step.rule, sure, at[step])
        boxes.append(joint)
        wires += [_wire(nodes[premise], joint, boxes) for premise in step.premises]
        wires.append(_wire(joint, end, boxes, arrow=True))
    for link in explanation.links:
        start, end = sorted((nodes[link.start], nodes[link.end]), key=lambda box: box.layer)
        weight = "" if link.weight is None else f"{link.weight:.2f}"
        label = _box("link", start.layer + 1, link, link.why, weight, at[link])
        boxes.append(label)
        wires += [_wire(start, label, boxes), _wire(label, end, boxes)]
    columns = _columns(boxes)
    _order(columns)
    _place(columns)
    size = [max((getattr(box, at) + getattr(box, by) for box in boxes), default=0.0) for at, by in _EDGES]
    return Layout(tuple(boxes), tuple(wires), size[0] + _MARGIN, size[1] + _MARGIN)


_EDGES = (("x", "width"), ("y", "height"))


def _box(
    shape: Literal["node", "step", "link"],
    layer: int,
    item: Node | Step | Link,
    text: str,
    number: str = "",
    at: int = 0,
) -> Box:
    """Make a box as large as its text; a long text is shortened, the number after it never."""
    size = FONT if shape == "node" else SMALL
    padding = PADDING if shape == "node" else PADDING / 2
    lines = wrap(printable(text), _ROOM[shape], size, _LINES[shape])
    if number:
        fits = width(f"{lines[-1]} {number}", size) <= _ROOM[shape]
        lines[-1:] = [f"{lines[-1]} {number}".strip()] if fits else [lines[-1], number]
    wide = max(width(line, size) for line in lines)
    return Box(shape, layer, item, lines, wide + 2 * padding, len(lines) * size * LINE_HEIGHT + 2 * padding, at=at)


def _layers(explanation: Explanation) -> dict[str, int]:
    """Return the layer of each node, an even number: question 0, facts 2, each derived fact after its premises."""
    layers = {node.id: 0 if node.kind == "question" else 2 for node in explanation.nodes}
    derived = {node.id for node in explanation.nodes if node.kind == "derived"}
    for _ in derived:  # as many rounds as the longest possible proof; a circle ends there too
        for step in explanation.steps:
            if step.conclusion in derived:
                after = [layers[premise] + 2 for premise in step.premises if premise != step.conclusion]
                layers[step.conclusion] = min(max([4, layers[step.conclusion], *after]), 2 * len(derived) + 2)
    last = max(layers.values(), default=0) + 2
    layers |= _late_facts(explanation, layers, last)
    return layers | {node.id: last for node in explanation.nodes if node.kind == "choice"}


def _late_facts(explanation: Explanation, layers: dict[str, int], last: int) -> dict[str, int]:
    """Put a fact that only steps use right before the first of them, so that few lines are long."""
    goals = {node.id for node in explanation.nodes if node.kind == "choice"}
    linked = {end for link in explanation.links for end in (link.start, link.end)}
    used: dict[str, int] = {}
    for step in explanation.steps:
        before = (last if step.conclusion in goals else layers[step.conclusion]) - 2
        for premise in step.premises:
            used[premise] = min(used.get(premise, before), before)
    facts = {node.id for node in explanation.facts} - linked
    return {name: max(layer, 2) for name, layer in used.items() if name in facts}


def _wire(start: Box, end: Box, boxes: list[Box], arrow: bool = False) -> Wire:
    """Join two boxes, with a bend in every layer between them."""
    step = 1 if start.layer < end.layer else -1
    bends = [Box("bend", layer) for layer in range(start.layer + step, end.layer, step)]
    boxes.extend(bends)
    path = (start, *bends, end)
    for one, other in pairwise(path):
        left, right = (one, other) if one.layer < other.layer else (other, one)
        left.after.append(right)
        right.before.append(left)
    return Wire(path, arrow, max(start.at, end.at))


def _columns(boxes: Iterable[Box]) -> list[list[Box]]:
    columns: defaultdict[int, list[Box]] = defaultdict(list)
    for box in boxes:
        columns[box.layer].append(box)
    return [columns[layer] for layer in sorted(columns)]


def _order(columns: list[list[Box]]) -> None:
    """Put each column in the order of its neighbours, left to right and back, so that few lines cross."""
    for column in columns:
        _number(column)
    for sweep in range(_SWEEPS):
        forward = sweep % 2 == 0
        for column in columns if forward else reversed(columns):
            column.sort(key=lambda box: _mean((box.before if forward else box.after) or [box]))
            _number(column)


def _number(column: list[Box]) -> None:
    for number, box in enumerate(column):
        box.y = float(number)


def _mean(boxes: list[Box]) -> float:
    return sum(box.middle for box in boxes) / len(boxes)


def _place(columns: list[list[Box]]) -> None:
    """Give every box its place: columns side by side, boxes of one below each other and near their neighbours."""
    x = _MARGIN
    for column in columns:
        wide = max(box.width for box in column)
        y = _MARGIN
        for box in column:
            box.x, box.y, box.width = x, y, wide  # one width a column, so that lines bend only between columns
            y += box.height + _GAP_BELOW
        x += wide + _GAP_BESIDE
    for sweep in range(_SWEEPS):
        for column in columns if sweep % 2 == 0 else reversed(columns):
            _draw_near(column)
    top = min((box.y for column in columns for box in column), default=0.0)
    for column in columns:
        for box in column:
            box.y += _MARGIN - top


def _draw_near(column: list[Box]) -> None:
    """Move the boxes of a column as near to the height of their neighbours as their order and distance allow.

    The least squares under those bounds are an isotonic regression: boxes that want to overlap become one block,
    which lies at the mean of what its members want.
    """
    offsets, offset = [], 0.0
    for box in column:
        offsets.append(offset)
        offset += box.height + _GAP_BELOW * (0.5 if box.shape == "bend" else 1.0)
    blocks: list[tuple[float, int]] = []  # sum of the places wanted, number of boxes
    for box, offset in zip(column, offsets, strict=True):
        total, count = _mean([*box.before, *box.after] or [box]) - box.height / 2 - offset, 1
        while blocks and blocks[-1][0] / blocks[-1][1] > total / count:
            above = blocks.pop()
            total, count = total + above[0], count + above[1]
        blocks.append((total, count))
    places = (total / count for total, count in blocks for _ in range(count))
    for box, offset, place in zip(column, offsets, places, strict=True):
        box.y = place + offset
