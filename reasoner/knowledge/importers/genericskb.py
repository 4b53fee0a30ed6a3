"""GenericsKB: term, sentence, score; or its release's five columns, with a header."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from reasoner.knowledge.fact import Fact
from reasoner.knowledge.importers.lines import Faults, read_lines

#: Where the sentence stands, by the number of columns.
_SENTENCE = {3: 1, 5: 3}


def read_genericskb(path: Path, source: str, faults: Faults) -> Iterator[Fact]:
    """Read one sentence a line."""
    for number, line in read_lines(path, faults):
        cells = line.split("\t")
        if not line.strip() or (number == 1 and cells[-1].strip().lower() == "score"):
            continue
        if len(cells) not in _SENTENCE or not _is_number(cells[-1]):
            faults.add(number, "not term, sentence, score", path.name)
        elif sentence := cells[_SENTENCE[len(cells)]].strip():
            yield Fact(sentence, source, number)
        else:
            faults.add(number, "the sentence is blank", path.name)


def looks_genericskb(path: Path, lines: list[str]) -> bool:
    """Whether the lines shown end in a score.

    >>> looks_genericskb(Path("x.tsv"), ["dog\\tDogs bark.\\t0.9"]), looks_genericskb(Path("x.tsv"), ["a\\tb\\tc"])
    (True, False)
    """
    rows = [cells for line in lines if len(cells := line.split("\t")) in _SENTENCE]
    return any(_is_number(cells[-1]) for cells in rows)


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True
