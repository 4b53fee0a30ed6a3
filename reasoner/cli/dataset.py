"""`reasoner dataset ...`: what makes sets of questions."""

from __future__ import annotations

import json
import sys
from typing import Annotated

import typer

from reasoner.files import write_atomically

app = typer.Typer(help="Make and judge sets of questions.", no_args_is_help=True)


@app.callback()
def dataset() -> None:
    """Make and judge sets of questions."""


@app.command()
def worlds(
    target: Annotated[str, typer.Argument(help="A .jsonl file to write, or `-`.")] = "-",
    count: Annotated[int, typer.Option(min=1, help="How many worlds.")] = 100,
    seed: Annotated[int, typer.Option(help="Which worlds: the same for the same seed.")] = 0,
    as_json: Annotated[bool, typer.Option("--json", help="Report as JSON what was written.")] = False,
) -> None:
    """Make questions about small made-up worlds, with key, logic and proof, in many wordings.

    Examples:

        reasoner dataset worlds worlds.jsonl --count 1000 --seed 7

        reasoner dataset worlds - --count 3
    """
    from reasoner.datasets import worlds as made

    lines = (json.dumps(world.as_dict(), ensure_ascii=False) + "\n" for world in made.worlds(count, seed))
    if target == "-":
        sys.stdout.writelines(lines)
        return
    write_atomically(target, lines)
    print(json.dumps({"questions": count, "target": target}) if as_json else f"{count} questions written to {target}")
