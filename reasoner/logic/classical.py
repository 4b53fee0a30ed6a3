"""Classical entailment over the constants at hand: ground clauses, unit propagation, case splits."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from reasoner.logic.atoms import Literal, Rule, Variable
from reasoner.logic.proof import Derivation, Kind
from reasoner.logic.unify import Demand, completions, constants_of, demand_of, match

Trail = dict[Literal, Derivation]


@dataclass(frozen=True, slots=True)
class Clause:
    """One of the literals holds: an instance of a rule, its conditions denied, or of what `exclusive` adds to it."""

    literals: tuple[Literal, ...]
    rule: Rule
    binding: tuple[tuple[Variable, str], ...]
    exclusion: bool = False

    def kind(self, conclusion: Literal | None) -> Kind:
        """Return how this clause concludes one of its literals, or absurdity."""
        if conclusion is None:
            return "clash"
        if self.exclusion:
            return "exclusion"
        heads = {head.under(dict(self.binding)) for head in self.rule.heads}
        if conclusion not in heads:
            return "contraposition"
        if len(heads) > 1:
            return "elimination"
        return "rule" if self.rule.body else "given"


def clauses_of(rule: Rule) -> Iterator[tuple[tuple[Literal, ...], bool]]:
    """Yield what a rule says as disjunctions, each with whether it comes from `exclusive`.

    >>> wet, dry = Literal("wet", ()), Literal("dry", ())
    >>> for literals, _ in clauses_of(Rule((), (wet, dry), exclusive=True)):
    ...     print(*literals, sep=" or ")
    wet() or dry()
    not wet() or not dry()
    """
    denied = tuple(literal.denied for literal in rule.body)
    yield (*denied, *rule.heads), False
    if rule.exclusive:
        for one, other in combinations(rule.heads, 2):
            yield (*denied, one.denied, other.denied), True


def relevant_clauses(rules: Iterable[Rule], goal: Literal, limit: int) -> tuple[list[Clause], bool]:
    """Return the ground clauses that are connected with the goal, nearest first, and whether the limit cut them.

    Variables range over the constants of the rules that are connected with the goal; a further constant would only
    behave as one of these, so it could not change the answer.
    """
    near = _connected(rules, goal)
    terms = [term for rule in near for literal in (*rule.body, *rule.heads) for term in literal.terms]
    constants = [term for term in dict.fromkeys((*terms, *goal.terms)) if isinstance(term, str)] or ["something"]
    return _grounded(near, goal, constants, limit)


def _connected(rules: Iterable[Rule], goal: Literal) -> list[Rule]:
    """Return the rules that share, directly or through others, something that may be the same atom."""
    by_predicate: dict[tuple[str, int], dict[int, list[Demand]]] = {}
    numbered = list(rules)
    for number, rule in enumerate(numbered):
        for literal in (*rule.body, *rule.heads):
            places = by_predicate.setdefault((literal.predicate, len(literal.terms)), {})
            places.setdefault(number, []).append(demand_of(literal, {}))
    found: set[int] = set()
    queue = [demand_of(goal, {})]
    seen = set(queue)
    for demand in queue:
        places = by_predicate.get((demand[0], len(demand[2])), {})
        hits = [number for number, patterns in places.items() if any(_overlap(demand, one) for one in patterns)]
        for number in hits:
            if number not in found:
                found.add(number)
                rule = numbered[number]
                new = {demand_of(literal, {}) for literal in (*rule.body, *rule.heads)} - seen
                seen |= new
                queue += sorted(new, key=str)
    return [numbered[number] for number in sorted(found)]


def _overlap(one: Demand, other: Demand) -> bool:
    return all(a is None or b is None or a == b for a, b in zip(one[2], other[2], strict=True))


def _grounded(rules: Sequence[Rule], goal: Literal, constants: Sequence[str], limit: int) -> tuple[list[Clause], bool]:
    by_predicate: dict[tuple[str, int], list[tuple[Rule, Literal]]] = {}
    for rule in rules:
        for literal in (*rule.body, *rule.heads):
            by_predicate.setdefault((literal.predicate, len(literal.terms)), []).append((rule, literal))
    clauses: dict[Clause, None] = {}
    queue = [_atom(goal)]
    seen = set(queue)
    tried = 0
    for atom in queue:
        for rule, literal in by_predicate.get((atom.predicate, len(atom.terms)), ()):
            start = match(literal.terms, constants_of(atom), {})
            if start is None:
                continue
            for clause in _instances(rule, start, constants):
                tried += 1
                if tried > limit:
                    return list(clauses), True
                if clause in clauses:
                    continue
                clauses[clause] = None
                new = [_atom(one) for one in clause.literals]
                queue += [one for one in dict.fromkeys(new) if one not in seen]
                seen.update(new)
    return list(clauses), False


def _atom(literal: Literal) -> Literal:
    return literal if literal.positive else literal.denied


def _instances(rule: Rule, start: dict[Variable, str], constants: Sequence[str]) -> Iterator[Clause]:
    variables = {variable for literal in (*rule.body, *rule.heads) for variable in literal.variables}
    for binding in completions(variables, start, constants):
        bound = tuple(sorted(binding.items()))
        for literals, exclusion in clauses_of(rule):
            ground = tuple(dict.fromkeys(literal.under(binding) for literal in literals))
            if not any(literal.denied in ground for literal in ground):
                yield Clause(ground, rule, bound, exclusion)


#: What a clause that is still open has left at the least: those with one possibility are settled by propagation.
_FEWEST = 2


class Search:
    """Proves one literal from ground clauses, or absurdity where they contradict each other.

    First whatever follows by itself is added, clause by clause (unit propagation); then the denial of the goal is
    tried; then the cases of a clause that is still open, one after the other. The search is cut after so many splits
    or after so many looks at a clause, whichever comes first: with many clauses a single split may be long.
    """

    def __init__(self, clauses: Sequence[Clause], goal: Literal, splits: int, looks: int) -> None:
        self.clauses, self.goal = clauses, goal
        self._most_splits, self._most_looks = splits, looks
        self.splits, self.looks = 0, 0
        self._users: dict[Literal, list[Clause]] = {}
        for clause in clauses:
            for literal in clause.literals:
                self._users.setdefault(literal.denied, []).append(clause)

    @property
    def cut(self) -> bool:
        """Whether a limit ended the search."""
        return self.splits > self._most_splits or self.looks > self._most_looks

    def run(self) -> Derivation | None:
        """Return a derivation of the goal, of absurdity (conclusion None), or None where there is neither."""
        trail: Trail = {}
        clash = self._propagate(trail, [clause for clause in self.clauses if len(clause.literals) == 1])
        return clash or self._close(trail)

    def _close(self, trail: Trail) -> Derivation | None:
        """Close a branch that is propagated already; None: a model in which the goal fails is left."""
        if self.goal in trail:
            return trail[self.goal]
        supposed = dict(trail)
        if self.goal.denied not in trail:
            clash = self._suppose(supposed, denial := Derivation("assume", self.goal.denied))
            if clash is not None:
                return _without(clash, denial)
        clause = self._open_clause(supposed)
        if clause is None:
            return None
        self.splits += 1
        return None if self.cut else self._by_cases(clause, trail)

    def _by_cases(self, clause: Clause, trail: Trail) -> Derivation | None:
        closed: list[tuple[Derivation, Derivation]] = []
        for literal in clause.literals:
            if literal.denied in trail:
                continue
            case, inside = Derivation("assume", literal), dict(trail)
            result = self._suppose(inside, case) or self._close(inside)
            if result is None or not _rests_on(result, case):
                return result
            closed.append((case, result))
        denials = tuple(trail[literal.denied] for literal in clause.literals if literal.denied in trail)
        goal = self.goal if any(result.conclusion for _, result in closed) else None
        return Derivation("cases", goal, clause.rule, clause.binding, denials, tuple(closed))

    def _suppose(self, trail: Trail, assumption: Derivation) -> Derivation | None:
        assert assumption.conclusion is not None
        trail[assumption.conclusion] = assumption
        return self._propagate(trail, self._users.get(assumption.conclusion, ()))

    def _propagate(self, trail: Trail, clauses: Iterable[Clause]) -> Derivation | None:
        """Add what follows clause by clause; return the derivation of absurdity where one clause fails."""
        queue = list(clauses)
        for clause in queue:
            self.looks += 1
            if self.looks > self._most_looks:
                return None
            if any(literal in trail for literal in clause.literals):
                continue
            left = [literal for literal in clause.literals if literal.denied not in trail]
            if len(left) > 1:
                continue
            conclusion = left[0] if left else None
            premises = tuple(trail[literal.denied] for literal in clause.literals if literal != conclusion)
            why = Derivation(clause.kind(conclusion), conclusion, clause.rule, clause.binding, premises)
            if conclusion is None:
                return why
            trail[conclusion] = why
            queue += self._users.get(conclusion, ())
        return None

    def _open_clause(self, trail: Trail) -> Clause | None:
        """Return the clause with the fewest possibilities left that nothing makes true yet."""
        best, fewest = None, 0
        self.looks += len(self.clauses)
        for clause in self.clauses:
            if any(literal in trail for literal in clause.literals):
                continue
            left = sum(literal.denied not in trail for literal in clause.literals)
            if best is None or left < fewest:
                best, fewest = clause, left
            if fewest <= _FEWEST:
                break
        return best


def _without(clash: Derivation, assumption: Derivation) -> Derivation:
    """Return the opposite of what leads to absurdity, or the absurdity where the assumption has no part in it."""
    if not _rests_on(clash, assumption):
        return clash
    assert assumption.conclusion is not None
    return Derivation("contradiction", assumption.conclusion.denied, cases=((assumption, clash),))


def _rests_on(derivation: Derivation, assumption: Derivation) -> bool:
    seen: set[int] = set()
    stack = [derivation]
    while stack:
        part = stack.pop()
        if part is assumption:
            return True
        if id(part) not in seen:
            seen.add(id(part))
            stack += part.below
    return False
