"""Tuning is repeatable, resumes where it stopped, and never ends worse than it began."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path

import pytest

from reasoner.errors import InputError
from reasoner.experiment.tuning import Tuned, tune
from reasoner.question import Choice, Question
from reasoner.solver import Solver, Support
from reasoner.solvers.support.weights import Weights
from reasoner.weights import Certificate, as_toml

QUESTIONS = [Question(str(n), "Which?", (Choice("A", "one"), Choice("B", "two")), answer_key="A") for n in range(4)]


class Picky(Solver):
    """Right once `term` is small enough."""

    name, summary = "picky", "for this test"

    def __init__(self, weights: Weights) -> None:
        self.prices = weights

    def support(self, question: Question) -> dict[str, Support]:
        return {"A": Support(1.0), "B": Support(self.prices.term)}


def run(output: Path, trials: int, seed: int = 1) -> Tuned:
    return tune(Picky, QUESTIONS, Weights(term=1.5), output, trials=trials, seed=seed)


def test_finds_better_weights_that_a_file_brings_back(tmp_path: Path) -> None:
    found, path = run(tmp_path / "trials.json", 40), tmp_path / "weights.toml"
    assert found.score == 1.0
    made = Certificate("fitted", "reasoner train ilp", "X Train", 4, "1.0", "2026-11-18")
    path.write_text(as_toml(asdict(found.weights), made))
    assert Weights.load("ilp", str(path)) == found.weights


def test_resumes_to_the_same_end(tmp_path: Path) -> None:
    at_once = run(tmp_path / "once.json", 12)
    run(tmp_path / "twice.json", 5)
    assert run(tmp_path / "twice.json", 12) == at_once
    assert (tmp_path / "once.json").read_bytes() == (tmp_path / "twice.json").read_bytes()


def test_another_seed_does_not_mix_with_the_log(tmp_path: Path) -> None:
    run(tmp_path / "weights.json", 2)
    with pytest.raises(InputError, match="another seed"):
        run(tmp_path / "weights.json", 4, seed=2)


def test_a_file_that_is_no_weights(tmp_path: Path) -> None:
    path = tmp_path / "weights.toml"
    path.write_text("weight = 1")
    with pytest.raises(InputError, match="must map names to numbers"):
        Weights.load("ilp", str(path))
