from __future__ import annotations

import multiprocessing
import os
import signal
import sqlite3
import time

import numpy as np
import pytest

from reasoner.neural.embedding_cache import EmbeddingCache


def vectors(start, stop):
    return {f"text {number}": np.full(8, number, np.float32) for number in range(start, stop)}


def fill(path, start, stop):
    cache = EmbeddingCache(path)
    for number in range(start, stop, 10):
        cache.put(vectors(number, number + 10))


def fill_for_ever(path):
    cache = EmbeddingCache(path)
    start = 0
    while True:
        cache.put(vectors(start, start := start + 50))


@pytest.fixture
def path(tmp_path):
    return tmp_path / "model.sqlite"


def test_what_was_put_is_there_for_the_next_process(path):
    EmbeddingCache(path).put(vectors(0, 1200))
    found = EmbeddingCache(path).get([f"text {number}" for number in range(1300)])
    assert len(found) == 1200
    assert found["text 7"].tolist() == [7] * 8


def test_odd_texts(path):
    cache = EmbeddingCache(path)
    texts = ["", " ", "\ud800", "naïve", "a\x00b", "x" * 100_000]
    cache.put({text: np.full(2, number, np.float32) for number, text in enumerate(texts)})
    assert [cache.get(texts)[text][0] for text in texts] == list(range(len(texts)))


def test_several_writers_lose_nothing(path):
    context = multiprocessing.get_context("spawn")
    writers = [context.Process(target=fill, args=(path, start, start + 200)) for start in (0, 200, 100)]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    assert len(EmbeddingCache(path).get(list(vectors(0, 400)))) == 400


def test_a_killed_writer_leaves_whole_batches(path):
    writer = multiprocessing.get_context("spawn").Process(target=fill_for_ever, args=(path,))
    writer.start()
    while not EmbeddingCache(path).get(["text 49"]):
        time.sleep(0.01)
    os.kill(writer.pid, signal.SIGKILL)
    writer.join()
    found = EmbeddingCache(path).get(list(vectors(0, 100_000)))
    assert len(found) >= 50
    assert len(found) % 50 == 0


def test_a_damaged_vector_counts_as_missing(path, caplog):
    cache = EmbeddingCache(path)
    cache.put(vectors(0, 2))
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE vectors SET vector = zeroblob(32) WHERE rowid = 2")
    assert list(cache.get(list(vectors(0, 2)))) == ["text 0"]
    assert "damaged" in caplog.text


def test_a_foreign_file_is_started_anew(path, caplog):
    path.write_bytes(b"this is no database" * 100)
    cache = EmbeddingCache(path)
    assert cache.get(["text 1"]) == {}
    cache.put(vectors(0, 2))
    assert "text 1" in cache.get(["text 1"])
    assert "started anew" in caplog.text


def test_a_folder_out_of_reach_means_no_cache(tmp_path, caplog):
    (tmp_path / "file").write_text("")
    cache = EmbeddingCache(tmp_path / "file" / "model.sqlite")
    cache.put(vectors(0, 2))
    cache.put(vectors(0, 2))
    assert cache.get(["text 1"]) == {}
    assert caplog.text.count("not kept") == 1
