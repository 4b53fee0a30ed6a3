"""The readers: parts add up, padding does not show, and each learns what it can learn."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

torch = pytest.importorskip("torch")

from reasoner.errors import UnknownNameError  # noqa: E402
from reasoner.neural.pairs import Pair  # noqa: E402
from reasoner.neural.readers import _MODELS, make_reader  # noqa: E402
from reasoner.neural.readers.learning import (  # noqa: E402
    SETTINGS,
    Lesson,
    pair_lesson,
    pair_task,
    scores,
    train_seeds,
)
from reasoner.neural.readers.texts import Item, Table, Texts  # noqa: E402
from reasoner.neural.readers.working import Asked, TrainedReader  # noqa: E402
from reasoner.neural.training import Settings  # noqa: E402
from tests.neural.tiny_encoder import WIDTH, TinyEncoder  # noqa: E402

torch.set_num_threads(1)  # the models are tiny
KINDS = sorted(_MODELS)
PARTS = {
    "embed-sim": 3,
    "esim": 2,
    "knowledge-reader": 10,
    "odd-one-out": 4,
    "plausible": 1,
    "max-out": 3,
    "question-match": 3,
}


def table(texts: Texts, model: torch.nn.Module) -> Table:
    return Table(texts, TinyEncoder(), model.reduction)


def two_questions(texts: Texts) -> list[Item]:
    long = Asked("which of these is it", ("red stone", "blue", "a green old tree", "sky"), ("stone is red", "sky"))
    short = Asked("which one", ("red", "blue stone"), ("stone is old",))
    return [long.item(texts), short.item(texts)]


@pytest.mark.parametrize("kind", KINDS)
def test_padding_does_not_show(kind: str) -> None:
    torch.manual_seed(0)
    model, texts = make_reader(kind, WIDTH).eval().double(), Texts()
    items = two_questions(texts)
    vectors = table(texts, model)
    together, alone = model(vectors.batch(items)), model(vectors.batch(items[1:]))
    assert together.shape == (2, 4, PARTS[kind])
    assert torch.allclose(together[1, :2].sum(-1), alone[0].sum(-1), atol=1e-9)
    assert bool((scores(model, vectors.batch(items))[1, 2:] < -1e3).all())


@pytest.mark.parametrize("kind", ["plausible", "odd-one-out"])
def test_the_question_is_not_read(kind: str) -> None:
    torch.manual_seed(0)
    model, texts = make_reader(kind, WIDTH).eval(), Texts()
    items = [Asked(stem, ("red", "blue")).item(texts) for stem in ("which one", "why so")]
    made = model(table(texts, model).batch(items))
    assert torch.equal(made[0], made[1])


def test_a_fact_changes_what_the_knowledge_reader_says() -> None:
    torch.manual_seed(0)
    model, texts = make_reader("knowledge-reader", WIDTH).eval(), Texts()
    items = [Asked("which one", ("red", "blue"), facts).item(texts) for facts in (("it is red",), ("so old",))]
    made = model(table(texts, model).batch(items))
    assert not torch.allclose(made[0], made[1])
    assert torch.equal(made[0, :, 0], made[1, :, 0])  # question and choice by themselves


def lesson(count: int = 42) -> Lesson:
    """Questions whose right choice has a word that gives it away."""
    draw, texts = random.Random(1), Texts()
    items = []
    for number in range(count):
        key = draw.randrange(3)
        names = draw.sample(["ada", "bo", "cy", "di", "ed", "flo"], 3)
        choices = tuple(f"{name} {'wins' if n == key else 'loses'}" for n, name in enumerate(names))
        asked = Asked(f"who is it {number}", choices, (f"{names[0]} it is",))
        items.append(asked.item(texts, key))
    return Lesson(items[10:], items[:10], texts)


@pytest.mark.parametrize("kind", KINDS)
def test_learns_from_questions(kind: str, tmp_path: Path) -> None:
    settings = Settings(epochs=10, patience=10, batch=8, rate=1e-2)
    output = tmp_path / "reader.safetensors"
    accuracies = train_seeds(kind, lesson(), output, TinyEncoder(), [1], settings, lambda line: None)
    assert accuracies[0] >= 0.9
    reader = TrainedReader(kind, str(output), TinyEncoder())
    said = reader.read([Asked("who is it", ("flo wins", "ada loses", "bo loses"))])[0]
    totals = [sum(parts) for parts in said]
    assert totals.index(max(totals)) == 0


def test_a_killed_run_goes_on(tmp_path: Path) -> None:
    settings = Settings(epochs=3, patience=3, batch=16)
    whole, lines = tmp_path / "whole.safetensors", []
    train_seeds("plausible", lesson(), whole, TinyEncoder(), [1, 2], settings, lambda line: None)

    class Killed(Exception):
        pass

    def report(line: str) -> None:
        lines.append(line)
        if "epoch 2/" in line and "seed 2" in line:
            raise Killed

    cut = tmp_path / "cut.safetensors"
    with pytest.raises(Killed):
        train_seeds("plausible", lesson(), cut, TinyEncoder(), [1, 2], settings, report)
    train_seeds("plausible", lesson(), cut, TinyEncoder(), [1, 2], settings, lines.append)
    assert cut.read_bytes() == whole.read_bytes()
    assert any("going on after epoch 2" in line for line in lines)
    assert not list(tmp_path.glob("*.checkpoint"))


def test_unknown_kind() -> None:
    with pytest.raises(UnknownNameError, match="did you mean 'plausible'"):
        make_reader("plausibel")
    assert SETTINGS.epochs > SETTINGS.patience


def test_learns_from_pairs(tmp_path: Path) -> None:
    pairs = [
        Pair("ada wins it", f"ada {'wins' if number % 2 else 'loses'}", 0 if number % 2 else 1) for number in range(40)
    ]
    settings = Settings(epochs=6, patience=6, batch=8, rate=1e-2)
    output, taught = tmp_path / "max-out.safetensors", pair_lesson(pairs[8:], pairs[:8])
    found = train_seeds("max-out", taught, output, TinyEncoder(), [1], settings, lambda line: None, make_task=pair_task)
    assert found[0] >= 0.9
