"""The same command prints the same bytes: under any hash seed, with or without the neural extra."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

SYMBOLIC = "arrange,chain,ilp,ir,longest,pmi,scale,table-ilp,tuple-ilp"
BOOK = """steel is a kind of metal
metal lets heat and electricity travel through it
copper is a kind of metal
wool keeps heat from travelling
a mitten is made of wool
a spoon can be made of steel
a spoon is used for eating soup
heat travels from hot things to cold things
"""
QUESTIONS = [
    ("Which of these lets heat travel through it?", ["a steel spoon", "a wool mitten", "a copper pan", "soup"]),
    ("Which of these does NOT let electricity travel?", ["steel", "wool", "copper", "all of these"]),
    ("Is a steel spoon made of metal?", ["yes", "no"]),
]
#: Stands before the installed packages, and makes torch look as if it were not installed.
BLOCKED = "raise ImportError('no torch here')\n"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("same-bytes")
    (folder / "book.txt").write_text(BOOK)
    lines = (
        json.dumps({"id": str(n), "question": {"stem": stem, "choices": choices}, "facts": ["copper is used in pans"]})
        for n, (stem, choices) in enumerate(QUESTIONS)
    )
    (folder / "questions.jsonl").write_text("\n".join(lines))
    for package in ("torch", "safetensors"):
        (folder / "blocked" / package).mkdir(parents=True)
        (folder / "blocked" / package / "__init__.py").write_text(BLOCKED)
    return folder


def printed(folder: Path, seed: str, *before: Path) -> bytes:
    path = os.pathsep.join([*map(str, before), *sys.path])
    command = [sys.executable, "-m", "reasoner", "answer", "questions.jsonl"]
    found = subprocess.run(
        [*command, "--kb", "book.txt", "--solver", SYMBOLIC, "--json"],
        cwd=folder,
        env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": path},
        capture_output=True,
        check=False,
    )
    assert found.returncode == 0, found.stderr.decode()
    return re.sub(rb'"seconds": [0-9.e-]+', b'"seconds": 0', found.stdout)


@pytest.fixture(scope="module")
def first(folder: Path) -> bytes:
    return printed(folder, "0")


@pytest.mark.parametrize("seed", ["1", "2", "3", "4"])
def test_under_any_hash_seed(folder: Path, first: bytes, seed: str) -> None:
    assert printed(folder, seed) == first


def test_without_torch(folder: Path, first: bytes) -> None:
    assert printed(folder, "0", folder / "blocked") == first
    assert len(first.splitlines()) == len(QUESTIONS)
