"""Each rule, broken once: the checker names it, and the model does not break it."""

from __future__ import annotations

import pytest

from reasoner.errors import ReasonerError, UnknownNameError
from reasoner.ilp.graph import Edge, SupportGraph
from reasoner.ilp.profile import Alike, Bridge, Degree, Joined, Limit, Members, Price, Profile, Rule
from reasoner.ilp.solve import BOUND, HiGHS, Optimizer, Outcome
from reasoner.ilp.verify import violations


def chain_graph() -> SupportGraph:
    """heat -> row 1 (two cells) -> row 2 (two cells) -> steel; both rows in one table with two columns."""
    graph = SupportGraph()
    graph.add_node("heat", "term")
    graph.add_node("choice", "choice")
    graph.add_node("steel", "answer", groups=["choice"])
    graph.add_node("table", "table")
    for column in "ab":
        graph.add_node(f"column {column}", "column", groups=["table"])
    for row in "12":
        graph.add_node(f"row {row}", "row", groups=["table"])
        for column in "ab":
            graph.add_node(f"{row}{column}", "cell", groups=[f"row {row}", f"column {column}"])
    for start, end, kind in [("heat", "1a", "ask"), ("1b", "2a", "link"), ("2b", "steel", "answer"),
                             ("heat", "2a", "ask"), ("1a", "steel", "answer"), ("2b", "1b", "link")]:  # fmt: skip
        graph.add_edge(start, end, kind, 1.0)
    return graph


CHAIN = [("heat", "1a"), ("1b", "2a"), ("2b", "steel")]
BRIDGE = Bridge(("row",), into=("ask",), out=("answer",), links=("link",), longest=2)


@pytest.mark.parametrize(
    ("rule", "edges", "message"),
    [
        (Degree("term", ("ask",), at_most=1), [("heat", "1a"), ("heat", "2a"), ("1a", "steel")], "at most 1"),
        (Degree("cell", ("ask",), at_least=1), CHAIN, "at least 1"),
        (Members("row", ("cell",), at_least=2), [("heat", "1a"), ("1a", "steel")], "active cell of row 1: 1"),
        (Members("table", ("row",), at_most=1), CHAIN, "active row of table: 2"),
        (Limit(("row",), 1), CHAIN, "2 active row"),
        (BRIDGE, [("heat", "1a"), ("1b", "2a"), ("1a", "steel")], "row 2 has no way out"),
        (BRIDGE, [("1b", "2a"), ("2b", "steel")], "row 1 has no way in"),
        (BRIDGE, [*CHAIN, ("2b", "1b")], "longer than 2"),
        (Bridge(("row",), ("ask",), ("answer",), ("link",), longest=1), CHAIN, "longer than 1"),
        (Alike("row", ("column",)), [("heat", "1a"), ("1a", "steel"), ("2b", "steel")], "different columns"),
    ],
)
def test_breaking_a_rule_is_found(rule: Rule, edges: list[Edge], message: str) -> None:
    found = violations(chain_graph(), Profile("p", "choice", rules=(rule,)), edges, "choice")
    assert any(message in each for each in found), found


def test_a_whole_chain_breaks_nothing() -> None:
    rules = (BRIDGE, Members("row", ("cell",), at_least=2), Alike("row", ("column",)))
    assert violations(chain_graph(), Profile("p", "choice", rules=rules), CHAIN, "choice") == []


def test_joined_tables_are_joined() -> None:
    graph = SupportGraph()
    graph.add_node("choice", "choice")
    graph.add_node("answer", "answer", groups=["choice"])
    graph.add_node("heat", "term")
    for table in "12":
        graph.add_node(f"table {table}", "table")
        graph.add_node(f"row {table}", "row", groups=[f"table {table}"])
        graph.add_node(f"cell {table}", "cell", groups=[f"row {table}"])
        graph.add_edge("heat", f"cell {table}", "ask", 1.0)
        graph.add_edge(f"cell {table}", "answer", "answer", 1.0)
    graph.add_edge("cell 1", "cell 2", "link", 1.0)
    profile = Profile("p", "choice", rules=(Joined(("table",), ("link",)),))
    apart = [edge for edge in graph.edges if graph.edge(edge)["kind"] != "link"]
    assert violations(graph, profile, apart, "choice") == ["table 1 and table 2 are not joined"]
    assert violations(graph, profile, graph.edges, "choice") == []


def test_rival_targets_and_exclusions_are_found() -> None:
    graph = chain_graph()
    graph.exclude(("heat", "1a"), ("1b", "2a"))
    profile = Profile("p", "choice")
    assert "exclude each other" in violations(graph, profile, CHAIN, "choice")[0]
    assert "supports ['choice'], not other" in violations(graph, profile, CHAIN, "other")[0]
    assert "not a possible edge" in violations(graph, profile, [("steel", "heat")], "choice")[0]


def test_a_lying_back_end_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(HiGHS, "solve", lambda self, fixed: Outcome([1.0] * len(self.model.columns), True))
    optimizer = Optimizer(chain_graph(), Profile("p", "choice", rules=(Limit(("row",), 1), BRIDGE)))
    with pytest.raises(ReasonerError, match="2 active row"):
        optimizer.best("choice")


@pytest.mark.parametrize("back_end", ["cbc", "highs"])
def test_out_of_time_is_never_called_optimal(back_end: str, monkeypatch: pytest.MonkeyPatch) -> None:
    profile = Profile("p", "choice", nodes={"term": Price()}, rules=(BRIDGE,))
    optimizer = Optimizer(chain_graph(), profile, back_end)
    found = optimizer.best("choice")
    assert found is not None
    real = type(optimizer._back_end).solve
    monkeypatch.setattr(type(optimizer._back_end), "solve", lambda *call: Outcome(real(*call).values, finished=False))
    again = optimizer.best("choice")
    assert again is not None
    assert again.status == BOUND
    monkeypatch.setattr(type(optimizer._back_end), "solve", lambda *call: Outcome([], finished=False))
    nothing = optimizer.best("choice")
    assert nothing is not None
    assert nothing.status == BOUND
    assert not nothing.edges


def test_unknown_back_end() -> None:
    with pytest.raises(UnknownNameError, match="did you mean 'highs'"):
        Optimizer(SupportGraph(), Profile("p", "choice"), "high")
