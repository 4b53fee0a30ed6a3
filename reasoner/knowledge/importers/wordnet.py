"""WordNet's nouns: kinds, parts, materials and synonyms, from its database files or from the wn or nltk library."""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from reasoner.errors import InputError, ReasonerError
from reasoner.knowledge.fact import Fact
from reasoner.knowledge.importers.lines import Faults, read_lines
from reasoner.relations import imported

SOURCE = "wordnet"

#: Stands for the path where WordNet comes from a library.
LIBRARY = "<library>"

_DATA = "data.noun"


def read_wordnet(path: Path, source: str, faults: Faults) -> Iterator[Fact]:
    """Read WordNet from the folder of its database, or from an installed library."""
    if str(path) == LIBRARY:
        return _read_library(source)
    return _read_database(wordnet_files(path)[0], source, faults)


def wordnet_files(path: Path) -> list[Path]:
    """Return the database file of nouns in a folder."""
    file = path / _DATA if path.is_dir() else path
    if not file.exists():
        raise InputError(f"there is no {_DATA} in this folder", path=str(path))
    return [file]


def looks_wordnet(path: Path, lines: list[str]) -> bool:
    """Whether a folder holds WordNet's nouns."""
    return path.name == _DATA or (path / _DATA).exists()


def _read_database(file: Path, source: str, faults: Faults) -> Iterator[Fact]:
    names: dict[str, str] = {}
    for _, line in read_lines(file, Faults()):
        if not line.startswith(" "):  # the licence at the top is indented
            cells = line.split(" ", 5)
            if len(cells) > 4:
                names[cells[0]] = _words(cells[4])
    for number, line in read_lines(file, faults):
        if line.startswith(" ") or not line:
            continue
        try:
            words, pointers = _synset(line)
        except (ValueError, IndexError):
            faults.add(number, "not a synset", file.name)
            continue
        for word in words[1:]:
            yield _fact(word, "synonym", words[0], source, number)
        for symbol, target in pointers:
            if symbol in imported(SOURCE) and target in names:
                yield _fact(words[0], symbol, names[target], source, number)


def _synset(line: str) -> tuple[list[str], list[tuple[str, str]]]:
    """Return the words of a synset and its pointers, as wndb(5WN) lays them out."""
    cells = line.partition(" | ")[0].split()
    count = int(cells[3], 16)
    words = [_words(cells[4 + 2 * i]) for i in range(count)]
    start = 5 + 2 * count
    pointers = [(cells[start + 4 * i], cells[start + 4 * i + 1]) for i in range(int(cells[start - 1]))]
    return words, pointers


def _words(cell: str) -> str:
    return cell.partition("(")[0].replace("_", " ")


def _fact(head: str, pointer: str, tail: str, source: str, line: int | None) -> Fact:
    known = imported(SOURCE)[pointer]
    return Fact(f"{head} {known.wording} {tail}", source, line, known.relation, (head, tail))


def _read_library(source: str) -> Iterator[Fact]:
    for words, related in _wn_synsets() if find_spec("wn") else _nltk_synsets():
        for word in words[1:]:
            yield _fact(word, "synonym", words[0], source, None)
        for symbol, target in related:
            yield _fact(words[0], symbol, target, source, None)


def _wn_synsets() -> Iterator[tuple[list[str], list[tuple[str, str]]]]:
    wn: Any = importlib.import_module("wn")
    names = {"hypernym": "@", "instance_hypernym": "@i", "holo_part": "#p", "holo_substance": "#s"}
    try:
        synsets = wn.synsets(pos="n", lang="en")
    except wn.Error as error:
        raise _no_data(f"python -m wn download oewn:2024 ({error})") from None
    if not synsets:
        raise _no_data("python -m wn download oewn:2024")
    for synset in synsets:
        related = [(names[name], str(target.lemmas()[0])) for name, targets in synset.relations(*names).items()
                   for target in targets if target.lemmas()]  # fmt: skip
        yield [str(word) for word in synset.lemmas()], related


def _nltk_synsets() -> Iterator[tuple[list[str], list[tuple[str, str]]]]:
    if not find_spec("nltk"):
        raise ReasonerError(
            "the source 'wordnet' needs the wn or nltk library (pip install wn), or WordNet's own database: "
            "--kb wordnet:FOLDER, where FOLDER holds data.noun"
        )
    corpus: Any = importlib.import_module("nltk.corpus").wordnet
    calls = {"@": "hypernyms", "@i": "instance_hypernyms", "#p": "part_holonyms", "#s": "substance_holonyms"}
    try:
        corpus.ensure_loaded()
    except LookupError:
        raise _no_data("python -m nltk.downloader wordnet") from None
    for synset in corpus.all_synsets("n"):
        related = [(symbol, _words(target.lemma_names()[0])) for symbol, call in calls.items()
                   for target in getattr(synset, call)()]  # fmt: skip
        yield [_words(word) for word in synset.lemma_names()], related


def _no_data(command: str) -> ReasonerError:
    return ReasonerError(f"the library has no WordNet data yet: {command}")
