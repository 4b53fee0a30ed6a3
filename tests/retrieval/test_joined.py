"""Joined retrieval: which facts lead from a stem to a choice, by words and by vectors."""

from __future__ import annotations

import zlib
from collections.abc import Sequence

import numpy as np
import pytest

from reasoner.errors import UsageError
from reasoner.knowledge import Fact, KnowledgeBase
from reasoner.knowledge.indexing import Content
from reasoner.language.terms import content_lemmas
from reasoner.question import Choice, Question
from reasoner.retrieval import Asked, Joined
from reasoner.retrieval.dense import DenseIndex, Floats
from reasoner.retrieval.views import DenseView, WordView

TEXTS = (
    "metal lets heat pass through it",
    "steel is a kind of metal",
    "wool keeps heat in",
    "a frog lays its eggs in water",
    "an owl hunts at night",
    "a magnet pulls iron",
)
KB = KnowledgeBase.from_facts(TEXTS)
CHOICES = (Choice("A", "a wool hat"), Choice("B", "a steel spoon"))
ASKED = Asked.of(Question("1", "Which of these lets heat pass through it?", CHOICES))


class HashingEncoder:
    """Sums of random vectors of the lemmas: texts are near each other when they share words."""

    name = "hashing"

    def encode(self, texts: Sequence[str]) -> Floats:
        return np.stack([self._vector(text) for text in texts]).astype(np.float32)

    @staticmethod
    def _vector(text: str) -> Floats:
        seeds = [zlib.crc32(lemma.encode()) for lemma in content_lemmas(text) or [text]]
        vector = np.sum([np.random.default_rng(seed).standard_normal(64) for seed in seeds], axis=0)
        return np.asarray(vector / np.linalg.norm(vector), np.float32)


@pytest.fixture(params=["words", "vectors"])
def finder(request: pytest.FixtureRequest) -> Joined:
    return Joined(KB, HashingEncoder() if request.param == "vectors" else None)


def test_a_pair_leads_from_stem_to_choice(finder: Joined) -> None:
    pairs = [{fact.text for fact in found.facts} for found in finder.find(ASKED, limit=5)[1]]
    assert set(TEXTS[:2]) in pairs


def test_parts_add_up_and_the_best_comes_first(finder: Joined) -> None:
    for found in finder.find(ASKED, limit=8):
        scores = [one.score for one in found]
        assert scores == sorted(scores, reverse=True)
        assert all(sum(one.parts.values()) == pytest.approx(one.score) for one in found)


def test_given_facts_speak_alone(finder: Joined) -> None:
    given = [Fact("iron alloys conduct", line=1), Fact("a spoon is an alloy", line=2)]
    for found in finder.find(ASKED, limit=5, given=given):
        assert {fact for one in found for fact in one.facts} <= set(given)


def test_without_pairs_there_are_single_facts_only() -> None:
    found = Joined(KB, pairs=False).find(ASKED, limit=5)
    assert {len(one.facts) for some in found for one in some} == {1}


def test_rows_of_tables_do_not_crowd_out_sentences() -> None:
    rows = [Fact(f"a steel spoon {number} lets heat pass", "table", number, "lets", ("x", "y")) for number in range(40)]
    mixed = KnowledgeBase.from_facts([*(Fact(text, "facts", line) for line, text in enumerate(TEXTS, 1)), *rows])
    numbers = {"one_stem": 1.0, "one_adds": 1.0, "row_one_stem": 2.0}
    for some in Joined(mixed, HashingEncoder(), numbers).speaking(ASKED):
        kinds = [{bool(fact.relation) for fact in found.facts} for found in some]
        assert kinds[0] == {False}
        assert True in kinds[-1]
    turns = [
        bool(one.facts[0].relation) for one in Joined(mixed, HashingEncoder(), numbers, pairs=False).find(ASKED)[0]
    ]
    assert turns[:4] == [False, True, False, True]


def test_without_weights_of_their_own_rows_are_ranked_among_sentences() -> None:
    row = Fact("which of these lets heat pass through it", "table", 1, "lets", ("x", "y"))
    mixed = KnowledgeBase.from_facts([*(Fact(text, "facts", line) for line, text in enumerate(TEXTS, 1)), row])
    assert [some[0].facts for some in Joined(mixed, None, {"one_stem": 1.0}).speaking(ASKED)] == [(row,)] * 2


def test_the_ways_that_count_end_apart_and_add_up_to_their_log_sum_exp(finder: Joined) -> None:
    for spoken, found in zip(finder.speaking(ASKED), finder.find(ASKED, limit=1000), strict=True):
        ends = [one.facts[-1] for one in spoken]
        assert len(ends) == len(set(ends))
        best = [next(one.score for one in found if one.facts == some.facts) for some in spoken]
        assert sum(one.score for one in spoken) == pytest.approx(np.logaddexp.reduce(best))


def test_nothing_known_means_nothing_found() -> None:
    assert Joined(KnowledgeBase.from_facts([])).find(ASKED) == [[], []]


@pytest.mark.parametrize("by", ["words", "vectors"])
def test_a_large_source_does_not_drown_a_small_one(by: str) -> None:
    many = [f"heat passes through metal {number}" for number in range(200)]
    kb = KnowledgeBase.from_facts([*many, "warmth and heat differ"])
    kb.contents = (Content("large", "text", 200), Content("small", "text", 1))
    encoder = HashingEncoder()
    view = WordView(kb, ASKED) if by == "words" else DenseView(kb, DenseIndex.of(kb, encoder), encoder, ASKED)
    assert 200 in view.leading


def test_two_wordings_of_a_row_are_two_facts() -> None:
    facts = [Fact("a car is a vehicle", "t", 3), Fact("an automobile is a vehicle", "t", 3, wording=2)]
    kb = KnowledgeBase.from_facts(facts)
    assert [hit.fact.where for hit in kb.search("an automobile", 1)] == ["t:3.2"]
    assert len({fact.where for fact in kb}) == 2


def test_search_takes_a_text_and_refuses_a_list_of_words() -> None:
    assert KB.search("what pulls iron?", 1)[0].fact.text == TEXTS[5]
    with pytest.raises(UsageError, match="not a list of words"):
        KB.search(["heat"], 3)
    with pytest.raises(UsageError, match="list of sentences"):
        KnowledgeBase.from_facts("metal conducts heat")
