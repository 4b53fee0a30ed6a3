"""The adapter on the packaged encoder: added while training, merged at work."""

from __future__ import annotations

import numpy as np
import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("sentence_transformers")

from reasoner.errors import ReasonerError  # noqa: E402
from reasoner.neural.adapter import AdaptedModel, Adapter  # noqa: E402
from reasoner.neural.choice import ChoiceModel  # noqa: E402
from reasoner.neural.encoder import Encoder  # noqa: E402

TEXTS = ["a steel spoon", "wool", "", "Metal lets heat through, and so does every alloy of it.", "a steel spoon"]


@pytest.fixture(scope="module")
def encoder() -> Encoder:
    return Encoder(device="cpu", keep=False)


def filled(seed: int = 0) -> Adapter:
    torch.manual_seed(seed)
    adapter = Adapter().eval()
    for up in adapter.up:
        torch.nn.init.normal_(up, std=0.02)
    return adapter


def test_at_work_as_in_training(encoder: Encoder) -> None:
    adapter = filled()
    with torch.no_grad():
        trained = AdaptedModel(encoder.load(), adapter).encode(TEXTS).numpy()
    merged = encoder.adapted(adapter).encode(TEXTS)
    assert np.allclose(trained, merged, atol=1e-5)
    assert not np.allclose(merged, encoder.encode(TEXTS), atol=1e-2)


def test_an_empty_adapter_changes_nothing(encoder: Encoder) -> None:
    plain = encoder.encode(TEXTS)
    assert np.allclose(encoder.adapted(Adapter()).encode(TEXTS), plain, atol=1e-6)
    with torch.no_grad():
        assert np.allclose(AdaptedModel(encoder.load(), Adapter().eval()).encode(TEXTS).numpy(), plain, atol=1e-5)


def test_the_adapter_is_part_of_the_name(encoder: Encoder) -> None:
    names = [encoder.name, *(encoder.adapted(filled(seed)).name for seed in (0, 1))]
    assert len(set(names)) == 3
    assert encoder.adapted(filled()).name == names[1]


def test_only_the_adapter_learns_and_is_kept(encoder: Encoder) -> None:
    model, loaded = ChoiceModel(), encoder.load()
    adapter = model.adapter.train()
    adapter.load_state_dict(filled().state_dict())
    AdaptedModel(loaded, adapter).encode(TEXTS)[:, 0].sum().backward()
    assert all(one.grad is not None and one.grad.any() for one in adapter.parameters())
    assert all(one.grad is None for one in loaded.parameters())
    assert sum(2 * tensor.numel() for tensor in model.state_dict().values()) < 4_800_000


def test_a_model_with_other_layers(encoder: Encoder) -> None:
    with pytest.raises(ReasonerError, match="other layers"):
        encoder.adapted(Adapter(width=8)).encode(["steel"])
