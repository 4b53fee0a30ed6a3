"""ConceptNet: triples (relation, head, tail), or the assertions file, as sentences and typed facts."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from reasoner.knowledge.fact import Fact
from reasoner.knowledge.importers.lines import Faults, read_lines
from reasoner.relations import imported

SOURCE = "conceptnet"

_CONCEPT = "/c/en/"


def read_conceptnet(path: Path, source: str, faults: Faults) -> Iterator[Fact]:
    """Read triples or assertions; assertions about words of other languages are passed over."""
    for number, line in read_lines(path, faults):
        cells = line.split("\t")
        if cells[0].startswith("/a/"):
            if len(cells) < 4:
                faults.add(number, f"{len(cells)} columns", path.name)
                continue
            if not (cells[2].startswith(_CONCEPT) and cells[3].startswith(_CONCEPT)):
                continue
            cells = [cells[1].removeprefix("/r/"), _words(cells[2]), _words(cells[3])]
            if cells[0] not in imported(SOURCE):  # lexical and dbpedia relations
                continue
        if not line.strip():
            continue
        if len(cells) < 3 or not all(cell.strip() for cell in cells[:3]):
            faults.add(number, "not relation, head, tail", path.name)
        elif cells[0] not in imported(SOURCE):
            faults.add(number, f"unknown relation {cells[0]!r}", path.name)
        else:
            yield _fact(cells[0], cells[1].strip(), cells[2].strip(), source, number)


def looks_conceptnet(path: Path, lines: list[str]) -> bool:
    """Whether the lines shown are triples or assertions.

    >>> looks_conceptnet(Path("x.tsv"), ["IsA\\tdog\\tanimal"]), looks_conceptnet(Path("x.tsv"), ["a\\tb\\tc"])
    (True, False)
    """
    return any(line.startswith("/a/[") or line.partition("\t")[0] in imported(SOURCE) for line in lines)


def _fact(name: str, head: str, tail: str, source: str, line: int) -> Fact:
    known = imported(SOURCE)[name]
    arguments = (tail, head) if known.reversed else (head, tail)
    return Fact(f"{head} {known.wording} {tail}", source, line, known.relation, arguments)


def _words(concept: str) -> str:
    """The words of a concept's address: /c/en/ice_cream/n -> ice cream."""
    return concept[len(_CONCEPT) :].partition("/")[0].replace("_", " ")
