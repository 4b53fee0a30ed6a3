from __future__ import annotations

import pytest

from reasoner.language.lexicon import ANTONYMS, SYNONYMS, antonyms


@pytest.mark.parametrize(
    ("a", "b", "expected"),
    [
        ("warmer", "colder", True),
        ("increases", "decreased", True),
        ("more", "less", True),
        ("renewable", "nonrenewable", True),
        ("harmless", "harmful", True),
        ("living", "nonliving", True),
        ("big", "biggest", False),
        ("stones", "rocks", False),
        ("warmer", "narrower", False),
        ("act", "react", False),
    ],
)
def test_opposites_are_found_and_go_both_ways(a: str, b: str, expected: bool) -> None:
    assert antonyms(a, b) is antonyms(b, a) is expected


def test_tables_do_not_contradict_each_other() -> None:
    assert not ANTONYMS & SYNONYMS
