"""Support graphs in words: nodes, links, the parts of a score, and what the facts join."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from reasoner.explanation import Explanation, Link, Node, NodeKind, Part
from reasoner.ilp.graph import Edge, SupportGraph
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
        """Return the score of a choice with its graph, its parts, and what its facts join."""
        solution = self.solved[label]
        if not solution.edges:
            return Support(None, Explanation(summary=f"{BOUND}: no support graph was found in so many nodes"), (CUT,))
        nodes: dict[str, Node] = {}
        links = [self._link(edge, label, nodes) for edge in sorted(solution.edges)]
        cut = BOUND if solution.status == BOUND else ""
        summary = "; ".join(filter(None, [cut, self._joins(label, nodes.values())]))
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
            nodes.setdefault(unit, Node(unit, kind, self.graph.node(unit)["text"], unit))
        return str(unit)

    def _joins(self, label: str, nodes: Iterable[Node]) -> str:
        """What the facts shown join, in a sentence."""
        asked = [repr(node.text) for node in nodes if node.kind == "question" and node.id != "told"]
        return f"the facts shown join {', '.join(asked)} to {self.texts[label]!r}" if asked else ""
