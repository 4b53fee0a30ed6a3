"""The index of positions on disk and in memory: written in one pass over the texts, then a counting sort by blocks."""

from __future__ import annotations

import json
import shutil
from array import array
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from reasoner.errors import IndexDamagedError, ReasonerError
from reasoner.knowledge.fact import Fact
from reasoner.language.terms import STOP_WORDS, lemma, tokenize

#: Part of the name of every index: raise it when the layout or the lemmas change.
VERSION = "1"

Ints = npt.NDArray[np.int32]
Counts = npt.NDArray[np.int64]

BOUNDARY = 0  # the number of the "word" that ends a sentence
_BLOCK = 2_000_000  # words sorted at a time: about 100 MB of memory
_MOST_WORDS = 2**31 - 16  # positions are 32 bits wide
_FREQUENT = 2_000  # occurrences that make a content word a frequent one
_MOST_FREQUENT = 2_048  # frequent words at the most: their table takes 16 MB
NEAR = 10  # the window for which pairs of frequent words are counted beforehand: that of Clark et al. 2016
_META, _VOCABULARY, _LENGTHS = "meta.json", "vocabulary.txt", "lengths.npy"
_LISTS = ("postings", "sentences", "next1", "next2")  # side by side, sorted by word
_ARRAYS = {"stream": "i4", "offsets": "i8", "frequency": "i8", "frequent": "i4", "table": "i4"} | dict.fromkeys(
    _LISTS, "i4"
)


def read_arrays(folder: Path) -> tuple[dict[str, int], dict[str, npt.NDArray[Any]]]:
    """Return the vocabulary and, mapped, the arrays that `build_positions` wrote into a folder."""
    try:
        meta = json.loads((folder / _META).read_text(encoding="utf-8"))
        if meta["version"] != VERSION:
            raise IndexDamagedError(f"{folder} is of version {meta['version']}, not {VERSION}")
        arrays = {name: _map(folder / name, dtype, meta["lengths"][name]) for name, dtype in _ARRAYS.items()}
        words = _read_vocabulary(folder)
    except (OSError, ValueError, KeyError) as error:
        raise IndexDamagedError(f"{folder} is incomplete: {error}") from None
    return dict(zip(words, range(len(words)), strict=True)), arrays


def make_arrays(texts: Iterable[str]) -> tuple[dict[str, int], dict[str, npt.NDArray[Any]]]:
    """Return the vocabulary and the arrays of a few sentences, in memory."""
    vocabulary = {"": BOUNDARY}
    blocks = list(_blocks(texts, vocabulary))
    counts = sum((_word_counts(block, len(vocabulary)) for block in blocks), np.zeros(len(vocabulary), np.int64))
    offsets = np.concatenate(([0], np.cumsum(counts)))
    arrays = {name: np.empty(offsets[-1], np.int32) for name in _LISTS}
    arrays["stream"] = np.concatenate([np.empty(0, np.int32), *blocks])
    arrays["offsets"] = offsets
    arrays["frequency"] = _invert(blocks, offsets, arrays)
    arrays["frequent"] = _frequent(vocabulary, counts)
    arrays["table"] = _tabulate(blocks, arrays["frequent"], len(vocabulary))
    return vocabulary, arrays


def build_positions(folder: Path, texts: Iterable[str]) -> None:
    """Write the index of sentences into an empty folder."""
    part = folder / "part"
    part.mkdir()
    number_words(part, map(Fact, texts), 0)
    join_words(folder, [part])
    shutil.rmtree(part)


def number_words(folder: Path, facts: Iterable[Fact], first: int) -> None:
    """Write the words of some facts into an empty folder as numbers, and what these stand for."""
    vocabulary, lengths = {"": BOUNDARY}, []
    with open(folder / "stream", "wb") as stream:
        for block in _blocks((fact.text for fact in facts), vocabulary):
            block.tofile(stream)
            lengths.append(len(block))
    np.save(folder / _LENGTHS, np.array(lengths, np.int64))
    _write_vocabulary(folder, vocabulary)


def join_words(folder: Path, parts: Sequence[Path]) -> None:
    """Join what `number_words` wrote: renumber the words, then a counting sort by blocks."""
    vocabulary = {"": BOUNDARY}
    lengths: list[int] = []
    counts = np.zeros(0, np.int64)
    with open(folder / "stream", "wb") as stream:
        for part in parts:
            for block in _renumbered(part, vocabulary):
                block.tofile(stream)
                lengths.append(len(block))
                counts = np.pad(counts, (0, len(vocabulary) - len(counts))) + _word_counts(block, len(vocabulary))
    counts = np.pad(counts, (0, len(vocabulary) - len(counts)))
    offsets = np.concatenate(([0], np.cumsum(counts)))
    if offsets[-1] > _MOST_WORDS:
        raise ReasonerError(f"the corpus has {offsets[-1]:,} words, but an index holds {_MOST_WORDS:,}: split it")
    lists = {name: _create(folder / name, "i4", offsets[-1]) for name in _LISTS}
    mapped = _map(folder / "stream", "i4", offsets[-1])
    blocks = np.split(mapped, np.cumsum(lengths)[:-1])
    small = {"offsets": offsets, "frequency": _invert(blocks, offsets, lists)}
    small["frequent"] = _frequent(vocabulary, counts)
    small["table"] = _tabulate(blocks, small["frequent"], len(vocabulary))
    for name, values in small.items():
        values.astype(_ARRAYS[name]).tofile(folder / name)
    _write_vocabulary(folder, vocabulary)
    sizes = {name: (folder / name).stat().st_size // np.dtype(dtype).itemsize for name, dtype in _ARRAYS.items()}
    (folder / _META).write_text(json.dumps({"version": VERSION, "lengths": sizes}), encoding="utf-8")


def _renumbered(part: Path, vocabulary: dict[str, int]) -> Iterator[Ints]:
    """Yield the blocks of a part with the numbers that words have in all parts together."""
    lengths = np.load(part / _LENGTHS)
    numbers = np.array([vocabulary.setdefault(word, len(vocabulary)) for word in _read_vocabulary(part)], np.int32)
    for block in np.split(_map(part / "stream", "i4", int(lengths.sum())), np.cumsum(lengths)[:-1]):
        yield numbers[block]


def _write_vocabulary(folder: Path, vocabulary: dict[str, int]) -> None:
    (folder / _VOCABULARY).write_text("\n".join(vocabulary), encoding="utf-8", errors="surrogatepass")


def _read_vocabulary(folder: Path) -> list[str]:
    return (folder / _VOCABULARY).read_text(encoding="utf-8", errors="surrogatepass").split("\n")


class _Numbers(dict[str, int]):
    """From a word as it is written to the number of its lemma; new lemmas get the next number."""

    def __init__(self, vocabulary: dict[str, int]) -> None:
        self._vocabulary = vocabulary

    def __missing__(self, word: str) -> int:
        number = self[word] = self._vocabulary.setdefault(lemma(word), len(self._vocabulary))
        return number


def _blocks(texts: Iterable[str], vocabulary: dict[str, int]) -> Iterator[Ints]:
    """Yield the numbers of the words, many sentences at a time; every sentence ends with the boundary."""
    number, block = _Numbers(vocabulary).__getitem__, array("i")
    for text in texts:
        if words := tokenize(text):
            block.extend(map(number, words))
            block.append(BOUNDARY)
            if len(block) >= _BLOCK:
                yield np.frombuffer(block, np.int32)
                block = array("i")
    if block:
        yield np.frombuffer(block, np.int32)


def _word_counts(block: Ints, words: int) -> Counts:
    return np.bincount(block, minlength=words)


def _invert(blocks: Iterable[Ints], offsets: Counts, lists: dict[str, Ints]) -> Counts:
    """Fill in the lists of every word; return in how many sentences each stands."""
    free = offsets[:-1].copy()
    frequency = np.zeros(len(free), np.int64)
    position = sentence = 0
    for block in blocks:
        keys = np.sort(block.astype(np.int64) << 32 | np.arange(len(block)))  # many times faster than a stable argsort
        words, order = keys >> 32, keys & (2**32 - 1)
        runs = np.flatnonzero(np.diff(words, prepend=-1))
        lengths = np.diff(runs, append=len(words))
        targets = np.arange(len(words)) + np.repeat(free[words[runs]] - runs, lengths)
        boundary = block == BOUNDARY
        in_sentence = (sentence + np.cumsum(boundary) - boundary)[order]
        following = np.append(block, [BOUNDARY] * 2)
        lists["postings"][targets] = order + position
        lists["sentences"][targets] = in_sentence
        lists["next1"][targets] = next1 = np.where(words == BOUNDARY, BOUNDARY, following[order + 1])
        lists["next2"][targets] = np.where(next1 == BOUNDARY, BOUNDARY, following[order + 2])
        first = np.diff(in_sentence, prepend=-1) != 0
        first[runs] = True
        frequency += np.bincount(words[first], minlength=len(frequency))
        free[words[runs]] += lengths
        position += len(block)
        sentence += int(boundary.sum())
    return frequency


def _frequent(vocabulary: dict[str, int], counts: Counts) -> Counts:
    """Return the numbers of the frequent content words, the most frequent first."""
    content = np.ones(len(counts), bool)
    content[[BOUNDARY, *(vocabulary.get(lemma(word), BOUNDARY) for word in sorted(STOP_WORDS))]] = False
    numbers = np.flatnonzero(content & (counts > _FREQUENT))
    return numbers[np.argsort(-counts[numbers], kind="stable")][:_MOST_FREQUENT]


def _tabulate(blocks: Iterable[Ints], frequent: Counts, words: int) -> Ints:
    """Count for every pair of frequent words the sentences in which they stand near each other."""
    size = len(frequent)
    table = np.zeros(size * size, np.int64)
    row = np.full(words, -1, np.int64)
    row[frequent] = np.arange(size)
    width = (size * size).bit_length()
    for block in blocks if size else ():
        at = np.flatnonzero(row[block] >= 0)
        rows, sentences = row[block[at]], np.cumsum(block == BOUNDARY)[at]
        at = (at + sentences * NEAR).astype(np.int32)  # so that no two sentences are near each other
        keys = []
        for ahead in range(1, NEAR + 1):  # the next but so many of the frequent words: none farther can be near
            near = np.flatnonzero(at[ahead:] - at[:-ahead] <= NEAR)
            first, second = rows[near], rows[near + ahead]
            pair = np.minimum(first, second) * size + np.maximum(first, second)
            keys.append(sentences[near] << width | pair)
        ordered = np.sort(np.concatenate(keys))
        once = ordered[np.diff(ordered, prepend=-1) != 0] & ((1 << width) - 1)
        table += np.bincount(once, minlength=size * size)
    half = table.reshape(size, size)
    whole: Ints = (half + np.triu(half, 1).T).astype(np.int32).ravel()
    return whole


def _create(path: Path, dtype: str, length: int) -> npt.NDArray[Any]:
    """Return a new file as an array that can be written."""
    path.touch()
    return np.memmap(path, dtype, "w+", shape=(length,)) if length else np.empty(0, dtype)


def _map(path: Path, dtype: str, length: int) -> npt.NDArray[Any]:
    """Return a file as an array that can be read."""
    # A plain view: slices of a memmap are many times slower to make.
    return np.asarray(np.memmap(path, dtype, "r", shape=(length,))) if length else np.empty(0, dtype)
