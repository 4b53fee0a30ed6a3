"""Likeness of texts by vectors that are handed in: of two texts, and of hypotheses to a whole collection."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from reasoner.language.vectors import partial_cosine

#: Double precision: in single, the last digits of a product depend on where its vectors lie in memory.
Vectors = NDArray[np.float64]
Encode = Callable[[Sequence[str]], NDArray[np.float32]]

#: Vectors kept in memory: some 160 MB at 384 numbers each.
_KEPT = 50_000
#: What it counts that a fact adds to a stem what the hypothesis adds, beside that it is about the stem at all; best on
#: OpenBookQA Train of 0.4, 0.5 and 0.6.
ADDED = 0.5
#: The last digits of a product of matrices depend on the rows beside it; these do not.
DIGITS = 9


class Likeness:
    """Cosine of texts, by an encoder that gives unit vectors.

    >>> like = Likeness(lambda texts: np.array([[1, 0] if "a" in text else [0, 1] for text in texts], np.float32))
    >>> like("cat", "hat"), like("cat", "dog")
    (1.0, 0.0)
    """

    def __init__(self, encode: Encode) -> None:
        self._encode = encode
        self._known: dict[str, Vectors] = {}

    def prepare(self, texts: Sequence[str]) -> None:
        """Make vectors for the texts that have none yet, in one batch."""
        wanted = list(dict.fromkeys(texts))
        if len(self._known) + len(wanted) > _KEPT:
            self._known.clear()
        new = [text for text in wanted if text not in self._known]
        if new:
            self._known.update(zip(new, self._encode(new).astype(np.float64), strict=True))

    def __call__(self, left: str, right: str) -> float:
        """Return the cosine of two texts; those that were not prepared are encoded now, which is slow."""
        if left not in self._known or right not in self._known:
            self.prepare([left, right])
        return float(self._known[left] @ self._known[right])

    def beyond(self, stem: str, texts: Sequence[str], facts: Sequence[str]) -> Vectors:
        """Return the partial cosines of texts and facts given the stem that they share: a row a text."""
        cosines = partial_cosine(self.vectors(texts), self.vectors(facts), self.vectors([stem])[0])
        return cosines.round(DIGITS)

    def vectors(self, texts: Sequence[str]) -> Vectors:
        """Return the vectors of some texts as rows."""
        self.prepare(texts)
        return np.stack([self._known[text] for text in texts])


def nearest(facts: Vectors, shared: Vectors, hypotheses: Vectors) -> list[tuple[int, float]]:
    """Return for each hypothesis the place of the fact nearest to it and the nearness; all vectors are unit vectors.

    A fact is near that is about what the hypotheses share, and adds to it what the hypothesis adds.

    >>> unit = np.eye(3)
    >>> nearest(unit[1:], unit[0], unit[1:])
    [(0, 0.5), (1, 0.5)]
    """
    nearness = (facts @ shared + ADDED * partial_cosine(hypotheses, facts, shared)).round(DIGITS)
    places = nearness.argmax(axis=1)
    return [(int(place), float(row[place])) for place, row in zip(places, nearness, strict=True)]
