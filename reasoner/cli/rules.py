"""``reasoner rules``: the composition rules, and whether each proves its own example."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from reasoner.cli import common
from reasoner.errors import InputError
from reasoner.logic.rulebook import Written, failures, load_rules

app = typer.Typer(help="List the composition rules, or check them.", invoke_without_command=True)

FolderOption = Annotated[
    Path | None, typer.Option("--folder", help="A folder of .rules files; else the built-in ones.")
]


@app.callback(invoke_without_command=True)
def rules(context: typer.Context, folder: FolderOption = None, as_json: common.JsonOption = False) -> None:
    """List the composition rules: name, family, confidence, what they say.

    Examples:

        reasoner rules

        reasoner rules check
    """
    if context.invoked_subcommand is not None:
        return
    known = _load(folder)
    if as_json:
        print(json.dumps([_record(rule) for rule in known], indent=2))
        return
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table("name", "family", "confidence", "rule", "where")
    for rule in known:
        table.add_row(
            rule.name, rule.family, f"{rule.confidence:.2f}", Text("; ".join(map(str, rule.rules))), rule.where
        )
    Console().print(table)


@app.command()
def check(folder: FolderOption = None) -> None:
    """Prove every rule on its own examples; exit 1 where one fails.

    Example:

        reasoner rules check --folder my-rules
    """
    known = _load(folder)
    failed = [failure for rule in known for failure in failures(rule)]
    if failed:
        raise InputError(f"{len(failed)} example(s) not proved:\n" + "\n".join(failed))
    examples = sum(len(rule.examples) for rule in known)
    print(f"{len(known)} rules, {examples} examples, all proved")


def _load(folder: Path | None) -> tuple[Written, ...]:
    if folder is not None and not any(folder.glob("*.rules")):
        raise InputError("no .rules file in this folder", path=str(folder))
    return load_rules(folder)


def _record(rule: Written) -> dict[str, object]:
    return {
        "name": rule.name,
        "family": rule.family,
        "confidence": rule.confidence,
        "rule": [str(each) for each in rule.rules],
        "where": rule.where,
    }
