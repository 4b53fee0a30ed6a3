"""The page on which a question is typed: a plain form, which works without any script."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from reasoner.render.html import page, safe

Fields = Mapping[str, Sequence[str]]

#: What the empty page shows, to be answered or typed over.
EXAMPLE: Fields = {
    "stem": ["Which of these lets heat travel through best?"],
    "choices": ["a wool hat\na steel spoon\na wooden bench"],
    "facts": ["metal is a good conductor of heat\nsteel is a metal"],
    "solver": ["chain"],
}


def request_of(fields: Fields) -> dict[str, Any]:
    """Return what the JSON API would be sent for a filled form: one choice a line, one fact a line.

    >>> request_of({"stem": ["Which?"], "choices": ["wool\\nsteel"], "solver": ["chain"]})["question"]["choices"]
    ['wool', 'steel']
    """
    stem, choices, facts, ensemble = (_typed(fields, name) for name in ("stem", "choices", "facts", "ensemble"))
    question = {"id": "typed", "question": " ".join(stem.split()), "choices": _lines(choices), "facts": _lines(facts)}
    named = [name.strip() for name in ensemble.split(",") if name.strip()]
    return {"question": question, "solvers": [*fields.get("solver", ()), *named], "knowledge": [*fields.get("kb", ())]}


def _typed(fields: Fields, name: str) -> str:
    # Browsers send the lines of a text box with \r\n, whatever they were filled with.
    return "\n".join(fields.get(name, ())).replace("\r\n", "\n").replace("\r", "\n")


def _lines(text: str) -> list[str]:
    return [line.strip() for line in text.splitlines() if line.strip()]


def form_page(
    fields: Fields, solvers: Sequence[Mapping[str, str]], knowledge: Sequence[str], result: str = "", error: str = ""
) -> str:
    """Return the page with the fields filled in, and above them the answers or what was wrong."""
    stem, choices, facts, ensemble = (_typed(fields, name) for name in ("stem", "choices", "facts", "ensemble"))
    asked = [(one["name"], f"{one['name']}: {one['summary']}") for one in solvers]
    body = (
        "<header><h1>Ask a question</h1></header>\n"
        '<nav aria-label="Site"><ul><li><a href="/docs">JSON API</a></li></ul></nav>\n<main id="main">\n'
        + (f'<p class="error" role="alert">{safe(error)}</p>\n' if error else "")
        + result
        + '<form method="post" action="/">'
        + _area("stem", "Question", stem, 2)
        + _area("choices", "Choices, one a line", choices, 4)
        + _area("facts", "Facts to use, one a line (change one and answer again)", facts, 4)
        + _boxes("Solvers", "solver", asked, fields)
        + "<label>Ensembles, such as <code>ir+guess-all</code>; several with commas "
        + f'<input type="text" name="ensemble" value="{safe(ensemble)}"></label>'
        + _boxes("Knowledge", "kb", [(name, name) for name in knowledge], fields)
        + "<button>Answer</button></form>\n</main>"
    )
    return page("reasoner", body)


def _area(name: str, label: str, value: str, rows: int) -> str:
    # A browser drops the first line break after the tag.
    return f'<label>{label} <textarea name="{name}" rows="{rows}">\n{safe(value)}</textarea></label>'


def _boxes(legend: str, name: str, options: Sequence[tuple[str, str]], fields: Fields) -> str:
    if not options:
        return ""
    boxes = "".join(
        f'<label><input type="checkbox" name="{name}" value="{safe(value)}"'
        f"{' checked' if value in fields.get(name, ()) else ''}> {safe(text)}</label>"
        for value, text in options
    )
    return f"<fieldset><legend>{legend}</legend>{boxes}</fieldset>"
