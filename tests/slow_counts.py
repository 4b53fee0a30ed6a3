"""Counting n-grams the slow and obvious way, for comparison."""

from __future__ import annotations

from itertools import product

from reasoner.retrieval.positions import Gram


def slow_find(sentence: list[str], gram: Gram) -> list[int]:
    """Look at every place of a sentence."""
    places = range(len(sentence) - len(gram) + 1)
    return [at for at in places if all(word in (None, sentence[at + n]) for n, word in enumerate(gram))]


def slow_near(sentence: list[str], x: Gram, y: Gram, window: int) -> bool:
    """Look at every pair of an x and a y."""
    for at_x, at_y in product(slow_find(sentence, x), slow_find(sentence, y)):
        words_x, words_y = set(range(at_x, at_x + len(x))), set(range(at_y, at_y + len(y)))
        if not words_x & words_y and (not window or abs(at_x - at_y) <= window):
            return True
    return False
