"""Reading runs for a report."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from reasoner.answer import Answer
from reasoner.errors import InputError
from reasoner.experiment.outcomes import agreement, outcome, read_runs
from reasoner.experiment.runs import sealed_line
from reasoner.question import Choice, Question

QUESTIONS = [Question(str(n), "Which?", (Choice("A", "a"), Choice("B", "b"), Choice("C", "c")), "A") for n in range(2)]
HEADER = {"run": {"solver": "ir", "kb": ["science"], "given": "none", "settings": [["depth", 2]]}}


def write(folder: Path, *answers: Answer, header: object = HEADER) -> Path:
    path = folder / "ir.jsonl"
    head = json.dumps(header)
    lines = (sealed_line(head, number, answer) for number, answer in enumerate(answers))
    path.write_text("".join([f"{head}\n", *lines]))
    return path


def answer(number: int, *scores: float | None) -> Answer:
    return Answer(str(number), "ir", dict(zip("ABC", scores, strict=True)))


@pytest.mark.parametrize(
    ("scores", "words"),
    [
        ((2.0, 1.0, None), ("right",)),
        ((1.0, 2.0, None), ("wrong",)),
        ((2.0, 2.0, None), ("tied",)),
        ((1.0, 2.0, 2.0), ("tied", "wrong")),
        ((None, None, None), ("abstained",)),
    ],
)
def test_outcome(scores: tuple[float | None, ...], words: tuple[str, ...]) -> None:
    assert outcome(QUESTIONS[0], answer(0, *scores)) == words


def test_reads_a_file_and_a_folder(tmp_path: Path) -> None:
    path = write(tmp_path, answer(0, 1.0, 2.0, 3.0), answer(1, None, None, None))
    (run,) = read_runs(path, QUESTIONS)
    assert read_runs(tmp_path, QUESTIONS) == [run]
    assert run.plan.settings == (("depth", 2),)
    assert run.answers[1].abstained


def test_refuses_what_does_not_fit(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="holds no run"):
        read_runs(tmp_path, QUESTIONS)
    write(tmp_path, answer(0, 1.0, 2.0, 3.0))
    with pytest.raises(InputError, match=r"1 questions, which are not the 2"):
        read_runs(tmp_path, QUESTIONS)
    write(tmp_path, answer(0, 1.0, 2.0, 3.0), answer(1, 1.0, 2.0, 3.0), header={"run": {}})
    with pytest.raises(InputError, match="does not say what the run was"):
        read_runs(tmp_path, QUESTIONS)


def test_agreement_counts_equal_selections() -> None:
    one = [answer(0, 1.0, None, None), answer(1, 1.0, None, None)]
    other = [answer(0, 9.0, 2.0, None), answer(1, 1.0, 1.0, None)]
    assert agreement({"one": one, "other": other}) == {("one", "other"): 0.5}
