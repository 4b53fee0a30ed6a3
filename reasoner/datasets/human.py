"""What people say of questions: how well they do, with Hoeffding's bound (OpenBookQA, 3.2), and what they validate."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from math import exp, log, sqrt
from typing import NamedTuple

ASSUMPTION = (
    "Every judgement is taken to be independent of the others, and right or wrong only. A person who judges many "
    "questions, or questions that go wrong together, make the true probability smaller."
)


class Judgements(NamedTuple):
    """How many questions were judged, by how many people each on the mean, and the share of right judgements."""

    questions: int
    judges: float
    accuracy: float


def judged(rows: Iterable[tuple[str, str, bool]]) -> Judgements:
    """Return what rows of question, judge, and whether that one was right come to; the same judge twice counts once.

    >>> judged([("1", "ann", True), ("1", "bo", False), ("2", "ann", True), ("2", "bo", True)])
    Judgements(questions=2, judges=2.0, accuracy=0.75)
    """
    by_question: dict[str, dict[str, bool]] = defaultdict(dict)
    for question, judge, right in rows:
        by_question[question][judge] = right
    count = sum(map(len, by_question.values()))
    means = [sum(found.values()) / len(found) for found in by_question.values()]
    return Judgements(len(by_question), count / len(by_question), sum(means) / len(means))


def confidence(questions: int, judges: float, margin: float) -> float:
    """Return how probable it is, at least, that the truth is not more than a margin below the estimate.

    >>> confidence(500, 5, 0.03) > 0.988, round(confidence(500, 5, 0.025), 3)
    (True, 0.956)
    """
    return 1 - exp(-2 * questions * judges * margin**2)


def margin(questions: int, judges: float, probability: float) -> float:
    """Return the margin that holds with a probability.

    >>> round(margin(500, 5, 0.95), 4)
    0.0245
    """
    return sqrt(-log(1 - probability) / (2 * questions * judges))


def validated(annotations: Sequence[Sequence[str]]) -> bool:
    """Say whether most of those who judged found that the answer follows, and from several documents.

    >>> validated([["follows", "multiple"], ["likely", "multiple"], ["follows", "single"]])
    True
    >>> validated([["follows", "single"], ["likely", "multiple"], ["follows", "single"]])
    False
    """
    said = Counter(word for each in annotations for word in each)
    return min(said["follows"], said["multiple"]) > len(annotations) / 2


def agreement(judgements: Iterable[Sequence[str]]) -> float:
    """Return Fleiss' kappa of those who judged each question: 1 where they agree, 0 where they do as by chance.

    >>> agreement([["follows"] * 3, ["not"] * 3]), round(agreement([["follows", "not"], ["not", "follows"]]), 1)
    (1.0, -1.0)
    """
    counts: list[Mapping[str, int]] = [Counter(each) for each in judgements if len(each) > 1]
    sizes = [sum(each.values()) for each in counts]
    shares = Counter[str]()
    for each in counts:
        shares.update(each)
    by_chance = sum((number / sum(sizes)) ** 2 for number in shares.values())
    pairs = [
        sum(number * (number - 1) for number in each.values()) / (size * (size - 1))
        for each, size in zip(counts, sizes, strict=True)
    ]
    observed = sum(pairs) / len(pairs)
    return (observed - by_chance) / (1 - by_chance) if by_chance < 1 else 1.0
