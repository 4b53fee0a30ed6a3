"""A run that is killed goes on where it stopped, and ends with the same bytes."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from reasoner.errors import InputError, ReasonerError
from reasoner.evaluation.runs import Plan, RunFile, read_run
from reasoner.question import Choice, Question, write_questions

WORDS = ["metal", "wool", "heat", "light", "water", "ice", "steam", "leaf", "root", "seed"]


def make_questions(count: int) -> list[Question]:
    generator = random.Random(1)
    return [
        Question(
            str(number),
            f"Which {generator.choice(WORDS)} has {generator.choice(WORDS)}?",
            tuple(Choice(label, " ".join(generator.choices(WORDS, k=2))) for label in "ABCD"),
            "A",
            (f"{generator.choice(WORDS)} is {generator.choice(WORDS)}",),
        )
        for number in range(count)
    ]


PLAN = Plan("ir", ("none",), "f")


def lines_without_times(path: Path) -> list[str]:
    records = [json.loads(line) for line in path.read_text().splitlines()]
    return [json.dumps({name: value for name, value in record.items() if name != "seconds"}) for record in records]


def test_several_processes_give_the_same_lines(tmp_path: Path) -> None:
    questions = make_questions(30)
    for name, jobs in (("one", 1), ("again", 1), ("two", 2)):
        assert len(list(RunFile(tmp_path / name, PLAN, questions).record(jobs))) == 30
    assert lines_without_times(tmp_path / "one") == lines_without_times(tmp_path / "two")
    assert lines_without_times(tmp_path / "one") == lines_without_times(tmp_path / "again")


@pytest.mark.parametrize("cut", [0, 1, 10, 200, -1])
def test_a_damaged_end_is_repaired(tmp_path: Path, cut: int) -> None:
    questions = make_questions(5)
    path = tmp_path / "run.jsonl"
    list(RunFile(path, PLAN, questions).record())
    expected, data = lines_without_times(path), path.read_bytes()
    header = data.index(b"\n") + 1
    path.write_bytes(data[: header + cut if cut >= 0 else cut])
    list(RunFile(path, PLAN, questions).record())
    assert lines_without_times(path) == expected


def test_a_foreign_or_damaged_file_is_refused(tmp_path: Path) -> None:
    questions = make_questions(5)
    path = tmp_path / "run.jsonl"
    list(RunFile(path, PLAN, questions).record())
    for plan, asked in (
        (Plan("guess-all", ("none",), "f"), questions),
        (PLAN, make_questions(6)),
        (PLAN, questions[1:]),
    ):
        with pytest.raises(InputError, match="holds another run"):
            RunFile(path, plan, asked)
    lines = path.read_text().splitlines()
    lines[2] = lines[2][:50]
    path.write_text("\n".join(lines) + "\n")
    with pytest.raises(InputError, match=r"run\.jsonl, line 3: is damaged"):
        RunFile(path, PLAN, questions)
    path.write_text("something else\n")
    with pytest.raises(InputError, match="holds another run"):
        RunFile(path, PLAN, questions)
    with pytest.raises(ReasonerError, match="not the answers of a run"):
        read_run(path)


@pytest.mark.slow
def test_thirty_kills_end_with_the_same_numbers(tmp_path: Path) -> None:
    questions = make_questions(3000)
    source, out = tmp_path / "questions.jsonl", tmp_path / "out"
    write_questions(questions, source)
    command = [
        sys.executable,
        "-m",
        "reasoner",
        "evaluate",
        str(source),
        "--solver",
        "ir",
        "--kb",
        "none",
        "--given",
        "f",
    ]
    whole = subprocess.run([*command, "--out", str(tmp_path / "whole"), "--json"], capture_output=True, check=True)
    generator = random.Random(2)
    path = out / "ir.none.f.jsonl"
    kills = 0
    for _ in range(30):
        before = path.stat().st_size if path.exists() else 0
        process = subprocess.Popen([*command, "--out", str(out)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        while process.poll() is None and (path.stat().st_size if path.exists() else 0) <= before + 1000:
            time.sleep(0.005)
        time.sleep(generator.random() * 0.02)
        kills += process.poll() is None
        process.send_signal(signal.SIGKILL)
        process.wait()
    assert kills >= 25
    resumed = subprocess.run([*command, "--out", str(out), "--json"], capture_output=True, check=True)

    def numbers(output: bytes) -> list[dict[str, object]]:
        return [{name: value for name, value in run.items() if name != "seconds"} for run in json.loads(output)["runs"]]

    assert numbers(resumed.stdout) == numbers(whole.stdout)
    assert lines_without_times(path) == lines_without_times(tmp_path / "whole" / "ir.none.f.jsonl")
    assert sorted(os.listdir(out)) == sorted(os.listdir(tmp_path / "whole"))
