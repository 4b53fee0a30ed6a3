"""A closed world: what nothing makes true is false (the well-founded model of the instances)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from reasoner.logic.atoms import Literal
from reasoner.logic.cheapest import derive
from reasoner.logic.ground import Instance


def absent(instances: Sequence[Instance], asked: Iterable[Literal] = ()) -> list[Literal]:
    """Return the negative literals among premises and `asked` that hold because nothing makes the opposite true.

    What holds only if it does not hold itself stays out: it is unknown.

    >>> from reasoner.logic.atoms import Rule
    >>> kind, rough = Literal("kind", ()), Literal("rough", ())
    >>> rule = Rule((rough.denied,), (kind,))
    >>> [str(literal) for literal in absent([Instance(rule, kind, rule.body, ())])]
    ['not rough()']
    >>> rule = Rule((kind.denied,), (kind,))
    >>> absent([Instance(rule, kind, rule.body, ())])
    []
    """
    premises = (premise for instance in instances for premise in instance.premises)
    denials = [literal for literal in dict.fromkeys((*premises, *asked)) if not literal.positive]
    certain: list[Literal] = []
    while True:  # what is certain grows, what is possible shrinks, until neither changes
        possible = derive(instances, _without(denials, derive(instances, certain)))
        more = _without(denials, possible)
        if more == certain:
            return certain
        certain = more


def _without(denials: Iterable[Literal], derived: Iterable[Literal]) -> list[Literal]:
    known = set(derived)
    return [literal for literal in denials if literal.denied not in known]
