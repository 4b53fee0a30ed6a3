from __future__ import annotations

from itertools import pairwise

from reasoner.language.parse.phrases import noun_phrases
from reasoner.language.parse.pipeline import parse


def texts(sentence):
    return [phrase.text for phrase in noun_phrases(parse(sentence))]


def test_base_phrases_with_heads():
    phrases = noun_phrases(parse("The hungry brown bear eats small fish in a river."))
    assert [(phrase.text, phrase.head) for phrase in phrases] == [
        ("The hungry brown bear", "bear"),
        ("small fish", "fish"),
        ("a river", "river"),
    ]
    assert phrases[0].lemmas == ("hungry", "brown", "bear")


def test_phrases_do_not_overlap_and_point_into_the_text():
    doc = parse("plants, animals and fungi are kinds of living things")
    phrases = noun_phrases(doc)
    assert [doc[phrase.start : phrase.end].text for phrase in phrases] == [phrase.text for phrase in phrases]
    assert all(left.end <= right.start for left, right in pairwise(phrases))
    assert len(phrases) == 5


def test_nothing_in_nothing():
    assert texts("") == []
    assert texts("🙂") == []
