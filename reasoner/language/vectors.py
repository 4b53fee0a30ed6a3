"""Arithmetic on the vectors of sentences."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Vectors = NDArray[np.float64]
Vectors32 = NDArray[np.float32]

_LEAST = 1e-6  # what must be left of a square, so that a text that says nothing new is like nothing


def partial_cosine(texts: Vectors, facts: Vectors, stem: Vectors) -> Vectors:
    """Return how alike texts and facts are in what each adds to the stem that they share: a row a text.

    The hypotheses of one question share its stem, and so do the facts about it, so that their plain cosines say mostly
    what is common to all. This is their partial correlation given the stem. All vectors are unit vectors.

    >>> stem, steel, metal, wool = np.eye(4)[0], np.eye(4)[1], np.array([0, 0.8, 0.6, 0]), np.eye(4)[3]
    >>> texts = np.stack([(stem + steel), (stem + wool)]) / np.sqrt(2)
    >>> facts = ((stem + metal) / np.sqrt(2))[None]
    >>> partial_cosine(texts, facts, stem).round(2).tolist()
    [[0.8], [0.0]]
    """
    of_texts, of_facts = texts @ stem, facts @ stem
    left = np.sqrt(np.maximum(1 - of_texts**2, _LEAST)[:, None] * np.maximum(1 - of_facts**2, _LEAST))
    partial: Vectors = (texts @ facts.T - np.outer(of_texts, of_facts)) / left
    return partial


def partial(to_claim: Vectors32, to_shared: Vectors32, given: float) -> Vectors32:
    """Return partial cosines from plain ones: of facts to a claim, of facts to what is shared, of claim to shared.

    >>> partial(np.array([0.9, 0.5]), np.array([0.0, 0.5]), 0.6).round(2).tolist()
    [1.12, 0.29]
    """
    left = np.sqrt(max(1 - given * given, _LEAST) * np.maximum(1 - to_shared**2, _LEAST))
    return np.asarray((to_claim - given * to_shared) / left, to_claim.dtype)
