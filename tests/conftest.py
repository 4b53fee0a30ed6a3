"""Every test gets a cache of its own, so that none writes into the user's."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def cache(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """One cache for the session: the built-in knowledge is indexed once."""
    folder = Path(tmp_path_factory.getbasetemp()) / "cache"
    monkeypatch.setenv("REASONER_CACHE", str(folder))
    return folder
