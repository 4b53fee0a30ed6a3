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
from reasoner.reading.near.evidence import Evidence
from reasoner.reading.near.trail import MEASURES
from reasoner.training.trail import Example, examples, fit, left_out, loss, score

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
    other = tmp_path / "others.jsonl"
    other.write_text(train.read_text(encoding="utf-8"), encoding="utf-8")
    files = ["--train", str(train), "--train", str(other)]
    made = CliRunner().invoke(app, ["train", "trail", *files, "--kb", "none", "--output", str(output)])
    assert made.exit_code == 0, made.output
    written = output.read_text(encoding="utf-8")
    assert "/others.jsonl --output reasoner/weights/trail.toml --kb none" in written
    assert "left out: some.jsonl 1.000, others.jsonl 1.000" in written


def test_a_file_left_out_is_answered_by_prices_of_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    groups = [[Example((np.full((1, len(MEASURES)), value),), 0)] for value in (1.0, 2.0, 3.0)]
    seen: list[list[float]] = []

    def fitted(data: list[Example], report: object) -> tuple[dict[str, float], float]:
        seen.append([one.choices[0][0, 0] for one in data])
        return dict.fromkeys(MEASURES, 0.0), 0.0

    monkeypatch.setattr("reasoner.training.trail.fit", fitted)
    assert left_out(groups) == [1.0, 1.0, 1.0]
    assert seen == [[2.0, 3.0], [1.0, 3.0], [1.0, 2.0]]


def test_a_key_that_nothing_leads_to_counts_as_missed() -> None:
    rows = np.zeros((1, len(MEASURES)))
    assert score(np.zeros(len(MEASURES)), [Example((rows,), None)]) == 0.0
