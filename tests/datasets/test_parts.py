"""Questions made in parts: the same bytes by one process or a cluster, and after a kill."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner

from reasoner.cli.app import app
from reasoner.datasets import parts
from reasoner.datasets.assembly import Limits
from reasoner.errors import InputError
from reasoner.files import FolderInUseError, held
from tests.datasets import test_assembly


@pytest.fixture
def written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[str, str]:
    monkeypatch.setattr(parts, "PART", 2)
    facts, documents = test_assembly.written(tmp_path)
    return str(facts), str(documents)


def job(written: tuple[str, str]) -> parts.Job:
    return parts.Job(*written, Limits(), 0, True)


def test_a_cluster_makes_the_same_questions(written: tuple[str, str], tmp_path: Path) -> None:
    distributed = pytest.importorskip("distributed")
    alone = parts.Parts(job(written), tmp_path / "alone")
    list(alone.index())
    assert sum(alone.make()) == len(list(alone)) > 0
    with (
        distributed.LocalCluster(n_workers=1, processes=False, dashboard_address=None) as cluster,
        distributed.Client(cluster) as client,
        client.get_executor() as executor,
    ):
        together = parts.Parts(job(written), tmp_path / "together", executor)
        list(together.index())
        assert sum(together.make()) == len(list(alone))
    assert list(together) == list(alone)


def test_after_a_kill_only_what_is_missing_is_made(written: tuple[str, str], tmp_path: Path) -> None:
    first = parts.Parts(job(written), tmp_path / "parts")
    assert len(list(first.index())) == len(test_assembly.DOCUMENTS)
    list(first.make())
    whole = list(first)
    files = sorted((tmp_path / "parts").rglob("0*.jsonl"))
    assert len(files) > 1
    files[1].unlink()
    again = parts.Parts(job(written), tmp_path / "parts")
    assert list(again.index()) == []
    assert len(list(again.make())) == 1
    assert list(again) == whole


def test_parts_of_other_facts_are_not_used(written: tuple[str, str], tmp_path: Path) -> None:
    before = parts.Parts(job(written), tmp_path / "parts")
    list(before.index())
    list(before.make())
    with open(written[0], "a", encoding="utf-8") as facts:
        facts.write("Otto Kell\tplace of birth\tOslen\n")
    changed = parts.Parts(job(written), tmp_path / "parts")
    assert list(changed.index())
    assert len(list(changed.make())) > 1
    assert len(list((tmp_path / "parts").iterdir())) == 1


def test_the_command_leaves_no_parts_behind(written: tuple[str, str], tmp_path: Path) -> None:
    target = tmp_path / "built.jsonl"
    result = CliRunner().invoke(app, ["dataset", "build", *written, str(target), "--join", "--share", "1"])
    assert result.exit_code == 0, result.output
    assert target.read_text(encoding="utf-8")
    assert not list(tmp_path.glob("*.parts*"))
    other = CliRunner().invoke(app, ["dataset", "build", *written, "--join", "--share", "1"])
    assert other.stdout == target.read_text(encoding="utf-8")


def test_parts_go_while_they_are_held(
    written: tuple[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever comes in that moment is told so, or begins with an empty folder: never with one that is being removed."""
    move, came = os.rename, []

    def meanwhile(old: str, new: Path) -> None:
        if str(old).endswith(".parts"):
            with pytest.raises(FolderInUseError), held(Path(old)):
                pass
            came.append(old)
        move(old, new)

    monkeypatch.setattr(os, "rename", meanwhile)
    command = ["dataset", "build", *written, str(tmp_path / "built.jsonl"), "--join", "--share", "1"]
    assert CliRunner().invoke(app, command).exit_code == 0
    assert came


def test_a_full_disk_is_said_in_a_line(
    written: tuple[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> Iterator[int]:
        raise sqlite3.OperationalError("disk I/O error")
        yield 0

    monkeypatch.setattr(parts, "index", full)
    with pytest.raises(InputError, match="cannot be written: disk I/O error"):
        list(parts.Parts(job(written), tmp_path / "parts").index())
