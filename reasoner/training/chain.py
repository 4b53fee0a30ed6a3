"""Fit the prices of near-proofs: one number after the other, over a short list of values, by what it answers."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace

from reasoner import polarity
from reasoner.answer import Support
from reasoner.question import Question
from reasoner.reading.evidence import Evidence
from reasoner.solver import given_facts

#: The values that are tried for each number, the one to start from first.
VALUES = {
    "synonym": (0.9, 0.7, 0.5),
    "kind": (0.3, 0.2, 0.5, 0.8),
    "its_kind": (0.2, 0.1, 0.4, 0.7),
    "form": (0.55, 0.4, 0.7, 0.85),
    "direction": (0.4, 0.2, 0.6),
    "stem": (0.05, 0.02, 0.1, 0.2),
    "found": (0.3, 0.1, 0.6),
    "beside": (0.1, 0.0, 0.3),
}
SOFT = {"soft": (0.6, 0.3, 1.0)}

Report = Callable[[str], None]
Case = tuple[Question, polarity.Turned]
"""A question, and what is asked for it."""


def fit(evidence: Evidence, questions: Sequence[Question], report: Report) -> tuple[dict[str, float], float]:
    """Return the numbers under which near-proofs answer most of some questions, and the share that they answer.

    A number keeps its value unless another answers more. The number of `soft=embeddings` is fitted last, and only
    where the evidence has an encoder.
    """
    lists = VALUES | (SOFT if evidence.encoder else {})
    numbers = {name: values[0] for name, values in (VALUES | SOFT).items()}
    cases = [(question, polarity.turn(question)) for question in questions]
    best = score(evidence, cases, numbers)
    for name, values in lists.items():
        for value in values[1:]:
            tried = score(evidence, cases, numbers | {name: value})
            report(f"{name} {value}: {tried:.4f} (best so far {best:.4f})")
            if tried > best:
                best, numbers = tried, numbers | {name: value}
    return numbers, best


def score(evidence: Evidence, cases: Sequence[Case], numbers: Mapping[str, float]) -> float:
    """Return the share of questions that near-proofs answer under some numbers; a tie of k earns 1/k."""
    evidence.links = replace(evidence.links, numbers=dict(numbers))
    credits = list(_credits(evidence, cases))
    return sum(credits) / len(credits)


def _credits(evidence: Evidence, cases: Sequence[Case]) -> Iterator[float]:
    for question, turned in cases:
        found = [evidence.nears(asked, given_facts(question), asked.labels) for asked in turned.asked]
        supports = turned.back([{label: Support(near.value) for label, near in nears.items()} for nears in found])
        scores = {label: support.score for label, support in supports.items() if support.score is not None}
        best = [label for label, value in scores.items() if value == max(scores.values())] or question.labels
        yield (question.answer_key in best) / len(best)
