"""The reason for a score as text, whether it is a proof in steps or facts joined by links."""

from __future__ import annotations

from reasoner.explanation import Explanation
from reasoner.render.proof import proof_line
from reasoner.render.text import printable


def as_line(explanation: Explanation) -> str:
    """Return the proof as EntailmentBank writes it; facts without steps are one step to the hypothesis.

    >>> from reasoner.explanation import Node
    >>> as_line(Explanation((Node("f", "fact", "metal conducts heat"), Node("k", "fact", "steel is a metal"))))
    'sent1 & sent2 -> hypothesis;'
    """
    if explanation.steps or not explanation.facts:
        return proof_line(explanation)
    return " & ".join(f"sent{number}" for number, _ in enumerate(explanation.facts, 1)) + " -> hypothesis;"


def line_with_sentences(explanation: Explanation) -> str:
    """Return the proof as EntailmentBank writes it, and under it the sentences that it refers to.

    >>> from reasoner.explanation import Node
    >>> print(line_with_sentences(Explanation((Node("f", "fact", "metal conducts heat"),))))
    sent1 -> hypothesis;
    sent1: metal conducts heat
    """
    sentences = (f"sent{number}: {printable(node.text)}" for number, node in enumerate(explanation.facts, 1))
    return "\n".join([as_line(explanation), *sentences])
