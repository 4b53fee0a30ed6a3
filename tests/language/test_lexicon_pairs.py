"""Opposites among many words: found without looking at every two of them, and the same ones."""

from __future__ import annotations

from itertools import permutations

from reasoner.language.lexicon import ANTONYMS, antonyms, opposed_pairs


def test_the_same_pairs_as_by_looking_at_every_two() -> None:
    listed = sorted({word for pair in ANTONYMS for word in pair})[:120]
    words = [*listed, "renewable", "Nonrenewable", "harmful", "harmless", "possible", "impossible", "hotter", "colder"]
    assert opposed_pairs(words) == [pair for pair in permutations(words, 2) if antonyms(*pair)]
