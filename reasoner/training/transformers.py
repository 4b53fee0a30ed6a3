"""Fine-tuning of transformers on files of questions, with the settings searched in inner folds."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any

from reasoner.errors import needing
from reasoner.question import Question
from reasoner.question.keyed import read_keyed

if TYPE_CHECKING:
    from reasoner.neural.transformer import Keyed, Tuning

#: CODAH's grid for BERT.
GRID: dict[str, tuple[Any, ...]] = {"batch": (16, 32), "rate": (1e-5, 2e-5, 3e-5), "epochs": (3, 4, 6)}


def fine_tune(
    train: Path,
    dev: Path,
    output: Path,
    *,
    model: str | None = None,
    tuning: dict[str, Any] | None = None,
    search: int = 0,
    report: Callable[[str], None] = print,
) -> float:
    """Fine-tune a model on a file of questions and write it to a folder; return its accuracy on Dev.

    Parameters
    ----------
    model : str, optional
        A folder or a name on the hub; the packaged MiniLM where not given.
    tuning : dict, optional
        Fields of `reasoner.neural.transformer.Tuning` that are not to be left as they are.
    search : int
        In so many inner folds of Train the settings of CODAH's grid are tried first; 0 for no search.
    """
    with needing("neural", "training a transformer"):
        from reasoner.neural.encoder import DEFAULT_MODEL
        from reasoner.neural.transformer import Tuning, about, train_transformer
    name = model or DEFAULT_MODEL
    settings = Tuning(**(tuning or {}))
    rows = keyed(read_keyed(train))
    if search:
        settings = best_settings(name, rows, settings, search, report)
    made, score = train_transformer(name, rows, keyed(read_keyed(dev)), settings, report)
    made.save(output, about(settings, name, score))
    return score


def best_settings(
    name: str, rows: Sequence[Keyed], tuning: Tuning, folds: int, report: Callable[[str], None], **grid: Any
) -> Tuning:
    """Return the settings of the grid that do best on average over inner folds."""
    from reasoner.neural.transformer import train_transformer

    tried: dict[Tuning, float] = {}
    values = {**GRID, **grid}
    for chosen in product(*values.values()):
        settings = replace(tuning, **dict(zip(values, chosen, strict=True)))
        total = 0.0
        for fold in range(folds):
            rest = [row for number, row in enumerate(rows) if number % folds != fold]
            total += train_transformer(name, rest, rows[fold::folds], settings, lambda line: None)[1]
        tried[settings] = total / folds
        report(f"{dict(zip(values, chosen, strict=True))}: {tried[settings]:.4f} in inner folds")
    return max(tried, key=lambda settings: tried[settings])


def keyed(questions: Sequence[Question], blank: bool = False) -> list[Keyed]:
    """Return questions as a model sees them, with the place of the right choice; the stem left out where asked."""
    from reasoner.neural.readers.working import Asked

    return [
        (
            Asked("" if blank else question.stem, tuple(choice.text for choice in question.choices)),
            question.labels.index(question.answer_key or ""),
        )
        for question in questions
    ]
