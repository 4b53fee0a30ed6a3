"""How well people do, from repeated judgements, with Hoeffding's bound on the error (OpenBookQA, section 3.2)."""

from __future__ import annotations

from math import exp, log, sqrt

ASSUMPTION = "Every judgement is taken to be independent of the others, and right or wrong only."


def confidence(questions: int, judges: int, margin: float) -> float:
    """Return how probable it is, at least, that the truth is not more than a margin below the estimate.

    >>> confidence(500, 5, 0.03) > 0.988, round(confidence(500, 5, 0.025), 3)
    (True, 0.956)
    """
    return 1 - exp(-2 * questions * judges * margin**2)


def margin(questions: int, judges: int, probability: float) -> float:
    """Return the margin that holds with a probability.

    >>> round(margin(500, 5, 0.95), 4)
    0.0245
    """
    return sqrt(-log(1 - probability) / (2 * questions * judges))
