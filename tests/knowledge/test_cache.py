"""A directory in the cache is whole or not there."""

from __future__ import annotations

import fcntl
import os
import shutil
from pathlib import Path
from typing import IO

import pytest

from reasoner.errors import IndexDamagedError
from reasoner.files import FolderInUseError, held
from reasoner.knowledge import cache
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


def test_what_a_kill_or_a_race_left_beside_a_whole_directory_goes(builds) -> None:
    _, directory = builds
    final = directory()
    parts = final.with_name(f"{final.name}.parts")
    for half_done in (parts, final.with_name(f"{final.name}.999999999.x.building")):
        half_done.mkdir()
        (half_done / "00000").write_text("half done", encoding="utf-8")
    with held(parts):
        assert directory() == final
        assert parts.exists()  # another process is at work there
    directory()
    assert [path.name for path in final.parent.iterdir()] == [final.name]


def test_a_folder_whose_holder_removes_it_is_in_use(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The lock that was opened is no longer the one that others find."""
    lock = fcntl.flock

    def removed_meanwhile(file: IO[str], how: int) -> None:
        (tmp_path / "work" / ".lock").unlink()
        lock(file, how)

    monkeypatch.setattr(fcntl, "flock", removed_meanwhile)
    with pytest.raises(FolderInUseError), held(tmp_path / "work"):
        pass


def test_damage_that_another_process_mends_first_is_no_fault(builds, monkeypatch: pytest.MonkeyPatch) -> None:
    calls, directory = builds
    path = directory()

    def seen_by_both(folder: Path) -> None:
        shutil.rmtree(folder)  # the other one was faster
        raise IndexDamagedError(f"{folder}: damaged")

    monkeypatch.setattr(cache, "check_seal", seen_by_both)
    assert directory() == path
    assert path.joinpath("data.bin").exists()
    assert len(calls) == 2
