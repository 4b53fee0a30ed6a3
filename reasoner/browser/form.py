"""The page on which a question is typed: a form that works without any script, and better with one."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any
from urllib.parse import parse_qs, urlencode

from reasoner.errors import InputError
from reasoner.render.html import asset, page, safe
from reasoner.solver import DEFAULT_SOLVER

Fields = Mapping[str, Sequence[str]]
_MAX_FIELDS = 500

#: Solvers that one can tick at once; the others are folded away.
FIRST = ("chain", "arrange", "scale", "ilp", "ir", "nearest")


@cache
def own_asset(name: str) -> str:
    """Return a file that this page alone is made with."""
    return files("reasoner.browser").joinpath("assets", name).read_text(encoding="utf-8")


@cache
def examples() -> list[dict[str, Any]]:
    """Return the questions that the page offers to click.

    >>> len(examples())
    10
    """
    text = files("reasoner.browser").joinpath("examples.toml").read_text(encoding="utf-8")
    return [{"facts": [], "solvers": [DEFAULT_SOLVER], **one} for one in tomllib.loads(text)["example"]]


def fields_of(query: bytes) -> Fields:
    """Return the fields of a form that was sent, or of an address."""
    try:
        return parse_qs(query.decode(), max_num_fields=_MAX_FIELDS)
    except ValueError as error:
        raise InputError(f"not a form: {error}") from None


def request_of(fields: Fields) -> dict[str, Any]:
    """Return what the JSON API would be sent for a filled form: one fact a line.

    >>> request_of({"question": ["Which? (A) wool (B) steel"], "facts": ["steel shines\\r\\nwool warms"]})["facts"]
    ['steel shines', 'wool warms']
    """
    named = [name.strip() for name in _typed(fields, "ensemble").split(",") if name.strip()]
    asked = {
        "question": _typed(fields, "question"),
        "facts": [line.strip() for line in _typed(fields, "facts").splitlines() if line.strip()],
        "solvers": [*fields.get("solver", ()), *named] or [DEFAULT_SOLVER],
        "without": [*fields.get("without", ())],
    }
    # A form sends nothing for boxes that are not ticked; one that was shown them says so.
    return {**asked, "knowledge": [*fields.get("kb", ())]} if "kb" in fields or "shown" in fields else asked


def _typed(fields: Fields, name: str) -> str:
    # Browsers send the lines of a text box with \r\n, whatever they were filled with.
    return "\n".join(fields.get(name, ())).replace("\r\n", "\n").replace("\r", "\n")


def form_page(
    fields: Fields, solvers: Sequence[Mapping[str, str]], knowledge: Sequence[str], result: str = "", error: str = ""
) -> str:
    """Return the page with the fields filled in, and beside them the answers or what was wrong."""
    if "question" not in fields:
        first = examples()[0]
        fields = {"question": [first["question"]], "facts": ["\n".join(first["facts"])], **fields}
    if "kb" not in fields and "shown" not in fields:
        fields = {**fields, "kb": [*knowledge]}
    wrong = f'<p class="error" role="alert">{safe(error)}</p>\n' if error else ""
    body = (
        '<header class="top"><p class="name">reasoner</p><nav aria-label="Site"><ul>'
        '<li><a href="/">New question</a></li><li><a href="/docs">API</a></li></ul></nav></header>\n'
        f'<main id="main" class="desk{" answered" if result or error else ""}">\n'
        f'<div class="ask">{_form(fields, solvers, knowledge)}</div>\n'
        f'<div class="result" id="result" aria-live="polite">{wrong}{result or ("" if error else _welcome())}</div>\n'
        f'<div class="more">{_examples()}</div>\n'
        "</main>"
    )
    scripts = [asset("steps.js"), own_asset("page.js")]
    return page("reasoner: answers with their reasons", body, scripts, own_asset("page.css"), connects=True)


def _welcome() -> str:
    return (
        '<div class="welcome"><h2>Answers with their reasons</h2><p>Write a question with its choices, and facts or '
        "rules in plain English if you like: of this world, or of one that you made up. Then press "
        "<b>Answer</b>, or take an example.</p><p>Every answer shows the facts it rests on. Strike one out, add or "
        "change one, and see what becomes of it.</p></div>"
    )


def _form(fields: Fields, solvers: Sequence[Mapping[str, str]], knowledge: Sequence[str]) -> str:
    ticked = {*fields.get("solver", ())} or {DEFAULT_SOLVER}
    known = {one["name"]: one["summary"] for one in solvers}
    first = [name for name in FIRST if name in known]
    more = [name for name in known if name not in first]
    # A browser drops the first line break after the tag of a text area.
    return (
        '<form method="post" action="/" id="form"><h1>Ask a question</h1>'
        '<label for="question">Question and choices</label>'
        '<textarea id="question" name="question" rows="4" required aria-describedby="how">\n'
        f'{safe(_typed(fields, "question"))}</textarea><p class="hint" id="how">As you would write it: '
        "Which …? (A) … (B) …</p>"
        '<label for="facts">Facts and rules, one a line</label>'
        f'<textarea id="facts" name="facts" rows="5">\n{safe(_typed(fields, "facts"))}</textarea>'
        '<div id="struck" class="struck"></div>'
        + "".join(f'<input type="hidden" name="without" value="{safe(one)}">' for one in fields.get("without", ()))
        + '<div class="go"><button class="main" id="go">Answer</button>'
        '<button type="button" id="cancel" hidden>Cancel</button><span id="progress" role="status"></span></div>'
        f'<details class="settings"><summary>Solvers: <span id="chosen">{safe(", ".join(sorted(ticked)))}</span>'
        "</summary>"
        + _boxes("What shall answer", "solver", [(name, known[name]) for name in first], ticked)
        + "<details><summary>More solvers</summary>"
        + _boxes("Other solvers", "solver", [(name, known[name]) for name in more], ticked)
        + '<label>Ensembles, such as <code>ir+chain</code>; several with commas <input type="text" name="ensemble" '
        f'value="{safe(_typed(fields, "ensemble"))}"></label></details>'
        + _boxes("Knowledge that may be used", "kb", [(name, "") for name in knowledge], {*fields.get("kb", ())})
        + '<input type="hidden" name="shown" value="1"></details></form>\n'
    )


def _boxes(legend: str, name: str, options: Sequence[tuple[str, str]], ticked: set[str]) -> str:
    if not options:
        return ""
    boxes = "".join(
        f'<label><input type="checkbox" name="{name}" value="{safe(value)}"{" checked" if value in ticked else ""}> '
        f'<b>{safe(value)}</b> <span class="soft">{safe(text)}</span></label>'
        for value, text in options
    )
    return f"<fieldset><legend>{legend}</legend>{boxes}</fieldset>"


def _examples() -> str:
    """Return the examples as links: with a script they fill the form and answer, without one they fill it."""
    items = []
    for one in examples():
        asked = {"question": one["question"], "facts": "\n".join(one["facts"]), "solver": one["solvers"]}
        address = "/?" + urlencode(asked, doseq=True)
        items.append(
            f'<li><a class="example" href="{safe(address)}"><b>{safe(one["name"])}</b> '
            f"<span>{safe(one['shows'])}</span></a></li>"
        )
    return (
        f'<section class="examples" aria-label="Examples"><h2>Examples</h2><ul>{"".join(items)}</ul></section>'
        '<section class="history" id="history" aria-label="History" hidden><h2>Asked before</h2><ul></ul></section>'
    )
