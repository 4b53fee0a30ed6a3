"""The optimum is the optimum: against enumeration, and of one back end against another."""

from __future__ import annotations

import random
from itertools import chain, combinations

import pytest

from reasoner.explanation import total
from reasoner.ilp.graph import SupportGraph
from reasoner.ilp.profile import Profile
from reasoner.ilp.prune import prune
from reasoner.ilp.solve import OPTIMUM, Optimizer
from reasoner.ilp.verify import parts, violations
from reasoner.solver import solver_class
from reasoner.solvers.support.weights import Weights
from tests.ilp.random_graphs import random_graph

#: Prices that make every term of the objective matter, so that no rule is idle.
WEIGHTS = Weights(term=1.0, cell=0.3, alike=0.1, unit=0.2, given_answer=0.5, link=0.6, hop=0.2)
PROFILES = ("tuple-ilp", "table-ilp", "ilp")
SMALL, COUNT = 12, 250


def profile_of(name: str) -> Profile:
    return solver_class(name).make_profile(WEIGHTS)  # type: ignore[attr-defined, no-any-return]


def enumerated(graph: SupportGraph, profile: Profile, target: str) -> float | None:
    """The best worth of all sets of edges that obey the rules."""
    own = [edge for edge in graph.edges if target in graph.ancestors(edge[1]) or graph.kind(edge[1]) != "answer"]
    subsets = chain.from_iterable(combinations(own, size) for size in range(1, len(own) + 1))
    worths = [total(parts(graph, profile, edges)) for edges in subsets if not violations(graph, profile, edges, target)]
    return max(worths, default=None)


def small_graphs(profile: Profile, count: int) -> list[SupportGraph]:
    """Graphs with at most 12 binary variables (edges) once pruned, and at least one."""
    shuffler, found = random.Random(0), []
    while len(found) < count:
        sizes = {"units": shuffler.randint(1, 4), "terms": shuffler.randint(1, 3)}
        graph = random_graph(shuffler, **sizes, density=shuffler.choice([0.2, 0.35, 0.5]))
        prune(graph, profile)
        if 0 < len(graph.edges) <= (SMALL if len(found) % 25 == 0 else 10):  # the largest take a thousand times longer
            found.append(graph)
    return found


@pytest.mark.slow
@pytest.mark.parametrize("name", PROFILES)
def test_optimum_equals_enumeration(name: str) -> None:
    profile = profile_of(name)
    supported = 0
    for graph in small_graphs(profile, COUNT):
        optimizer = Optimizer(graph, profile)
        for target in ("choice A", "choice B"):
            expected, found = enumerated(graph, profile, target), optimizer.best(target)
            assert (found is None) == (expected is None)
            if found is not None:
                supported += 1
                assert found.status == OPTIMUM
                assert found.objective == pytest.approx(expected, abs=1e-6)
    assert supported > 150


@pytest.mark.slow
@pytest.mark.parametrize("name", PROFILES)
def test_back_ends_agree(name: str) -> None:
    profile = profile_of(name)
    shuffler = random.Random(1)
    supported = 0
    for _ in range(67):
        seed = shuffler.random()
        found = {}
        for back_end in ("cbc", "highs"):
            graph = random_graph(random.Random(seed), units=6, terms=3, density=0.3)
            best = Optimizer(graph, profile, back_end).best("choice A")
            found[back_end] = None if best is None else best.objective
        supported += found["cbc"] is not None
        assert found["cbc"] == pytest.approx(found["highs"], abs=1e-6)
    assert supported > 50
