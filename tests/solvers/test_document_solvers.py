"""Solvers over documents: what each counts, and that the path shown is the path walked."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from reasoner.errors import UsageError
from reasoner.explanation import total
from reasoner.question import Choice, Question, read_questions
from reasoner.solver import get_solver

RECORD = {
    "id": "1",
    "query": "place_of_birth_of_director the glass harbour",
    "candidates": ["tavik", "oslen", "brum"],
    "answer": "oslen",
    "supports": [
        "The Glass Harbour is a film directed by Mira Sund. It stars Otto Kell, who once visited Brum.",
        "Otto Kell was born in Tavik. He died in Brum.",
        "Mira Sund was a writer. She was born in Oslen and grew up in Tavik.",
    ],
}
OVER_DOCUMENTS = ["max-mention", "tf-idf", "path", "document-cue"]


@pytest.fixture
def asked(tmp_path: Path) -> Question:
    path = tmp_path / "one.jsonl"
    path.write_text(json.dumps(RECORD), encoding="utf-8")
    return read_questions(path)[0]


def test_the_reader_keeps_relation_and_subject_apart(asked: Question) -> None:
    assert asked.category == "place of birth of director"
    assert asked.stem == "place of birth of director the glass harbour"


def test_mentions_are_counted(asked: Question) -> None:
    assert get_solver("max-mention").answer(asked).scores == {"A": 2.0, "B": 1.0, "C": 2.0}


def test_path_follows_the_relation_in_its_order(asked: Question) -> None:
    answer = get_solver("path").answer(asked)
    assert answer.selected == ("B",)
    why = answer.explanations["B"]
    assert [node.source for node in why.facts] == ["document:1", "document:3"]
    assert "directed by Mira Sund" in why.facts[0].text


def test_path_does_not_walk_where_no_document_leads(asked: Question) -> None:
    cut = replace(asked, documents=asked.documents[:1])
    assert get_solver("path").answer(cut).scores["B"] is None


@pytest.mark.parametrize("name", OVER_DOCUMENTS)
def test_parts_add_up_and_point_at_what_is_shown(name: str, asked: Question, tmp_path: Path) -> None:
    options = {"train": str(tmp_path / "one.jsonl")} if name == "document-cue" else {}
    answer = get_solver(name, **options).answer(asked)
    assert not answer.abstained
    for label, why in answer.explanations.items():
        if answer.scores[label] is not None:
            assert total(why.parts) == pytest.approx(answer.scores[label])
            assert {node.id for node in why.facts} <= {node for part in why.parts for node in part.of}


def test_learned_counts(asked: Question, tmp_path: Path) -> None:
    records = [RECORD | {"id": str(number), "answer": key} for number, key in enumerate(["brum", "brum", "tavik"])]
    path = tmp_path / "train.jsonl"
    path.write_text("\n".join(map(json.dumps, records)), encoding="utf-8")
    for name in ("majority", "document-cue"):
        assert get_solver(name, train=str(path)).answer(asked).scores == {"A": 1.0, "B": None, "C": 2.0}
    other = replace(asked, category="mother", stem="mother the glass harbour", documents=("Another text.",))
    assert get_solver("majority", train=str(path)).answer(other).abstained
    assert get_solver("document-cue", train=str(path)).answer(other).abstained


@pytest.mark.parametrize("name", ["majority", "document-cue"])
def test_without_a_training_file_it_says_so(name: str, asked: Question) -> None:
    answer = get_solver(name).answer(asked)
    assert answer.abstained
    assert "train=FILE" in answer.notes[0]


def test_random_depends_on_id_and_seed(asked: Question) -> None:
    many = [replace(asked, id=str(number)) for number in range(60)]
    picked = {get_solver("random").answer(question).selected for question in many}
    assert picked == {("A",), ("B",), ("C",)}
    assert any(get_solver("random", seed=1).answer(q).selected != get_solver("random").answer(q).selected for q in many)


def test_longest_ties_choices_of_one_length() -> None:
    asked = Question("1", "Which?", (Choice("A", "iron"), Choice("B", "wool"), Choice("C", "tin")))
    assert get_solver("longest").answer(asked).selected == ("A", "B")


def test_path_takes_a_near_word_for_the_relation_and_says_so(asked: Question) -> None:
    pytest.importorskip("torch")
    said = ("The filmmaker of The Glass Harbour was Mira Sund. It stars Otto Kell.", *asked.documents[1:])
    other = replace(asked, documents=said)
    answer = get_solver("path", unify="embeddings").answer(other)
    assert answer.solver == "path[unify=embeddings]"
    assert answer.selected == ("B",)
    assert any("taking 'filmmaker'" in part.name for part in answer.explanations["B"].parts)
    assert not any("not told" in part.name for part in answer.explanations["B"].parts)


def test_path_knows_one_way_to_unify() -> None:
    with pytest.raises(UsageError, match="embeddings"):
        get_solver("path", unify="likeness")


@pytest.mark.parametrize("name", ["bidaf", "fastqa"])
def test_a_reader_of_documents_without_words_abstains(name: str) -> None:
    pytest.importorskip("torch")
    asked = Question("1", "Where was she born?", (Choice("A", "Rome"), Choice("B", "Bari")), documents=("", " "))
    assert get_solver(name).answer(asked).abstained
