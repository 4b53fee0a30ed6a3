"""Premise and claim read together: trained to the same bytes, at work as in training, whatever the batch."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("sentence_transformers")

from reasoner.datasets.pairs import pairs  # noqa: E402
from reasoner.neural.adapter import AdaptedModel  # noqa: E402
from reasoner.neural.encoder import Encoder  # noqa: E402
from reasoner.neural.together import Judge, Outcome, Together, train_together  # noqa: E402
from reasoner.neural.training import Settings, Source  # noqa: E402

PAIRS = [("Wibs are red. Bob is a wib.", "Bob is red."), ("ice melts", "Ice does not melt."), ("", "Bob is red.")]


@pytest.fixture(scope="module")
def encoder() -> Encoder:
    return Encoder(device="cpu", keep=False)


def test_at_work_as_in_training_and_whatever_the_batch(encoder: Encoder) -> None:
    torch.manual_seed(0)
    adapter = Together().adapter.eval()
    for up in adapter.up:
        torch.nn.init.normal_(up, std=0.02)
    with torch.no_grad():
        trained = AdaptedModel(encoder.load(), adapter).encode_pairs(PAIRS).numpy()
    adapted = encoder.adapted(adapter)
    merged = adapted.pair_vectors(PAIRS)
    assert np.allclose(trained, merged, atol=1e-4)
    assert np.allclose(np.concatenate([adapted.pair_vectors([pair]) for pair in PAIRS]), merged, atol=1e-5)


def test_training_goes_on_to_the_same_bytes_and_is_put_to_work(encoder: Encoder, tmp_path: Path) -> None:
    data = tmp_path / "pairs.jsonl"
    data.write_text("".join(json.dumps(pair.as_dict()) + "\n" for pair in pairs(24, seed=2)))
    settings = Settings(epochs=1, batch=8, rate=1e-3)
    files = [tmp_path / name for name in ("one.safetensors", "two.safetensors")]
    for file in files:
        train_together([Source(data)], file, settings=settings, encoder=encoder, report=lambda line: None)
    assert files[0].read_bytes() == files[1].read_bytes()
    judge = Judge(str(files[0]), encoder)
    for outcome in judge.outcomes(PAIRS):
        assert sum(np.exp(outcome)) == pytest.approx(1, abs=1e-3)
        assert outcome.log_odds == pytest.approx(outcome.rather_entailed + outcome.against)
    assert judge.outcomes([]) == []


def test_not_and_direction_count() -> None:
    """What the packaged weights were trained for."""
    judge = Judge()
    premises = ["Penguins are birds. No bird of the island can fly.", "The hotter the oven, the drier the cake."]
    claims = ["The penguins of the island cannot fly.", "The penguins of the island can fly."]
    says, denies = judge.outcomes([(premises[0], claim) for claim in claims])
    assert says.log_odds > denies.log_odds
    assert denies.contradicted > says.contradicted
    changed = f"{premises[1]} The oven was made hotter."
    drier, wetter = judge.outcomes([(changed, "The cake got drier."), (changed, "The cake got wetter.")])
    assert drier.log_odds > wetter.log_odds


def test_the_likelier_a_contradiction_the_lower_the_log_odds() -> None:
    scores = [Outcome(-1.0, -1.0, against).log_odds for against in (-9.0, -1.0, 0.0)]
    assert scores == sorted(scores, reverse=True)
    assert scores[0] > scores[1] > scores[2]
