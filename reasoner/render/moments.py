"""An explanation told one thing at a time: each step of a proof, or what each fact is joined to, in a sentence."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from reasoner.explanation import Explanation, Link, Step

#: What is there from the beginning: what is asked, and what is to be shown.
START = 0


@dataclass(frozen=True)
class Moment:
    """What comes in at one moment: from which texts (`given`), by what (`how`), to which (`then`); what is drawn."""

    given: tuple[str, ...]
    how: str
    then: str
    drawn: tuple[Step | Link, ...]
    nodes: tuple[str, ...]


def moments(explanation: Explanation) -> tuple[Moment, ...]:
    """Return an explanation in the order in which one would tell it.

    >>> from reasoner.explanation import Node
    >>> nodes = (Node("a", "fact", "Zilk is a wug."), Node("b", "fact", "Wugs glow."), Node("c", "choice", "It glows."))
    >>> moment, = moments(Explanation(nodes, steps=(Step("follows", ("a", "b"), "c", 1.0),)))
    >>> moment.given, moment.then
    (('Zilk is a wug.', 'Wugs glow.'), 'It glows.')
    """
    return (*_steps(explanation), *_links(explanation))


def appearances(explanation: Explanation, told: tuple[Moment, ...]) -> dict[str | Step | Link, int]:
    """Return the moment, from 1, at which each node (by its id), step and link comes in; at 0 what is asked."""
    start = (node.id for node in explanation.nodes if node.kind in ("question", "choice"))
    seen: dict[str | Step | Link, int] = dict.fromkeys(start, START)
    for number, moment in enumerate(told, 1):
        for item in (*moment.nodes, *moment.drawn):
            seen.setdefault(item, number)
    last = max(len(told), 1)
    return {node.id: last for node in explanation.nodes} | seen


def _steps(explanation: Explanation) -> Iterator[Moment]:
    texts = {node.id: node.text for node in explanation.nodes}
    for step in explanation.steps:
        given = tuple(texts[premise] for premise in step.premises)
        sure = "" if step.confidence >= 1 else f" ({step.confidence:.2f})"
        yield Moment(given, f"{step.rule}{sure}", texts[step.conclusion], (step,), (*step.premises, step.conclusion))


def _links(explanation: Explanation) -> Iterator[Moment]:
    """Yield the links of each fact together; then those between other nodes."""
    nodes = {node.id: node for node in explanation.nodes}
    left = list(explanation.links)
    for fact in [*explanation.facts, *explanation.nodes]:
        own = tuple(link for link in left if fact.id in (link.start, link.end))
        left = [link for link in left if link not in own]
        if own:
            others = dict.fromkeys(link.end if link.start == fact.id else link.start for link in own)
            why = ", ".join(dict.fromkeys(link.why for link in own))
            told = ", ".join(dict.fromkeys(nodes[other].text for other in others))
            yield Moment((fact.text,), why, told, own, (fact.id, *others))
