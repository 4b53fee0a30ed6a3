"""Explanations as DOT, the language of Graphviz."""

from __future__ import annotations

from reasoner.explanation import Explanation
from reasoner.render.text import printable

_SHAPES = {
    "question": "ellipse",
    "choice": "doubleoctagon",
    "fact": "box",
    "derived": "note",
    "row": "box3d",
    "tuple": "component",
}


def as_dot(explanation: Explanation) -> str:
    """Return a directed graph in DOT; steps are points with the name of the rule, links are dashed.

    >>> from reasoner.explanation import Node
    >>> print(as_dot(Explanation((Node("f", "fact", 'a "cold" day', "given"),))))
    digraph explanation {
      rankdir=LR;
      n0 [shape=box, label="a \\"cold\\" day", tooltip="given"];
    }
    """
    names = {node.id: f"n{number}" for number, node in enumerate(explanation.nodes)}
    lines = [
        f"{names[node.id]} [shape={_SHAPES[node.kind]}, "
        f"label={_quote(node.text)}, tooltip={_quote(node.source or '')}];"
        for node in explanation.nodes
    ]
    for number, step in enumerate(explanation.steps):
        label = _quote(f"{step.rule} ({step.confidence:.2f})")
        lines.append(f"s{number} [shape=plaintext, label={label}];")
        lines += [f"{names[premise]} -> s{number} [arrowhead=none];" for premise in step.premises]
        lines.append(f"s{number} -> {names[step.conclusion]};")
    for link in explanation.links:
        label = _quote(link.why + ("" if link.weight is None else f" {link.weight:.2f}"))
        lines.append(f"{names[link.start]} -> {names[link.end]} [style=dashed, arrowhead=none, label={label}];")
    return "\n".join(["digraph explanation {", "  rankdir=LR;", *(f"  {line}" for line in lines), "}"])


def _quote(text: str) -> str:
    """Return a DOT string; a backslash would start an escape, so it is doubled."""
    escaped = printable(text).replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'
