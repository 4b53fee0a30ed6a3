"""Explanations as DOT, Mermaid, one line and a tree; every text escaped."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from html.parser import HTMLParser

from reasoner.explanation import Explanation, Node
from reasoner.render.dot import explanation_dot
from reasoner.render.html import question_page
from reasoner.render.mermaid import as_mermaid
from reasoner.render.reasons import as_line
from reasoner.render.svg import as_svg
from tests.explained import ANSWERS, BAD, HEAT, PROOF, hostile

SMUGGLED = Explanation((Node("f", "fact", BAD + "\\", BAD),))


def test_line_names_facts_and_intermediate_conclusions() -> None:
    assert as_line(PROOF) == (
        "sent1 & sent2 -> int1: steel is a good conductor of heat; "
        "int1 & sent3 -> int2: a steel spoon is a good conductor of heat; "
        "int2 & sent4 -> int3: heat travels through a steel spoon; "
        "int3 -> hypothesis;"
    )
    assert as_line(Explanation()) == ""


def test_dot_has_every_node_step_and_link() -> None:
    dot = explanation_dot(PROOF)
    assert dot.count("shape=") == len(PROOF.nodes)
    assert dot.count("dir=none") == len(PROOF.links)
    assert dot.count("->") == len(PROOF.links) + sum(len(step.premises) for step in PROOF.steps)


def test_dot_strings_end_where_they_should() -> None:
    line = explanation_dot(SMUGGLED).splitlines()[2]
    string = r'"([^"\\]|\\.)*"'
    assert re.fullmatch(rf"  {string} \[shape=box, style={string}, label={string}\];", line)


def test_mermaid_escapes_what_means_something() -> None:
    line = as_mermaid(SMUGGLED).splitlines()[1]
    assert line.count('"') == 2
    assert "<script" not in line
    assert as_mermaid(PROOF).count("-->") == len(PROOF.steps)


def test_svg_is_well_formed_and_titled() -> None:
    svg = ET.fromstring(as_svg(PROOF, 'why "B"'))
    titles = [element.text for element in svg.iter("{http://www.w3.org/2000/svg}title")]
    assert "table row: steel | is made of | metal\nsource: science/made-of:12" in titles
    assert "rule: if-then\nconfidence: 0.7" in titles
    for why in next(iter(hostile()[1].values())).explanations.values():
        ET.fromstring(as_svg(why, BAD))


class Tags(HTMLParser):
    """Collects tags and attributes."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.attributes: set[str] = set()
        self.ids: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes |= {name for name, _ in attrs}
        self.ids += [value or "" for name, value in attrs if name == "id"]


def test_hostile_text_adds_no_tag_and_no_attribute() -> None:
    tame, wild = Tags(question_page(HEAT, ANSWERS)), Tags(question_page(*hostile()))
    assert wild.tags - tame.tags == set()
    assert wild.attributes - tame.attributes == set()
    assert question_page(*hostile()).count("<script>") == 1  # the page's own
    assert len(set(wild.ids)) == len(wild.ids)


def test_page_names_ties_abstentions_and_needs_nothing_else() -> None:
    page = question_page(HEAT, ANSWERS)
    assert "A tie of 2: A, B." in page
    assert "abstained" in page
    assert not re.search(r'(?:src|href)="(?!#|data:)', page)
    assert "http" not in page.replace('xmlns="http://www.w3.org/2000/svg"', "").replace("http-equiv", "")


def test_why_not_the_others_says_what_differs() -> None:
    page = question_page(HEAT, {"chain": ANSWERS["chain"]})
    assert "0.2000, 0.6000 behind" in page
    assert "terms matched: +0.2000 against +0.1000" in page
    assert "proof: nothing against +0.7000" in page
