"""The instances of rules that bear on a goal: found from the goal down, with a table for whatever is asked for.

A demand names a predicate, a sign and the constants that are known. Rules that may conclude it are tried, their
conditions become demands in turn, and each answer of a table meets each partly matched rule that waits for it once.
Nothing that has no such connection to the goal is ever touched, so unrelated facts cost nothing.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from reasoner.logic.atoms import Literal, Rule, Variable
from reasoner.logic.index import RuleIndex
from reasoner.logic.unify import Demand, completions, constants_of, demand_of, match


@dataclass(frozen=True, slots=True)
class Instance:
    """A rule with every variable bound: if the premises hold, so does the conclusion."""

    rule: Rule
    conclusion: Literal
    premises: tuple[Literal, ...]
    binding: tuple[tuple[Variable, str], ...]


@dataclass(slots=True)
class _Table:
    """What is known to answer a demand, and the partly matched rules that wait for more."""

    demand: Demand
    answers: dict[Literal, None] = field(default_factory=dict)
    waiting: list[tuple[_Partial, Literal]] = field(default_factory=list)


@dataclass(slots=True)
class _Partial:
    """A rule on its way: what is bound so far, and the places of the conditions that are still to be met."""

    number: int
    rule: Rule
    table: _Table
    binding: dict[Variable, str]
    left: tuple[int, ...]


class Grounder:
    """Collects instances of rules for one demand after another.

    With `closed_world` a negative condition never has to be derived: whether it holds is decided afterwards.

    >>> x = Variable("x")
    >>> rule = Rule((Literal("is", (x, "wib")),), (Literal("is", (x, "trum")),))
    >>> grounder = Grounder(RuleIndex([rule, Rule((), (Literal("is", ("Max", "wib")),))]), [], 100)
    >>> grounder.ask([Literal("is", ("Max", "trum"))])
    >>> [str(instance.conclusion) for instance in grounder.instances]
    ['is(Max, wib)', 'is(Max, trum)']
    """

    def __init__(self, index: RuleIndex, named: Sequence[str], limit: int, closed_world: bool = False) -> None:
        self.index, self.named, self.limit, self.closed_world = index, named, limit, closed_world
        self.instances: list[Instance] = []
        self.steps = 0
        self._seen: set[tuple[int, tuple[tuple[Variable, str], ...]]] = set()
        self._tables: dict[Demand, _Table] = {}
        self._agenda: deque[_Partial] = deque()

    @cached_property
    def constants(self) -> tuple[str, ...]:
        """What a variable ranges over that no condition binds: the constants of the rules and of the goal."""
        return tuple(dict.fromkeys((*self.index.constants, *self.named)))

    @property
    def cut(self) -> bool:
        """Whether the limit of steps ended the search."""
        return self.steps >= self.limit

    def ask(self, literals: Iterable[Literal]) -> None:
        """Add every instance that may help to derive some literals."""
        for literal in literals:
            self._table(demand_of(literal, {}))
        while self._agenda and not self.cut:
            self.steps += 1
            self._advance(self._agenda.popleft())

    def _table(self, demand: Demand) -> _Table:
        table = self._tables.get(demand)
        if table is None:
            table = self._tables[demand] = _Table(demand)
            for number in self.index.candidates(demand):
                rule = self.index[number]
                binding = match(rule.heads[0].terms, demand[2], {})
                if binding is not None:
                    self._agenda.append(_Partial(number, rule, table, binding, tuple(range(len(rule.body)))))
        return table

    def _advance(self, partial: _Partial) -> None:
        """Meet the next condition of a rule, the one with the fewest open variables, or conclude."""
        if not partial.left:
            self._conclude(partial)
            return
        place = min(partial.left, key=lambda place: self._openness(partial, place))
        literal = partial.rule.body[place]
        left = tuple(other for other in partial.left if other != place)
        if self.closed_world and not literal.positive:
            self._leave_open(partial, literal, left)
            return
        rest = _Partial(partial.number, partial.rule, partial.table, partial.binding, left)
        table = self._table(demand_of(literal, partial.binding))
        table.waiting.append((rest, literal))
        for answer in list(table.answers):
            self._resume(rest, literal, answer)

    def _openness(self, partial: _Partial, place: int) -> tuple[bool, bool, int, int]:
        """Return how much a condition leaves open: one that nothing narrows down comes late."""
        literal = partial.rule.body[place]
        asked = demand_of(literal, partial.binding)[2]
        left = asked.count(None)
        return self.closed_world and not literal.positive, 0 < left == len(asked), left, place

    def _leave_open(self, partial: _Partial, literal: Literal, left: tuple[int, ...]) -> None:
        for binding in self._completed(literal, partial.binding):
            ground = literal.under(binding)
            self._table(demand_of(ground, {}))
            self._table(demand_of(ground.denied, {}))
            self._agenda.append(_Partial(partial.number, partial.rule, partial.table, binding, left))

    def _completed(self, literal: Literal, binding: dict[Variable, str]) -> Iterable[dict[Variable, str]]:
        """Bind what is still open in a literal; the constants are not even gathered where nothing is."""
        if literal.variables <= binding.keys():
            return (binding,)
        return completions(literal.variables, binding, self.constants)

    def _resume(self, rest: _Partial, literal: Literal, answer: Literal) -> None:
        binding = match(literal.terms, constants_of(answer), rest.binding)
        if binding is not None:
            self._agenda.append(_Partial(rest.number, rest.rule, rest.table, binding, rest.left))

    def _conclude(self, partial: _Partial) -> None:
        rule = partial.rule
        head = rule.heads[0]
        for binding in self._completed(head, partial.binding):
            self.steps += 1
            conclusion = head.under(binding)
            bound = tuple(sorted(binding.items()))
            if (partial.number, bound) not in self._seen:
                self._seen.add((partial.number, bound))
                premises = tuple(literal.under(binding) for literal in rule.body)
                self.instances.append(Instance(rule, conclusion, premises, bound))
            if conclusion not in partial.table.answers:
                partial.table.answers[conclusion] = None
                for rest, literal in partial.table.waiting:
                    self._resume(rest, literal, conclusion)
            if self.cut:
                return
