"""Two runs over the same questions: paired tests, agreement, and where they differ."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from reasoner.answer import Answer
from reasoner.errors import InputError
from reasoner.experiment.scoring import RESAMPLES, SEED, key_of
from reasoner.question import Question


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two runs side by side.

    `permutation` and `mcnemar` are two-sided p-values: of the difference of credit, and of right against not right.
    `agreement` counts questions by (first right, second right); `same` is the share with the same labels selected;
    `oracle` the score of whichever is better on each question; `only_first` and `only_second` hold the ids of
    questions that earn credit in one run and none in the other.
    """

    questions: int
    scores: tuple[float, float]
    permutation: float
    mcnemar: float
    agreement: dict[str, int]
    same: float
    oracle: float
    only_first: tuple[str, ...]
    only_second: tuple[str, ...]


def compare(
    questions: Sequence[Question], first: Sequence[Answer], second: Sequence[Answer], seed: int = SEED
) -> Comparison:
    """Compare the answers of two runs to the same questions.

    >>> from reasoner.question import Choice
    >>> question = Question("1", "Which is a metal?", (Choice("A", "wool"), Choice("B", "steel")), answer_key="B")
    >>> right, wrong = (Answer("1", "ir", {"A": 1 - good, "B": good}) for good in (1.0, 0.0))
    >>> compare([question], [right], [wrong]).only_first
    ('1',)
    """
    ids = [question.id for question in questions]
    if not ids or [a.question_id for a in first] != ids or [a.question_id for a in second] != ids:
        raise InputError("the two runs are not over the same questions")
    credits = [
        (one.credit(key_of(question)), other.credit(key_of(question)))
        for question, one, other in zip(questions, first, second, strict=True)
    ]
    outcomes = Counter((one == 1, other == 1) for one, other in credits)
    words = {True: "right", False: "not right"}
    return Comparison(
        questions=len(ids),
        scores=(_mean([one for one, _ in credits]), _mean([other for _, other in credits])),
        permutation=permutation_test([one - other for one, other in credits], seed),
        mcnemar=mcnemar_test(outcomes[True, False], outcomes[False, True]),
        agreement={
            f"first {words[one]}, second {words[other]}": outcomes[one, other]
            for one in (True, False)
            for other in (True, False)
        },
        same=_mean([float(one.selected == other.selected) for one, other in zip(first, second, strict=True)]),
        oracle=_mean([max(pair) for pair in credits]),
        only_first=tuple(name for name, (one, other) in zip(ids, credits, strict=True) if one and not other),
        only_second=tuple(name for name, (one, other) in zip(ids, credits, strict=True) if other and not one),
    )


def permutation_test(differences: Sequence[float], seed: int = SEED) -> float:
    """Return the two-sided p-value of a mean difference, by flipping signs at random.

    >>> permutation_test([0.0, 0.0])
    1.0
    >>> permutation_test([1.0] * 20) < 0.001
    True
    """
    import numpy as np
    from scipy.stats import permutation_test as flipped

    values = np.asarray([difference for difference in differences if difference])
    if len(values) < 2:  # a single difference is as extreme with either sign
        return 1.0
    # One sample whose "samples" are permuted: every difference keeps or changes its sign.
    found = flipped((values,), np.sum, permutation_type="samples", n_resamples=RESAMPLES, batch=500, random_state=seed)
    return float(found.pvalue)


def mcnemar_test(first_only: int, second_only: int) -> float:
    """Return the exact two-sided p-value of McNemar's test.

    >>> mcnemar_test(0, 0), mcnemar_test(5, 0)
    (1.0, 0.0625)
    """
    from scipy.stats import binomtest

    total = first_only + second_only
    return float(binomtest(first_only, total).pvalue) if total else 1.0


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)
