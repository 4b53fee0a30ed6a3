"""`reasoner train ilp`: prices with a certificate, which a solver takes back."""

from __future__ import annotations

import json
import sys
import tomllib
from pathlib import Path

import pytest

from reasoner.cli import main
from reasoner.solvers.support.weights import Weights

LINES = [
    {"id": "1", "question": {"stem": "Which is a metal?", "choices": ["wool", "steel"]}, "answerKey": "B"},
    {"id": "2", "question": {"stem": "Which is soft?", "choices": ["wool", "steel"]}, "answerKey": "A"},
]


def test_prices_and_where_they_come_from(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    train, output = tmp_path / "openbookqa" / "train.jsonl", tmp_path / "mine.toml"
    train.parent.mkdir()
    train.write_text("".join(json.dumps({**line, "facts": ["steel is a metal"]}) + "\n" for line in LINES))
    asked = ["--train", str(train), "--kb", "none", "--given", "none,all", "--trials", "2", "--output", str(output)]
    monkeypatch.setattr(sys, "argv", ["reasoner", "train", "ilp", *asked])
    with pytest.raises(SystemExit) as stop:
        main()
    assert not stop.value.code
    made = tomllib.loads(output.read_text())["certificate"]
    assert (made["data"], made["rows"], made["seed"]) == ("OpenBookQA Train", 4, 1)
    assert made["command"].startswith(
        "reasoner train ilp --train openbookqa/train.jsonl --output reasoner/weights/mine.toml"
    )
    assert str(tmp_path) not in made["command"]
    assert Weights.load("ilp", str(output)).term > 0
