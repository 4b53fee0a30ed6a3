"""Things in an order as an integer program: what statements about their places force, allow and rule out.

A statement is a condition on the places of a few things, so its denial is one too. Each statement has a switch in
the model; a set of statements is possible together where the model with their switches on has a solution.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING, Any, Literal

from reasoner.errors import ReasonerError
from reasoner.ilp.solve import HiGHS, Program

if TYPE_CHECKING:
    import pulp

#: A thing and the scale on which it has a place: one puzzle may order the same things by age and by price.
Spot = tuple[str, str]
Verdict = Literal["entailed", "possible", "impossible"]

#: Nodes of the search for one order. The orders of seven things take a handful.
NODES = 100_000


@dataclass(frozen=True, slots=True)
class Place:
    """A thing has one of some places; they count from 1.

    >>> Place(("owl", "left"), frozenset({1})).holds([1])
    True
    """

    spot: Spot
    places: frozenset[int]

    @property
    def spots(self) -> tuple[Spot, ...]:
        """What it speaks of."""
        return (self.spot,)

    def holds(self, places: Sequence[int]) -> bool:
        """Whether it is true of some places of what it speaks of."""
        return places[0] in self.places


@dataclass(frozen=True, slots=True)
class Before:
    """One thing has an earlier place than another; with `gap`, by exactly so many places."""

    first: Spot
    second: Spot
    gap: int | None = None

    @property
    def spots(self) -> tuple[Spot, ...]:
        """What it speaks of."""
        return self.first, self.second

    def holds(self, places: Sequence[int]) -> bool:
        """Whether it is true of some places of what it speaks of."""
        distance = places[1] - places[0]
        return distance > 0 if self.gap is None else distance == self.gap


@dataclass(frozen=True, slots=True)
class Beside:
    """Two things have neighbouring places."""

    one: Spot
    other: Spot

    @property
    def spots(self) -> tuple[Spot, ...]:
        """What it speaks of."""
        return self.one, self.other

    def holds(self, places: Sequence[int]) -> bool:
        """Whether it is true of some places of what it speaks of."""
        return abs(places[0] - places[1]) == 1


@dataclass(frozen=True, slots=True)
class Between:
    """A thing is somewhere between two others."""

    inner: Spot
    one: Spot
    other: Spot

    @property
    def spots(self) -> tuple[Spot, ...]:
        """What it speaks of."""
        return self.inner, self.one, self.other

    def holds(self, places: Sequence[int]) -> bool:
        """Whether it is true of some places of what it speaks of."""
        return min(places[1:]) < places[0] < max(places[1:])


@dataclass(frozen=True, slots=True)
class Joined:
    """Some statements at once: all of them, or at least one."""

    parts: tuple[Statement, ...]
    all_of: bool = False

    @property
    def spots(self) -> tuple[Spot, ...]:
        """What it speaks of."""
        return tuple(dict.fromkeys(spot for part in self.parts for spot in part.spots))

    def holds(self, places: Sequence[int]) -> bool:
        """Whether it is true of some places of what it speaks of."""
        where = dict(zip(self.spots, places, strict=True))
        held = [part.holds([where[spot] for spot in part.spots]) for part in self.parts]
        return all(held) if self.all_of else any(held)


@dataclass(frozen=True, slots=True)
class Denied:
    """A statement is false."""

    of: Statement

    @property
    def spots(self) -> tuple[Spot, ...]:
        """What it speaks of."""
        return self.of.spots

    def holds(self, places: Sequence[int]) -> bool:
        """Whether it is true of some places of what it speaks of."""
        return not self.of.holds(places)


Statement = Place | Before | Beside | Between | Joined | Denied


class _WithoutPresolve(HiGHS):
    """HiGHS 1.15 presolves some small pure feasibility problems into a wrong answer, so it goes without."""

    def __init__(self, model: Program) -> None:
        super().__init__(model, NODES)
        for option in ("presolve", "mip_heuristic_run_feasibility_jump"):
            self.solver.setOptionValue(option, "off" if option == "presolve" else False)


class OrderModel:
    """The integer program of some things and of statements about them.

    Every thing has one place on each scale that is spoken of, no two things the same.

    >>> bus, van = ("bus", "age"), ("van", "age")
    >>> model = OrderModel(["bus", "van", "tram"], 3, [Before(bus, van), Place(van, frozenset({2}))])
    >>> model.places([0, 1])[bus]
    1
    """

    def __init__(self, things: Sequence[str], count: int, statements: Sequence[Statement]) -> None:
        import pulp

        self.statements, self.count = statements, count
        self.problem = pulp.LpProblem("order", pulp.LpMaximize)
        self.problem += pulp.LpAffineExpression([])
        self.columns: list[pulp.LpVariable] = []
        self.rows: list[pulp.LpConstraint] = []
        self._pulp = pulp
        scales = dict.fromkeys(scale for one in statements for _, scale in one.spots)
        self._at = {(thing, scale): [self._variable() for _ in range(count)] for scale in scales for thing in things}
        for scale in scales:
            self._one_place_each([self._at[thing, scale] for thing in things])
        self.switches = [len(self.columns) + number for number in range(len(statements))]
        for statement in statements:
            self._add(statement, self._variable())
        self._back_end = _WithoutPresolve(self)
        self._known: list[dict[Spot, int]] = []

    def _variable(self) -> pulp.LpVariable:
        self.columns.append(self.problem.add_variable(f"v{len(self.columns):05}", 0, 1, self._pulp.LpInteger))
        return self.columns[-1]

    def _at_most(self, terms: Iterable[tuple[Any, float]], bound: float) -> None:
        pulp = self._pulp
        self.rows.append(pulp.LpConstraint(pulp.LpAffineExpression(list(terms)), pulp.LpConstraintLE, rhs=bound))
        self.problem.addConstraint(self.rows[-1], f"c{len(self.rows)}")

    def _one_place_each(self, rows: Sequence[Sequence[Any]]) -> None:
        for row in rows:
            self._at_most([(variable, 1.0) for variable in row], 1.0)
            self._at_most([(variable, -1.0) for variable in row], -1.0)
        for column in zip(*rows, strict=True):
            self._at_most([(variable, 1.0) for variable in column], 1.0)

    def _add(self, statement: Statement, switch: Any) -> None:
        """For all places of all things but the last, forbid the places of the last that make the statement false."""
        *others, last = (self._at[spot] for spot in statement.spots)
        places = range(1, self.count + 1)
        for given in product(places, repeat=len(others)):
            wrong = [(last[place - 1], 1.0) for place in places if not statement.holds([*given, place])]
            if wrong:
                fixed = [(row[place - 1], 1.0) for row, place in zip(others, given, strict=True)]
                self._at_most([*wrong, *fixed, (switch, 1.0)], len(others) + 1.0)

    def places(self, on: Iterable[int]) -> dict[Spot, int] | None:
        """Return places with which the statements of some numbers hold together, or None where there are none.

        Raises
        ------
        ReasonerError
            If the solver's places do not make a statement true: they are looked at, not believed.
        """
        chosen = set(on)
        for known in self._known:  # an order found for another question may do
            if self._fits(known, chosen):
                return known
        switched = {column: float(number in chosen) for number, column in enumerate(self.switches)}
        outcome = self._back_end.solve(switched)
        if not outcome.values:
            if not outcome.finished:
                raise ReasonerError("the solver did not finish an order of a few things")
            return None
        value = dict(zip((variable.name for variable in self.columns), outcome.values, strict=True))
        found = {
            spot: next(place for place, variable in enumerate(row, 1) if value[variable.name] > 0.5)
            for spot, row in self._at.items()
        }
        if not self._fits(found, chosen):
            raise ReasonerError("the solver's order contradicts a statement that it was given")
        self._known.append(found)
        return found

    def _fits(self, places: Mapping[Spot, int], chosen: Iterable[int]) -> bool:
        statements = (self.statements[number] for number in chosen)
        return all(one.holds([places[spot] for spot in one.spots]) for one in statements)


@dataclass(frozen=True, slots=True)
class Ruling:
    """Whether a claim is entailed, possible or impossible, and the numbers of the statements that make it so."""

    verdict: Verdict
    forced_by: tuple[int, ...] = ()


class Order:
    """Things, statements about their places, and claims to judge.

    Parameters
    ----------
    things
        What is put in order.
    statements
        What is given.
    claims
        What may be asked.
    count
        How many places there are, where it is more than there are things.

    Examples
    --------
    >>> bus, van, tram = (("bus", "age"), ("van", "age"), ("tram", "age"))
    >>> order = Order(["bus", "van", "tram"], [Before(bus, van), Before(van, tram)], [Place(bus, frozenset({1}))])
    >>> order.judge(0)
    Ruling(verdict='entailed', forced_by=(0, 1))
    """

    def __init__(
        self, things: Sequence[str], statements: Sequence[Statement], claims: Sequence[Statement], count: int = 0
    ) -> None:
        self.given = list(range(len(statements)))
        both = [side for claim in claims for side in (claim, Denied(claim))]
        self._model = OrderModel(things, max(count, len(things)), [*statements, *both])

    def conflict(self) -> tuple[int, ...]:
        """Return statements that cannot hold together, none of them idle; empty where all can."""
        return () if self._model.places(self.given) else self._irreducible(())

    def judge(self, claim: int) -> Ruling:
        """Return whether the claim of a number follows from the statements."""
        asserted, denied = len(self.given) + 2 * claim, len(self.given) + 2 * claim + 1
        if self._model.places([*self.given, denied]) is None:
            return Ruling("entailed", self._irreducible((denied,)))
        if self._model.places([*self.given, asserted]) is None:
            return Ruling("impossible", self._irreducible((asserted,)))
        return Ruling("possible")

    def _irreducible(self, kept: tuple[int, ...]) -> tuple[int, ...]:
        """Return statements that are impossible with `kept` and of which none can be left out (by deletion)."""
        needed = list(self.given)
        for number in self.given:
            rest = [other for other in needed if other != number]
            if self._model.places([*rest, *kept]) is None:
                needed = rest
        return tuple(needed)
