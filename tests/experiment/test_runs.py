"""A run that is killed goes on where it stopped, and ends with the same bytes."""

from __future__ import annotations

import contextlib
import json
import os
import random
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from reasoner.answer import Answer
from reasoner.errors import InputError, ReasonerError
from reasoner.experiment.plan import Plan
from reasoner.experiment.runs import RunFile, read_run, run_all
from reasoner.experiment.workers import CHUNK, Workers
from reasoner.files import locked
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


def finished(plans: list[Plan], questions: list[Question], folder: Path, workers: Any) -> dict[Plan, list[Answer]]:
    return {plan: list(answers) for plan, answers in run_all(plans, questions, folder, workers)}


def lines_without_times(path: Path) -> list[str]:
    records = [json.loads(line) for line in path.read_text().splitlines()]
    return [
        json.dumps({name: value for name, value in record.items() if name not in ("seconds", "check")})
        for record in records
    ]


def run_to_the_end(path: Path, questions: list[Question], plan: Plan = PLAN) -> None:
    with Workers() as workers:
        assert len(list(RunFile(path, plan, questions).record(workers.answers))) == len(questions)


@pytest.mark.slow
def test_several_processes_give_the_same_lines(tmp_path: Path) -> None:
    questions = make_questions(2 * CHUNK + 3)
    plans = [PLAN, replace(PLAN, given="none"), replace(PLAN, solver="ilp")]
    for name, jobs in (("one", 1), ("again", 1), ("two", 2)):
        with Workers(jobs) as workers:
            answers = finished(plans, questions, tmp_path / name, workers)
        assert [len(some) for some in answers.values()] == [len(questions)] * 3
    for plan in plans:
        one, again, two = (
            lines_without_times(tmp_path / name / f"{plan.file_name}.jsonl") for name in ("one", "again", "two")
        )
        assert one == again == two


@pytest.mark.slow
def test_a_cluster_gives_the_same_answers() -> None:
    distributed = pytest.importorskip("distributed")
    questions = make_questions(CHUNK + 3)
    with (
        distributed.LocalCluster(n_workers=1, processes=False, dashboard_address=None) as cluster,
        Workers(cluster=cluster.scheduler_address) as workers,
    ):
        spread = [answer.scores for answer in workers.answers(PLAN, questions)]
    with Workers() as workers:
        assert [answer.scores for answer in workers.answers(PLAN, questions)] == spread


def test_work_that_is_broken_off_ends_soon() -> None:
    with Workers(2) as workers:
        tasks = workers.answers(PLAN, make_questions(100 * CHUNK))
        next(tasks)
        waiting = list(workers._tasks)
    assert sum(task.cancelled() for task in waiting) > 50


def test_an_ensemble_is_combined_from_its_members_answers(tmp_path: Path) -> None:
    questions = make_questions(12)
    ensemble = Plan("2*ilp+ir+guess-all", ("none",), "f")
    with Workers() as workers:
        finished([ensemble, *ensemble.members], questions, tmp_path / "combined", workers)
        finished([ensemble], questions, tmp_path / "anew", workers)
        asked: list[Plan] = []
        watched = SimpleNamespace(answers=lambda plan, rest: asked.append(plan) or workers.answers(plan, rest))
        finished([ensemble, *ensemble.members], questions, tmp_path / "watched", watched)
    name = f"{ensemble.file_name}.jsonl"
    assert lines_without_times(tmp_path / "combined" / name) == lines_without_times(tmp_path / "anew" / name)
    assert asked == list(ensemble.members)


def test_an_interrupted_combination_goes_on(tmp_path: Path) -> None:
    questions = make_questions(6)
    ensemble = Plan("ilp+ir", ("none",), "f")
    path = tmp_path / f"{ensemble.file_name}.jsonl"
    for _ in range(2):
        with Workers() as workers:
            finished([*ensemble.members, ensemble], questions, tmp_path, workers)
        whole = path.read_bytes()
        path.write_bytes(whole[: len(whole) // 2])
    with Workers() as workers:
        answers = finished([*ensemble.members, ensemble], questions, tmp_path, workers)[ensemble]
    assert [answer.question_id for answer in answers] == [question.id for question in questions]


@pytest.mark.parametrize("cut", [0, 1, 10, 200, -1])
def test_a_damaged_end_is_repaired(tmp_path: Path, cut: int) -> None:
    questions = make_questions(5)
    path = tmp_path / "run.jsonl"
    run_to_the_end(path, questions)
    expected, data = lines_without_times(path), path.read_bytes()
    header = data.index(b"\n") + 1
    path.write_bytes(data[: header + cut if cut >= 0 else cut])
    run_to_the_end(path, questions)
    assert lines_without_times(path) == expected


def test_a_foreign_or_damaged_file_is_refused(tmp_path: Path) -> None:
    questions = make_questions(5)
    path = tmp_path / "run.jsonl"
    run_to_the_end(path, questions)
    for plan, asked, words in (
        (Plan("guess-all", ("none",), "f"), questions, "made with another solver"),
        (PLAN, make_questions(6), "over other questions"),
        (PLAN, questions[1:], "over other questions"),
    ):
        with pytest.raises(InputError, match=f"holds another run: it (was|is) {words}"):
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


@pytest.mark.parametrize("part", ["code", "files", "versions"])
def test_answers_of_other_code_are_not_mixed(tmp_path: Path, part: str, monkeypatch: pytest.MonkeyPatch) -> None:
    questions = make_questions(2)
    path = tmp_path / "run.jsonl"
    run_to_the_end(path, questions)
    module = "reasoner.experiment.runs"
    changes = {
        "code": (f"{module}.code_fingerprint", lambda: "edited", "the code, weights or rules of reasoner have changed"),
        "files": (f"{module}.named_files_fingerprint", lambda values: "edited", "a file that it names"),
        "versions": (f"{module}.versions", lambda: [("numpy", "0")], "another version"),
    }
    target, changed, message = changes[part]
    monkeypatch.setattr(target, changed)
    with pytest.raises(InputError, match=message):
        RunFile(path, PLAN, questions)


def size(path: Path) -> int:
    return path.stat().st_size if path.exists() else 0


def kill_and_resume(tmp_path: Path, count: int, kills: int, *options: str) -> None:
    """Kill a run again and again, each time after it got somewhere, and compare its end with a run left alone."""
    source, out, whole = tmp_path / "questions.jsonl", tmp_path / "out", tmp_path / "whole"
    write_questions(make_questions(count), source)
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
        *options,
    ]
    left_alone = subprocess.run([*command, "--out", str(whole), "--json"], capture_output=True, check=True)
    generator = random.Random(2)
    path = out / "ir.none.f.jsonl"
    killed = 0
    for _ in range(kills):
        before = size(path)
        process = subprocess.Popen([*command, "--out", str(out)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        while process.poll() is None and size(path) <= before + 1000:
            time.sleep(0.005)
        time.sleep(generator.random() * 0.02)
        killed += process.poll() is None
        process.send_signal(signal.SIGKILL)
        process.wait()
    assert killed >= 0.8 * kills
    resumed = subprocess.run([*command, "--out", str(out), "--json"], capture_output=True, check=True)

    def numbers(output: bytes) -> list[dict[str, object]]:
        return [{name: value for name, value in run.items() if name != "seconds"} for run in json.loads(output)["rows"]]

    assert numbers(resumed.stdout) == numbers(left_alone.stdout)
    assert lines_without_times(path) == lines_without_times(whole / path.name)
    assert sorted(os.listdir(out)) == sorted(os.listdir(whole))


@pytest.mark.slow
def test_thirty_kills_end_with_the_same_numbers(tmp_path: Path) -> None:
    kill_and_resume(tmp_path, 3000, 30)


@pytest.mark.slow
def test_kills_of_several_processes_end_with_the_same_numbers(tmp_path: Path) -> None:
    kill_and_resume(tmp_path, 4000, 5, "--jobs", "2")


def children(process: int) -> set[int]:
    """The processes that a process started, theirs included."""
    parents = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            parents[int(stat.parent.name)] = int(stat.read_text().rpartition(")")[2].split()[1])
    found = {process}
    while more := {child for child, parent in parents.items() if parent in found} - found:
        found |= more
    return found - {process}


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks for processes where Linux keeps them")
def test_workers_end_when_their_parent_is_killed(tmp_path: Path) -> None:
    source, path = tmp_path / "questions.jsonl", tmp_path / "out" / "ir.none.f.jsonl"
    write_questions(make_questions(20_000), source)
    options = ["--solver", "ir", "--kb", "none", "--given", "f", "--jobs", "2", "--out", str(path.parent)]
    parent = subprocess.Popen(
        [sys.executable, "-m", "reasoner", "evaluate", str(source), *options],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    while parent.poll() is None and size(path) < 5000:
        time.sleep(0.01)
    started = children(parent.pid)
    parent.send_signal(signal.SIGKILL)
    parent.wait()
    assert len(started) >= 2
    deadline = time.monotonic() + 10
    while alive := {number for number in started if Path(f"/proc/{number}").exists()}:
        assert time.monotonic() < deadline, f"still there: {alive}"
        time.sleep(0.05)


def test_a_folder_belongs_to_one_evaluation_at_a_time(tmp_path: Path) -> None:
    write_questions(make_questions(3), tmp_path / "q.jsonl")
    command = [
        sys.executable,
        "-m",
        "reasoner",
        "evaluate",
        tmp_path / "q.jsonl",
        "-s",
        "ir",
        "--kb",
        "none",
        "--out",
        tmp_path,
    ]
    with locked(tmp_path):
        second = subprocess.run(command, capture_output=True, text=True)
    assert second.returncode == 1
    assert "another process is writing here" in second.stderr
    assert subprocess.run(command, capture_output=True).returncode == 0
