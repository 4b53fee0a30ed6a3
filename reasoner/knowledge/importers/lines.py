"""Lines of a file, compressed or not, one at a time; what cannot be read is counted, not fatal."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from reasoner.errors import InputError
from reasoner.files import open_bytes

_BOM, _UTF16 = b"\xef\xbb\xbf", (b"\xff\xfe", b"\xfe\xff")
_LONGEST = 1_000_000  # bytes in a line; what is longer is no sentence, and would not be read in bounded memory
_SHOWN = 5


@dataclass
class Faults:
    """How many lines of a source could not be read, and the first few of them.

    >>> faults = Faults()
    >>> faults.add(3, "1 cells under 2 columns", "isa.tsv")
    >>> str(faults)
    '1 bad line skipped: isa.tsv:3 (1 cells under 2 columns)'
    """

    count: int = 0
    first: list[str] = field(default_factory=list)

    def add(self, line: int, reason: str, file: str = "line") -> None:
        """Count a bad line."""
        self.count += 1
        if len(self.first) < _SHOWN:
            self.first.append(f"{file}:{line} ({reason})")

    def __bool__(self) -> bool:
        return self.count > 0

    def __str__(self) -> str:
        more = ", ..." if self.count > len(self.first) else ""
        return f"{self.count:,} bad line{'s' if self.count != 1 else ''} skipped: {', '.join(self.first)}{more}"


def read_lines(path: Path, faults: Faults) -> Iterator[tuple[int, str]]:
    """Yield each line with its number, without line end and byte order mark; `.gz` is unpacked on the way."""
    try:
        with open_bytes(path) as file:
            number = 0
            while line := file.readline(_LONGEST):
                number += 1
                if number == 1 and line.startswith(_UTF16):
                    raise InputError("is UTF-16 text; save it as UTF-8", path=str(path))
                if number == 1:
                    line = line.removeprefix(_BOM)
                if len(line) == _LONGEST and not line.endswith(b"\n"):
                    while (rest := file.readline(_LONGEST)) and not rest.endswith(b"\n"):
                        pass
                    faults.add(number, f"longer than {_LONGEST:,} bytes", path.name)
                    continue
                try:
                    text = line.decode("utf-8").rstrip("\r\n")
                except UnicodeDecodeError:
                    faults.add(number, "not UTF-8", path.name)
                    continue
                if "\0" in text:
                    faults.add(number, "holds a zero byte", path.name)
                    continue
                yield number, text
    except (OSError, EOFError, zlib.error) as error:
        raise InputError(f"cannot be read: {error}", path=str(path)) from None
