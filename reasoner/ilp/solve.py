"""Back ends by name, one solve per target with that target fixed, and every answer checked before it counts."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from reasoner.errors import ReasonerError, UnknownNameError
from reasoner.explanation import Part, total
from reasoner.ilp.graph import Edge, SupportGraph
from reasoner.ilp.model import Model
from reasoner.ilp.profile import GRID, Profile, on_grid
from reasoner.ilp.prune import prune
from reasoner.ilp.verify import parts, violations

#: Nodes of the branch-and-bound tree for each target. A count, not a clock: a busy machine changes no answer. Nine
#: graphs in ten are solved at the first node.
NODE_LIMIT = 1_000

OPTIMUM, BOUND = "optimum", "bound, not optimum"


@dataclass(frozen=True, slots=True)
class Solution:
    """The best support graph found for a target: its edges, what it is worth and why, and whether that is proved.

    Without edges, the limit was reached before one was found.
    """

    target: str
    status: str
    objective: float
    edges: frozenset[Edge]
    parts: tuple[Part, ...]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a back end says: the value of every variable (none where it found no solution), whether it is done, and what
    it takes the solution to be worth."""

    values: list[float]
    finished: bool
    objective: float = 0.0


class Program(Protocol):
    """An integer program as PuLP holds it: its variables and its rows, both in order, each row an upper bound."""

    problem: Any
    columns: list[Any]
    rows: list[Any]


class BackEnd(ABC):
    """Solves one model for one target after the other."""

    def __init__(self, model: Program, nodes: int) -> None:
        self.model, self.nodes = model, nodes

    @abstractmethod
    def solve(self, fixed: Mapping[int, float]) -> Outcome:
        """Solve with some variables fixed, by their positions."""


class HiGHS(BackEnd):
    """HiGHS in this process: the model is handed over once, then only the bounds of the targets change."""

    def __init__(self, model: Program, nodes: int) -> None:
        import highspy

        super().__init__(model, nodes)
        self.solver: Any = highspy.Highs()  # type: ignore[no-untyped-call]
        options: dict[str, Any] = {"output_flag": False, "threads": 1, "mip_rel_gap": 0.0, "mip_abs_gap": GRID / 10}
        options["mip_max_nodes"] = nodes
        for name, value in options.items():
            self.solver.setOptionValue(name, value)
        self.solver.passModel(_highs_lp(model))

    def solve(self, fixed: Mapping[int, float]) -> Outcome:
        """Solve; HiGHS keeps the model between calls."""
        from highspy import HighsModelStatus

        for position, value in fixed.items():
            self.solver.changeColBounds(position, value, value)
        self.solver.run()
        status = self.solver.getModelStatus()
        if status == HighsModelStatus.kInfeasible:
            return Outcome([], finished=True)
        values = list(self.solver.getSolution().col_value) if self.solver.getInfo().primal_solution_status == 2 else []
        worth = float(self.solver.getInfo().objective_function_value)
        return Outcome(values, status == HighsModelStatus.kOptimal, worth)


def _highs_lp(model: Program) -> Any:
    """Return the PuLP problem as HiGHS keeps it."""
    import highspy
    import numpy as np

    number = {variable: position for position, variable in enumerate(model.columns)}
    starts, indices, values = [0], [], []
    for row in model.rows:
        indices += [number[variable] for variable in row]
        values += row.values()
        starts.append(len(indices))
    lp = highspy.HighsLp()
    lp.num_col_, lp.num_row_ = len(model.columns), len(model.rows)
    lp.sense_ = highspy.ObjSense.kMaximize
    lp.col_cost_ = np.array([model.problem.objective.get(variable, 0.0) for variable in model.columns])
    lp.col_lower_ = np.zeros(len(model.columns))
    lp.col_upper_ = np.array([variable.upBound for variable in model.columns])
    lp.row_lower_ = np.full(len(model.rows), -highspy.kHighsInf)
    lp.row_upper_ = np.array([-row.constant for row in model.rows])
    whole = {True: highspy.HighsVarType.kInteger, False: highspy.HighsVarType.kContinuous}
    lp.integrality_ = [whole[variable.isInteger()] for variable in model.columns]
    lp.a_matrix_.format_ = highspy.MatrixFormat.kRowwise
    lp.a_matrix_.start_, lp.a_matrix_.index_ = np.array(starts), np.array(indices)
    lp.a_matrix_.value_ = np.array(values)
    return lp


class CBC(BackEnd):
    """CBC, which comes with PuLP and runs as a process of its own."""

    def solve(self, fixed: Mapping[int, float]) -> Outcome:
        """Write the problem out, solve it and read the values back."""
        import pulp

        for position, value in fixed.items():
            self.model.columns[position].bounds(value, value)
        limits = {"maxNodes": self.nodes, "gapRel": 0.0, "gapAbs": GRID / 10}
        self.model.problem.solve(pulp.getSolver("PULP_CBC_CMD", msg=False, **limits))
        if self.model.problem.sol_status == pulp.LpSolutionInfeasible:
            return Outcome([], finished=True)
        found = self.model.problem.sol_status in (pulp.LpSolutionOptimal, pulp.LpSolutionIntegerFeasible)
        values = [float(variable.varValue or 0.0) for variable in self.model.columns] if found else []
        done = self.model.problem.sol_status == pulp.LpSolutionOptimal
        return Outcome(values, done, float(pulp.value(self.model.problem.objective) or 0.0))


BACK_ENDS: dict[str, type[BackEnd]] = {"cbc": CBC, "highs": HiGHS}
#: The faster of the two that need no installation, by eval/benchmarks/ilp.py.
DEFAULT = "highs"


class Optimizer:
    """Solves a support graph for each of its targets; what can never be active is removed from the graph.

    Examples
    --------
    >>> from reasoner.ilp.profile import Price
    >>> graph = SupportGraph()
    >>> graph.add_node("heat", "term", weight=2.0)
    >>> graph.add_node("steel", "choice")
    >>> graph.add_node("wool", "choice")
    >>> graph.add_edge("heat", "steel", "ask", 0.5)
    >>> optimizer = Optimizer(graph, Profile("p", "choice", nodes={"term": Price()}, edges={"ask": Price()}))
    >>> optimizer.best("steel").objective, optimizer.best("wool") is None
    (2.5, True)
    """

    def __init__(self, graph: SupportGraph, profile: Profile, back_end: str = DEFAULT, nodes: int = NODE_LIMIT) -> None:
        if back_end not in BACK_ENDS:
            raise UnknownNameError("ILP back end", back_end, BACK_ENDS)
        self.graph, self.profile = graph, profile
        prune(graph, profile)
        self._make: type[BackEnd] = BACK_ENDS[back_end]
        self._back_end: BackEnd | None = None
        self._nodes = nodes

    def best(self, target: str) -> Solution | None:
        """Return the best support graph of a target, or None where it has none."""
        if target not in self.graph:
            return None
        if self._back_end is None:
            self._model = Model(self.graph, self.profile)
            self._back_end = self._make(self._model, self._nodes)
        outcome = self._back_end.solve(self._model.fixed(target))
        if not outcome.values:
            return None if outcome.finished else Solution(target, BOUND, 0.0, frozenset(), ())
        return self._checked(target, outcome)

    def _checked(self, target: str, outcome: Outcome) -> Solution:
        edges = self._model.active_edges(outcome.values)
        terms = parts(self.graph, self.profile, edges)
        worth = on_grid(total(terms))
        wrong = violations(self.graph, self.profile, edges, target)
        if outcome.finished and abs(worth - outcome.objective) > GRID / 2:
            wrong.append(f"the graph is worth {worth}, not {outcome.objective}")
        if wrong:
            raise ReasonerError(f"the {type(self._back_end).__name__} back end is wrong: {'; '.join(wrong)}")
        return Solution(target, OPTIMUM if outcome.finished else BOUND, worth, edges, tuple(terms))
