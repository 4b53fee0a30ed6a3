"""Facts as tuples: read once, and for a small knowledge base kept on disk."""

from __future__ import annotations

from pathlib import Path

import pytest

from reasoner.knowledge import Fact, KnowledgeBase
from reasoner.solvers.support import evidence


def book() -> KnowledgeBase:
    return KnowledgeBase.from_facts(
        Fact(f"metal number {number} conducts heat", "book", number) for number in range(250)
    )


def test_a_second_process_reads_no_sentence_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REASONER_CACHE", str(tmp_path))
    first = evidence.Finder(book()).tuples(book())

    def fail(texts: list[str]) -> None:
        raise AssertionError(f"{len(texts)} texts are read again")

    monkeypatch.setattr(evidence, "extract_all", fail)
    assert evidence.Finder(book()).tuples(book()) == first
    assert [cell.text for cell in first[7].cells][:2] == ["metal number 7", "conducts"]


def test_what_was_kept_is_what_would_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REASONER_CACHE", str(tmp_path))
    kept = evidence.Finder(book()).tuples(book())
    assert evidence.Finder(KnowledgeBase.from_facts(())).tuples(book()) == kept
