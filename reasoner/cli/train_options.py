"""The options that commands of `reasoner train` share."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

TrainOption = Annotated[Path, typer.Option(help="A file of questions with keys to learn from.")]
DevOption = Annotated[Path, typer.Option(help="A file of questions with keys that decides when to stop.")]
DeviceOption = Annotated[str | None, typer.Option(help="cuda, mps or cpu; the best there is where not given.")]
SeedOption = Annotated[int, typer.Option(help="Seed of every random choice.")]
GivenOption = Annotated[str, typer.Option(help="Facts of the question to hand over: none, f, fk or all.")]
LimitOption = Annotated[int | None, typer.Option(min=1, help="Only the first N questions.")]


def report(line: str) -> None:
    """Print a line of progress to standard error."""
    print(line, file=sys.stderr, flush=True)


FrozenOption = Annotated[int, typer.Option(min=0, help="Lower layers of the transformer left as they are.")]
HalfOption = Annotated[bool, typer.Option("--half", help="Half precision, also on a CPU.")]
RateOption = Annotated[float, typer.Option(help="The highest learning rate of the transformer.")]
