"""Explanations as DOT, for Graphviz and everything that reads its language."""

from __future__ import annotations

from reasoner.explanation import Explanation
from reasoner.render.text import printable

_SHAPES = {
    "question": "ellipse",
    "choice": "doubleoctagon",
    "fact": "box",
    "derived": "box",
    "row": "box",
    "tuple": "box",
}
_STYLES = {"derived": "rounded,dashed", "fact": "rounded"}


def explanation_dot(explanation: Explanation, name: str = "explanation") -> str:
    """Return a graph of the nodes, with an edge from each premise to what follows, and dotted ones for links.

    >>> from reasoner.explanation import Link, Node
    >>> fact, choice = Node("f", "fact", 'steel is a "metal"', "given"), Node("c", "choice", "a spoon")
    >>> print(explanation_dot(Explanation((fact, choice), links=(Link("f", "c", "shares steel", 0.5),))))
    digraph "explanation" {
      rankdir=BT;
      "f" [shape=box, style="rounded", label="steel is a \\"metal\\"\\n[given]"];
      "c" [shape=doubleoctagon, style="", label="a spoon"];
      "f" -> "c" [style=dotted, dir=none, label="shares steel (0.50)"];
    }
    """
    lines = [f"digraph {_quoted(name)} {{", "  rankdir=BT;"]
    for node in explanation.nodes:
        label = _quoted(node.text + (f"\n[{node.source}]" if node.source else ""))
        style = _STYLES.get(node.kind, "")
        lines.append(f'  {_quoted(node.id)} [shape={_SHAPES[node.kind]}, style="{style}", label={label}];')
    for step in explanation.steps:
        label = _quoted(f"{step.rule} ({step.confidence:.2f})")
        lines += [f"  {_quoted(one)} -> {_quoted(step.conclusion)} [label={label}];" for one in step.premises]
    for link in explanation.links:
        label = _quoted(link.why if link.weight is None else f"{link.why} ({link.weight:.2f})")
        lines.append(f"  {_quoted(link.start)} -> {_quoted(link.end)} [style=dotted, dir=none, label={label}];")
    return "\n".join([*lines, "}"])


def _quoted(text: str) -> str:
    lines = (printable(line) for line in text.split("\n"))
    escaped = "\\n".join(line.replace("\\", "\\\\").replace('"', '\\"') for line in lines)
    return f'"{escaped}"'
