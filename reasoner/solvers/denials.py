"""Facts that deny what a choice claims: never support for it, and counted against it where they can be seen."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from reasoner.answer import Support
from reasoner.explanation import Node, Part
from reasoner.language.claim import denies, speaks_of_others, understand
from reasoner.question import Question


def denials(question: Question, facts: Mapping[str, str]) -> dict[str, dict[str, str]]:
    """Return, by label, the facts that deny what the choice claims, by id, with the reason.

    >>> from reasoner.question import Choice
    >>> question = Question("1", "Which of these can fly?", (Choice("A", "a penguin"), Choice("B", "a robin")))
    >>> denials(question, {"f1": "a penguin cannot fly"})
    {'A': {'f1': "it says 'not'"}, 'B': {}}
    """
    return {
        each.label: {fact: why for fact, text in facts.items() if (why := denies(text, each.text))}
        for each in understand(question).choices
    }


def of_others(question: Question, facts: Mapping[str, str]) -> dict[str, set[str]]:
    """Return, by label, the facts that deny of something else what the choice claims: they are no support for it.

    >>> from reasoner.question import Choice
    >>> question = Question("1", "Which of these can fly?", (Choice("A", "a penguin"), Choice("B", "a robin")))
    >>> of_others(question, {"f1": "a penguin cannot fly"})
    {'A': set(), 'B': {'f1'}}
    """
    return {
        each.label: {fact for fact, text in facts.items() if speaks_of_others(text, each.text)}
        for each in understand(question).choices
    }


def against(support: Support, denying: Iterable[tuple[Node, str, float]]) -> Support:
    """Return support less what facts that deny it are worth, with those facts shown.

    >>> node = Node("f1", "fact", "a penguin cannot fly")
    >>> less = against(Support(None), [(node, "it says 'not'", 2.0)])
    >>> less.score, less.refuted, less.explanation.parts[0].name
    (-2.0, True, "denied: it says 'not'")
    """
    denying = list(denying)
    if not denying:
        return support
    parts = tuple(Part(f"denied: {why}", -worth, (node.id,)) for node, why, worth in denying)
    shown = {node.id for node in support.explanation.nodes}
    nodes = tuple(node for node, _, _ in denying if node.id not in shown)
    why = support.explanation
    explained = replace(why, nodes=(*why.nodes, *nodes), parts=(*why.parts, *parts))
    return replace(support, score=sum(part.value for part in explained.parts), explanation=explained, refuted=True)
