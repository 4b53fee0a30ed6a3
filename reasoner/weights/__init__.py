"""Every fitted number of the package: `NAME.toml`, or `NAME.safetensors` with its certificate in `NAME.toml`."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any

from reasoner.errors import UnknownNameError
from reasoner.files import write_atomically

FOLDER = Path(__file__).parent
#: The table of a weights file that is no number.
CERTIFICATE = "certificate"


@dataclass(frozen=True, slots=True)
class Certificate:
    """Where fitted numbers come from: the command that makes them again, and what it was run on.

    `kind` is "fitted" for a handful of prices and mixing weights, "trained" for a model learned from many rows; `unit`
    says what the rows are.
    """

    kind: str
    command: str
    data: str
    rows: int
    score: str
    date: str
    seed: int | None = None
    unit: str = "questions"

    def __str__(self) -> str:
        return f"{self.kind}: {self.data}"


@cache
def values(name: str) -> dict[str, Any]:
    """Return the numbers of a weights file in TOML, without the certificate."""
    return {key: value for key, value in _read(name).items() if key != CERTIFICATE}


@cache
def certificate(name: str) -> Certificate:
    """Return the certificate of a weights file."""
    return Certificate(**_read(name)[CERTIFICATE])


def calibration(solver: str) -> dict[str, float] | None:
    """Return the temperature of a solver and what an unsupported choice scores; None where none was fitted.

    >>> calibration("nobody") is None
    True
    """
    name = f"calibration-{solver}"
    return values(name) if (FOLDER / f"{name}.toml").is_file() else None


def provenance(names: tuple[str, ...]) -> str:
    """Say in a few words what the numbers of some weights files were fitted or trained on.

    >>> provenance(())
    'no fitted numbers'
    """
    return "; ".join(dict.fromkeys(str(certificate(name)) for name in names)) or "no fitted numbers"


def learned_from_questions(names: tuple[str, ...]) -> bool:
    """Say whether any of some weights files holds a model trained on multiple-choice questions.

    >>> learned_from_questions(("dgem",)), learned_from_questions(("dgem-choice",))
    (False, True)
    """
    made = map(certificate, names)
    return any(one.kind == "trained" and one.unit == "questions" for one in made)


def data_name(path: str) -> str:
    """Say what a file of questions is called: its set, where the folder names it, and its part.

    >>> data_name("data/openbookqa/train.jsonl"), data_name("arc/ARC-Easy-Train.jsonl"), data_name("mine.jsonl")
    ('OpenBookQA Train', 'ARC-Easy Train', 'mine')
    """
    file, sets = Path(path), {"openbookqa": "OpenBookQA", "qasc": "QASC"}
    if file.parent.name.lower() in sets:
        return f"{sets[file.parent.name.lower()]} {file.stem.capitalize()}"
    return " ".join(file.stem.rsplit("-", 1)) if file.stem.startswith("ARC-") else file.stem


def as_toml(numbers: Mapping[str, float], made: Certificate) -> str:
    """Return a weights file: the numbers, and where they come from.

    >>> print(as_toml({"link": 0.5}, Certificate("fitted", "reasoner train x", "X Train", 9, "0.5", "2026-11-18")))
    link = 0.5
    <BLANKLINE>
    [certificate]
    kind = "fitted"
    command = "reasoner train x"
    data = "X Train"
    rows = 9
    score = "0.5"
    date = "2026-11-18"
    unit = "questions"
    <BLANKLINE>
    """
    about = {key: value for key, value in asdict(made).items() if value is not None}
    tables = (numbers, about)
    lines = ["\n".join(f"{key} = {json.dumps(value)}" for key, value in table.items()) for table in tables]
    return f"\n\n[{CERTIFICATE}]\n".join(lines) + "\n"


def write_weights(path: Path, numbers: Mapping[str, float], **about: Any) -> None:
    """Write a weights file whole or not at all; the fields of its certificate are given, but for the date."""
    made = Certificate(date=datetime.now(UTC).date().isoformat(), **about)
    write_atomically(path, [as_toml(numbers, made)])


@cache
def _read(name: str) -> dict[str, Any]:
    path = FOLDER / f"{name}.toml"
    if not path.is_file():
        raise UnknownNameError("weights file", name, (file.stem for file in FOLDER.glob("*.toml")))
    return tomllib.loads(path.read_text(encoding="utf-8"))
