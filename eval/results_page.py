"""Write the table in docs/results.md from eval/results; with --check, only say whether it is up to date.

python eval/results_page.py [--check]
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from reasoner.experiment.results import ROW_COLUMNS
from reasoner.experiment.tables import markdown_table, row_cell
from reasoner.files import write_atomically

ROOT = Path(__file__).parent.parent
START, END = "<!-- results: made by eval/results_page.py -->", "<!-- end of results -->"
COLUMNS = {name: name for name in ROW_COLUMNS} | {"best_member": "best member", "member_p_value": "p against it"}


def results_table() -> str:
    """Return one table over all experiments that have results."""
    rows = []
    for path in sorted((ROOT / "eval" / "results").glob("*/results.json")):
        record = json.loads(path.read_text(encoding="utf-8"))
        rows += [[record["title"], *(row_cell(row, name) for name in COLUMNS)] for row in record["rows"]]
    return markdown_table(["questions", *COLUMNS.values()], rows)


def with_results(text: str) -> str:
    """Return the page with the table between its marks replaced."""
    before, _, rest = text.partition(START)
    _, _, after = rest.partition(END)
    return f"{before}{START}\n{results_table()}{END}{after}"


def main() -> int:
    """Rewrite the page, or check it."""
    path = ROOT / "docs" / "results.md"
    old = path.read_text(encoding="utf-8")
    new = with_results(old)
    if "--check" in sys.argv:
        return int(old != new)
    write_atomically(path, [new])
    return 0


if __name__ == "__main__":
    sys.exit(main())
