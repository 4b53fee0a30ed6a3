"""What may be read: regular files, within bounds, and only as they were when they were named."""

from __future__ import annotations

import gzip
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from reasoner import files
from reasoner.errors import InputError, ReasonerError
from reasoner.files import open_bytes
from reasoner.knowledge import KnowledgeBase
from reasoner.knowledge.sources import open_source
from reasoner.question import read_questions, readers


@pytest.fixture
def pipe(tmp_path: Path) -> Path:
    os.mkfifo(tmp_path / "pipe.txt")
    return tmp_path / "pipe.txt"


def test_pipes_and_devices_are_refused(pipe: Path) -> None:
    for path in (pipe, Path("/dev/zero")):
        with pytest.raises(InputError, match="is not a regular file"):
            read_questions(path)
        with pytest.raises(InputError, match="is not a regular file"):
            open_source(path)


def test_a_packed_file_may_not_unpack_to_too_much(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "facts.txt.gz"
    path.write_bytes(gzip.compress(b"steel is a metal\n" * 100_000))
    with open_bytes(path) as file:
        assert len(file.read()) == 1_700_000
    monkeypatch.setattr(files, "_UNPACKED", 1000)
    with open_bytes(path) as file, pytest.raises(InputError, match=r"facts\.txt\.gz: holds more than [\d,]+ bytes"):
        file.read()
    with pytest.raises(InputError, match="holds more than"):
        read_questions(path)


def test_a_file_of_questions_is_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "q.txt"
    path.write_text("Which is a metal? (A) wool (B) steel\n")
    monkeypatch.setattr(readers, "MAX_FILE", 30)
    with pytest.raises(InputError, match="holds more than 30 bytes"):
        read_questions(path)
    with path.open() as stream, pytest.raises(InputError, match="holds more than 30 bytes"):
        read_questions(stream)


def test_names_that_are_no_files(tmp_path: Path) -> None:
    (tmp_path / "folder" / "a.tsv").mkdir(parents=True)
    (tmp_path / "loop").mkdir()
    (tmp_path / "loop" / "a.tsv").symlink_to("a.tsv")
    for name, words in (("folder", "is a folder, not a file"), ("loop", "Too many levels")):
        with pytest.raises(InputError, match=words):
            open_source(tmp_path / name)
        with pytest.raises(InputError, match=r"is a folder|Too many levels"):
            read_questions(tmp_path / name / "a.tsv")
    with pytest.raises(InputError, match="no such file"):
        open_source("x" * 5000)
    with pytest.raises(InputError, match="no such file"):
        read_questions("x" * 5000)


def test_a_name_that_is_not_utf8(tmp_path: Path) -> None:
    path = os.fsdecode(os.fsencode(tmp_path) + b"/b\xff.txt")
    Path(path).write_text("steel is a metal\n")
    assert [fact.text for fact in open_source(path).read()] == ["steel is a metal"]
    assert len(KnowledgeBase.open([path])) == 1


def test_a_cache_that_cannot_be_written_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "taken").write_text("a file where the cache should be")
    (tmp_path / "facts.txt").write_text("steel is a metal\n")
    monkeypatch.setenv("REASONER_CACHE", str(tmp_path / "taken"))
    with pytest.raises(ReasonerError, match="cannot be written: Not a directory; free some space, or name another"):
        KnowledgeBase.open([tmp_path / "facts.txt"])


def test_a_source_that_is_replaced_while_it_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REASONER_CACHE", str(tmp_path / "cache"))
    path, other = tmp_path / "facts.txt", tmp_path / "other.txt"
    path.write_text("steel is a metal\n")

    def swap(facts: Iterator, heading: str) -> Iterator:
        """Replace the file, let it be read, and put it back as it was."""
        path.rename(other)
        path.write_text("wool is a metal\n")
        yield from facts
        other.replace(path)

    with pytest.raises(InputError, match=r"facts\.txt: changed while it was read"):
        KnowledgeBase.open([path], track=swap)
    assert [fact.text for fact in KnowledgeBase.open([path])] == ["steel is a metal"]
