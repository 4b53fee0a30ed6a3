"""The README says what the results files say, and its examples are commands that exist."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

from typer.main import get_command

from reasoner.cli.app import app

ROOT = Path(__file__).parent.parent


def test_results_table_agrees_with_the_results() -> None:
    check = subprocess.run([sys.executable, ROOT / "eval" / "readme_results.py", "--check"])
    assert check.returncode == 0, "run python eval/readme_results.py"


def test_every_command_named_exists() -> None:
    named = set(re.findall(r"^reasoner (\w+)", (ROOT / "README.md").read_text(encoding="utf-8"), re.MULTILINE))
    assert named
    assert named <= set(get_command(app).commands)  # type: ignore[attr-defined]
