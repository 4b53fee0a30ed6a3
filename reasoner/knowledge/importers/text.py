"""Plain text: the open book, one sentence a line, or prose that is split into sentences."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from reasoner.knowledge.fact import Fact
from reasoner.knowledge.importers.lines import Faults, read_lines
from reasoner.language.wordlists import words

_ABBREVIATIONS = words("mr mrs ms dr prof st vs fig no e.g i.e etc approx jr sr u.s")
_SENTENCE_END = re.compile(r"""[.!?]["'”’)\]]*\s+(?=["'“‘(\[]?[A-Z0-9])""")
_MAX_PARAGRAPH = 200  # lines: a text without blank lines is cut here, so that memory stays bounded


def read_text(path: Path, source: str, faults: Faults) -> Iterator[Fact]:
    """Read one sentence a line; quotes around a line, as in the open book, are dropped."""
    for number, line in read_lines(path, faults):
        if sentence := unquoted(line):
            yield Fact(sentence, source, number)


def read_prose(path: Path, source: str, faults: Faults) -> Iterator[Fact]:
    """Read running text: a blank line ends a paragraph, and a paragraph is split into sentences."""
    for start, paragraph in _paragraphs(path, faults):
        yield from (Fact(sentence, source, start) for sentence in split_sentences(paragraph))


def unquoted(line: str) -> str:
    """Return a line without the quotes that enclose it.

    >>> unquoted('"a bee is a pollinating animal" '), unquoted('say "cheese"'), unquoted('"')
    ('a bee is a pollinating animal', 'say "cheese"', '')
    """
    line = line.strip()
    quoted = len(line) > 1 and line[0] == line[-1] == '"'
    return line[1:-1].replace('""', '"').strip() if quoted else line.strip('"') and line


def split_sentences(text: str) -> list[str]:
    """Split running text at the ends of sentences.

    >>> split_sentences("Ice is solid. Dr. Lee melts it at 0.5 degrees! What then? It flows.")
    ['Ice is solid.', 'Dr. Lee melts it at 0.5 degrees!', 'What then?', 'It flows.']
    """
    sentences, start = [], 0
    for end in _SENTENCE_END.finditer(text):
        before = text[start : end.start()].rpartition(" ")[2].lower()
        if text[end.start()] == "." and (before in _ABBREVIATIONS or len(before) == 1):
            continue
        sentences.append(text[start : end.end()].strip())
        start = end.end()
    return [sentence for sentence in [*sentences, text[start:].strip()] if sentence]


def _paragraphs(path: Path, faults: Faults) -> Iterator[tuple[int, str]]:
    start, lines = 1, list[str]()
    for number, line in read_lines(path, faults):
        if line.strip():
            start = start if lines else number
            lines.append(line.strip())
        if lines and (not line.strip() or len(lines) == _MAX_PARAGRAPH):
            yield start, " ".join(lines)
            lines = []
    if lines:
        yield start, " ".join(lines)


def looks_quoted(path: Path, lines: list[str]) -> bool:
    """Whether every line shown is in quotes.

    >>> looks_quoted(Path("openbook.txt"), ['"a bee is an animal"', '"a bird is an animal"'])
    True
    """
    return bool(lines) and all(line.startswith('"') and line.rstrip().endswith('"') for line in lines if line.strip())


def looks_text(path: Path, lines: list[str]) -> bool:
    """Whether a path is a text file by its name, or by having no name of a table."""
    name = path.name.removesuffix(".gz")
    return path.is_file() and Path(name).suffix.lower() not in (".tsv", ".csv")
