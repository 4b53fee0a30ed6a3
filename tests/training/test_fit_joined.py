"""Weights of joined retrieval: they rise where a measure tells the right choice, and the gradient is the slope."""

from __future__ import annotations

import numpy as np
import pytest

from reasoner.training.joined import KINDS, NAMES, Examples, _loss, fit


def examples(seed: int) -> Examples:
    """Twenty questions of two choices with three candidates of each kind, where the measure "one_adds" tells."""
    random = np.random.default_rng(seed)
    rows = random.normal(size=(20 * 2 * KINDS * 3, len(NAMES))).astype(np.float32)
    right = random.integers(0, 2, 20)
    told = NAMES.index("one_adds")
    rows[:, told] = np.repeat([[1.0, 0.0] if key == 0 else [0.0, 1.0] for key in right], KINDS * 3, axis=1).ravel()
    return Examples(rows, np.arange(0, len(rows), 3), right, 2)


def test_the_telling_measure_gets_the_weight() -> None:
    numbers, score = fit([examples(1)])
    assert score == 1.0
    assert numbers["one_adds"] == max(numbers.values())


def test_the_gradient_is_the_slope() -> None:
    data, values = [examples(2)], np.random.default_rng(3).normal(size=len(NAMES)) / 5
    _, gradient = _loss(values, data)
    for place in (0, 7, len(NAMES) - 1):
        step = np.zeros(len(NAMES))
        step[place] = 1e-5
        slope = (_loss(values + step, data)[0] - _loss(values - step, data)[0]) / 2e-5
        assert gradient[place] == pytest.approx(slope, abs=1e-4)
