"""The cheapest derivation of everything that instances of rules derive, as Knuth's form of Dijkstra's search."""

from __future__ import annotations

import heapq
import math
from collections.abc import Iterable, Sequence

from reasoner.logic.atoms import Literal
from reasoner.logic.ground import Instance
from reasoner.logic.proof import Derivation

#: Minus the logarithm of the product of confidences, then the number of steps, both counted along the tree.
Cost = tuple[float, int]


def derive(instances: Sequence[Instance], absent: Iterable[Literal] = ()) -> dict[Literal, Derivation]:
    """Return the cheapest derivation of each literal that follows; of equal ones that of the earlier instance.

    `absent` are literals that hold in a closed world because nothing makes the opposite true.

    >>> from reasoner.logic.atoms import Rule
    >>> rain, wet = Literal("rain", ()), Literal("wet", ())
    >>> derived = derive([Instance(Rule((rain,), (wet,)), wet, (rain,), ()), Instance(Rule((), (rain,)), rain, (), ())])
    >>> derived[wet].premises[0] is derived[rain]
    True
    """
    missing = [len(set(instance.premises)) for instance in instances]
    users: dict[Literal, list[int]] = {}
    for number, instance in enumerate(instances):
        for premise in dict.fromkeys(instance.premises):
            users.setdefault(premise, []).append(number)
    found: dict[Literal, Derivation] = {}
    costs: dict[Literal, Cost] = {}
    heap = [((0.0, 1), -number, literal) for number, literal in enumerate(absent, 1)]
    for number, instance in enumerate(instances):
        if not instance.premises:
            heap.append((_cost(instance, costs), number, instance.conclusion))
    heapq.heapify(heap)
    while heap:
        cost, number, literal = heapq.heappop(heap)
        if literal in found:
            continue
        found[literal] = _derivation(instances[number], found) if number >= 0 else Derivation("absent", literal)
        costs[literal] = cost
        for user in users.get(literal, ()):
            missing[user] -= 1
            if not missing[user] and (head := instances[user].conclusion) not in found:
                heapq.heappush(heap, (_cost(instances[user], costs), user, head))
    return found


def _cost(instance: Instance, costs: dict[Literal, Cost]) -> Cost:
    lost = sum((costs[premise][0] for premise in instance.premises), _lost(instance.rule.confidence))
    return round(lost, 12), sum((costs[premise][1] for premise in instance.premises), 1)


def _lost(confidence: float) -> float:
    return -math.log(confidence) if confidence > 0 else math.inf


def _derivation(instance: Instance, found: dict[Literal, Derivation]) -> Derivation:
    premises = tuple(found[premise] for premise in instance.premises)
    return Derivation("rule" if premises else "given", instance.conclusion, instance.rule, instance.binding, premises)
