"""Every fitted number of the package: `NAME.toml`, or `NAME.safetensors` with its certificate in `NAME.toml`."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from reasoner.errors import UnknownNameError

FOLDER = Path(__file__).parent


@dataclass(frozen=True, slots=True)
class Certificate:
    """Where fitted numbers come from: the command that makes them again, and what it was run on.

    `kind` is "fitted" for a handful of prices and mixing weights, "trained" for a model learned from many rows.
    """

    kind: str
    command: str
    data: str
    rows: int
    score: str
    date: str
    seed: int | None = None

    def __str__(self) -> str:
        return f"{self.kind}: {self.data}"


@cache
def values(name: str) -> dict[str, Any]:
    """Return the numbers of a weights file in TOML, without the certificate."""
    return {key: value for key, value in _read(name).items() if key != "certificate"}


@cache
def certificate(name: str) -> Certificate:
    """Return the certificate of a weights file."""
    return Certificate(**_read(name)["certificate"])


def provenance(names: tuple[str, ...]) -> str:
    """Say in a few words what the numbers of some weights files were fitted or trained on.

    >>> provenance(())
    'no fitted numbers'
    """
    return "; ".join(dict.fromkeys(str(certificate(name)) for name in names)) or "no fitted numbers"


@cache
def _read(name: str) -> dict[str, Any]:
    path = FOLDER / f"{name}.toml"
    if not path.is_file():
        raise UnknownNameError("weights file", name, (file.stem for file in FOLDER.glob("*.toml")))
    return tomllib.loads(path.read_text(encoding="utf-8"))
