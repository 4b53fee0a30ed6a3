"""The premises that may entail a claim: which there are, and which of many are read together with it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

from reasoner.retrieval import PAIRED, as_one_text, taken_together
from reasoner.retrieval.joined import FEW_PAIRED
from reasoner.solvers.batches import Case
from reasoner.solvers.entailed import Premise

#: Characters of premises and claims that are all read together, those that are read where there are more, which takes
#: a second on one core, and those of a premise then.
_ALL, _SOME, _LONGEST = 16_000, 5_000, 150
FEW_TOGETHER = "only the facts that entail most parts of a claim were read together with it; the others were left out"


def premises_of(case: Case) -> list[Premise]:
    """Return what may entail a claim: the first facts that came with the question, two at a time, and other facts.

    Given facts are meant to go together. Pairs of facts that nobody gave entail wrong choices more than right ones.
    """
    if not case.given:
        return [(fact,) for fact in case.facts]
    in_order = sorted(case.facts[:PAIRED], key=lambda fact: fact.where)  # the same pair for every choice
    return taken_together([*in_order, *case.facts[PAIRED:]])


def read_together(
    tried: Sequence[tuple[Case, Premise]], texts: Sequence[str], totals: Sequence[float]
) -> Iterator[tuple[int, str]]:
    """Yield, for each choice, the places of the premises that are read together with its claim, and what is read."""
    places: dict[Case, list[int]] = defaultdict(list)
    for place, (case, _) in enumerate(tried):
        places[case].append(place)
    for case, own in places.items():
        if _all_read(case):
            yield from ((place, texts[place]) for place in own)
            continue
        left = _SOME // case.among
        for place in sorted(own, key=lambda place: -totals[place]):
            text = texts[place][:_LONGEST]
            left -= len(text) + len(case.claim)
            yield place, text  # one at the least
            if left < 0:
                break


def _all_read(case: Case) -> bool:
    read = sum(len(as_one_text(premise)) + len(case.claim) for premise in premises_of(case))
    return read * case.among <= _ALL


def notes_of(case: Case) -> tuple[str, ...]:
    """Return what an answer says of what was left out."""
    few = [FEW_PAIRED] if case.given and len(case.facts) > PAIRED else []
    return (*case.notes, *few, *([] if _all_read(case) else [FEW_TOGETHER]))
