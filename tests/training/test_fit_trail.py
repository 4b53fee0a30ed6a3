"""Fitting the prices of trails."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from reasoner.cli.app import app
from reasoner.knowledge import KnowledgeBase
from reasoner.question import Choice, Question
from reasoner.reading.evidence import Evidence
from reasoner.reading.trail import MEASURES
from reasoner.training.trail import Example, examples, fit, loss, score

FACTS = ("The pond is full of newts.", "Newts draw storks.", "The field is full of mice.", "Mice draw owls.")


def question(stem: str, key: str) -> Question:
    return Question(stem, stem, (Choice("A", "storks"), Choice("B", "owls")), key, facts=FACTS)


def test_examples_hold_every_trail_to_every_choice() -> None:
    some = examples(Evidence(KnowledgeBase.from_facts(())), [question("What does the pond draw?", "A")])
    assert len(some) == 1
    assert [rows.shape[1] for rows in some[0].choices] == [len(MEASURES)] * 2
    unnamed = Question("x", "What sinks?", (Choice("A", "lead"), Choice("B", "cork")), "A", facts=FACTS)
    assert examples(Evidence(KnowledgeBase.from_facts(())), [unnamed]) == []


def test_a_price_is_found_where_only_it_tells_the_key() -> None:
    names = list(MEASURES)
    denied = np.eye(len(names))[names.index("denied")]
    data = [Example((np.zeros((1, len(names))), denied[None] * 2), 0)] * 5
    start = np.zeros(len(names))
    numbers, right = fit(data, lambda line: None)
    assert right == 1.0
    assert numbers["denied"] < -0.5
    fitted = np.array([numbers[name] for name in names])
    assert loss(fitted, data) < loss(start, data)
    assert score(start, data) == pytest.approx(0.5)


def test_the_command_writes_a_file_with_its_certificate(tmp_path: Path) -> None:
    asked = [("What does the pond draw?", "A"), ("What does the field draw?", "B")]
    records = [
        {
            "id": stem,
            "question": {"stem": stem, "choices": [{"label": "A", "text": "storks"}, {"label": "B", "text": "owls"}]},
            "answerKey": key,
            "facts": FACTS,
        }
        for stem, key in asked
    ]
    train, output = tmp_path / "some.jsonl", tmp_path / "trail.toml"
    train.write_text("".join(json.dumps(record) + "\n" for record in records), encoding="utf-8")
    made = CliRunner().invoke(app, ["train", "trail", "--train", str(train), "--kb", "none", "--output", str(output)])
    assert made.exit_code == 0, made.output
    assert "reasoner train trail --train some.jsonl" in output.read_text(encoding="utf-8")
