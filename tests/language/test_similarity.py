from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from reasoner.language.similarity import similarity
from reasoner.language.wordlists import words

WORDS = sorted(words("hot cold rocks stone not water waters increase decrease the a of more less warmest"))
TEXTS = st.lists(st.sampled_from(WORDS), max_size=5).map(" ".join)


@given(TEXTS, TEXTS)
def test_score_is_symmetric_and_between_0_and_1(a, b):
    assert similarity(a, b) == similarity(b, a)
    assert 0 <= similarity(a, b).score <= 1


@given(TEXTS)
def test_a_text_is_most_similar_to_itself(text):
    assert similarity(text, text).score == 1


def test_better_matches_score_higher():
    scores = [
        similarity("melting rocks", other).score
        for other in ("Melting rocks!", "a rock melts", "melting stone", "melting ice", "a blue whale")
    ]
    assert scores == sorted(scores, reverse=True)
    assert len(set(scores)) == 5
    assert scores[-1] == 0


def test_opposites_are_kept_apart():
    assert similarity("temperature increases", "temperature decreases").score < 0.2
    assert similarity("a metal conducts heat", "a metal does not conduct heat").score < 0.2
    assert similarity("warmer water", "colder water").lexical == -1


def test_stop_words_alone_are_nothing_in_common():
    assert similarity("the", "of").score == 0
    assert similarity("", "").score == 1


def test_embedding_is_used_where_given():
    vectors = {"puppy": [1.0, 0.0], "dog": [1.0, 0.1], "stone": [0.0, 1.0]}
    near = similarity("puppy", "dog", embed=lambda text: vectors[text])
    assert near.embedding is not None
    assert near.embedding > 0.9
    assert similarity("puppy", "dog").embedding is None
    assert similarity("puppy", "dog").score < near.score
