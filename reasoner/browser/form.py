"""The page on which a question is typed: a form that works without any script, and better with one."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any
from urllib.parse import parse_qs, urlencode

from markupsafe import Markup

from reasoner.errors import InputError
from reasoner.render.filling import filled
from reasoner.render.html import asset, page
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
    fields: Fields,
    solvers: Sequence[Mapping[str, str]],
    knowledge: Sequence[str],
    result: str = "",
    error: str = "",
) -> str:
    """Return the page with the fields filled in, and beside them the answers or what was wrong."""
    if "question" not in fields:
        first = examples()[0]
        fields = {"question": [first["question"]], "facts": ["\n".join(first["facts"])], **fields}
    if "kb" not in fields and "shown" not in fields:
        fields = {**fields, "kb": [*knowledge]}
    ticked = {*fields.get("solver", ())} or {DEFAULT_SOLVER}
    summaries = {one["name"]: one["summary"] for one in solvers}
    body = filled(
        "browser/templates/form.html",
        question=_typed(fields, "question"),
        facts=_typed(fields, "facts"),
        ensemble=_typed(fields, "ensemble"),
        without=fields.get("without", ()),
        ticked=ticked,
        first=[(name, summaries[name]) for name in FIRST if name in summaries],
        more=[(name, what) for name, what in summaries.items() if name not in FIRST],
        knowledge=[(name, "") for name in knowledge],
        known=fields.get("kb", ()),
        result=Markup(result),  # what `view` made
        error=error,
        examples=[(one, _address(one)) for one in examples()],
    )
    scripts = [asset("steps.js"), own_asset("page.js")]
    return page("reasoner: answers with their reasons", body, scripts, own_asset("page.css"), connects=True)


def _address(example: Mapping[str, Any]) -> str:
    """Where an example leads: with a script it fills the form and answers, without one it fills it."""
    asked = {"question": example["question"], "facts": "\n".join(example["facts"]), "solver": example["solvers"]}
    return "/?" + urlencode(asked, doseq=True)
