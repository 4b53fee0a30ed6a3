"""``reasoner kb``: what it prints and how it exits."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from reasoner.cli import main


@pytest.fixture
def kb(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch):
    def run(*arguments: str) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["reasoner", "kb", *arguments])
        with pytest.raises(SystemExit) as stop:
            main()
        captured = capsys.readouterr()
        return int(stop.value.code or 0), captured.out, captured.err

    return run


@pytest.fixture
def book(tmp_path: Path) -> Path:
    path = tmp_path / "book.txt"
    path.write_text("steel conducts heat\nwool keeps heat in\n[bold]odd[/bold] text\n")
    return path


def test_list_names_sources_and_kinds(kb) -> None:
    listed = json.loads(kb("list", "--json")[1])
    assert set(listed["built_in"]) == {"science", "none"}
    assert {"worldtree", "conceptnet", "genericskb", "wordnet", "tableilp", "text"} <= set(listed["kinds"])
    assert "worldtree" in kb("list")[1]


def test_search_finds_with_score_and_place(kb, book: Path) -> None:
    hits = json.loads(kb("search", "What conducts heat?", "--kb", str(book), "-n", "1", "--json")[1])["hits"]
    assert [(hit["text"], hit["source"], hit["line"]) for hit in hits] == [("steel conducts heat", "book.txt", 1)]
    assert "[bold]odd" in kb("search", "odd", "--kb", str(book))[1]
    assert kb("search", "zebra", "--kb", str(book))[1] == "nothing found\n"
    assert kb("search", "the", "--kb", str(book))[0] == 2


def test_info_and_import_count(kb, book: Path) -> None:
    record = json.loads(kb("info", str(book), "--json")[1])
    assert (record["facts"], record["relations"], record["tables"]) == (3, {"(none)": 3}, {})
    assert json.loads(kb("import", str(book), "science", "--json")[1])["sources"][0]["facts"] == 3
    assert "facts ready" in kb("import", str(book))[1]


def test_check_exits_1_on_a_problem(kb, tmp_path: Path) -> None:
    (tmp_path / "ROOTS").write_text("object\n")
    table = tmp_path / "isa.tsv"
    head = "# relation: isa(thing, kind)\nthing:term*\t[is a kind of]\tkind:term*\ttopic:topic\n"
    table.write_text(head + "a cup\t\tobject\tobjects\n")
    code, out, _ = kb("check", str(tmp_path))
    assert code == 0
    assert "1 rows in 1 tables on 1 topics: no problem found" in out
    table.write_text(head + "an cup\t\tobject\tobjects\n")
    code, out, err = kb("check", str(tmp_path))
    assert code == 1
    assert "'an cup' should be 'a cup'" in out
    assert "1 problems in 1 rows" in err


def test_sample_is_drawn_by_its_seed(kb) -> None:
    first = kb("sample", "--seed", "1", "-n", "5")[1]
    assert first == kb("sample", "--seed", "1", "-n", "5")[1]
    assert len(first.splitlines()) == 5
    assert first != kb("sample", "--seed", "2", "-n", "5")[1]


def test_unknown_sources_exit_1_and_hint(kb) -> None:
    code, _, err = kb("info", "sience")
    assert code == 1
    assert "did you mean 'science'?" in err


@pytest.mark.slow
def test_check_finds_the_built_in_knowledge_large_and_nothing_wrong_with_it(kb) -> None:
    code, out, err = kb("check", "--json")
    assert (code, err) == (0, "")
    report = json.loads(out)
    assert report["problems"] == []
    assert len(report["tables"]) >= 40
    assert sum(report["tables"].values()) >= 5000
    assert len(report["topics"]) >= 20
