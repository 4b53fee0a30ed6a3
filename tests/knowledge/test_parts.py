"""Indexes are made in parts: a kill costs a part, and the bytes are the same whoever made them."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterable, Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from reasoner.knowledge import Fact, KnowledgeBase, parts
from reasoner.knowledge.cache import cache_folder, check_seal
from reasoner.retrieval.dense import DenseIndex, Floats
from reasoner.retrieval.positions import Positions

THINGS = ("copper", "wool", "granite", "a magnet", "salt water", "an oak", "a frog", "frost")
DOINGS = ("conducts heat", "floats", "melts slowly", "is found in soil", "pulls on iron", "keeps its shape")


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    path = tmp_path / "corpus.txt"
    sentences = (f"In case {number} {thing} {doing}." for number in range(10) for thing in THINGS for doing in DOINGS)
    path.write_text("\n".join(sentences) + "\n", encoding="utf-8")
    return path


class Letters:
    """Counts letters."""

    name = "letters"

    def encode(self, texts: Any) -> Floats:
        counts = np.array([[text.count(letter) + 1 for letter in "aeiou"] for text in texts], np.float32)
        return np.asarray(counts / np.linalg.norm(counts, axis=1, keepdims=True), np.float32)


def everything(kind: str) -> dict[str, bytes]:
    """Return the bytes of an index, without the times at which its files were written."""
    (folder,) = (cache_folder() / kind).iterdir()
    check_seal(folder)
    files = sorted(path for path in folder.rglob("*") if path.is_file() and path.name != "seal.json")
    return {str(path.relative_to(folder)): path.read_bytes() for path in files}


def built(
    corpus: Path, cache: Path, monkeypatch: pytest.MonkeyPatch, executor: Executor | None = None
) -> dict[str, dict[str, bytes]]:
    monkeypatch.setenv("REASONER_CACHE", str(cache))
    kb = KnowledgeBase.open([corpus], executor=executor)
    Positions.over(kb, executor)
    DenseIndex.of(kb, Letters(), executor)
    return {kind: everything(kind) for kind in ("knowledge", "positions", "vectors")}


def small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parts, "PART", 5_000)
    monkeypatch.setattr("reasoner.retrieval.dense._PART", 5_000)


def test_cut_covers_everything_once(tmp_path: Path) -> None:
    parts.write_facts(tmp_path, [Fact("x" * size) for size in (10, 500, 3, 3, 3)])
    cut = parts.cut(tmp_path, 100)
    assert len(cut) == 3
    assert [number for part in cut for number in part] == [*range(5)]
    assert parts.cut(tmp_path, 10**9) == [range(5)]


def test_same_bytes_from_other_processes(corpus: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    small_parts(monkeypatch)
    alone = built(corpus, tmp_path / "alone", monkeypatch)
    assert len([name for name in alone["knowledge"] if name.endswith(".idx")]) > 3, "there are several parts"
    with ProcessPoolExecutor(2, mp_context=get_context("fork")) as executor:
        assert built(corpus, tmp_path / "two", monkeypatch, executor) == alone
    assert not list((tmp_path / "two").glob("*/*.parts"))


def test_same_bytes_from_a_cluster(corpus: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    distributed = pytest.importorskip("distributed")
    small_parts(monkeypatch)
    alone = built(corpus, tmp_path / "alone", monkeypatch)
    with (
        distributed.LocalCluster(n_workers=1, processes=False, dashboard_address=None) as cluster,
        distributed.Client(cluster) as client,
        client.get_executor() as executor,
    ):
        assert built(corpus, tmp_path / "cluster", monkeypatch, executor) == alone


def test_parts_change_no_answer(corpus: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = built(corpus, tmp_path / "whole", monkeypatch)
    found = [KnowledgeBase.open([corpus]).search(text, 7) for text in ("copper heat", "a frog in soil", "case 3 frost")]
    small_parts(monkeypatch)
    cut = built(corpus, tmp_path / "cut", monkeypatch)
    again = [KnowledgeBase.open([corpus]).search(text, 7) for text in ("copper heat", "a frog in soil", "case 3 frost")]
    assert again == found
    assert cut["positions"] == whole["positions"]
    assert cut["vectors"] == whole["vectors"]


def test_a_killed_worker_costs_its_part(corpus: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    small_parts(monkeypatch)
    alone = built(corpus, tmp_path / "alone", monkeypatch)
    monkeypatch.setenv("REASONER_CACHE", str(tmp_path / "two"))
    with ProcessPoolExecutor(2, mp_context=get_context("fork")) as executor:
        doomed = executor.submit(os.getpid).result()

        def kill(items: Iterator[Any], heading: str) -> Iterable[Any]:
            if heading.endswith("parts"):
                os.kill(doomed, signal.SIGKILL)
            return items

        KnowledgeBase.open([corpus], kill, executor)
    assert everything("knowledge") == alone["knowledge"]


def test_a_part_that_another_process_made_meanwhile_shifts_no_other(tmp_path: Path) -> None:
    """A worker that outlives a broken pool may end its part while this process makes the rest."""
    parts.write_facts(tmp_path, [Fact(f"fact {number}") for number in range(9)])

    def work(folder: Path, facts: Iterable[Fact], first: int) -> None:
        (folder / "texts").write_text(f"{first}: {[fact.text for fact in facts]}", encoding="utf-8")

    def made(kept: Path, track: parts.Track) -> list[str]:
        folders = parts.make_parts(work, tmp_path, kept, track, "", size=100)
        return [(folder / "texts").read_text(encoding="utf-8") for folder in folders]

    def meanwhile(facts: Iterator[Any], heading: str) -> Iterable[Any]:
        shutil.copytree(tmp_path / "alone" / "00001", tmp_path / "raced" / "00001")
        return facts

    alone = made(tmp_path / "alone", lambda facts, heading: facts)
    assert len(alone) > 2
    assert made(tmp_path / "raced", meanwhile) == alone


KILLED = """
import os, signal, sys
from reasoner.knowledge import KnowledgeBase, parts
from reasoner.retrieval.positions import Positions
parts.PART = 5_000

def track(items, heading):
    for number, item in enumerate(items):
        if heading.startswith("Indexing") and number == int(sys.argv[2]):
            os.kill(os.getpid(), signal.SIGKILL)
        yield item

Positions.over(KnowledgeBase.open([sys.argv[1]], track))
"""


def test_a_kill_costs_a_part(corpus: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    small_parts(monkeypatch)
    alone = built(corpus, tmp_path / "alone", monkeypatch)
    monkeypatch.setenv("REASONER_CACHE", str(tmp_path / "killed"))
    ended = subprocess.run([sys.executable, "-c", KILLED, str(corpus), "200"], check=False)
    assert ended.returncode == -signal.SIGKILL
    read: list[str] = []

    def track(items: Iterator[Any], heading: str) -> Iterable[Any]:
        for item in items:
            read.append(heading)
            yield item

    kb = KnowledgeBase.open([corpus], track)
    assert "Reading corpus.txt" not in read, "what was read is kept"
    assert 0 < len(read) < len(kb), "and what was indexed"
    assert everything("knowledge") == alone["knowledge"]
