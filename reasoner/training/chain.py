"""Fit the prices of near-proofs: one number after the other, over a short list of values, by what it answers."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from statistics import fmean

from reasoner import polarity
from reasoner.question import Question
from reasoner.reading.near.evidence import Evidence
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


def fit(evidence: Evidence, questions: Sequence[Question], report: Report) -> tuple[dict[str, float], float]:
    """Return the numbers under which near-proofs answer most of some questions, and the share that they answer.

    Only questions for the one that is are used. A number keeps its value unless another answers more. The number of
    `soft=embeddings` is fitted last, and only where the evidence has an encoder.
    """
    lists = VALUES | (SOFT if evidence.encoder else {})
    numbers = {name: values[0] for name, values in (VALUES | SOFT).items()}
    plain = [question for question in questions if polarity.turn(question).claim.plain]
    best = score(evidence, plain, numbers)
    for name, values in lists.items():
        for value in values[1:]:
            tried = score(evidence, plain, numbers | {name: value})
            report(f"{name} {value}: {tried:.4f} (best so far {best:.4f})")
            if tried > best:
                best, numbers = tried, numbers | {name: value}
    return numbers, best


def score(evidence: Evidence, questions: Sequence[Question], numbers: Mapping[str, float]) -> float:
    """Return the share of questions that near-proofs answer under some numbers; a tie of k earns 1/k."""
    evidence.links = replace(evidence.links, numbers=dict(numbers))
    return fmean(_credit(evidence, question) for question in questions)


def _credit(evidence: Evidence, question: Question) -> float:
    nears = evidence.nears(question, given_facts(question), question.labels)
    values = {label: nears[label].value if label in nears else 0.0 for label in question.labels}
    best = [label for label, value in values.items() if value == max(values.values())]
    return (question.answer_key in best) / len(best)
