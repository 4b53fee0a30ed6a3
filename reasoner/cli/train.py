"""`reasoner train ...`: train what the package learns."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

app = typer.Typer(no_args_is_help=True)


@app.callback()
def train() -> None:
    """Train what the package learns."""


@app.command()
def pipeline(
    data: Annotated[Path, typer.Option(envvar="REASONER_DATA", help="Folder with the UD English EWT treebank.")],
    output: Annotated[Path, typer.Option(help="Where the model goes; replaced whole.")] = Path("model"),
    seed: Annotated[int, typer.Option(help="Seed of every random choice.")] = 1,
    as_json: Annotated[bool, typer.Option("--json", help="Print the scores as JSON.")] = False,
) -> None:
    """Train the language pipeline on UD English EWT and our own science sentences (minutes on one free core).

    Example:

        reasoner train pipeline --data ud_ewt --output reasoner/language/model
    """
    from reasoner.language import training

    scores = training.train(data, output, seed=seed)
    if as_json:
        print(json.dumps(scores))
    else:
        named = {"dep_uas": "UAS", "dep_las": "LAS", "pos_acc": "UPOS"}
        print(f"{output}: " + ", ".join(f"{named[name]} {value:.3f}" for name, value in scores.items()))
