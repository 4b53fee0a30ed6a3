"""Records of a run that were altered, moved or brought from elsewhere are named and refused."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from reasoner.errors import InputError
from reasoner.experiment.plan import Plan
from reasoner.experiment.runs import RunFile, earlier_runs, read_run
from reasoner.experiment.workers import Workers
from reasoner.question import Choice, Question

PLAN = Plan("ir", ("none",), "f")
QUESTIONS = [
    Question(str(number), "Which is a metal?", (Choice("A", "wool"), Choice("B", "steel")), "B", ("steel is a metal",))
    for number in range(5)
]


def run(path: Path, plan: Plan = PLAN, questions: list[Question] = QUESTIONS) -> Path:
    with Workers() as workers:
        assert len(list(RunFile(path, plan, questions).record(workers.answers))) == len(questions)
    return path


def alter(path: Path, line: int, change: Callable[[dict], object]) -> None:
    lines = path.read_text().splitlines()
    record = json.loads(lines[line - 1])
    change(record)
    lines[line - 1] = json.dumps(record)
    path.write_text("\n".join(lines) + "\n")


@pytest.mark.parametrize(
    "change",
    [
        lambda record: record["scores"].update(A=999.0),
        lambda record: record["scores"].update(Z=1.0),
        lambda record: record["explanations"]["B"].update(summary="because I say so"),
        lambda record: record.update(seconds=0.0),
        lambda record: record.pop("check"),
    ],
)
def test_an_altered_record_is_refused(tmp_path: Path, change: Callable[[dict], object]) -> None:
    path = run(tmp_path / "run.jsonl")
    alter(path, 3, change)
    with pytest.raises(InputError, match=r"run\.jsonl, line 3: is damaged: the answer to question '1' was altered"):
        RunFile(path, PLAN, QUESTIONS)
    with pytest.raises(InputError, match=r"run\.jsonl, line 3"):
        read_run(path)


def test_records_that_are_moved_or_of_another_run_are_refused(tmp_path: Path) -> None:
    path, other = run(tmp_path / "run.jsonl"), run(tmp_path / "other.jsonl", Plan("guess-all", ("none",), "f"))
    lines, foreign = path.read_text().splitlines(), other.read_text().splitlines()
    for wrong in ([*lines[:2], lines[3], lines[2], *lines[4:]], [*lines[:2], foreign[2], *lines[3:]]):
        path.write_text("\n".join(wrong) + "\n")
        with pytest.raises(InputError, match=r"line 3: is damaged: the answer to question '[12]'"):
            RunFile(path, PLAN, QUESTIONS)


def test_records_reach_the_disk_in_batches(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    synced: list[int] = []
    monkeypatch.setattr(os, "fsync", lambda file: synced.append(os.fstat(file).st_size))
    many = [Question(str(number), "Which?", QUESTIONS[0].choices) for number in range(100)]
    path = run(tmp_path / "run.jsonl", Plan("guess-all", ("none",)), many)
    assert 3 <= len(synced) <= 10
    assert synced[-1] == path.stat().st_size


def test_an_unfinished_run_is_read_up_to_its_last_whole_line(tmp_path: Path) -> None:
    path = run(tmp_path / "run.jsonl")
    path.write_bytes(path.read_bytes()[:-20])
    assert len(read_run(path)[1]) == 4


def test_runs_that_cannot_stand_in_one_table_are_refused(tmp_path: Path) -> None:
    run(tmp_path / "ir.none.f.jsonl")
    rival = Plan("guess-all", ("none",), "f")
    assert earlier_runs(tmp_path, [PLAN], QUESTIONS) == []
    assert earlier_runs(tmp_path, [rival], QUESTIONS) == [tmp_path / "ir.none.f.jsonl"]
    with pytest.raises(InputError, match="cannot stand beside: it is over other questions"):
        earlier_runs(tmp_path, [rival], QUESTIONS[1:])
