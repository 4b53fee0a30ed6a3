"""Every test gets a cache of its own, so that none writes into the user's."""

from __future__ import annotations

import os
from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def cache(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """One cache for the session, shared by its processes: the built-in knowledge is indexed once."""
    base = Path(tmp_path_factory.getbasetemp())
    folder = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "cache"
    monkeypatch.setenv("REASONER_CACHE", str(folder))
    return folder
