"""Arithmetic on the vectors of sentences."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Vectors32 = NDArray[np.float32]

_LEAST = 1e-6  # what must be left of a square, so that a text that says nothing new is like nothing


def partial(to_claim: Vectors32, to_shared: Vectors32, given: float) -> Vectors32:
    """Return partial cosines from plain ones: of facts to a claim, of facts to what is shared, of claim to shared.

    The claims of one question share its stem, and so do the facts about it, so that their plain cosines say mostly what
    is common to all. This is their partial correlation given what is shared.

    >>> partial(np.array([0.9, 0.5]), np.array([0.0, 0.5]), 0.6).round(2).tolist()
    [1.12, 0.29]
    """
    left = np.sqrt(max(1 - given * given, _LEAST) * np.maximum(1 - to_shared**2, _LEAST))
    return np.asarray((to_claim - given * to_shared) / left, to_claim.dtype)
