"""``reasoner solvers``: what can answer, and what it needs."""

from __future__ import annotations

import json
from typing import Annotated, Any

import typer

from reasoner.cli import common
from reasoner.options import options_of
from reasoner.solver import Solver, solver_class, solver_names


def solvers(
    name: Annotated[str | None, typer.Argument(help="One solver, to see its options.")] = None,
    as_json: common.JsonOption = False,
) -> None:
    """List the solvers: name, what each does, what it needs, what it was fitted on, where it comes from.

    Examples:

        reasoner solvers --json

        reasoner solvers pmi
    """
    known = [solver_class(each) for each in ([name] if name else solver_names())]
    if as_json:
        print(json.dumps([_record(solver) for solver in known], indent=2))
    elif name:
        _print_one(known[0])
    else:
        _print_all(known)


def _record(solver: type[Solver]) -> dict[str, Any]:
    fields = ("name", "summary", "needs", "citation")
    options = [
        {"name": option.name, "type": option.kind, "default": option.default, "meaning": option.meaning}
        for option in options_of(solver).values()
    ]
    return {field: getattr(solver, field) for field in fields} | {"fitted": solver.provenance(), "options": options}


def _print_one(solver: type[Solver]) -> None:
    """Print a solver and its options, as `--set` takes them."""
    record = _record(solver)
    options = record.pop("options")
    for field, value in record.items():
        print(f"{field:10}{value}")
    print("options" if options else "options   none")
    for option in options:
        default = "" if option["default"] is None else f" = {option['default']}"
        print(f"  --set {option['name']}={option['type'].upper()}{default}: {option['meaning']}")


def _print_all(known: list[type[Solver]]) -> None:
    from rich.console import Console
    from rich.table import Table

    table = Table("name", "what it is", "needs", "fitted", "citation")
    for solver in known:
        table.add_row(solver.name, solver.summary, solver.needs, solver.provenance(), solver.citation)
    Console().print(table)
