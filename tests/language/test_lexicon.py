from __future__ import annotations

import pytest

from reasoner.language.lexicon import ANTONYMS, SYNONYMS, degree, direction, relation


@pytest.mark.parametrize(
    ("a", "b", "expected"),
    [
        ("warmer", "colder", "antonym"),
        ("increases", "decreased", "antonym"),
        ("more", "less", "antonym"),
        ("renewable", "nonrenewable", "antonym"),
        ("harmless", "harmful", "antonym"),
        ("living", "nonliving", "antonym"),
        ("big", "biggest", "degree"),
        ("grey", "gray", "same"),
        ("metres", "meter", "same"),
        ("stones", "rocks", "synonym"),
        ("stone", "cloud", None),
        ("act", "react", None),
    ],
)
def test_relation_is_found_and_goes_both_ways(a, b, expected):
    assert relation(a, b) == relation(b, a) == expected


def test_tables_do_not_contradict_each_other():
    assert not ANTONYMS & SYNONYMS
    for pair in SYNONYMS:
        a, b = sorted(pair)
        assert direction(a) * direction(b) >= 0, pair


def test_degree_and_direction():
    assert [degree(word) for word in ("dry", "drier", "driest", "water")] == ["", "comparative", "superlative", ""]
    assert [direction(word) for word in ("more", "grew", "less", "reduces", "ice")] == [1, 1, -1, -1, 0]
