"""Templates of pages, as files beside the code; whatever is put into one is escaped unless it is `Markup` already."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from reasoner.render.text import printable

if TYPE_CHECKING:
    from jinja2 import Environment


def filled(template: str, **values: Any) -> Markup:
    """Return a template of the package with its blanks filled in.

    >>> print(filled("render/templates/given.html", texts=["<b> conducts heat"]).partition("<ul>")[2].strip())
    <li><bdi>&lt;b&gt; conducts heat</bdi></li></ul>
    </details>
    """
    return Markup(_templates().get_template(template).render(values))


@cache
def _templates() -> Environment:
    from jinja2 import Environment, PackageLoader, StrictUndefined

    return Environment(
        loader=PackageLoader("reasoner", ""),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        finalize=_visible,
    )


def _visible(value: Any) -> Any:
    """Make visible what could turn the reading direction of a text."""
    return printable(value) if isinstance(value, str) and not isinstance(value, Markup) else value
