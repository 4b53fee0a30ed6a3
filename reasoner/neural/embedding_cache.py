"""Sentence vectors on disk, one file a model: safe against kills and concurrent writers, checked when read."""

from __future__ import annotations

import hashlib
import logging
import sqlite3
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

_CHUNK = 500  # keys a query; below the limit on variables of every SQLite build
_WAIT_SECONDS = 60.0  # for another process to finish its write, which takes milliseconds
_log = logging.getLogger(__name__)
Result = TypeVar("Result")


class EmbeddingCache:
    """Vectors by text.

    A row holds a digest of the text, the vector and its checksum. A row that does not add up counts as missing; a file
    that is no database is started anew; a folder that cannot be written to means no cache, with one warning.

    Examples
    --------
    >>> import tempfile
    >>> cache = EmbeddingCache(Path(tempfile.mkdtemp()) / "model.sqlite")
    >>> cache.put({"steel": np.ones(3, np.float32)})
    >>> cache.get(["steel", "wool"])
    {'steel': array([1., 1., 1.], dtype=float32)}
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._usable = True

    def get(self, texts: Sequence[str]) -> dict[str, NDArray[np.float32]]:
        """Return the vectors of those texts that have one."""
        return self._guarded(lambda: self._read(texts)) or {}

    def put(self, vectors: Mapping[str, NDArray[np.float32]]) -> None:
        """Add vectors, all of them or, when killed, none."""
        rows = [(_digest(text), zlib.crc32(data), data) for text, data in _as_bytes(vectors)]
        self._guarded(lambda: self._write(rows))

    def _read(self, texts: Sequence[str]) -> dict[str, NDArray[np.float32]]:
        if not self.path.exists():
            return {}
        by_digest = {_digest(text): text for text in texts}
        digests = list(by_digest)
        found: dict[str, NDArray[np.float32]] = {}
        with closing(self._connect()) as connection:
            for start in range(0, len(digests), _CHUNK):
                part = digests[start : start + _CHUNK]
                marks = ",".join("?" * len(part))
                query = f"SELECT digest, checksum, vector FROM vectors WHERE digest IN ({marks})"
                for digest, checksum, data in connection.execute(query, part):
                    if zlib.crc32(data) == checksum:
                        found[by_digest[digest]] = np.frombuffer(data, dtype="<f4")
                    else:
                        _log.warning("%s: a damaged vector is computed anew", self.path)
        return found

    def _write(self, rows: list[tuple[bytes, int, bytes]]) -> None:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with closing(self._connect()) as connection, connection:
            connection.executemany("INSERT OR REPLACE INTO vectors VALUES (?, ?, ?)", rows)

    def _connect(self) -> sqlite3.Connection:
        # The rollback journal, not WAL: the cache may lie on a network file system that several machines share.
        connection = sqlite3.connect(self.path, timeout=_WAIT_SECONDS)
        connection.execute("PRAGMA synchronous = NORMAL")
        connection.execute(
            "CREATE TABLE IF NOT EXISTS vectors"
            " (digest BLOB PRIMARY KEY, checksum INTEGER NOT NULL, vector BLOB NOT NULL)"
        )
        return connection

    def _guarded(self, act: Callable[[], Result]) -> Result | None:
        """Do something with the file; a damaged file is removed, and one out of reach is left alone from then on."""
        if not self._usable:
            return None
        try:
            return act()
        except (OSError, sqlite3.OperationalError) as error:  # no permission, disk full, locked for too long
            _log.warning("%s cannot be used, so vectors are not kept: %s", self.path, error)
            self._usable = False
        except sqlite3.DatabaseError as error:
            _log.warning("%s is damaged (%s); it is started anew", self.path, error)
            self.path.unlink(missing_ok=True)
        return None


def _digest(text: str) -> bytes:
    return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).digest()


def _as_bytes(vectors: Mapping[str, NDArray[np.float32]]) -> Iterator[tuple[str, bytes]]:
    return ((text, np.ascontiguousarray(vector, dtype="<f4").tobytes()) for text, vector in vectors.items())
