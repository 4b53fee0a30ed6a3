"""Explanation: a graph of facts, steps and links behind a score, with where each fact came from."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import Any, Literal

#: What the name of a part begins with where a question asks for the one that is not.
AGAINST = "against it: "

NodeKind = Literal["question", "choice", "fact", "derived", "row", "tuple"]


@dataclass(frozen=True, slots=True)
class Node:
    """Something that an explanation speaks of: a term of the question or choice, a fact, a table row, a derived fact.

    `source` says where a fact was found: "openbook.txt:12", "science/isa:40", "given".
    """

    id: str
    kind: NodeKind
    text: str
    source: str | None = None


@dataclass(frozen=True, slots=True)
class Link:
    """Why two nodes are joined, and how strongly."""

    start: str
    end: str
    why: str
    weight: float | None = None


@dataclass(frozen=True, slots=True)
class Step:
    """A rule applied: premises and conclusion are node ids."""

    rule: str
    premises: tuple[str, ...]
    conclusion: str
    confidence: float


@dataclass(frozen=True, slots=True)
class Part:
    """A named share of a score that is a sum; `of` holds the ids of the nodes of the explanation that earned it.

    What stands before the colon of its name is its kind, which parts of many questions share.

    >>> Part("term: heat", 2.0).kind, Part("against it: term: heat", -2.0).kind
    ('term', 'term')
    """

    name: str
    value: float
    of: tuple[str, ...] = ()

    @property
    def kind(self) -> str:
        """What the part is an instance of, whether it counts for the choice or, where "not" was asked, against it."""
        return self.name.removeprefix(AGAINST).split(":", 1)[0]


@dataclass(frozen=True, slots=True)
class Explanation:
    """The reason for one score: nodes, the links and steps between them, and the parts that add up to the score.

    Examples
    --------
    >>> fact = Node("f1", "fact", "steel is made of metal", source="given")
    >>> spoon = Node("c", "choice", "a steel spoon")
    >>> why = Explanation(nodes=(spoon, fact), links=(Link("c", "f1", "shares steel", 1.0),))
    >>> [node.text for node in why.facts]
    ['steel is made of metal']
    >>> Explanation(links=(Link("c", "f1", "shares steel"),))
    Traceback (most recent call last):
    ...
    ValueError: the explanation refers to nodes that it does not have: c, f1
    """

    nodes: tuple[Node, ...] = ()
    links: tuple[Link, ...] = ()
    steps: tuple[Step, ...] = ()
    parts: tuple[Part, ...] = ()
    summary: str = ""

    def __post_init__(self) -> None:
        known = {node.id for node in self.nodes}
        if len(known) < len(self.nodes):
            raise ValueError("two nodes of an explanation have the same id")
        used = {end for link in self.links for end in (link.start, link.end)}
        used |= {end for step in self.steps for end in (*step.premises, step.conclusion)}
        used |= {end for part in self.parts for end in part.of}
        if missing := sorted(used - known):
            raise ValueError(f"the explanation refers to nodes that it does not have: {', '.join(missing)}")

    @property
    def facts(self) -> tuple[Node, ...]:
        """The nodes that were known beforehand: facts, table rows and tuples."""
        return tuple(node for node in self.nodes if node.kind in {"fact", "row", "tuple"})

    def as_dict(self) -> dict[str, Any]:
        """Return plain lists and dictionaries, ready for JSON."""
        return asdict(self)

    @classmethod
    def from_dict(cls, record: dict[str, Any]) -> Explanation:
        """Return the explanation that `as_dict` wrote.

        >>> why = Explanation(parts=(Part("alignment", 0.5),), summary="one word in common")
        >>> Explanation.from_dict(why.as_dict()) == why
        True
        """
        steps = (Step(**{**step, "premises": tuple(step["premises"])}) for step in record["steps"])
        return cls(
            nodes=tuple(Node(**node) for node in record["nodes"]),
            links=tuple(Link(**link) for link in record["links"]),
            steps=tuple(steps),
            parts=tuple(Part(part["name"], part["value"], tuple(part.get("of", ()))) for part in record["parts"]),
            summary=record["summary"],
        )


def total(parts: Iterable[Part]) -> float:
    """Return the sum of the parts.

    >>> total([Part("row", 1.5), Part("penalty", -0.5)])
    1.0
    """
    return sum(part.value for part in parts)
