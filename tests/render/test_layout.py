"""Layouts in which nothing lies over anything else."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reasoner.explanation import Explanation, Link, Node, Step
from reasoner.render.layout import Box, Layout, lay_out
from reasoner.render.measure import width, wrap
from tests.explained import PROOF, hostile

KINDS = ["question", "choice", "fact", "derived", "row", "tuple"]


@st.composite
def explanations(draw: st.DrawFn) -> Explanation:
    kinds = draw(st.lists(st.sampled_from(KINDS), min_size=1, max_size=12))
    texts = st.text(max_size=80)
    nodes = tuple(Node(str(number), kind, draw(texts)) for number, kind in enumerate(kinds))
    ids = st.sampled_from([node.id for node in nodes])
    links = draw(st.lists(st.builds(Link, ids, ids, texts, st.none() | st.floats(0, 1)), max_size=8))
    premises = st.lists(ids, max_size=3).map(tuple)
    steps = draw(st.lists(st.builds(Step, texts, premises, ids, st.floats(0, 1)), max_size=6))
    return Explanation(nodes, tuple(links), tuple(steps))


def overlapping(layout: Layout) -> list[tuple[Box, Box]]:
    boxes = layout.boxes
    return [
        (one, other)
        for number, one in enumerate(boxes)
        for other in boxes[:number]
        if one.x < other.x + other.width - 1e-6
        and other.x < one.x + one.width - 1e-6
        and one.y < other.y + other.height - 1e-6
        and other.y < one.y + one.height - 1e-6
    ]


@settings(max_examples=150, deadline=None)
@given(explanations())
def test_nothing_overlaps_or_leaves_the_drawing(explanation: Explanation) -> None:
    layout = lay_out(explanation)
    assert overlapping(layout) == []
    assert all(box.x >= 0 and box.y >= 0 for box in layout.boxes)
    assert all(box.x + box.width <= layout.width and box.y + box.height <= layout.height for box in layout.boxes)


@pytest.mark.parametrize("why", [PROOF, *next(iter(hostile()[1].values())).explanations.values()][:5])
def test_lines_fit_their_boxes(why: Explanation) -> None:
    boxes = [box for box in lay_out(why).boxes if box.shape != "bend"]
    assert all(width(line, 11) <= box.width for box in boxes for line in box.lines)


def test_layers_run_from_question_to_choice() -> None:
    layers = {box.item.id: box.layer for box in lay_out(PROOF).boxes if isinstance(box.item, Node)}
    assert layers["q1"] < layers["f1"] == layers["f4"] < layers["d1"] < layers["d2"] < layers["d3"] < layers["c"]


def test_rule_and_link_stand_between_what_they_join() -> None:
    boxes = {box.lines[0]: box for box in lay_out(PROOF).boxes if box.lines}
    assert boxes["heat"].x < boxes["share heat"].x < boxes["a steel spoon"].x


def test_numbers_stay_however_long_the_text_before_them() -> None:
    nodes = (Node("a", "fact", "a"), Node("b", "derived", "b"))
    long = Explanation(nodes, (Link("a", "b", "word " * 99, 0.25),), (Step("rule " * 99, ("a",), "b", 0.75),))
    ends = [box.lines[-1] for box in lay_out(long).boxes if box.shape in ("step", "link")]
    assert [end.split()[-1] for end in ends] == ["(0.75)", "0.25"]


def test_a_circle_of_steps_ends() -> None:
    nodes = (Node("a", "derived", "a"), Node("b", "derived", "b"))
    layout = lay_out(Explanation(nodes, steps=(Step("r", ("a",), "b", 1.0), Step("r", ("b",), "a", 1.0))))
    assert overlapping(layout) == []


def test_long_word_is_broken_and_long_text_shortened() -> None:
    lines = wrap("w" * 500, 100, 13, 4)
    assert len(lines) == 4
    assert all(width(line, 13) <= 100 for line in lines)
    assert lines[-1].endswith("…")


def test_empty_explanation() -> None:
    assert lay_out(Explanation()).boxes == ()
