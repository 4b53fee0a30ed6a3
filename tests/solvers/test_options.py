"""Options of solvers and ensembles are checked before any work starts."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest
from typer.testing import CliRunner

from reasoner.cli.app import app
from reasoner.cli.common import setting
from reasoner.ensemble import get_solver
from reasoner.errors import UsageError
from reasoner.knowledge import KnowledgeBase
from reasoner.solver import options_of, solver_names


@pytest.mark.parametrize(
    ("solver", "text", "words"),
    [
        ("pmi", "window=wide", "option window of solver 'pmi' is int, not 'wide'"),
        ("pmi", "window=nan", "is int, not nan"),
        ("pmi", "window=true", "is int, not True"),
        ("pmi", "variant=3", "is str, not 3"),
        ("ilp", "nodes=1e999", "is int, not inf"),
        ("ilp+ir", "nodes=abc", "is int, not 'abc'"),
        ("pmi", "windw=3", "has no option 'windw'; it has variant, window"),
        ("pmi+ir", "windw=3", "has an option windw; known are variant, window"),
    ],
)
def test_wrong_options(solver: str, text: str, words: str) -> None:
    name, value = setting(text)
    with pytest.raises(UsageError, match=words):
        get_solver(solver, kb=KnowledgeBase.from_facts(()), **{name: value})


def test_weights_of_an_ensemble_are_bounded() -> None:
    for weight in ("9" * 400, "1000001"):
        with pytest.raises(UsageError, match="above 1,000,000"):
            get_solver(f"{weight}*ir+guess-all")


def test_torch_takes_one_thread_a_process() -> None:
    pytest.importorskip("torch")
    environment = {name: value for name, value in os.environ.items() if not name.endswith("_NUM_THREADS")}
    code = "import reasoner.neural, torch; print(torch.get_num_threads())"
    shown = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    assert shown.stdout == "1\n"


@pytest.mark.parametrize("name", solver_names())
def test_every_option_says_what_it_is(name: str) -> None:
    for option in options_of(name).values():
        assert option.meaning, f"option {option.name} of {name} has no meaning"
        assert option.default is None or option.takes(option.default)


def test_options_are_listed() -> None:
    shown = CliRunner().invoke(app, ["solvers", "pmi"]).output
    assert "--set window=INT = 10: words apart at the most" in shown
    assert "fitted" in shown
