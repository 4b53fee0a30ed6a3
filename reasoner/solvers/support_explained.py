"""Support graphs in words: nodes, links, the parts of a score, and what sets a choice apart from its best rival."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import replace

from reasoner.explanation import Explanation, Link, Node, NodeKind, Part
from reasoner.ilp.graph import Edge, SupportGraph
from reasoner.ilp.profile import GRID
from reasoner.ilp.solve import BOUND, Solution
from reasoner.question import Question
from reasoner.solver import Support

#: What an answer says where the search for the best support graph ended at its limit.
CUT = "the search for the best support graph was cut at its limit of nodes; raise it with --set nodes=N"


class Explainer:
    """Puts support graphs into words."""

    def __init__(self, question: Question, graph: SupportGraph, solved: Mapping[str, Solution | None]) -> None:
        self.question, self.graph = question, graph
        self.solved = {label: solution for label, solution in solved.items() if solution is not None}
        self.texts = {choice.label: choice.text for choice in question.choices}

    def support(self, label: str) -> Support:
        """Return the score of a choice with its graph, its parts, and what sets it apart from its best rival."""
        solution = self.solved[label]
        if not solution.edges:
            return Support(None, Explanation(summary=f"{BOUND}: no support graph was found in so many nodes"), (CUT,))
        nodes: dict[str, Node] = {}
        links = [self._link(edge, label, nodes) for edge in sorted(solution.edges)]
        summary = "; ".join(filter(None, [BOUND if solution.status == BOUND else "", self._why_not(label)]))
        placed = {end: self._place(end, label, nodes) for edge in sorted(solution.edges) for end in edge}
        parts = tuple(replace(part, of=self._earners(part, placed)) for part in solution.parts)
        why = Explanation(tuple(nodes.values()), tuple(links), parts=parts, summary=summary)
        return Support(solution.objective, why, (CUT,) if solution.status == BOUND else ())

    def _earners(self, part: Part, placed: Mapping[str, str]) -> tuple[str, ...]:
        """The nodes of the explanation that a part goes to: where its cells were placed, or those of its table."""
        found = (
            place
            for node in part.of
            for cell, place in placed.items()
            if node in (cell, place) or node in self.graph.ancestors(cell)
        )
        return tuple(dict.fromkeys(found))

    def _link(self, edge: Edge, label: str, nodes: dict[str, Node]) -> Link:
        start, end = (self._place(node, label, nodes) for node in edge)
        one, other = (self.graph.node(node)["text"] for node in edge)
        why = one if one == other else f"{one} ~ {other}"
        return Link(start, end, why, round(self.graph.edge(edge)["weight"], 4))

    def _place(self, node: str, label: str, nodes: dict[str, Node]) -> str:
        """The node of the explanation that a cell (by its row or tuple) or a term (by itself or its choice) goes to."""
        data = self.graph.node(node)
        if data["kind"] in ("term", "told"):
            nodes.setdefault(node, Node(node, "question", data["text"]))
            return node
        unit = data["groups"][0]
        if data["kind"] == "title":
            table = self.graph.node(unit)["groups"][0]
            nodes.setdefault(unit, Node(unit, "fact", f"column {data['text']!r} of table {table}", table))
        elif data["kind"] == "answer":
            nodes.setdefault(unit, Node(unit, "choice", self.texts[label]))
        else:
            kind: NodeKind = "row" if self.graph.kind(unit).endswith("row") else "tuple"
            source = re.sub(r"#\d+$", "", unit)
            nodes.setdefault(unit, Node(unit, kind, self.graph.node(unit)["text"], source))
        return str(unit)

    def _why_not(self, label: str) -> str:
        """The parts that a choice and its best rival do not share, largest first; prices are no reasons."""
        rivals = {other: each for other, each in self.solved.items() if other != label and each.edges}
        if not rivals:
            return "no other choice has support"
        rival = max(rivals, key=lambda other: rivals[other].objective)
        own, theirs = _by_name(self.solved[label].parts), _by_name(rivals[rival].parts)
        apart = {name: own.get(name, 0.0) - theirs.get(name, 0.0) for name in {*own, *theirs}}
        telling = [name for name in apart if abs(apart[name]) > GRID / 2 and not name.startswith("price of")]
        telling.sort(key=lambda name: (-abs(apart[name]), name))
        listed = ", ".join(f"{apart[name]:+.2f} {name}" for name in telling[:3])
        return f"beside {rival} ({rivals[rival].objective:.2f}): {listed}" if listed else f"worth as much as {rival}"


def _by_name(parts: Iterable[Part]) -> dict[str, float]:
    sums: dict[str, float] = defaultdict(float)
    for part in parts:
        sums[part.name] += part.value
    return sums
