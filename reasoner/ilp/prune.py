"""What can never be active, found before anything is solved."""

from __future__ import annotations

from reasoner.ilp.graph import SupportGraph
from reasoner.ilp.profile import Bridge, Degree, Members, Profile


def prune(graph: SupportGraph, profile: Profile) -> None:
    """Remove the nodes that no rule-abiding support graph can hold.

    A node goes when it has neither edge nor member left, when a rule asks for more edges or members than it could ever
    have, or when evidence has no way in or no way out; what that leaves bare goes next, until nothing changes.

    >>> graph = SupportGraph()
    >>> graph.add_node("heat", "term")
    >>> graph.add_node("lonely", "term")
    >>> graph.add_node("steel", "choice")
    >>> graph.add_edge("heat", "steel", "ask", 1.0)
    >>> prune(graph, Profile("p", "choice"))
    >>> graph.nodes
    ['heat', 'steel']
    """
    while dropped := _impossible(graph, profile):
        graph.drop(dropped)


def _impossible(graph: SupportGraph, profile: Profile) -> list[str]:
    bare = [node for node in graph.nodes if not (graph.members(node) or graph.edges_at(node))]
    return bare + [node for rule in profile.rules for node in _breaking(rule, graph)]


def _breaking(rule: object, graph: SupportGraph) -> list[str]:
    if isinstance(rule, Degree) and rule.at_least:
        return [node for node in graph.of_kind(rule.kind) if len(graph.edges_at(node, rule.edges)) < rule.at_least]
    if isinstance(rule, Members) and rule.at_least:
        return [
            group for group in graph.of_kind(rule.group) if len(graph.members(group, rule.members)) < rule.at_least
        ]  # fmt: skip
    if isinstance(rule, Bridge):
        into, out = {*rule.into, *rule.links}, {*rule.out, *rule.links}
        return [
            group
            for kind in rule.groups
            for group in graph.of_kind(kind)
            if not any(graph.edges_into(node, into) for node in graph.members(group))
            or not any(graph.edges_from(node, out) for node in graph.members(group))
        ]
    return []
