"""Questions assembled from facts and documents, other conditions of them, and what judges a set."""

from __future__ import annotations

import json
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from typer.testing import CliRunner

from reasoner.cli.app import app
from reasoner.datasets.assembly import Limits, Row, build
from reasoner.datasets.balance import balanced
from reasoner.datasets.conditions import candidates_only, gold_chain, mask
from reasoner.datasets.corpus import Document, Statement
from reasoner.datasets.human import confidence, margin
from reasoner.question import read_questions
from reasoner.solver import get_solver

FACTS = [
    Statement("The Glass Harbour", "director", "Mira Sund"),
    Statement("Mira Sund", "place of birth", "Oslen"),
    Statement("Otto Kell", "place of birth", "Tavik"),
    Statement("Otto Kell", "country of citizenship", "Norrland"),
]
DOCUMENTS = [
    Document("The Glass Harbour", "The Glass Harbour is a film directed by Mira Sund with Otto Kell."),
    Document("Mira Sund", "Mira Sund was born in Oslen."),
    Document("Otto Kell", "Otto Kell was born in Tavik."),
    Document("Tavik", "Tavik is a town of Norrland."),
    Document("Oslen", "Oslen is a town of Sudrland."),
]


def written(folder: Path, facts: list[Statement] = FACTS) -> tuple[Path, Path]:
    """Write statements and documents as the command reads them."""
    statements, documents = folder / "facts.tsv", folder / "documents.jsonl"
    statements.write_text("".join("\t".join(each) + "\n" for each in facts), encoding="utf-8")
    documents.write_text("".join(json.dumps(each._asdict()) + "\n" for each in DOCUMENTS), encoding="utf-8")
    return statements, documents


def questions(facts: list[Statement] = FACTS, **limits: Any) -> list[dict[str, object]]:
    with TemporaryDirectory() as folder:
        return list(build(*written(Path(folder), facts), Limits(**limits), join=True))


def test_a_joined_fact_becomes_a_question_with_its_gold_chain() -> None:
    made: dict[object, Any] = {record["query"]: record for record in questions()}
    record = made["place_of_birth_of_director The Glass Harbour"]
    assert record["candidates"] == ["Oslen", "Tavik"]
    assert record["answer"] == "Oslen"
    assert [record["supports"][number] for number in record["chain"]] == [DOCUMENTS[0].text, DOCUMENTS[1].text]


def test_an_answer_in_the_subjects_own_document_gives_no_question() -> None:
    asked = {record["query"] for record in questions()}
    assert "place_of_birth Mira Sund" not in asked
    assert "director The Glass Harbour" not in asked


def test_other_true_objects_are_no_candidates() -> None:
    more = [Statement("Mira Sund", "place of birth", "Tavik"), Statement("Otto Kell", "place of birth", "Norrland")]
    made: list[dict[str, Any]] = questions([*FACTS, *more])
    assert any("Oslen" in record["candidates"] for record in made)
    assert not any({"Oslen", "Tavik"} <= set(record["candidates"]) for record in made)


def test_limits_hold_and_the_same_seed_gives_the_same_set() -> None:
    assert questions() == questions()
    assert all(len(record["supports"]) <= 3 for record in questions(documents=3))
    assert questions(documents=2) == []  # no room for a false candidate's chain


def test_a_question_that_is_too_large_is_cut_or_left_out() -> None:
    assert len(questions(candidates=2)) == len(questions())
    big = [*FACTS, Statement("Otto Kell", "place of birth", "Norrland")]
    named = {str(each["query"]): each for each in questions(big)}
    assert named["place_of_birth_of_director The Glass Harbour"]["candidates"] == ["Norrland", "Oslen", "Tavik"]
    whole = {str(each["query"]) for each in questions(big, candidates=2, whole=True)}
    assert "place_of_birth_of_director The Glass Harbour" not in whole


def test_a_name_may_lead_to_its_own_document_only() -> None:
    far = [*FACTS, Statement("The Glass Harbour", "country of origin", "Sudrland")]
    far.append(Statement("Otto Kell", "country of origin", "Norrland"))
    assert any(each["query"] == "country_of_origin The Glass Harbour" for each in questions(far))
    linked = next(e for e in questions(far, titles=True) if e["query"] == "country_of_origin The Glass Harbour")
    assert len(linked["chain"]) == 3  # type: ignore[arg-type]


def test_every_candidate_has_as_many_chains(tmp_path: Path) -> None:
    """Two documents say where each was born; with two paths a candidate that only one names is left out."""
    facts = [Statement("Film", "place", "Aa"), Statement("X", "place", "Bb"), Statement("Y", "place", "Cc")]
    texts = ["Film has Uu and Vv.", "Uu saw Aa. Uu saw Bb. Uu saw Cc.", "Vv saw Aa. Vv saw Bb."]
    statements, documents = tmp_path / "f.tsv", tmp_path / "d.jsonl"
    statements.write_text("".join("\t".join(each) + "\n" for each in facts), encoding="utf-8")
    lines = (json.dumps({"title": text.split()[0], "text": text}) + "\n" for text in texts)
    documents.write_text("".join(lines), encoding="utf-8")
    one, two = (next(iter(build(statements, documents, Limits(paths=paths)))) for paths in (1, 2))
    assert one["candidates"] == ["Aa", "Bb", "Cc"]
    assert len(one["supports"]) == 2
    assert two["candidates"] == ["Aa", "Bb"]
    assert len(two["supports"]) == 3


def test_balance_drops_what_is_too_common() -> None:
    rows = [Row(n, [0 if n < 30 else n, 99], [5], [5]) for n in range(60)]
    assert sum(row.answer == 0 for row in balanced(rows, Limits(share=0.1))) == 6
    left = list(balanced(rows, Limits(share=1.0, cooccurrence=20)))
    assert [row.answer for row in left] == list(range(30, 60))
    assert list(balanced(rows, Limits(share=1.0, cooccurrence=30))) == rows
    assert list(balanced([], Limits())) == []


def test_conditions_and_mask_keep_the_question() -> None:
    record = next(each for each in questions() if "director" in str(each["query"]))
    assert gold_chain(record)["supports"] == [DOCUMENTS[0].text, DOCUMENTS[1].text]
    assert DOCUMENTS[0].text not in candidates_only(record)["supports"]
    masked = mask(record)
    assert mask(record) == masked
    assert not any("Oslen" in text for text in masked["supports"])
    assert sum(str(masked["answer"]) in text for text in masked["supports"]) >= 1


def test_path_answers_what_was_built_masked_or_not(tmp_path: Path) -> None:
    record = next(each for each in questions() if "director" in str(each["query"]))
    for number, each in enumerate((record, mask(record))):
        file = tmp_path / f"{number}.jsonl"
        file.write_text(json.dumps(each), encoding="utf-8")
        question = read_questions(file)[0]
        assert get_solver("path").answer(question).selected == (question.answer_key,)


def test_hoeffding_figures_of_the_paper() -> None:
    assert confidence(500, 5, 0.03) > 0.988
    assert confidence(500, 5, 0.025) == pytest.approx(0.956, abs=5e-4)
    assert confidence(500, 5, margin(500, 5, 0.9)) == pytest.approx(0.9)


def test_commands(tmp_path: Path) -> None:
    written(tmp_path)
    built, run = str(tmp_path / "built.jsonl"), CliRunner()
    made = run.invoke(
        app,
        [
            "dataset",
            "build",
            str(tmp_path / "facts.tsv"),
            str(tmp_path / "documents.jsonl"),
            built,
            "--join",
            "--share",
            "1",
        ],
    )
    assert made.exit_code == 0, made.output
    assert len(read_questions(built)) == len(questions())
    figures = json.loads(run.invoke(app, ["dataset", "stats", built, "--json"]).stdout)
    assert figures["totals"]["questions"] == len(questions())
    found = json.loads(run.invoke(app, ["dataset", "check", built, "--json"]).stdout)
    assert all("4 are wanted" in wrong[0] for wrong in found["faults"].values())
    easy = json.loads(
        run.invoke(app, ["dataset", "filter", built, "--solver", "path", "--kb", "none", "--json"]).stdout
    )
    assert easy["easy"]
    assert "98.89%" in run.invoke(app, ["dataset", "human"]).stdout
    for command in (["mask", built], ["condition", built, "--given", "gold"]):
        assert json.loads(run.invoke(app, ["dataset", *command]).stdout.splitlines()[0])["supports"]
