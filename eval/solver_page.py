"""Write docs/solver/, a page for each solver, from its class and eval/solver_pages.toml, with a picture of an answer.

python eval/solver_page.py             writes the pages and the pictures
python eval/solver_page.py --check     only says whether the pages are up to date
"""

from __future__ import annotations

import io
import re
import sys
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from reasoner.doors import answer
from reasoner.explanation import Explanation
from reasoner.files import write_atomically
from reasoner.options import options_of
from reasoner.question import Question, read_questions
from reasoner.render.html import asset
from reasoner.render.svg import as_svg
from reasoner.solver import BUILT_IN, Solver, solver_class
from reasoner.weights import certificate

ROOT = Path(__file__).parent.parent
PAGES = ROOT / "docs" / "solver"
PROSE: dict[str, dict[str, Any]] = tomllib.loads((ROOT / "eval" / "solver_pages.toml").read_text(encoding="utf-8"))
#: The rules of the style sheet that a drawing needs.
_STYLES = re.compile(
    r"^(?::root \{.*?^\}|@media \(prefers-color-scheme: dark\) \{.*?^\}|[^\n{]*\.graph[^\n]*)", re.M | re.S
)


def page(solver: type[Solver]) -> Iterator[str]:
    """Yield what there is to say of a solver."""
    prose = PROSE[solver.name]
    yield f"# {solver.name}\n\n*{solver.summary[0].upper()}{solver.summary[1:].rstrip('.')}.*\n\n"
    yield "<!-- Made by python eval/solver_page.py from the class of the solver and eval/solver_pages.toml. -->\n\n"
    yield f"## Idea\n\n{prose['idea']}\n\nFrom: {solver.citation}.\n"
    if "question" in prose:
        yield f"\n{_asked(prose)}\n\n![What {solver.name} shows for the choice that it selects]({solver.name}.svg)\n"
    yield f"\n## Scores\n\n{prose['semantics']}\n"
    yield f"\n## Needs\n\n{solver.needs[0].upper()}{solver.needs[1:]}.\n"
    yield from _options(solver)
    yield f"\n## Fitted\n\n{_fitted(solver)}"
    yield f"\n## When it fails\n\n{prose['fails']}\n"


def _asked(prose: Mapping[str, Any]) -> str:
    given = prose.get("facts", prose.get("documents", ()))
    told = f" Given: {' '.join(given)}" if given else f" Knowledge: {prose['kb']}." if "kb" in prose else ""
    return f"> {prose['question']}{told}"


def _options(solver: type[Solver]) -> Iterator[str]:
    options = options_of(solver).values()
    yield "\n## Options\n\n" + ("" if options else "None.\n")
    if options:
        yield "`--set NAME=VALUE`, or in the name: `NAME[option=value]`.\n\n"
        yield "| option | type | default | meaning |\n| --- | --- | --- | --- |\n"
    for option in options:
        default = "" if option.default is None else f"`{option.default}`"
        yield f"| `{option.name}` | {option.kind} | {default} | {option.meaning} |\n"


def _fitted(solver: type[Solver]) -> str:
    if not solver.weights:
        return "No number of it was fitted.\n"
    lines = ["| weights | made by | rows | there |\n| --- | --- | --- | --- |\n"]
    for name in solver.weights:
        made = certificate(name)
        lines.append(f"| `{name}` | `{made.command}` | {made.rows:,} {made.unit} of {made.data} | {made.score} |\n")
    return "".join(lines)


def picture(solver: type[Solver]) -> str | None:
    """Return the drawing of the selected choice of the solver's own example, where it has one."""
    prose = PROSE[solver.name]
    if "question" not in prose:
        return None
    (asked,) = read_questions(io.StringIO(prose["question"]))
    question: Question = replace(
        asked,
        facts=tuple(prose.get("facts", ())),
        documents=tuple(prose.get("documents", ())),
        category=prose.get("category"),
    )
    answered = answer(question, solver.name, kb=prose.get("kb", "none"))
    label = answered.selected[0]
    drawn = as_svg(answered.explanations.get(label, Explanation()), f"why {solver.name} selects {label}")
    styles = "".join(_STYLES.findall(asset("style.css")))
    return drawn.replace(">", f"><style>{styles} text {{ font-family: system-ui, sans-serif; }}</style>", 1) + "\n"


def stale() -> list[str]:
    """Return the solvers whose page is not what they say, or whose picture is missing."""
    return [
        name
        for name in sorted(BUILT_IN)
        if not (PAGES / f"{name}.md").exists()
        or (PAGES / f"{name}.md").read_text(encoding="utf-8") != "".join(page(solver_class(name)))
        or ("question" in PROSE[name] and not (PAGES / f"{name}.svg").exists())
    ]


def main() -> None:
    """Write the pages, or say which are stale."""
    if "--check" in sys.argv:
        sys.exit(f"run python eval/solver_page.py for {', '.join(old)}" if (old := stale()) else 0)
    for name in sorted(BUILT_IN):
        solver = solver_class(name)
        write_atomically(PAGES / f"{name}.md", page(solver))
        if drawn := picture(solver):
            write_atomically(PAGES / f"{name}.svg", [drawn])


if __name__ == "__main__":
    main()
