"""Write docs/every-solver.md from the classes of the solvers; with --check, only say whether it is up to date.

python eval/solver_page.py [--check]
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from reasoner.files import write_atomically
from reasoner.options import options_of
from reasoner.solver import BUILT_IN, Solver, solver_class

PAGE = Path(__file__).parent.parent / "docs" / "every-solver.md"
HEAD = """# Every solver and its options

Made by `python eval/solver_page.py` from the solvers themselves. [Solvers](solvers.md) has their ideas at length, and
when they fail. `--set NAME=VALUE` sets an option.
"""


def section(solver: type[Solver]) -> Iterator[str]:
    """Yield what a class says of its solver."""
    yield f"\n## {solver.name}\n\n{solver.summary[0].upper()}{solver.summary[1:].rstrip('.')}.\n"
    yield f"\n- *Needs:* {solver.needs}.\n- *Fitted:* {solver.provenance()}.\n- *From:* {solver.citation}.\n"
    options = options_of(solver).values()
    if options:
        yield "\n| option | type | default | meaning |\n| --- | --- | --- | --- |\n"
    for option in options:
        yield f"| `{option.name}` | {option.kind} | {option.default} | {option.meaning} |\n"


def text() -> str:
    """Return the page."""
    return HEAD + "".join(part for name in sorted(BUILT_IN) for part in section(solver_class(name)))


if __name__ == "__main__":
    if "--check" not in sys.argv:
        write_atomically(PAGE, [text()])
    elif not PAGE.exists() or PAGE.read_text(encoding="utf-8") != text():
        sys.exit("docs/every-solver.md is not what the solvers say: run python eval/solver_page.py")
