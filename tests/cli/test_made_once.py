"""`evaluate` opens knowledge and makes solvers once, however many ask for them."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from reasoner.knowledge import KnowledgeBase
from reasoner.knowledge import base as opening
from reasoner.solver import Solver
from tests.cli.test_cli import LINES, run


def test_three_solvers_over_science(tmp_path: Path, capsys: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    questions = tmp_path / "questions.jsonl"
    questions.write_text("\n".join(map(json.dumps, LINES)))
    opened: list[tuple[str, ...]] = []
    made: Counter[str] = Counter()
    really_open, really_make = vars(KnowledgeBase)["open"].__func__, Solver.__init__

    def counting_open(cls: type[KnowledgeBase], sources: Any, *rest: Any, **options: Any) -> KnowledgeBase:
        opened.append(tuple(sources))
        return really_open(cls, sources, *rest, **options)

    def counting_make(solver: Solver, *rest: Any, **options: Any) -> None:
        made[type(solver).__name__] += 1
        really_make(solver, *rest, **options)

    monkeypatch.setattr(opening, "_opened", {})  # what other tests opened is forgotten
    monkeypatch.setattr(KnowledgeBase, "open", classmethod(counting_open))
    monkeypatch.setattr(Solver, "__init__", counting_make)
    code, out, _ = run(
        capsys, monkeypatch, "evaluate", str(questions), "--solver", "ir,tuple-ilp,table-ilp", "--given", "none,f",
        "--json",
    )  # fmt: skip
    assert code == 0, out
    assert opened == [("science",)]
    assert made == {"IR": 1, "TupleILP": 1, "TableILP": 1}
