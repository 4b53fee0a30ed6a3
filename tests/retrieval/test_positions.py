"""Positions on disk: counts equal a slow count, builds equal each other, and a half-built index is never used."""

from __future__ import annotations

import random
import signal
import subprocess
import sys
import time
from pathlib import Path
from unittest import mock

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reasoner.errors import IndexDamagedError
from reasoner.knowledge import KnowledgeBase
from reasoner.retrieval import positions_index
from reasoner.retrieval.positions import Positions
from reasoner.retrieval.positions_index import build_positions
from tests.slow_counts import slow_find, slow_near

WORDS = ("heat", "metal", "ice", "of")  # lemmas of themselves
SENTENCES = st.lists(st.lists(st.sampled_from(WORDS), max_size=14), max_size=8)
GRAMS = st.one_of(
    st.lists(st.sampled_from((*WORDS, "unseen")), min_size=1, max_size=5).map(tuple),
    st.tuples(st.sampled_from(WORDS), st.none(), st.sampled_from(WORDS)),
    st.tuples(st.sampled_from(WORDS), st.none(), st.none(), st.sampled_from(WORDS)),
)
SOME_GRAMS = st.lists(GRAMS, max_size=4, unique=True)
TEXTS = ["Metals conduct heat.", "Ice is cold; ice melts in the heat of the sun!", "...", "Sea-water naïve café 水"]


@settings(deadline=None, max_examples=300)
@given(SENTENCES, SOME_GRAMS, SOME_GRAMS, st.sampled_from((0, 1, 3, 10, 10)), st.integers(1, 40), st.integers(0, 9))
def test_counts_equal_a_slow_count(sentences, xs, ys, window, block, frequent) -> None:
    with mock.patch.object(positions_index, "_BLOCK", block), mock.patch.object(positions_index, "_FREQUENT", frequent):
        corpus = Positions.of(map(" ".join, sentences))
    counts = corpus.count(xs, ys, window)
    assert corpus.sentence_count == sum(map(bool, sentences))
    for grams, found in ((xs, counts.x), (ys, counts.y)):
        assert found.tolist() == [sum(bool(slow_find(sentence, gram)) for sentence in sentences) for gram in grams]
    both = [[sum(slow_near(sentence, x, y, window) for sentence in sentences) for y in ys] for x in xs]
    assert counts.both.tolist() == both


def contents(folder: Path) -> dict[str, bytes]:
    """What a folder holds, but for the seal, which also says when each file was written."""
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.name != "seal.json"}


def test_builds_are_identical_whatever_the_block(tmp_path: Path) -> None:
    folders = [tmp_path / name for name in ("one", "two", "three")]
    for folder, block in zip(folders, (1, 7, 1000), strict=True):
        folder.mkdir()
        with mock.patch.object(positions_index, "_BLOCK", block):
            build_positions(folder, iter(TEXTS))
    assert contents(folders[0]) == contents(folders[1]) == contents(folders[2])


def test_on_disk_as_in_memory(tmp_path: Path) -> None:
    build_positions(tmp_path, iter(TEXTS))
    xs, ys = [("ice",), ("naïve", "café"), ("sea", None, "naïve")], [("heat",), ("水",), ("the", "sun")]
    for window in (0, 5, 10):
        on_disk, in_memory = (
            corpus.count(xs, ys, window) for corpus in (Positions.open(tmp_path), Positions.of(TEXTS))
        )
        assert [part.tolist() for part in on_disk] == [part.tolist() for part in in_memory]
    assert Positions.open(tmp_path).sentence_count == 3


@pytest.mark.parametrize("texts", [[], ["...", "?"]])
def test_no_words_at_all(tmp_path: Path, texts: list[str]) -> None:
    build_positions(tmp_path, iter(texts))
    corpus = Positions.open(tmp_path)
    assert corpus.sentence_count == 0
    assert corpus.count([("heat",)], [("ice", None, "sun")], 10).both.tolist() == [[0]]


def test_every_word_is_found_in_its_form_and_lemma() -> None:
    corpus = Positions.of(["The mice were running from cats"])
    assert corpus.find(("mouse",)).starts.tolist() == [1]
    assert corpus.find(("mouse", None, "run")).starts.tolist() == [1]
    assert corpus.find(("mice",)).starts.tolist() == []


@pytest.mark.parametrize("damage", ["cut", "missing", "version", "no meta"])
def test_damage_is_noticed_when_opened(tmp_path: Path, damage: str) -> None:
    build_positions(tmp_path, iter(TEXTS))
    match damage:
        case "cut":
            (tmp_path / "postings").write_bytes((tmp_path / "postings").read_bytes()[:-4])
        case "missing":
            (tmp_path / "stream").unlink()
        case "version":
            meta = tmp_path / "meta.json"
            meta.write_text(meta.read_text().replace(f'"{positions_index.VERSION}"', '"0"'))
        case "no meta":
            (tmp_path / "meta.json").unlink()
    with pytest.raises(IndexDamagedError):
        Positions.open(tmp_path)


def test_kept_in_the_cache_and_followed_by_progress(tmp_path: Path, cache: Path) -> None:
    corpus = tmp_path / "corpus.txt"
    corpus.write_text("metal conducts heat\nice is cold\n", encoding="utf-8")
    headings: list[str] = []

    def track(facts, heading):
        headings.append(heading)
        return facts

    assert Positions.over(KnowledgeBase.open([corpus], track=track)).sentence_count == 2
    assert Positions.over(KnowledgeBase.open([corpus], track=track)).sentence_count == 2
    assert headings == ["Reading corpus.txt", "Indexing corpus.txt", "Indexing the words of corpus.txt"]
    corpus.write_text("metal conducts heat\n", encoding="utf-8")
    assert Positions.over(KnowledgeBase.open([corpus])).sentence_count == 1


BUILD = """
import sys
from reasoner.knowledge import KnowledgeBase
from reasoner.retrieval.positions import Positions
kb = KnowledgeBase.open([sys.argv[1]])
print("start", flush=True)
Positions.over(kb)
print("done", flush=True)
"""


@pytest.mark.slow
def test_a_killed_build_is_never_answered_from(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog) -> None:
    monkeypatch.setenv("REASONER_CACHE", str(tmp_path / "cache"))
    chance = random.Random(5)
    words = [f"word{number}" for number in range(500)]
    corpus = tmp_path / "corpus.txt"
    corpus.write_text("".join(" ".join(chance.choices(words, k=12)) + "\n" for _ in range(10_000)), encoding="utf-8")
    kept = tmp_path / "cache" / "positions"

    def start() -> subprocess.Popen[str]:
        command = [sys.executable, "-c", BUILD, str(corpus)]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert process.stdout.readline() == "start\n"
        return process

    with start() as process:
        begun = time.perf_counter()
        assert process.stdout.readline() == "done\n"
        duration = time.perf_counter() - begun
    (whole,) = kept.iterdir()
    expected, interrupted = contents(whole), 0
    for _ in range(10):
        for path in whole.iterdir():
            path.unlink()
        whole.rmdir()
        with start() as process:
            time.sleep(chance.uniform(0, duration))
            process.send_signal(signal.SIGKILL)
        left = [path.name.endswith(".building") for path in kept.iterdir()]
        caplog.clear()
        assert Positions.over(KnowledgeBase.open([corpus])).sentence_count == 10_000
        assert [path.name for path in kept.iterdir()] == [whole.name]
        assert contents(whole) == expected
        if any(left):
            interrupted += 1
            assert "is incomplete; it is built anew" in caplog.text
    assert interrupted >= 3  # a kill may also come after the build, where the machine's load changes
