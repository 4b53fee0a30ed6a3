"""Which terms belong together, learned from facts alone: latent semantic analysis in plain numpy."""

from __future__ import annotations

import numpy as np

from reasoner.knowledge.pool import Floats, Integers, Pool

_DIMENSIONS = 200  # the usual size; not tuned
_ROUNDS = 6  # of power iteration; not tuned
_SLICE = 50_000  # entries multiplied at once, so that memory stays below 100 MB


def term_vectors(pool: Pool) -> Floats:
    """Return a unit vector for each term of the vocabulary: near where two keep like company.

    >>> from reasoner.knowledge.pool import flatten
    >>> facts = ["oak tree leaf", "elm tree leaf", "elm tree wood", "car road wheel", "bus road wheel", "bus road stop"]
    >>> pool = Pool(*flatten([fact.split() for fact in facts]))
    >>> vectors = dict(zip(pool.vocabulary, term_vectors(pool)))
    >>> bool(vectors["oak"] @ vectors["elm"] > 0.8), bool(vectors["oak"] @ vectors["bus"] < 0.2)
    (True, True)
    """
    rows, columns = pool.entries()
    weights = pool.idf[columns]
    lengths = np.sqrt(np.maximum(pool.sums(weights**2), 1e-9))
    weights = (weights / lengths[rows]).astype(np.float32)
    by_column = np.argsort(columns, kind="stable")
    shape = len(pool), len(pool.vocabulary)

    def times(right: Floats) -> Floats:
        return _product(rows, columns, weights, right, shape[0])

    def transposed_times(right: Floats) -> Floats:
        return _product(columns[by_column], rows[by_column], weights[by_column], right, shape[1])

    width = max(1, min(_DIMENSIONS, min(shape) // 2))  # with as many directions as terms, none would be near another
    basis = np.random.default_rng(0).standard_normal((shape[1], width)).astype(np.float32)
    for _ in range(_ROUNDS):
        basis = np.linalg.qr(transposed_times(times(np.linalg.qr(basis)[0])))[0].astype(np.float32)
    # Rotate the basis onto the singular directions, the strongest first.
    _, _, rotation = np.linalg.svd(times(basis), full_matrices=False)
    vectors = basis @ rotation.T
    unit: Floats = (vectors / np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1e-9)).astype(np.float32)
    return unit


def _product(rows: Integers, columns: Integers, weights: Floats, right: Floats, height: int) -> Floats:
    """Return a sparse matrix, its entries sorted by row, times a dense one."""
    result = np.zeros((height, right.shape[1]), np.float32)
    for start in range(0, len(rows), _SLICE):
        part = slice(start, start + _SLICE)
        firsts = np.flatnonzero(np.diff(rows[part], prepend=-1))
        sums = np.add.reduceat(weights[part, None] * right[columns[part]], firsts, axis=0)
        result[rows[part][firsts]] += sums
    return result
