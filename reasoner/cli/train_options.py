"""The options that commands of `reasoner train` share."""

from __future__ import annotations

import re
import shlex
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


def said(context: typer.Context) -> str:
    """Return the command that is being done, for a certificate: with files by their last names, as on any machine."""
    words = ["reasoner", *context.command_path.split()[1:]]
    for option in context.command.params:
        name, value = str(option.name), context.params.get(str(option.name))
        source = context.get_parameter_source(name)
        if (
            source
            and source.name == "COMMANDLINE"
            and value is not None
            and value is not False
            and name not in ("as_json", "out", "jobs")
        ):
            for each in value if isinstance(value, list) else [value]:
                short = f"reasoner/weights/{Path(each).name}" if name == "output" else shortened(str(each))
                words += [max(option.opts, key=len), *([] if each is True else [short])]
    return shlex.join(words)


def shortened(text: str) -> str:
    """Return a text in which each path is cut to its last two names.

    >>> shortened("/home/me/openbookqa/openbook.txt,science:400@data/arc/train.jsonl")
    'openbookqa/openbook.txt,science:400@arc/train.jsonl'
    """
    return re.sub(r"[^\s,:@]*/([^/\s,:@]+/[^/\s,:@]+)", r"\1", text)


def report(line: str) -> None:
    """Print a line of progress to standard error."""
    print(line, file=sys.stderr, flush=True)


FrozenOption = Annotated[int, typer.Option(min=0, help="Lower layers of the transformer left as they are.")]
HalfOption = Annotated[bool, typer.Option("--half", help="Half precision, also on a CPU.")]
RateOption = Annotated[float, typer.Option(help="The highest learning rate of the transformer.")]
