"""Rules found by what they conclude: by predicate, sign and the constant in each place."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from heapq import merge
from itertools import chain

from reasoner.logic.atoms import Literal, Rule, Variable
from reasoner.logic.unify import Demand

#: Predicate, sign, number of terms, place, constant there (None for a variable).
_Key = tuple[str, bool, int, int, str | None]


class RuleIndex:
    """Definite rules by their conclusion. An index may stand on another one, which it leaves as it is.

    A question's few rules stand on those of a whole knowledge base: nothing is built again for them.

    >>> facts = RuleIndex([Rule((), (Literal("is", (name, "kind")),)) for name in ("Erin", "Bob")])
    >>> more = RuleIndex([Rule((), (Literal("is", ("Erin", "red")),))], base=facts)
    >>> [str(more[number]) for number in more.candidates(("is", True, ("Erin", None)))]
    ['is(Erin, kind)', 'is(Erin, red)']
    """

    def __init__(self, rules: Iterable[Rule], base: RuleIndex | None = None) -> None:
        self.base = base
        self.first: int = 0 if base is None else len(base)
        self.own: tuple[Rule, ...] = tuple(rules)
        self._buckets: dict[_Key, list[int]] = {}
        self._by_predicate: dict[tuple[str, bool, int], list[int]] = {}
        for number, rule in enumerate(self.own, self.first):
            if rule.is_definite:
                self._add(number, rule.heads[0])

    def _add(self, number: int, head: Literal) -> None:
        kind = (head.predicate, head.positive, len(head.terms))
        self._by_predicate.setdefault(kind, []).append(number)
        for place, term in enumerate(head.terms):
            constant = None if isinstance(term, Variable) else term
            self._buckets.setdefault((*kind, place, constant), []).append(number)

    def __getitem__(self, number: int) -> Rule:
        if number < self.first and self.base is not None:
            return self.base[number]
        return self.own[number - self.first]

    def __len__(self) -> int:
        return self.first + len(self.own)

    def __iter__(self) -> Iterator[Rule]:
        return chain(self.base or (), self.own)

    def candidates(self, demand: Demand) -> list[int]:
        """Return, in order, the numbers of the rules whose conclusion may be what is asked for."""
        own = self._own_candidates(demand)
        return self.base.candidates(demand) + own if self.base else own

    def _own_candidates(self, demand: Demand) -> list[int]:
        predicate, positive, terms = demand
        kind = (predicate, positive, len(terms))
        best: tuple[list[int], list[int]] | None = None
        for place, constant in enumerate(terms):
            if constant is not None:
                pair = self._buckets.get((*kind, place, constant), []), self._buckets.get((*kind, place, None), [])
                if best is None or sum(map(len, pair)) < sum(map(len, best)):
                    best = pair
        return list(merge(*best)) if best is not None else list(self._by_predicate.get(kind, []))

    @cached_property
    def constants(self) -> tuple[str, ...]:
        """Every constant of the rules, in order of appearance."""
        before = self.base.constants if self.base else ()
        own = (term for rule in self.own for literal in (*rule.body, *rule.heads) for term in literal.terms)
        return tuple(dict.fromkeys((*before, *(term for term in own if isinstance(term, str)))))
