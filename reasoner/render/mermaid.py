"""Explanations as Mermaid, which Markdown viewers draw."""

from __future__ import annotations

from reasoner.explanation import Explanation
from reasoner.render.text import printable

_BRACKETS = {
    "question": ("([", "])"),
    "choice": ("[[", "]]"),
    "fact": ("[", "]"),
    "derived": ("(", ")"),
    "row": ("[(", ")]"),
    "tuple": ("[/", "/]"),
}


def as_mermaid(explanation: Explanation) -> str:
    """Return a flowchart in Mermaid; steps are rhombs with the name of the rule, links are dotted.

    >>> from reasoner.explanation import Node
    >>> print(as_mermaid(Explanation((Node("f", "fact", 'a "cold" day', "given"),))))
    flowchart LR
      n0["a #34;cold#34; day<br>given"]
    """
    names = {node.id: f"n{number}" for number, node in enumerate(explanation.nodes)}
    lines = []
    for node in explanation.nodes:
        start, end = _BRACKETS[node.kind]
        source = f"<br>{_text(node.source)}" if node.source else ""
        lines.append(f'{names[node.id]}{start}"{_text(node.text)}{source}"{end}')
    for number, step in enumerate(explanation.steps):
        lines.append(f's{number}{{"{_text(step.rule)} ({step.confidence:.2f})"}}')
        lines += [f"{names[premise]} --- s{number}" for premise in step.premises]
        lines.append(f"s{number} --> {names[step.conclusion]}")
    for link in explanation.links:
        weight = "" if link.weight is None else f" {link.weight:.2f}"
        lines.append(f'{names[link.start]} -. "{_text(link.why)}{weight}" .- {names[link.end]}')
    return "\n".join(["flowchart LR", *(f"  {line}" for line in lines)])


def _text(text: str) -> str:
    """Return a text as Mermaid takes it: every character that means something to it, or to HTML, by its number."""
    return "".join(
        f"#{ord(character)};" if character in '"#&<>;`\\{}[]()|' else character
        for character in " ".join(printable(text).split())
    )
