"""A score made of parts, with the nodes that earned it."""

from __future__ import annotations

from collections.abc import Iterable

from reasoner.explanation import Explanation, Node, Part, total
from reasoner.solver import Support

DECIMALS = 6  # finer differences between scores are those of batches


def choice_node(text: str) -> Node:
    """Return the node of a choice."""
    return Node("choice", "choice", text)


def shown(score: float, summary: str, choice: str, *reasons: Node, name: str = "") -> Support:
    """Return a score of one part, earned by the nodes that are shown for it."""
    nodes = (choice_node(choice), *reasons)
    parts = (Part(name or summary, score, tuple(node.id for node in nodes)),)
    return Support(total(parts), Explanation(nodes, parts=parts, summary=summary))


def supported(parts: tuple[Part, ...], nodes: Iterable[Node]) -> Support:
    """Return a score made of parts, and those nodes that a part points at."""
    used = {one for part in parts for one in part.of}
    why = Explanation(tuple(node for node in nodes if node.id in used), parts=parts)
    return Support(round(total(parts), DECIMALS), why)
