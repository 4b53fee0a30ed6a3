"""The model, its training and its weights, with a small encoder that knows words only."""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from torch.nn import functional  # noqa: E402

from reasoner.errors import InputError, ReasonerError, UnknownNameError  # noqa: E402
from reasoner.knowledge import Fact, KnowledgeBase  # noqa: E402
from reasoner.language.extract.tuples import Graph  # noqa: E402
from reasoner.neural import choice, choice_training, entailment  # noqa: E402
from reasoner.neural.dgem import DGEM, features  # noqa: E402
from reasoner.neural.encoder import Encoder  # noqa: E402
from reasoner.neural.padding import make_batch, pick  # noqa: E402
from reasoner.neural.pairs import read_pairs  # noqa: E402
from reasoner.neural.storage import load_into, read_tensors, weights_path, write_tensors  # noqa: E402
from reasoner.neural.tokens import Claim, Floats, Reader  # noqa: E402
from reasoner.neural.training import Settings, Source, Task, fit  # noqa: E402
from reasoner.question import Choice, Question  # noqa: E402
from reasoner.retrieval import Asked, Joined  # noqa: E402

WIDTH = entailment.WIDTH


class WordEncoder:
    """A fixed random vector a word."""

    name = "words"
    calls = 0

    def token_vectors(self, texts: Sequence[str]) -> list[Floats]:
        self.calls += 1
        return [np.stack([_word(word) for word in text.lower().split() or [""]]) for text in texts]

    def encode(self, texts: Sequence[str]) -> Floats:
        sums = np.stack([vectors.sum(0) for vectors in self.token_vectors(texts)])
        return (sums / np.linalg.norm(sums, axis=1, keepdims=True)).astype(np.float32)


def _word(word: str) -> Floats:
    seed = int.from_bytes(hashlib.blake2b(word.strip(".").encode(), digest_size=4).digest(), "big")
    return np.random.default_rng(seed).standard_normal(WIDTH).astype(np.float32)


def pairs_file(path: Path, count: int = 120) -> Path:
    """A claim is entailed where the premise says the same of the same thing."""
    things, doings = ["ice", "wax", "snow", "iron", "wood", "glass"], ["melts", "burns", "floats", "breaks", "bends"]
    rng = np.random.default_rng(0)
    with open(path, "w") as file:
        for number in range(count):
            thing, doing = rng.choice(things), rng.choice(doings)
            other = doing if number % 2 else rng.choice([one for one in doings if one != doing])
            row = {"sentence1": f"{thing} {other} slowly", "sentence2": f"{thing} {doing}"}
            print(json.dumps(row | {"gold_label": "entails" if number % 2 else "neutral"}), file=file)
    return path


def claim(nodes: int = 2, edges: int = 1) -> Claim:
    made = Graph(tuple(f"n{number}" for number in range(nodes)), ((0, "subj", nodes - 1),) * edges)
    return Claim(np.ones((3, WIDTH), np.float32), made, np.eye(nodes, WIDTH, dtype=np.float32))


def test_padding_does_not_show() -> None:
    model = DGEM().eval().double()
    short, long = np.ones((2, WIDTH), np.float32), np.random.default_rng(0).random((9, WIDTH), dtype=np.float32)
    with torch.inference_mode():
        alone = model(features(make_batch([short], [claim()], dtype=torch.float64))).total
        padded = model(features(make_batch([short, long], [claim(), claim(7, 5)], dtype=torch.float64))).total
    assert float(alone[0]) == pytest.approx(float(padded[0]), abs=1e-12)


def test_claim_without_graph() -> None:
    batch = make_batch([np.ones((2, WIDTH), np.float32)], [claim(1, 0)])
    assert torch.isfinite(DGEM().eval()(features(batch)).total).all()


@pytest.mark.parametrize("part", ["nodes", "edges", "whole"])
def test_every_part_counts(part: str) -> None:
    torch.manual_seed(0)
    whole = DGEM().eval()
    less = DGEM(parts=[name for name in ("nodes", "edges", "whole") if name != part]).eval()
    less.load_state_dict(whole.state_dict())
    seen = features(make_batch([np.ones((2, WIDTH), np.float32)], [claim()]))
    assert whole(seen).total.item() != less(seen).total.item()


def test_tokens_come_from_the_disk_the_second_time() -> None:
    encoder = WordEncoder()
    first = Reader(encoder, WIDTH).tokens(["ice melts", "wax burns slowly"])
    calls = encoder.calls
    second = Reader(encoder, WIDTH).tokens(["wax burns slowly", "ice melts"])
    assert encoder.calls == calls
    assert all(np.array_equal(first[text], second[text]) for text in first)
    assert np.allclose(first["ice melts"], encoder.token_vectors(["ice melts"])[0], atol=2e-3)


def test_encoder_of_another_width() -> None:
    with pytest.raises(ReasonerError, match="384 numbers, the weights expect 100"):
        Reader(WordEncoder(), 100).tokens(["ice"])


def train(folder: Path, epochs: int = 6, seed: int = 1, **options: object) -> tuple[float, Path]:
    output = folder / "out.safetensors"
    settings = Settings(seed=seed, epochs=epochs, batch=16, rate=3e-3)
    data = pairs_file(folder / "pairs.jsonl")
    accuracy = entailment.train_entailment(
        [Source(data)], output, settings=settings, encoder=WordEncoder(), report=lambda line: None, **options
    )
    return accuracy, output


def test_learns_and_is_deterministic(tmp_path: Path) -> None:
    results = []
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        results.append(train(tmp_path / name, epochs=12))
    assert results[0][0] >= 0.9
    assert results[0][1].read_bytes() == results[1][1].read_bytes()
    assert not list(tmp_path.rglob("*.checkpoint"))


def test_killed_run_goes_on_to_the_same_weights(tmp_path: Path) -> None:
    class Killed(Exception):
        pass

    pairs = read_pairs(pairs_file(tmp_path / "pairs.jsonl", 60))
    seen = entailment.see(pairs, WordEncoder(), "cpu", lambda line: None)

    def run(checkpoint: Path, stop: int | None = None) -> dict[str, torch.Tensor]:
        def report(line: str) -> None:
            if stop and f"epoch {stop}/" in line:
                raise Killed

        torch.manual_seed(5)
        model = DGEM()
        model.scale_to(pick(seen, range(40)))
        task = entailment.entailment_task(seen, pairs[:40], pairs[40:])
        fit(model, task, Settings(epochs=4, patience=9), checkpoint, report)
        return model.state_dict()

    straight = run(tmp_path / "straight")
    with pytest.raises(Killed):
        run(tmp_path / "killed", stop=2)
    resumed = run(tmp_path / "killed")
    assert all(torch.equal(straight[name], resumed[name]) for name in straight)


def test_checkpoint_of_another_run(tmp_path: Path) -> None:
    write_tensors(tmp_path / "out.safetensors.checkpoint", {"a": torch.ones(1)}, {"task": "other"})
    with pytest.raises(InputError, match="another run"):
        train(tmp_path)


def test_memory_runs_out_on_a_large_batch(tmp_path: Path) -> None:
    sizes = []

    def loss(model: torch.nn.Module, part: list[int]) -> torch.Tensor:
        sizes.append(len(part))
        if len(part) > 4:
            raise RuntimeError("DefaultCPUAllocator: can't allocate memory")
        return model(torch.tensor([[float(one)] for one in part])).square().mean()

    model = torch.nn.Linear(1, 1)
    task = Task("t", [1, 2, 3, 4, 5, 6, 7, 8], [1], loss, lambda model, part: [True] * len(part))
    fit(model, task, Settings(epochs=1, batch=8), tmp_path / "checkpoint", lambda line: None)
    assert sizes == [8, 4, 4]


@pytest.mark.parametrize("content", [b"", b"pickle", b"\x80\x04\x95"])
def test_foreign_weights(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "w.safetensors").write_bytes(content)
    with pytest.raises(InputError, match="not a whole safetensors file") as error:
        load_into(DGEM(), tmp_path / "w.safetensors", "dgem")
    assert "\n" not in str(error.value)


def test_truncated_weights(tmp_path: Path) -> None:
    write_tensors(tmp_path / "w", DGEM().state_dict(), {"kind": "dgem"})
    whole = (tmp_path / "w").read_bytes()
    (tmp_path / "w").write_bytes(whole[: len(whole) // 2])
    with pytest.raises(InputError, match="not a whole safetensors file"):
        load_into(DGEM(), tmp_path / "w", "dgem")


def test_weights_of_another_kind_or_version(tmp_path: Path) -> None:
    write_tensors(tmp_path / "w", {"a": torch.ones(2)}, {"kind": "dgem-choice"})
    with pytest.raises(InputError, match="holds 'dgem-choice' weights, not 'dgem'"):
        load_into(DGEM(), tmp_path / "w", "dgem")
    write_tensors(tmp_path / "w", {"a": torch.ones(2)}, {"kind": "dgem"})
    with pytest.raises(InputError, match="another version"):
        load_into(DGEM(), tmp_path / "w", "dgem")


def test_unknown_weights() -> None:
    with pytest.raises(UnknownNameError, match="did you mean 'dgem'"):
        weights_path("dgme")


@pytest.mark.parametrize("name", ["dgem", "dgem-choice"])
def test_packaged_weights_are_small_and_whole(name: str) -> None:
    path = weights_path(name)
    assert path.stat().st_size <= 5_000_000
    load_into(DGEM() if name == "dgem" else choice.ChoiceModel(), path, name)
    assert read_tensors(path)[1]["encoder"]


def test_bad_pairs(tmp_path: Path) -> None:
    (tmp_path / "p.tsv").write_text("premise\thypothesis\tlabel\nice melts\tice\tperhaps\n")
    with pytest.raises(InputError, match=r"p.tsv, line 2, field label: 'perhaps' is not one of"):
        read_pairs(tmp_path / "p.tsv")
    (tmp_path / "p.jsonl").write_text('{"sentence1": "a"}\n')
    with pytest.raises(InputError, match="line 1, field sentence2: missing"):
        read_pairs(tmp_path / "p.jsonl")


def test_other_choices_count_but_not_their_order() -> None:
    torch.manual_seed(0)
    model = choice.ChoiceModel(8, 2).double().eval()
    table = functional.normalize(torch.rand(28, 8, dtype=torch.float64), dim=-1)
    numbers = np.arange(1, 28).reshape(3, 4 + choice.FACTS)
    numbers[:, 0] = 1
    with torch.inference_mode():
        one, other = (
            model(choice.make_batch([choice.Prepared(numbers[order])], table.__getitem__, torch.float64))[0].total[0]
            for order in ([0, 1, 2], [2, 0, 1])
        )
    assert one.tolist() == pytest.approx(other[[1, 2, 0]].tolist(), abs=1e-12)


def test_given_facts_are_read_together_and_alone() -> None:
    metal, steel = Fact("metal lets heat through", line=1), Fact("steel is a metal", line=2)
    others = [Fact(f"fact number {number} is about something else", line=number) for number in range(3, 9)]
    pair = Choice("A", "steel"), Choice("B", "wool")
    asked, finder = Asked.of(Question("1", "Which lets heat through?", pair)), Joined(KnowledgeBase.from_facts(()))
    assert choice.ways_to(asked, finder, [metal, steel]) == [[(metal, steel), (metal,), (steel,)]] * 2
    assert choice.ways_to(asked, finder, [metal]) == [[(metal,)]] * 2
    best = choice.ways_to(asked, finder, [metal, steel, *others])[0]
    assert best[0] == (metal, steel)
    assert len(best) == choice.FACTS


def questions_file(path: Path, count: int = 40) -> Path:
    """The fact that names the thing of the stem names the right choice."""
    things = ["ice", "wax", "snow", "iron"]
    with open(path, "w") as file:
        for number in range(count):
            choices = [{"text": f"{thing} melts", "label": label} for thing, label in zip(things, "ABCD", strict=True)]
            stem = f"What does the {things[number % 4]} number {number} do?"
            row = {"id": str(number), "question": {"stem": stem, "choices": choices}, "answerKey": "ABCD"[number % 4]}
            print(json.dumps(row), file=file)
    return path


def train_choice(folder: Path, **options: object) -> tuple[float, Path]:
    folder.mkdir(exist_ok=True)
    data, output = questions_file(folder / "questions.jsonl"), folder / "out.safetensors"
    kb = KnowledgeBase.from_facts(Fact(f"{thing} melts", "facts", n) for n, thing in enumerate(("ice", "wax", "snow")))
    settings = Settings(epochs=3, batch=16, rate=3e-3)
    options = {"encoder": WordEncoder(), "report": lambda line: None} | options
    return choice_training.train_choice([Source(data)], output, kb, settings=settings, **options), output


def test_choice_head_learns_without_an_encoder_to_adapt(tmp_path: Path) -> None:
    results = [train_choice(tmp_path / name) for name in ("one", "two")]
    assert results[0][0] >= 0.9
    assert results[0][1].read_bytes() == results[1][1].read_bytes()
    assert not list(tmp_path.rglob("*.checkpoint"))
    tensors, _ = read_tensors(results[0][1])
    assert not any(tensor.any() for name, tensor in tensors.items() if name.startswith("adapter.up"))


@pytest.mark.slow
def test_adapter_is_trained_after_the_head(tmp_path: Path) -> None:
    pytest.importorskip("sentence_transformers")
    said: list[str] = []
    results = [
        train_choice(tmp_path / name, encoder=Encoder(device="cpu"), report=said.append) for name in ("one", "two")
    ]
    assert sum("adapter epoch 1/1" in line for line in said) == 2
    assert results[0][1].read_bytes() == results[1][1].read_bytes()
    assert not list(tmp_path.rglob("*.checkpoint"))


def test_weights_that_no_epoch_betters_are_kept(tmp_path: Path) -> None:
    model = torch.nn.Linear(1, 1)
    before = model.weight.item()
    task = Task("t", [1.0], [1.0], lambda model, part: model(torch.tensor([part])).sum(), lambda model, part: [True])
    assert fit(model, task, Settings(epochs=2), tmp_path / "checkpoint", lambda line: None, accuracy=1.0) == 1.0
    assert model.weight.item() == before


@pytest.mark.skipif(not torch.cuda.is_available(), reason="there is no GPU here; the same code is tested on the CPU")
def test_gpu_agrees_with_cpu() -> None:
    model = DGEM().eval()
    premise = np.ones((3, WIDTH), np.float32)
    with torch.inference_mode():
        cpu = model(features(make_batch([premise], [claim()]))).total.item()
        gpu = model.cuda()(features(make_batch([premise], [claim()], "cuda"))).total.item()
    assert cpu == pytest.approx(gpu, abs=1e-3)


@pytest.mark.slow
def test_command_trains(tmp_path: Path) -> None:
    data, output = pairs_file(tmp_path / "pairs.jsonl", 30), tmp_path / "w.safetensors"
    command = [sys.executable, "-m", "reasoner", "train", "dgem", "--data", str(data), "--output", str(output)]
    result = subprocess.run([*command, "--epochs", "2", "--device", "cpu"], capture_output=True, text=True)
    assert result.returncode == 0, result.stderr
    assert "epoch 2/2: loss" in result.stderr
    assert "dev accuracy" in result.stdout
    load_into(DGEM(), output, "dgem")
