"""What the papers report of their sets, to stand beside what we count; and the types of facts that OpenBookQA names."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from typing import Any

from reasoner.errors import UsageError
from reasoner.language.extract.relations import relation
from reasoner.question import Question

OTHERS = "others"


@cache
def papers() -> dict[str, dict[str, Any]]:
    """Return the figures of each set.

    >>> papers()["wikihop"]["figures"]["documents"]["mean"]
    13.7
    """
    return tomllib.loads(files("reasoner.datasets").joinpath("papers.toml").read_text(encoding="utf-8"))


def reported(name: str | None) -> dict[str, Any]:
    """Return what a paper reports, or nothing where none is asked for."""
    if name is None:
        return {}
    if name not in papers():
        raise UsageError(f"--beside {name}: choose one of {', '.join(papers())}")
    return papers()[name]


def fact_types(questions: Sequence[Question]) -> dict[str, tuple[float, float]]:
    """Return, for each type of OpenBookQA's Table 2, the share of questions that need such a fact, and of all facts.

    The facts are those that questions carry beside their first, which is the author's own.

    >>> from reasoner.question import Choice
    >>> pair = (Choice("A", "wool"), Choice("B", "steel"))
    >>> asked = Question("1", "Which conducts?", pair, "B", facts=("metals conduct electricity", "steel is a metal"))
    >>> fact_types([asked])["isa"]
    (1.0, 1.0)
    """
    found = [[fact_type(fact) for fact in each.facts[1:]] for each in questions if each.facts[1:]]
    needed = Counter(name for types in found for name in set(types))
    facts = Counter(name for types in found for name in types)
    return {name: (needed[name] / len(found), count / facts.total()) for name, count in facts.most_common()}


def fact_type(fact: str) -> str:
    """Return the type of OpenBookQA's Table 2 that a fact has, as our reader of relations sees it.

    >>> fact_type("a belt buckle is made of metal"), fact_type("heat causes ice to melt")
    ('property', 'causal')
    """
    read = relation(fact)
    holds = papers()["openbookqa"]["holds"]
    return next((name for name, types in holds.items() if read.type in types and read.arguments), OTHERS)
