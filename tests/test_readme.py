"""The page of results says what the results files say, and the examples of the README are commands that exist."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

from reasoner.cli.app import command_line

ROOT = Path(__file__).parent.parent


def test_results_table_agrees_with_the_results() -> None:
    check = subprocess.run([sys.executable, ROOT / "eval" / "results_page.py", "--check"])
    assert check.returncode == 0, "run python eval/results_page.py"


def test_every_command_named_exists() -> None:
    named = set(re.findall(r"^reasoner (\w+)", (ROOT / "README.md").read_text(encoding="utf-8"), re.MULTILINE))
    assert named
    assert named <= set(command_line.commands)  # type: ignore[attr-defined]
