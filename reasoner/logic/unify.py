"""Matching of terms: there are no functions, so a variable stands for a constant and nothing else."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product
from typing import cast

from reasoner.logic.atoms import Binding, Literal, Term, Variable

#: What is asked for: a predicate, a sign, and a constant or None (anything) for each place.
Demand = tuple[str, bool, tuple[str | None, ...]]


def demand_of(literal: Literal, binding: Binding) -> Demand:
    """Return what a literal asks for once some of its variables are bound.

    >>> demand_of(Literal("chase", (Variable("x"), "dog")), {})
    ('chase', True, (None, 'dog'))
    """
    terms = tuple(binding.get(term) if isinstance(term, Variable) else term for term in literal.terms)
    return literal.predicate, literal.positive, terms


def constants_of(literal: Literal) -> tuple[str, ...]:
    """Return the terms of a literal without variables."""
    return cast(tuple[str, ...], literal.terms)


def match(pattern: Sequence[Term], terms: Sequence[str | None], binding: Binding) -> dict[Variable, str] | None:
    """Return the binding extended so that the pattern becomes the terms; None in the terms leaves a place open.

    >>> match((Variable("x"), "dog"), ("cat", "dog"), {})
    {Variable(name='x'): 'cat'}
    >>> match((Variable("x"), Variable("x")), ("cat", "dog"), {}) is None
    True
    """
    if len(pattern) != len(terms):
        return None
    found = dict(binding)
    for term, value in zip(pattern, terms, strict=True):
        if value is None:
            continue
        if isinstance(term, Variable):
            if found.setdefault(term, value) != value:
                return None
        elif term != value:
            return None
    return found


def completions(
    variables: Iterable[Variable], binding: Mapping[Variable, str], constants: Iterable[str]
) -> Iterator[dict[Variable, str]]:
    """Yield the binding with each still open variable ranging over the constants.

    >>> [found[Variable("x")] for found in completions([Variable("x")], {}, ["a", "b"])]
    ['a', 'b']
    """
    missing = sorted(set(variables) - binding.keys())
    if not missing:
        yield dict(binding)
        return
    for values in product(constants, repeat=len(missing)):
        yield {**binding, **dict(zip(missing, values, strict=True))}
