"""Files: written whole or not at all, and folders that one process at a time may write to."""

from __future__ import annotations

import fcntl
import os
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from reasoner.errors import InputError


def write_atomically(path: str | os.PathLike[str], lines: Iterable[str]) -> None:
    """Write lines to a file that appears whole or not at all."""
    path = Path(path)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile("w", encoding="utf-8", dir=path.parent, delete=False) as part:
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
        folder.mkdir(parents=True, exist_ok=True)
        with open(folder / ".lock", "w", encoding="utf-8") as lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                message = "another process is writing here; wait for it, or choose another folder"
                raise InputError(message, path=str(folder)) from None
            yield folder
    except OSError as error:
        raise InputError(f"cannot be written: {error.strerror}", path=str(folder)) from None
