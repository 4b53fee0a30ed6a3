"""``reasoner solvers``: what can answer, and what it needs."""

from __future__ import annotations

import json

from reasoner.cli import common
from reasoner.solver import solver_class, solver_names


def solvers(as_json: common.JsonOption = False) -> None:
    """List the solvers: name, what each does, what it needs, where it comes from.

    Example:

        reasoner solvers --json
    """
    known = [solver_class(name) for name in solver_names()]
    if as_json:
        fields = ("name", "summary", "needs", "citation")
        print(json.dumps([{field: getattr(solver, field) for field in fields} for solver in known], indent=2))
        return
    from rich.console import Console
    from rich.table import Table

    table = Table("name", "what it is", "needs", "citation")
    for solver in known:
        table.add_row(solver.name, solver.summary, solver.needs, solver.citation)
    Console().print(table)
