"""The reason for a score as text, whether it is a proof in steps or facts joined by links."""

from __future__ import annotations

from collections.abc import Iterator

from reasoner.explanation import Explanation, Node
from reasoner.render.proof import proof_line
from reasoner.render.text import printable


def as_line(explanation: Explanation) -> str:
    """Return the proof as EntailmentBank writes it; facts without steps are one step to the hypothesis.

    >>> as_line(Explanation((Node("f", "fact", "metal conducts heat"), Node("k", "fact", "steel is a metal"))))
    'sent1 & sent2 -> hypothesis;'
    """
    if explanation.steps or not explanation.facts:
        return proof_line(explanation)
    return " & ".join(f"sent{number}" for number, _ in enumerate(explanation.facts, 1)) + " -> hypothesis;"


def line_with_sentences(explanation: Explanation) -> str:
    """Return the proof as EntailmentBank writes it, and under it the sentences that it refers to.

    >>> print(line_with_sentences(Explanation((Node("f", "fact", "metal conducts heat"),))))
    sent1 -> hypothesis;
    sent1: metal conducts heat
    """
    sentences = (f"sent{number}: {printable(node.text)}" for number, node in enumerate(explanation.facts, 1))
    return "\n".join([as_line(explanation), *sentences])


def as_tree(explanation: Explanation) -> str:
    """Return the reason as indented text: what is claimed first, under it what it rests on, each with its source.

    >>> from reasoner.explanation import Link
    >>> nodes = (Node("f", "fact", "metal conducts heat", "given"), Node("c", "choice", "metal"))
    >>> print(as_tree(Explanation(nodes, (Link("f", "c", "share metal", 1.0),))))
    metal
      share metal (1.00): metal conducts heat  [given]
    """
    nodes = {node.id: node for node in explanation.nodes}
    proved = {end for step in explanation.steps for end in (*step.premises, step.conclusion)}
    # A link does not lead on from these: terms of the question join everything, and steps unfold what they join.
    leaves = proved | {node.id for node in explanation.nodes if node.kind == "question"}
    shown: set[str] = set()
    lines: list[str] = []
    for root in _roots(explanation):
        waiting = [(0, "", root, False)]
        while waiting:
            depth, why, name, leaf = waiting.pop()
            lines.append("  " * depth + why + _text(nodes[name]) + ("  (see above)" if name in shown else ""))
            if name not in shown and not leaf:
                shown.add(name)
                waiting += [(depth + 1, *item) for item in reversed([*_below(explanation, name, shown, leaves)])]
    return "\n".join(lines)


def _roots(explanation: Explanation) -> Iterator[str]:
    """Yield where trees start: choices, what is proved and not used again, then whatever was joined to nothing."""
    used = {premise for step in explanation.steps for premise in step.premises}
    proved = [step.conclusion for step in explanation.steps if step.conclusion not in used]
    joined = {end for link in explanation.links for end in (link.start, link.end)} | used
    choices = [node.id for node in explanation.nodes if node.kind == "choice"]
    alone = [node.id for node in explanation.nodes if node.id not in joined]
    facts = [node.id for node in explanation.facts] if not choices and not proved else []
    yield from dict.fromkeys([*choices, *proved, *facts, *alone])


def _below(explanation: Explanation, name: str, shown: set[str], leaves: set[str]) -> Iterator[tuple[str, str, bool]]:
    """Yield what a node rests on, with the reason and whether the tree ends there: premises, then what is linked."""
    for step in explanation.steps:
        if step.conclusion == name:
            why = f"{printable(step.rule)} ({step.confidence:.2f}): "
            yield from ((why, premise, False) for premise in step.premises)
    for link in explanation.links:
        if name in (link.start, link.end):
            other = link.end if link.start == name else link.start
            if other not in shown:
                weight = "" if link.weight is None else f" ({link.weight:.2f})"
                yield f"{printable(link.why)}{weight}: ", other, other in leaves


def _text(node: Node) -> str:
    return printable(node.text) + (f"  [{printable(node.source)}]" if node.source else "")
