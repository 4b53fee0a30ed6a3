"""Directories in the user's cache that are whole or not there: built aside, sealed with checksums, then renamed."""

from __future__ import annotations

import hashlib
import json
import logging
import os
import shutil
import tempfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

from reasoner.errors import IndexDamagedError, ReasonerError
from reasoner.files import FolderInUseError, held

_SEAL = "seal.json"
_log = logging.getLogger(__name__)


def cache_folder() -> Path:
    """Return the folder for what can be made again: ``REASONER_CACHE``, or the user's cache directory."""
    if chosen := os.environ.get("REASONER_CACHE"):
        return Path(chosen)
    import platformdirs

    return Path(platformdirs.user_cache_dir("reasoner"))


def fingerprint(*parts: str | Path) -> str:
    """Return a name that changes when any of the texts, or the content of any of the files, changes.

    >>> fingerprint("a", "b") == fingerprint("a", "b"), fingerprint("a", "b") == fingerprint("ab")
    (True, False)
    """
    digest = hashlib.blake2b(digest_size=16)
    for part in parts:
        data = _file_digest(part) if isinstance(part, Path) else part.encode("utf-8", "surrogatepass")
        digest.update(len(data).to_bytes(8, "big") + data)
    return digest.hexdigest()


def content_fingerprint(paths: Iterable[Path]) -> str:
    """Return a name that changes with files, and with all files below folders, or with what they are called.

    >>> here = Path(__file__)
    >>> content_fingerprint([here]) == content_fingerprint([here.parent])
    False
    """
    parts: list[str | Path] = []
    for path in sorted(paths):
        for file in sorted(path.rglob("*")) if path.is_dir() else [path]:
            if file.is_file() and file.suffix != ".pyc":
                parts += [file.relative_to(path.parent).as_posix(), file]
    return fingerprint(*parts)


def cached_directory(kind: str, key: str, build: Callable[[Path], None]) -> Path:
    """Return the directory of a kind and key in the user's cache, built if it is missing, incomplete or damaged."""
    return sealed_directory(cache_folder() / kind / key, build)


def sealed_directory(final: Path, build: Callable[[Path], None]) -> Path:
    """Return a directory, built if it is missing, incomplete or damaged.

    `build` fills an empty directory. The result appears under its final name only when it is whole and sealed with the
    checksum of every file, so a killed build leaves nothing that could be mistaken for an index.
    """
    if final.exists():
        try:
            check_seal(final)
        except IndexDamagedError as error:
            _log.warning("%s; it is rebuilt", error)
            with suppress(FileNotFoundError):  # another process has seen the damage too, and removes it
                shutil.rmtree(final)
        else:
            _tidy(final)
            return final
    elif _leftovers(final):
        _log.warning("an earlier build of %s is incomplete; it is built anew", final)
    try:
        final.parent.mkdir(parents=True, exist_ok=True)
        with _aside(final) as part:
            build(part)
            seal(part)
            os.rename(part, final)
    except OSError as error:
        if not final.exists():  # otherwise another process was faster, and its directory is as good
            remedy = "free some space, or name another folder in REASONER_CACHE"
            raise ReasonerError(f"{final.parent}: cannot be written: {error.strerror or error}; {remedy}") from None
    _tidy(final)
    return final


def _tidy(final: Path) -> None:
    """Remove what kills and races left beside a directory that is whole, unless another process works there."""
    for leftover in _leftovers(final):
        shutil.rmtree(leftover, ignore_errors=True)
    parts = _parts_of(final)
    if parts.exists():
        with suppress(OSError), held(parts):
            shutil.rmtree(parts, ignore_errors=True)


def _leftovers(final: Path) -> list[Path]:
    return [path for path in final.parent.glob(f"{final.name}.*.building") if not _in_work(path)]


@contextmanager
def kept_parts(final: Path, aside: Path) -> Iterator[Path]:
    """Yield a folder for the parts of a directory in work, which outlives a kill and goes when the directory is whole.

    Where another process builds the same directory, parts lie in the folder aside instead: both build, the first wins.
    """
    with ExitStack() as stack:
        try:
            kept = stack.enter_context(held(_parts_of(final)))
        except FolderInUseError:
            kept = Path(stack.enter_context(tempfile.TemporaryDirectory(dir=aside)))
        yield kept


def _parts_of(final: Path) -> Path:
    return final.with_name(f"{final.name}.parts")


@contextmanager
def _aside(final: Path) -> Iterator[Path]:
    """Make a folder beside the final one, and leave nothing of it behind."""
    part = Path(tempfile.mkdtemp(prefix=f"{final.name}.{os.getpid()}.", suffix=".building", dir=final.parent))
    try:
        yield part
    finally:
        shutil.rmtree(part, ignore_errors=True)


def _in_work(part: Path) -> bool:
    """Say whether the process that builds there, whose number is in the name, still runs."""
    number = part.name.split(".")[1]
    if not number.isdigit():
        return False
    try:
        os.kill(int(number), 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return int(number) != os.getpid()


def seal(folder: Path) -> None:
    """Write down the checksum of every file below a folder."""
    sums = {str(path.relative_to(folder)): [*_stamp(path), _file_digest(path).hex()] for path in _files(folder)}
    (folder / _SEAL).write_text(json.dumps(sums, indent=1, sort_keys=True), encoding="utf-8")


def check_seal(folder: Path) -> None:
    """Raise IndexDamagedError unless every sealed file is there and unchanged.

    A file of the same size and time of writing is taken for the same: reading gigabytes at each start would be felt.
    """
    try:
        sums = json.loads((folder / _SEAL).read_text(encoding="utf-8"))
        touched = [name for name, (*stamp, _) in sums.items() if _stamp(folder / name) != stamp]
        wrong = [name for name in touched if _file_digest(folder / name).hex() != sums[name][-1]]
    except (OSError, ValueError, AttributeError, TypeError):
        raise IndexDamagedError(f"{folder} is incomplete") from None
    if wrong:
        raise IndexDamagedError(f"{folder} is damaged: {', '.join(wrong)} changed")


def _stamp(path: Path) -> list[int]:
    about = path.stat()
    return [about.st_size, about.st_mtime_ns]


def _files(folder: Path) -> Iterable[Path]:
    return sorted(path for path in folder.rglob("*") if path.is_file())


def _file_digest(path: Path) -> bytes:
    with open(path, "rb") as file:
        return hashlib.file_digest(file, lambda: hashlib.blake2b(digest_size=16)).digest()
