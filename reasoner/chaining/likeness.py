"""Likeness of texts by vectors that are handed in: of two texts, and of a goal to a whole collection."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

#: Double precision: in single, the last digits of a product depend on where its vectors lie in memory.
Vectors = NDArray[np.float64]
Encode = Callable[[Sequence[str]], NDArray[np.float32]]

#: Vectors kept in memory: some 160 MB at 384 numbers each.
_KEPT = 50_000
#: How sharply the facts that a context calls for are told from the rest, and how many of them lead on to the claim;
#: best on Train of 0.03 and 0.08, 10 and 20.
_SHARPNESS, _CALLED = 0.03, 20


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

    def vectors(self, texts: Sequence[str]) -> Vectors:
        """Return the vectors of some texts as rows."""
        self.prepare(texts)
        return np.stack([self._known[text] for text in texts])


@dataclass(frozen=True, slots=True)
class Nearest:
    """How a collection of facts bears on one goal.

    `best` is the likeness of the hypothesis to the fact at `place`, the nearest; `called` its likeness to the facts
    that the context calls for; `onward` how far those facts lead to the claim.
    """

    place: int
    best: float
    called: float
    onward: float


def nearest(facts: Vectors, context: Vectors, hypotheses: Vectors, claims: Vectors) -> list[Nearest]:
    """Return how facts bear on goals that share a context; every argument holds unit vectors as rows.

    >>> unit = np.eye(3)
    >>> one, two = nearest(unit, unit[0], unit[1:], unit[1:])
    >>> one.place, one.best, two.place
    (1, 1.0, 2)
    """
    to_context = facts @ context
    weights = np.exp((to_context - to_context.max()) / _SHARPNESS)
    weights /= weights.sum()
    top = np.argsort(-to_context, kind="stable")[:_CALLED]
    found = []
    for hypothesis, claim in zip(hypotheses, claims, strict=True):  # one by one: a sum does not depend on the others
        likeness = facts @ hypothesis
        place = int(likeness.argmax())
        onward = float(((facts[top] @ claim) * to_context[top]).max())
        found.append(Nearest(place, float(likeness[place]), float(weights @ likeness), onward))
    return found
