"""Files: written whole or not at all, read within bounds, and folders that one process at a time may write to."""

from __future__ import annotations

import fcntl
import gzip
import io
import os
import shutil
import stat
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

from reasoner.errors import InputError


def write_atomically(path: str | os.PathLike[str], lines: Iterable[str]) -> None:
    """Write lines to a file that appears whole or not at all."""
    path = Path(path)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(
            "w", encoding="utf-8", dir=path.parent, prefix=f".{path.name[:100]}.", suffix=".part", delete=False
        ) as part:
            try:
                part.writelines(lines)
                part.flush()
                os.fsync(part.fileno())
                part.close()
                os.chmod(part.name, 0o644)
                os.replace(part.name, path)
            except BaseException:
                os.unlink(part.name)
                raise
    except OSError as error:
        raise InputError(f"cannot be written: {error.strerror}", path=str(path)) from None


@contextmanager
def locked(folder: str | os.PathLike[str]) -> Iterator[Path]:
    """Hold a folder for writing; a second process that wants it is told so at once instead of mixing its lines in.

    >>> with tempfile.TemporaryDirectory() as folder, locked(folder), locked(folder):
    ...     pass  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ...
    reasoner.errors.InputError: ...: another process is writing here; wait for it, or choose another folder
    """
    folder = Path(folder)
    try:
        with held(folder):
            yield folder
    except FolderInUseError as error:
        raise InputError(f"{error}; wait for it, or choose another folder", path=str(folder)) from None
    except OSError as error:
        raise InputError(f"cannot be written: {error.strerror}", path=str(folder)) from None


_IN_USE = "another process is writing here"


class FolderInUseError(OSError):
    """Another process holds a folder."""


@contextmanager
def held(folder: Path) -> Iterator[Path]:
    """Make a folder and hold it for writing, or raise FolderInUseError, also where its holder just removes it."""
    folder.mkdir(parents=True, exist_ok=True)
    try:
        lock = open(folder / ".lock", "w", encoding="utf-8")  # noqa: SIM115  # closed below
    except FileNotFoundError:
        raise FolderInUseError(_IN_USE) from None
    with lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            own = os.path.samestat(os.fstat(lock.fileno()), os.stat(lock.name))
        except (BlockingIOError, FileNotFoundError):
            own = False
        if not own:
            raise FolderInUseError(_IN_USE)
        try:
            yield folder
        finally:
            fcntl.flock(lock, fcntl.LOCK_UN)  # closing is not enough where a copy of this process has the file open


def link(source: Path, target: Path) -> None:
    """Give a file a second name, or copy it where the file system knows one name a file only."""
    try:
        os.link(source, target)
    except OSError:
        shutil.copyfile(source, target)


#: What a packed file may unpack to: this many bytes, and so many times its size. Text hardly ever packs to a hundredth.
_UNPACKED, _TIMES = 100_000_000, 100


def check_regular(path: str | os.PathLike[str]) -> None:
    """Raise InputError unless a path is a regular file: a pipe or a device may have no end.

    >>> check_regular("/dev/zero")
    Traceback (most recent call last):
    ...
    reasoner.errors.InputError: /dev/zero: is not a regular file
    """
    try:
        mode = os.stat(path).st_mode
    except (OSError, ValueError) as error:
        raise InputError(f"cannot be read: {getattr(error, 'strerror', None) or error}", path=str(path)) from None
    if not stat.S_ISREG(mode):
        what = "a folder, not a file" if stat.S_ISDIR(mode) else "not a regular file"
        raise InputError(f"is {what}", path=str(path))


@contextmanager
def open_bytes(path: str | os.PathLike[str], most: int | None = None) -> Iterator[IO[bytes]]:
    """Open a regular file, ``.gz`` unpacked, that fails once more than `most` bytes, or too many unpacked, are read."""
    check_regular(path)
    with open(path, "rb") as file:
        if os.fspath(path).endswith(".gz"):
            unpacked = _UNPACKED + _TIMES * os.fstat(file.fileno()).st_size
            bound = _Bounded(gzip.GzipFile(fileobj=file), min(most or unpacked, unpacked), str(path))
        elif most is None:
            yield file
            return
        else:
            bound = _Bounded(file, most, str(path))
        yield io.BufferedReader(bound)


class _Bounded(io.RawIOBase):
    """A stream that fails instead of giving more than so many bytes."""

    def __init__(self, file: Any, most: int, path: str) -> None:
        self._file, self._most, self._left, self._path = file, most, most, path

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        count = int(self._file.readinto(buffer))
        self._left -= count
        if self._left < 0:
            raise InputError(f"holds more than {self._most:,} bytes", path=self._path)
        return count
