"""A directory in the cache is whole or not there."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from reasoner.errors import IndexDamagedError
from reasoner.knowledge.cache import cached_directory, check_seal, fingerprint


@pytest.fixture
def builds(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    """A builder that counts its calls."""
    monkeypatch.setenv("REASONER_CACHE", str(tmp_path / "cache"))
    calls: list[Path] = []

    def build(folder: Path) -> None:
        calls.append(folder)
        (folder / "data.bin").write_bytes(b"0123456789")

    return calls, lambda: cached_directory("kind", "key", build)


def test_built_once(builds) -> None:
    calls, directory = builds
    assert directory() == directory()
    assert len(calls) == 1
    assert [path.name for path in directory().parent.iterdir()] == ["key"]


@pytest.mark.parametrize("damage", ["change", "cut", "delete", "no seal", "bad seal"])
def test_damage_is_noticed_and_mended(builds, damage: str, caplog: pytest.LogCaptureFixture) -> None:
    calls, directory = builds
    data = directory() / "data.bin"
    seal = directory() / "seal.json"
    match damage:
        case "change":
            data.write_bytes(b"0123456780")
        case "cut":
            data.write_bytes(b"01234")
        case "delete":
            data.unlink()
        case "no seal":
            seal.unlink()
        case "bad seal":
            seal.write_text("[")
    with pytest.raises(IndexDamagedError):
        check_seal(data.parent)
    assert directory().joinpath("data.bin").read_bytes() == b"0123456789"
    assert len(calls) == 2
    assert "rebuilt" in caplog.text


def test_an_unfinished_build_is_not_used(builds, caplog: pytest.LogCaptureFixture) -> None:
    calls, directory = builds

    def interrupted(folder: Path) -> None:
        (folder / "data.bin").write_bytes(b"01")
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        cached_directory("kind", "key", interrupted)
    leftover = directory().parent / "key.dead.building"
    assert len(calls) == 1
    leftover.mkdir()
    (leftover / "data.bin").write_bytes(b"01")
    assert directory().joinpath("data.bin").read_bytes() == b"0123456789"


def test_what_another_process_builds_is_left_alone(builds, tmp_path: Path) -> None:
    _, directory = builds
    mine = tmp_path / "cache" / "kind" / f"key.{os.getppid()}.x.building"
    dead = tmp_path / "cache" / "kind" / "key.999999999.x.building"
    for folder in (mine, dead):
        folder.mkdir(parents=True)
    directory()
    assert mine.exists()
    assert not dead.exists()


def test_fingerprint_follows_the_content(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text("one")
    first = fingerprint("1", path)
    assert first == fingerprint("1", path)
    path.write_text("two")
    assert first != fingerprint("1", path)
