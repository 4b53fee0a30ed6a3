"""One exception tree. Every message says what was wrong, where, and what to do."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager


class ReasonerError(Exception):
    """Base of every error that a user can cause or mend."""


class InputError(ReasonerError):
    """Input that cannot be read, with the place where it went wrong.

    >>> print(InputError("missing 'stem'", path="q.jsonl", line=3, field="question.stem"))
    q.jsonl, line 3, field question.stem: missing 'stem'
    """

    def __init__(
        self, message: str, *, path: str | None = None, line: int | None = None, field: str | None = None
    ) -> None:
        self.message, self.path, self.line, self.field = message, path, line, field
        place = [path or "", f"line {line}" if line else "", f"field {field}" if field else ""]
        where = ", ".join(part for part in place if part)
        super().__init__(f"{where}: {message}" if where else message)

    def at(self, *, path: str, line: int) -> InputError:
        """Return the same error with the file and line in which it arose."""
        return InputError(self.message, path=path, line=line, field=self.field)


class UsageError(ReasonerError):
    """A command line, or the options of a call, that make no sense."""


class UnknownNameError(UsageError):
    """A name that nothing is registered under.

    >>> print(UnknownNameError("solver", "ipl", ["ir", "ilp"]))
    unknown solver 'ipl': did you mean 'ilp'? Available: ilp, ir
    """

    def __init__(self, kind: str, name: str, available: Iterable[str]) -> None:
        self.name = name
        known = sorted(available)
        close = difflib.get_close_matches(name, known, n=1, cutoff=0.5)
        hint = f"did you mean {close[0]!r}? " if close else ""
        super().__init__(f"unknown {kind} {name!r}: {hint}Available: {', '.join(known) or 'none'}")


class MissingExtraError(ReasonerError):
    """A feature whose optional packages are not installed.

    >>> print(MissingExtraError("the dgem solver", "neural"))
    the dgem solver needs the 'neural' extra: pip install 'reasoner[neural]'
    """

    def __init__(self, what: str, extra: str) -> None:
        super().__init__(f"{what} needs the '{extra}' extra: pip install 'reasoner[{extra}]'")


@contextmanager
def needing(extra: str, what: str) -> Iterator[None]:
    """Say which extra a feature needs, where something that is imported under it is not there.

    >>> with needing("neural", "the dgem solver"):
    ...     import nothing_of_that_name
    Traceback (most recent call last):
    ...
    reasoner.errors.MissingExtraError: the dgem solver needs the 'neural' extra: pip install 'reasoner[neural]'
    """
    try:
        yield
    except ImportError:
        raise MissingExtraError(what, extra) from None


class IndexDamagedError(ReasonerError):
    """An index on disk that is incomplete, damaged or of another version."""
