"""BM25 for the handful of facts that come with a question, by the formula of the index on disk."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Sequence

#: The engine's constants (Lucene's defaults, fixed in tantivy).
K1, B = 1.2, 0.75


def idf(holding: int, total: int) -> float:
    """Return how much a lemma tells that so many of all facts hold, as BM25 weighs it.

    >>> round(idf(1, 100), 2), round(idf(50, 100), 2)
    (4.21, 0.69)
    """
    return math.log(1 + (total - holding + 0.5) / (holding + 0.5))


def bm25(
    documents: Sequence[Sequence[str]],
    query: Sequence[str],
    *,
    frequency: Callable[[str], int] = lambda lemma: 0,
    document_count: int = 0,
    lemma_count: int = 0,
) -> list[float]:
    """Return the score of each document (its lemmas) for a query.

    `frequency`, `document_count` and `lemma_count` describe the collection that the documents are added to.

    >>> [round(score, 3) for score in bm25([["metal", "conduct", "heat"], ["steel", "metal"]], ["steel"])]
    [0.0, 0.755]
    """
    counts = [Counter(document) for document in documents]
    total = document_count + len(documents)
    mean_length = (lemma_count + sum(map(len, documents))) / max(total, 1)
    weights = {}
    for lemma in set(query):
        holding = frequency(lemma) + sum(lemma in count for count in counts)
        weights[lemma] = idf(holding, total)

    def score(count: Counter[str], length: int) -> float:
        norm = K1 * (1 - B + B * length / max(mean_length, 1e-9))
        return sum((weights[lemma] * count[lemma] * (K1 + 1) / (count[lemma] + norm) for lemma in query), 0.0)

    return [score(count, len(document)) for count, document in zip(counts, documents, strict=True)]
