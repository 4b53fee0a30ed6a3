"""Which kind of reasoning a proof used."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from reasoner.chaining.reading import atoms_of
from reasoner.chaining.rules import FAMILIES, load_rules
from reasoner.explanation import Explanation

#: The families of rules, and "basic" for what rests on one fact or on facts that no family joins.
KINDS = (*FAMILIES, "basic")
#: The family that a fact of each relation brings to a composition, the most telling first.
_BY_RELATION = {
    "moreless": "grounding", "ifthen": "grounding", "causes": "causal", "enables": "causal", "requires": "causal",
    "source": "causal", "comparison": "comparison", "definition": "definition", "synonym": "definition",
    "opposite": "definition", "isa": "isa", "example": "isa", "property": "property", "madeof": "property",
    "has": "property", "contains": "property", "conducts": "property", "insulates": "property", "usedfor": "property",
}  # fmt: skip
_ORDER = tuple(dict.fromkeys(_BY_RELATION.values()))


def kind_of_facts(texts: Iterable[str]) -> str:
    """Return the kind of reasoning that joining some facts takes, by what they say.

    >>> kind_of_facts(["a robin is a kind of bird", "birds sing"])
    'isa'
    >>> kind_of_facts(["if iron gets wet then it rusts", "a gate is made of iron"])
    'grounding'
    """
    found = {_BY_RELATION[atom.relation] for text in texts for atom in atoms_of(text) if atom.relation in _BY_RELATION}
    return next((family for family in _ORDER if family in found), "basic")


def kind_of(explanation: Explanation) -> str:
    """Return the kind of reasoning behind an explanation: the family of its last rule that has one."""
    for step in reversed(explanation.steps):
        name = step.rule.partition(" (")
        if name[0] in _families():
            return _families()[name[0]]
        if name[1]:
            return name[2].rstrip(")")
    return "basic"


@cache
def _families() -> dict[str, str]:
    return {rule.name: rule.family for rule in load_rules()}
