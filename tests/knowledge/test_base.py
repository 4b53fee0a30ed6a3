"""Retrieval finds what shares words with every group, ranks given facts among the rest, and keeps sources."""

from __future__ import annotations

import gzip
import math
import random
from collections import Counter
from pathlib import Path

import pytest

from reasoner.errors import InputError
from reasoner.knowledge import Fact, KnowledgeBase
from reasoner.language.terms import content_lemmas

TEXTS = (
    "metal is a good conductor of heat",
    "steel is made of metal",
    "wool keeps heat in",
    "a hat is made of wool",
    "copper conducts heat and electricity",
)


@pytest.fixture(scope="module")
def kb() -> KnowledgeBase:
    return KnowledgeBase.from_facts(Fact(text, "facts.txt", number) for number, text in enumerate(TEXTS, 1))


def reference(texts: tuple[str, ...], query: list[str]) -> list[float]:
    """BM25 as the textbook has it, with the constants of the engine."""
    documents = [Counter(content_lemmas(text)) for text in texts]
    mean = sum(sum(document.values()) for document in documents) / len(documents)

    def score(document: Counter[str]) -> float:
        result = 0.0
        for lemma in query:
            holding = sum(lemma in other for other in documents)
            idf = math.log(1 + (len(documents) - holding + 0.5) / (holding + 0.5))
            frequency, length = document[lemma], sum(document.values())
            result += idf * frequency * 2.2 / (frequency + 1.2 * (0.25 + 0.75 * length / mean))
        return result

    return [score(document) for document in documents]


def test_scores_equal_the_textbook(kb: KnowledgeBase) -> None:
    query = ["heat", "metal", "copper"]
    found = {hit.fact.text: hit.score for hit in kb.search([query], limit=10)}
    expected = {text: score for text, score in zip(TEXTS, reference(TEXTS, query), strict=True) if score}
    assert found == pytest.approx(expected, rel=1e-5)


def test_given_facts_score_as_if_they_were_indexed() -> None:
    shuffled = list(TEXTS)
    random.Random(1).shuffle(shuffled)
    whole = KnowledgeBase.from_facts(map(Fact, shuffled)).search([["heat", "metal"]], limit=10)
    given = KnowledgeBase.from_facts(()).search([["heat", "metal"]], limit=10, given=list(map(Fact, shuffled)))
    assert {hit.fact.text: hit.score for hit in given} == pytest.approx(
        {hit.fact.text: hit.score for hit in whole}, rel=1e-5
    )


def test_every_group_must_be_touched(kb: KnowledgeBase) -> None:
    assert [hit.fact.text for hit in kb.search([["heat"], ["wool", "hat"]], limit=5)] == ["wool keeps heat in"]
    assert kb.search([["heat"], []], limit=5) == []
    assert kb.search([], limit=5) == []
    assert kb.search([["zebra"]], limit=5) == []


def test_given_facts_are_ranked_among_the_others(kb: KnowledgeBase) -> None:
    hits = kb.search([["wool"]], limit=2, given=[Fact("wool wool wool"), Fact("nothing of the kind")])
    assert hits[0].fact == Fact("wool wool wool")
    assert len(hits) == 2


def test_facts_keep_their_place(kb: KnowledgeBase) -> None:
    assert [fact.where for fact in kb] == [f"facts.txt:{number}" for number in range(1, 6)]
    assert kb.store[4].text == TEXTS[4]
    with pytest.raises(IndexError):
        kb.store[5]


def test_a_text_file_is_indexed_once_and_followed(tmp_path: Path) -> None:
    path = tmp_path / "book.txt"
    path.write_text('"A bee is an insect"\n\nbirds have wings\n')
    headings: list[str] = []

    def track(facts, heading):
        headings.append(heading)
        return facts

    for _ in range(2):
        kb = KnowledgeBase.open([path], track)
    assert [(fact.text, fact.where) for fact in kb] == [
        ("A bee is an insect", "book.txt:1"),
        ("birds have wings", "book.txt:3"),
    ]
    assert headings == ["Reading book.txt", "Indexing book.txt"]
    path.write_text("fish swim\n")
    assert len(KnowledgeBase.open([path], track)) == 1


def test_several_sources_and_gzip(tmp_path: Path) -> None:
    with gzip.open(tmp_path / "a.txt.gz", "wt") as file:
        file.write("fish swim\n")
    (tmp_path / "b.txt").write_text("birds fly\n")
    kb = KnowledgeBase.open([tmp_path / "a.txt.gz", tmp_path / "b.txt"])
    assert [fact.where for fact in kb] == ["a.txt.gz:1", "b.txt:1"]


def test_two_builds_find_the_same(tmp_path: Path) -> None:
    generator = random.Random(3)
    words = ["metal", "heat", "wool", "hat", "steel", "copper", "light", "sound", "plant", "water"]
    facts = [Fact(" ".join(generator.choices(words, k=5))) for _ in range(500)]
    queries = [[generator.choices(words, k=2), generator.choices(words, k=2)] for _ in range(30)]
    first, second = (KnowledgeBase.from_facts(facts) for _ in range(2))
    for query in queries:
        assert first.store.search_numbers(query, 7) == second.store.search_numbers(query, 7)


def test_a_missing_source_is_named() -> None:
    with pytest.raises(InputError, match=r"no-such\.txt: no such"):
        KnowledgeBase.open(["no-such.txt"])
