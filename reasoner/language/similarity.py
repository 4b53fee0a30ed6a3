"""One similarity of two short texts, with the parts it is made of.

>>> parts = similarity("warmer water", "warm water")
>>> parts.exact, parts.lemma, parts.overlap
(False, True, 1.0)
>>> opposite = similarity("an increase in heat", "a decrease in heat")
>>> opposite.overlap, opposite.lexical, opposite.score
(0.5, -1.0, 0.1)
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from reasoner.language.lexicon import relation
from reasoner.language.terms import content_lemmas, tokenize

Embed = Callable[[str], Sequence[float]]

NEGATIONS = frozenset({"no", "not", "never", "without", "none", "neither", "nor"})
# Set by hand so that an exact match beats equal lemmas, those beat synonyms, and any opposite falls below every match.
SAME_LEMMAS = 0.95
SYNONYM = 0.8
OPPOSITE = 0.2


@dataclass(frozen=True)
class Similarity:
    """What two texts share. All parts are the same both ways round.

    exact      the same words in the same order
    lemma      the same content lemmas, in any order
    overlap    Dice coefficient of the content lemmas: 2 * shared / (all of a + all of b)
    lexical    what the lemmas that are not shared say of each other: from 1 (all synonyms) through 0 (unrelated) to -1
               (an antonym among them, or one text negated and the other not)
    embedding  cosine of the embeddings where an `embed` function was given, else None
    """

    exact: bool
    lemma: bool
    overlap: float
    lexical: float
    embedding: float | None = None

    @property
    def score(self) -> float:
        """One number in [0, 1].

        1 for exact, 0.95 for equal lemmas. Otherwise the overlap, and the rest of the way to 0.8 as far as synonyms
        cover the remainder. An embedding counts half where words are left over. An opposite multiplies all by 0.2:
        the more two statements share otherwise, the more a pair of opposites matters.
        """
        if self.exact:
            return 1.0
        if self.lemma:
            return SAME_LEMMAS
        words = self.overlap + max(0.0, SYNONYM - self.overlap) * max(0.0, self.lexical)
        if self.embedding is not None:
            words = (words + max(0.0, self.embedding)) / 2
        return min(SAME_LEMMAS, words) * (OPPOSITE if self.lexical < 0 else 1.0)


@lru_cache(maxsize=100_000)
def similarity(a: str, b: str, embed: Embed | None = None) -> Similarity:
    """Compare two texts; `embed` turns a text into a vector and must be the same function from call to call.

    >>> similarity("Rocks", "a stone").score
    0.8
    >>> similarity("ice", "snow", embed=lambda text: [1.0, len(text)]).embedding > 0.9
    True
    """
    first, second = frozenset(content_lemmas(a)), frozenset(content_lemmas(b))
    shared = len(first & second)
    total = len(first) + len(second)
    exact = tokenize(a) == tokenize(b)
    return Similarity(
        exact=exact,
        lemma=exact or (shared > 0 and first == second),
        overlap=2 * shared / total if total else float(exact),
        lexical=_lexical(first - second, second - first),
        embedding=_cosine(embed(a), embed(b)) if embed else None,
    )


def _lexical(only_a: frozenset[str], only_b: frozenset[str]) -> float:
    if bool(only_a & NEGATIONS) != bool(only_b & NEGATIONS):
        return -1.0
    relations = {(x, y): relation(x, y) for x in only_a for y in only_b}
    if "antonym" in relations.values():
        return -1.0
    related = {word for pair, kind in relations.items() if kind for word in pair}
    return len(related) / (len(only_a) + len(only_b)) if related else 0.0


def _cosine(a: Sequence[float], b: Sequence[float]) -> float:
    import numpy as np

    x, y = np.asarray(a, dtype=float), np.asarray(b, dtype=float)
    size = float(np.linalg.norm(x) * np.linalg.norm(y))
    return float(x @ y) / size if size else 0.0
