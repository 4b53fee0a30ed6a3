"""``reasoner solvers``: what can answer, and what it needs."""

from __future__ import annotations

import json

from reasoner.cli import common
from reasoner.solver import solver_class, solver_names


def solvers(as_json: common.JsonOption = False) -> None:
    """List the solvers: name, what each does, what it needs, what it was fitted on, where it comes from.

    Example:

        reasoner solvers --json
    """
    known = [solver_class(name) for name in solver_names()]
    if as_json:
        fields = ("name", "summary", "needs", "citation")
        listed = [{field: getattr(solver, field) for field in fields} for solver in known]
        for entry, solver in zip(listed, known, strict=True):
            entry["fitted"] = solver.provenance()
        print(json.dumps(listed, indent=2))
        return
    from rich.console import Console
    from rich.table import Table

    table = Table("name", "what it is", "needs", "fitted", "citation")
    for solver in known:
        table.add_row(solver.name, solver.summary, solver.needs, solver.provenance(), solver.citation)
    Console().print(table)
