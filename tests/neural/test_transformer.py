"""Transformers as multiple-choice readers, on models made on the spot."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("transformers")

from reasoner.errors import ReasonerError, UsageError  # noqa: E402
from reasoner.neural import transformer  # noqa: E402
from reasoner.neural.readers.working import Asked  # noqa: E402
from reasoner.neural.transformer import Keyed, Transformer, Tuning, fine_tune, train_transformer  # noqa: E402
from reasoner.question import Choice, Question  # noqa: E402
from reasoner.solver import get_solver  # noqa: E402
from reasoner.training.transformers import best_settings, keyed  # noqa: E402
from tests.neural.tiny_transformer import make_tiny  # noqa: E402

torch.set_num_threads(1)
QUIET = Tuning(epochs=6, batch=8, rate=5e-3)


def silent(line: str) -> None:
    pass


def rows(count: int = 40) -> list[Keyed]:
    draw = random.Random(3)
    made = []
    for _ in range(count):
        key, names = draw.randrange(3), draw.sample(["ada", "bo", "cy", "di", "ed"], 3)
        choices = tuple(f"{name} {'wins' if number == key else 'loses'}" for number, name in enumerate(names))
        made.append((Asked("who is it", choices), key))
    return made


@pytest.mark.parametrize("kind", ["bert", "gpt"])
def test_learns_and_comes_back_from_disk(kind: str, tmp_path: Path) -> None:
    name = str(make_tiny(tmp_path / "plain", kind))
    model, score = train_transformer(name, rows(), rows()[:10], QUIET, silent)
    assert score >= 0.9
    model.save(tmp_path / "tuned", {"model": name})
    again = Transformer(str(tmp_path / "tuned"))
    asked = [Asked("who is it", ("flo loses", "ada wins")), Asked("who is it", ("a hat", "wool", "steel", "metal"))]
    assert again.scores(asked) == model.scores(asked)
    solver = get_solver("transformer", model=str(tmp_path / "tuned"))
    answer = solver.answer(Question("1", "who is it", (Choice("A", "flo loses"), Choice("B", "ada wins"))))
    assert answer.selected == ("B",)
    assert [part.of for part in answer.explanations["B"].parts] == [("question", "choice")]


def test_the_language_model_loss_counts_for_gpt_alone(tmp_path: Path) -> None:
    for kind, differs in (("bert", False), ("gpt", True)):
        model = Transformer(str(make_tiny(tmp_path / kind, kind)))
        model.model.eval()
        plain, with_words = (model.loss(rows()[:2], share).item() for share in (0.0, 0.5))
        assert (with_words > plain) is differs


def test_a_batch_that_does_not_fit_is_halved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    name = str(make_tiny(tmp_path / "plain"))
    models = [Transformer(name), Transformer(name)]
    tuning, lines = Tuning(epochs=3, batch=4, rate=1e-3), []
    fine_tune(models[0], rows(8), tuning, lines.append)
    whole = models[1].loss

    def small(part: list[Keyed], language: float) -> torch.Tensor:
        if len(part) > 2:
            raise MemoryError
        return whole(part, language)

    monkeypatch.setattr(models[1], "loss", small)
    fine_tune(models[1], rows(8), tuning, lines.append)
    losses = [float(line.rpartition(" ")[2]) for line in lines]
    assert losses[:3] == pytest.approx(losses[3:], abs=2e-3)


def test_starts_again_where_it_does_not_leave_chance(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    scores = iter([0.3, 0.35, 0.9])
    monkeypatch.setattr(transformer, "accuracy", lambda model, rows: next(scores))
    lines: list[str] = []
    name = str(make_tiny(tmp_path / "plain"))
    _, score = train_transformer(name, rows(4), rows(4), Tuning(epochs=1, batch=4), lines.append)
    assert score == 0.9
    assert [line.partition(":")[0] for line in lines if line.startswith("seed")] == ["seed 1", "seed 101", "seed 201"]


def test_settings_are_searched_in_inner_folds(tmp_path: Path) -> None:
    name, lines = str(make_tiny(tmp_path / "plain")), []
    grid = {"batch": (4,), "rate": (1e-9, 5e-3), "epochs": (4,)}
    best = best_settings(name, rows(24), QUIET, 2, lines.append, **grid)
    assert (best.rate, len(lines)) == (5e-3, 2)


def test_a_question_can_be_left_blank() -> None:
    question = Question("1", "who is it", (Choice("A", "ada"), Choice("B", "bo")), answer_key="B")
    assert keyed([question], blank=True) == [(Asked("", ("ada", "bo")), 1)]


def test_faults_are_named(tmp_path: Path) -> None:
    with pytest.raises(ReasonerError, match="cannot be loaded"):
        Transformer(str(tmp_path))
    question = Question("1", "who is it", (Choice("A", "ada"), Choice("B", "bo")))
    with pytest.raises(UsageError, match="reasoner train transformer"):
        get_solver("transformer").answer(question)


def test_lower_layers_stay_as_they_are_and_are_read_once(tmp_path: Path) -> None:
    name = str(make_tiny(tmp_path / "plain", layers=2))
    before = Transformer(name).model.state_dict()
    tuning = replace(QUIET, frozen=1, half=True)
    model, score = train_transformer(name, rows(), rows()[:10], tuning, silent)
    assert score >= 0.9
    model.save(tmp_path / "tuned", {"model": name})
    again = Transformer(str(tmp_path / "tuned"))
    after = again.model.state_dict()
    moved = {name for name in after if name in before and not torch.equal(after[name], before[name])}
    assert moved
    assert not any("embeddings" in name or "layer.0." in name for name in moved)
    asked = [Asked("who is it", ("flo loses", "ada wins", "bo loses"))]
    assert again.scores(asked)[0] == pytest.approx(model.scores(asked)[0], abs=0.02)  # kept at half precision


def test_only_bert_like_models_have_lower_layers(tmp_path: Path) -> None:
    with pytest.raises(ReasonerError, match="BERT-like"):
        Transformer(str(make_tiny(tmp_path / "gpt", "gpt")), frozen=1)
