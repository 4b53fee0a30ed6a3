"""What a user installs works away from the checkout."""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


def run(*command: str | Path, folder: Path) -> str:
    environment = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "VIRTUAL_ENV")}
    result = subprocess.run(
        command, cwd=folder, capture_output=True, text=True, env=environment | {"REASONER_CACHE": str(folder / "cache")}
    )
    assert result.returncode == 0, result.stdout + result.stderr
    return result.stdout


@pytest.mark.slow
def test_wheel_answers_from_another_directory(tmp_path: Path) -> None:
    run(sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", tmp_path, ROOT, folder=tmp_path)
    (wheel,) = tmp_path.glob("*.whl")
    names = zipfile.ZipFile(wheel).namelist()
    assert any(name.startswith("reasoner/data/kb/") for name in names)
    assert any(name.startswith("reasoner/data/rules/") for name in names)
    assert {"reasoner/render/schema.json", "reasoner/render/assets/style.css"} <= set(names)

    run(sys.executable, "-m", "venv", tmp_path / "venv", folder=tmp_path)
    python = tmp_path / "venv" / "bin" / "python"
    # What it needs stands here already and is lent; `make wheel-min` and `make wheel-new` install it anew.
    (own,) = (tmp_path / "venv").glob("lib/python*/site-packages")
    (own / "lent.pth").write_text(sysconfig.get_path("purelib"))
    run(
        python,
        "-m",
        "pip",
        "install",
        "--quiet",
        "--no-deps",
        "--no-index",
        "--ignore-installed",
        wheel,
        folder=tmp_path,
    )
    (metadata,) = own.glob("reasoner-*.dist-info/METADATA")
    needed = [line for line in metadata.read_text().splitlines() if line.startswith("Requires-Dist:")]
    assert not [line for line in needed if "torch" in line and "extra ==" not in line]
    assert run(python, "-c", "import reasoner; print(reasoner.__file__)", folder=tmp_path).startswith(str(own))
    command = (tmp_path / "venv" / "bin" / "reasoner", "answer", "Which is a metal? (A) steel (B) wool")
    out = run(*command, "--solver", "ir", "--fact", "steel is a metal", folder=tmp_path)
    assert "A, steel: steel is a metal." in out
