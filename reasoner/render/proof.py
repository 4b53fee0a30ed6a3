"""Proofs in the one line that EntailmentBank uses."""

from __future__ import annotations

from reasoner.explanation import Explanation, Step
from reasoner.render.text import printable


def proof_line(explanation: Explanation) -> str:
    """Return the proof in the one-line form of EntailmentBank (Dalvi et al. 2021).

    Known facts are sent1, sent2, ...; what is derived is int1, int2, ...; the last step gives the hypothesis.

    >>> proof_line(_robin())
    'sent1 & sent2 -> int1: a robin has feathers; int1 -> hypothesis;'
    """
    names = {node.id: f"sent{number}" for number, node in enumerate(explanation.facts, 1)}
    parts = []
    for number, step in enumerate(explanation.steps, 1):
        premises = " & ".join(names[premise] for premise in step.premises if premise in names)
        if step is explanation.steps[-1]:
            parts.append(f"{premises} -> hypothesis;")
        else:
            names[step.conclusion] = f"int{number}"
            parts.append(f"{premises} -> int{number}: {_text(explanation, step)};")
    return " ".join(parts)


def _text(explanation: Explanation, step: Step) -> str:
    text = next(node.text for node in explanation.nodes if node.id == step.conclusion)
    return printable(text).replace(";", ",")


def _robin() -> Explanation:
    """A small proof for the examples above."""
    from reasoner.explanation import Node

    nodes = (
        Node("f1", "fact", "birds have feathers", "given"),
        Node("f2", "fact", "a robin is a bird", "given"),
        Node("d1", "derived", "a robin has feathers"),
        Node("goal", "choice", "a robin has feathers"),
    )
    steps = (Step("inherit-part", ("f1", "f2"), "d1", 0.9), Step("matches the goal", ("d1",), "goal", 0.9))
    return Explanation(nodes, steps=steps)
