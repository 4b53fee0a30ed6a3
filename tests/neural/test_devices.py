"""Training and reading on a device named by parameter: on the CPU always, on a GPU where there is one.

A user with a GPU runs `make gpu`; there mixed precision and the growth of batches are used as well.
"""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from reasoner.errors import ReasonerError  # noqa: E402
from reasoner.neural import training  # noqa: E402
from reasoner.neural.encoder import Encoder  # noqa: E402
from reasoner.neural.readers.learning import Lesson, train_seeds  # noqa: E402
from reasoner.neural.readers.texts import Texts  # noqa: E402
from reasoner.neural.readers.working import Asked, TrainedReader  # noqa: E402
from reasoner.neural.spans.learning import Asked as Sought  # noqa: E402
from reasoner.neural.spans.learning import train_spans  # noqa: E402
from reasoner.neural.training import Settings  # noqa: E402
from reasoner.neural.transformer import Transformer, Tuning, fine_tune  # noqa: E402
from tests.neural.tiny_encoder import TinyEncoder  # noqa: E402
from tests.neural.tiny_transformer import make_tiny  # noqa: E402

GPU = pytest.param("cuda", marks=pytest.mark.skipif(not torch.cuda.is_available(), reason="there is no GPU"))
DEVICES = ["cpu", GPU]


def lesson() -> Lesson:
    draw, texts = random.Random(1), Texts()
    items = []
    for _ in range(40):
        key = draw.randrange(2)
        choices = ("ada wins", "bo loses") if key == 0 else ("ada loses", "bo wins")
        items.append(Asked("who is it", choices).item(texts, key))
    return Lesson(items[8:], items[:8], texts)


@pytest.mark.parametrize("device", DEVICES)
def test_a_reader_learns_on_the_device_and_works_on_any(device: str, tmp_path: Path) -> None:
    settings = Settings(epochs=8, patience=8, batch=8, rate=1e-2, device=device)
    output = tmp_path / "reader.safetensors"
    scores = train_seeds("question-match", lesson(), output, TinyEncoder(), [1], settings, lambda line: None)
    assert scores[0] >= 0.9
    said = TrainedReader("question-match", str(output), TinyEncoder()).read([Asked("who", ("bo loses", "di wins"))])[0]
    assert sum(said[1]) > sum(said[0])


@pytest.mark.parametrize("device", DEVICES)
def test_a_span_reader_learns_on_the_device(device: str, tmp_path: Path) -> None:
    asked = [Sought.of("where", f"She lives in {town} .", town) for town in ("Ulm", "Oslo") * 8]
    settings = Settings(epochs=6, patience=6, batch=4, rate=1e-2, device=device)
    output = tmp_path / "spans.safetensors"
    assert train_spans("fastqa", asked, asked[:4], output, TinyEncoder(), [1], settings, lambda line: None)[0] >= 0.9


@pytest.mark.parametrize("device", DEVICES)
def test_a_transformer_is_fine_tuned_on_the_device(device: str, tmp_path: Path) -> None:
    rows = [(Asked("who is it", ("ada wins", "bo loses")), 0), (Asked("who is it", ("ada loses", "bo wins")), 1)] * 8
    model = Transformer(str(make_tiny(tmp_path / "plain")), device)
    lines: list[str] = []
    fine_tune(model, rows, Tuning(epochs=6, batch=4, rate=5e-3, device=device), lines.append)
    losses = [float(line.rpartition(" ")[2]) for line in lines]
    assert losses[-1] < losses[0]


@pytest.mark.parametrize("device", DEVICES)
def test_batches_that_do_not_fit_are_halved_in_training(
    device: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The gradient of a batch is that of its halves together, so that memory does not show in the weights."""
    settings = Settings(epochs=2, patience=2, batch=16, device=device)
    whole, halved = tmp_path / "whole.safetensors", tmp_path / "halved.safetensors"
    found = [train_seeds("embed-sim", lesson(), whole, TinyEncoder(), [1], settings, lambda line: None)]
    backward = training._Run._backward

    def small(run: training._Run, part: list, size: int) -> float:
        if len(part) > 4:
            raise MemoryError
        return backward(run, part, size)

    monkeypatch.setattr(training._Run, "_backward", small)
    found.append(train_seeds("embed-sim", lesson(), halved, TinyEncoder(), [1], settings, lambda line: None))
    asked = [Asked("who is it", ("ada wins", "bo loses"))]
    one, two = (TrainedReader("embed-sim", str(path), TinyEncoder()).read(asked) for path in (whole, halved))
    assert np.allclose(one, two, atol=2e-2)
    assert found[0] == pytest.approx(found[1], abs=0.3)


@pytest.mark.skipif(not torch.cuda.is_available(), reason="there is no GPU")
def test_half_precision_and_larger_batches_on_a_gpu() -> None:
    texts = [f"a {word} thing" for word in ("red", "blue", "old", "new")]
    here, there = Encoder(device="cpu", keep=False), Encoder(device="cuda", keep=False)
    assert np.allclose(here.encode(texts), there.encode(texts), atol=5e-3)
    assert "float16" in there.name
    assert there._batch_characters() > here._batch_characters()


def test_a_device_that_is_not_there_is_named() -> None:
    if torch.cuda.is_available():
        pytest.skip("there is a GPU")
    with pytest.raises(ReasonerError, match="not available"):
        _ = Encoder(device="cuda").device
