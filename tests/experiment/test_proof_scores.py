"""Proofs scored against gold trees: small trees with the figures worked out by hand."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from reasoner.cli.app import app
from reasoner.errors import InputError
from reasoner.experiment.proof_scores import Tree, score_files, score_proof

GOLD = "sent1 & sent2 -> int1: all wibs can fly; int1 & sent3 -> int2: Max can fly; int2 & sent4 -> hypothesis;"

#: Proof, then F1 of leaves, steps and intermediates.
CASES = [
    (GOLD, 1.0, 1.0, 1.0),
    # the same in another order and with other names
    ("sent2 & sent1 -> int5: wibs fly; sent3 & int5 -> int6: Max flies; sent4 & int6 -> hypothesis;", 1.0, 1.0, 1.0),
    # one step that takes everything: no step of it is a step of gold, no intermediate is found
    ("sent1 & sent2 & sent3 & sent4 -> hypothesis;", 1.0, 0.0, 0.0),
    # a wrong leaf: 3 of 4 and 3 of 4; the first step is wrong, the others stand on what is matched with gold
    (GOLD.replace("sent2", "sent9"), 0.75, 2 / 3, 1.0),
    # the second intermediate says something else
    (GOLD.replace("Max can fly", "birds sing loudly"), 1.0, 1.0, 0.5),
    # the last step is missing its leaf: 3 of 3 and 3 of 4
    (GOLD.replace(" & sent4", ""), 6 / 7, 2 / 3, 1.0),
]


@pytest.mark.parametrize(("proof", "leaves", "steps", "intermediates"), CASES)
def test_score(proof: str, leaves: float, steps: float, intermediates: float) -> None:
    score = score_proof(Tree.read(proof), Tree.read(GOLD))
    assert (score.leaves, score.steps, score.intermediates) == pytest.approx((leaves, steps, intermediates))
    assert score.all_right == float(leaves == steps == intermediates == 1.0)


def test_a_circle_in_a_proof_ends() -> None:
    assert score_proof(Tree.read("int1 & sent1 -> int1: x; int1 -> hypothesis;"), Tree.read(GOLD)).steps == 0.0


def gold_lines() -> list[str]:
    texts = {f"sent{n}": f"sentence {n}" for n in range(1, 5)}
    return [json.dumps({"id": name, "proof": GOLD, "meta": {"triples": texts}}) for name in ("one", "two")]


def test_files_by_the_text_of_leaves_and_with_a_proof_missing() -> None:
    turned = {"sent1": "sentence 2", "sent2": "sentence 1", "sent3": "sentence 3", "sent4": "sentence 4"}
    average, count, missing = score_files([json.dumps({"id": "one", "proof": GOLD, "sentences": turned})], gold_lines())
    assert (count, missing, average.all_right, average.leaves) == (2, 1, 0.5, 0.5)


def test_what_cannot_be_read() -> None:
    with pytest.raises(InputError, match="no gold proof"):
        score_files([], ['{"id": "one"}'])
    with pytest.raises(InputError, match="line 1 is not JSON"):
        score_files(["{"], gold_lines())
    with pytest.raises(InputError, match="no ->"):
        Tree.read("sent1 & sent2")


def test_command_on_generated_worlds(tmp_path: Path) -> None:
    path = str(tmp_path / "worlds.jsonl")
    CliRunner().invoke(app, ["dataset", "worlds", path, "--count", "8"])
    result = CliRunner().invoke(app, ["evaluate", path, "--proofs", path, "--json"])
    assert json.loads(result.output)["all_right"] == 1.0
    shown = CliRunner().invoke(app, ["evaluate", path, "--proofs", path]).output
    assert "leaves" in shown
