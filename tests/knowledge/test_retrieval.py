from __future__ import annotations

import zlib

import numpy as np
import pytest

from reasoner.knowledge import Fact, KnowledgeBase
from reasoner.knowledge.matching import Query
from reasoner.knowledge.retrieval import Retriever, choice_queries
from reasoner.language.terms import content_lemmas
from reasoner.question import Choice, Question

TEXTS = """
metal lets heat pass through it
steel is a kind of metal
copper is a kind of metal
wool keeps heat in
a wool hat keeps a head warm
wood does not let electricity through
copper lets electricity through
a plant needs sunlight to grow
a cactus is a kind of plant
a cactus stores water in its stem
roots take up water from the soil
a frog lays its eggs in water
a tadpole becomes a frog
a bird builds a nest
an owl hunts at night
a mouse hides from an owl
ice melts when it is heated
water freezes at zero degrees
water vapor condenses into drops
the Moon goes around the Earth
the Earth goes around the Sun
a magnet pulls iron
iron rusts in damp air
a lever makes lifting easier
a hammer drives a nail into wood
""".strip().splitlines()

CONDUCTION = Query("Which of these lets heat pass through it?", "a steel spoon")


class HashingEncoder:
    """Sums of random vectors of the lemmas: texts are near each other when they share words."""

    name = "hashing"

    def __init__(self) -> None:
        self.encoded: list[str] = []

    def encode(self, texts):
        self.encoded += texts
        return np.stack([self._vector(text) for text in texts]) if len(texts) else np.empty((0, 64), np.float32)

    @staticmethod
    def _vector(text):
        seeds = [zlib.crc32(lemma.encode()) for lemma in content_lemmas(text) or [text]]
        vector = sum(np.random.default_rng(seed).standard_normal(64) for seed in seeds)
        return (vector / np.linalg.norm(vector)).astype(np.float32)


@pytest.fixture(scope="module")
def kb():
    return KnowledgeBase.from_facts(Fact(text, "small", line) for line, text in enumerate(TEXTS, 1))


@pytest.fixture(params=["terms", "encoder"])
def retriever(kb, request):
    return Retriever(kb, HashingEncoder() if request.param == "encoder" else None)


def found(hits):
    return [hit.fact.text for hit in hits]


def test_the_fact_that_touches_stem_and_choice_comes_first(retriever):
    query = Query("Where does a frog lay eggs?", "in water")
    assert found(retriever.facts([query], limit=3)[0])[0] == "a frog lays its eggs in water"


def test_scores_fall_and_the_limit_holds(retriever):
    scores = [hit.score for hit in retriever.facts([CONDUCTION], limit=7)[0]]
    assert len(scores) == 7
    assert scores == sorted(scores, reverse=True)


def test_a_pair_joins_stem_and_choice_through_what_neither_says(retriever):
    pair = retriever.pairs([CONDUCTION])[0][0]
    assert {pair.first.text, pair.second.text} == {"metal lets heat pass through it", "steel is a kind of metal"}
    assert pair.joined_by == ("metal",)


def test_each_fact_of_a_pair_meets_something_that_the_other_leaves_open(kb):
    for pair in Retriever(kb).pairs([CONDUCTION], limit=20)[0]:
        asked = set(content_lemmas(CONDUCTION.both))
        first, second = (asked & set(content_lemmas(fact.text)) for fact in (pair.first, pair.second))
        assert pair.joined_by
        assert first - second
        assert second - first


def test_given_facts_are_ranked_among_the_others_and_can_be_joined(retriever):
    given = (Fact("a snib is a kind of metal"),)
    query = Query("Which of these lets heat pass through it?", "a snib", given)
    assert "a snib is a kind of metal" in found(retriever.facts([query], limit=2)[0])
    pair = retriever.pairs([query])[0][0]
    assert {pair.first.where, pair.second.where} == {"given", "small:1"}


def test_given_facts_alone_are_enough():
    given = (Fact("metal conducts heat"), Fact("steel is a metal"))
    retriever = Retriever(KnowledgeBase.from_facts(()))
    query = Query("Which conducts heat?", "steel", given)
    assert len(retriever.facts([query])[0]) == 2
    assert retriever.pairs([query])[0][0].joined_by == ("metal",)


def test_facts_that_say_the_same_are_returned_once():
    texts = ["a cow eats grass", "Cows eat grass.", "the cow is eating the grass", "grass grows in meadows"]
    retriever = Retriever(KnowledgeBase.from_facts(map(Fact, texts)))
    assert found(retriever.facts([Query("What does a cow eat?", "grass")])[0]) == [texts[0], texts[3]]


def test_facts_with_the_same_words_that_say_the_opposite_are_both_returned():
    texts = ["as rain increases, dust decreases", "as rain decreases, dust increases"]
    retriever = Retriever(KnowledgeBase.from_facts(map(Fact, texts)))
    assert set(found(retriever.facts([Query("What does rain do to dust?")])[0])) == set(texts)


def test_one_list_for_all_choices_serves_each_of_them(kb):
    queries = [Query("Which is true?", choice) for choice in ("wool keeps heat in", "a magnet pulls iron")]
    assert set(found(Retriever(kb).facts_together(queries, limit=2))) == {"wool keeps heat in", "a magnet pulls iron"}


def test_a_large_knowledge_base_is_searched_before_it_is_scored(kb, retriever):
    everything = found(retriever.facts([CONDUCTION], limit=1)[0])
    part = Retriever(kb, HashingEncoder() if retriever._meaning.name == "hashing" else None, whole_limit=5)
    assert found(part.facts([CONDUCTION], limit=1)[0]) == everything
    assert "an owl hunts at night" not in found(part.facts([CONDUCTION], limit=30)[0])


def test_given_facts_come_before_better_ones(kb, retriever):
    query = Query(CONDUCTION.stem, CONDUCTION.choice, (Fact("an owl hunts at night"),))
    assert found(retriever.facts([query], limit=3)[0])[0] == "an owl hunts at night"
    assert len(retriever.facts([query], limit=3)[0]) == 3


def test_everything_is_encoded_once(kb):
    encoder = HashingEncoder()
    question = Question("1", CONDUCTION.stem, (Choice("A", "a wool hat"), Choice("B", "a steel spoon")))
    retriever = Retriever(kb, encoder)
    evidence = next(retriever.evidence([question, question]))
    assert list(evidence) == ["A", "B"]
    assert evidence["B"].pairs[0].joined_by == ("metal",)
    assert encoder.encoded.count("a wool hat keeps a head warm") == 1
    assert encoder.encoded.count(CONDUCTION.both) <= 2  # once a question


def test_vectors_of_a_knowledge_base_are_kept_on_disk(tmp_path, monkeypatch):
    monkeypatch.setenv("REASONER_CACHE", str(tmp_path))
    kb = KnowledgeBase.from_facts(Fact(f"{text}, case {number}") for number in range(50) for text in TEXTS)
    first, second = HashingEncoder(), HashingEncoder()
    one = Retriever(kb, first).facts([CONDUCTION])
    assert Retriever(kb, second).facts([CONDUCTION]) == one
    assert len(first.encoded) > len(kb) > len(second.encoded)


@pytest.mark.parametrize("query", [Query("?"), Query("", ""), Query("the of a"), Query("zyx wvu", "tsr")])
def test_queries_without_a_known_word_do_no_harm(retriever, query):
    assert len(retriever.facts([query], limit=3)[0]) <= 3
    assert retriever.pairs([query])[0] == []


def test_questions_become_queries_with_their_facts():
    question = Question("1", "Which?", (Choice("A", "x"), Choice("B", "y")), facts=("x is a y",))
    assert [query.choice for query in choice_queries(question)] == ["x", "y"]
    assert choice_queries(question)[0].given[0].where == "given:1"


@pytest.mark.slow
def test_with_the_real_encoder_meaning_counts(kb):
    pytest.importorskip("sentence_transformers")
    from reasoner.neural import Encoder

    retriever = Retriever(kb, Encoder(device="cpu"))
    query = Query("Which creature looks for prey in the dark?", "a nocturnal raptor")  # shares no word with the fact
    assert found(retriever.facts([query], limit=1)[0]) == ["an owl hunts at night"]
