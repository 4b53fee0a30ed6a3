"""Where every word of a corpus stands: memory-mapped lists of positions, from which any n-gram is counted when asked.

The corpus is one long array of word numbers, with a boundary after every sentence, and beside it, for every word, the
positions at which it stands and the sentences that those are in. Words are lemmas; stop words are kept, so that a
distance in positions is a distance in words.
"""

from __future__ import annotations

import json
from array import array
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from reasoner.errors import IndexDamagedError, ReasonerError
from reasoner.language.terms import lemma, tokenize

#: Part of the name of every index: raise it when the layout or the lemmas change.
VERSION = "1"

#: Lemmas in order; None stands for any one word, so ("deep", None, "animal") is a skip-bigram.
Gram = tuple[str | None, ...]
Ints = npt.NDArray[np.int32]
Counts = npt.NDArray[np.int64]

_BOUNDARY = 0  # the number of the "word" that ends a sentence
_BLOCK = 2_000_000  # words sorted at a time: about 100 MB of memory
_MOST_WORDS = 2**31 - 16  # positions are 32 bits wide
_META, _VOCABULARY = "meta.json", "vocabulary.txt"
_ARRAYS = {"stream": "i4", "offsets": "i8", "postings": "i4", "sentences": "i4", "frequency": "i8"}


class Occurrences(NamedTuple):
    """The positions at which an n-gram starts, in order, and the sentence of each."""

    starts: Ints
    sentences: Ints


class Cooccurrence(NamedTuple):
    """In how many sentences each x stands, each y, and each x near each y."""

    x: Counts
    y: Counts
    both: Counts


class Positions:
    """The words of a corpus by position.

    Examples
    --------
    >>> corpus = Positions.of(["Metals conduct heat well.", "Deep sea animals live deep in the sea."])
    >>> corpus.sentence_count, corpus.find(("deep", None, "animal")).starts.tolist()
    (2, [5])
    >>> corpus.count([("heat",), ("deep",)], [("metal",), ("sea",)], window=10).both.tolist()
    [[1, 0], [0, 1]]
    """

    def __init__(self, vocabulary: dict[str, int], arrays: dict[str, npt.NDArray[Any]]) -> None:
        self._vocabulary = vocabulary
        self._stream: Ints = arrays["stream"]
        self._postings: Ints = arrays["postings"]
        self._sentences: Ints = arrays["sentences"]
        self._offsets: list[int] = arrays["offsets"].tolist()
        self._frequency: list[int] = arrays["frequency"].tolist()
        #: How many sentences the corpus has; those without a word are not counted.
        self.sentence_count: int = self._frequency[_BOUNDARY]

    @classmethod
    def open(cls, folder: Path) -> Positions:
        """Map the index that `build_positions` wrote into a folder."""
        try:
            meta = json.loads((folder / _META).read_text(encoding="utf-8"))
            if meta["version"] != VERSION:
                raise IndexDamagedError(f"{folder} is of version {meta['version']}, not {VERSION}")
            arrays = {name: _map(folder / name, dtype, meta["lengths"][name]) for name, dtype in _ARRAYS.items()}
            words = (folder / _VOCABULARY).read_text(encoding="utf-8", errors="surrogatepass").split("\n")
        except (OSError, ValueError, KeyError) as error:
            raise IndexDamagedError(f"{folder} is incomplete: {error}") from None
        return cls(dict(zip(words, range(len(words)), strict=True)), arrays)

    @classmethod
    def of(cls, texts: Iterable[str]) -> Positions:
        """Index a few sentences in memory."""
        vocabulary = {"": _BOUNDARY}
        blocks = list(_blocks(texts, vocabulary))
        counts = sum((_word_counts(block, len(vocabulary)) for block in blocks), np.zeros(len(vocabulary), np.int64))
        offsets = np.concatenate(([0], np.cumsum(counts)))
        arrays: dict[str, npt.NDArray[Any]] = {
            "stream": np.concatenate([np.empty(0, np.int32), *blocks]),
            "offsets": offsets,
            "postings": np.empty(offsets[-1], np.int32),
            "sentences": np.empty(offsets[-1], np.int32),
        }
        arrays["frequency"] = _invert(blocks, offsets, arrays["postings"], arrays["sentences"])
        return cls(vocabulary, arrays)

    def find(self, gram: Gram) -> Occurrences:
        """Return where an n-gram stands; none runs over the end of a sentence."""
        numbers = [-1 if word is None else self._vocabulary.get(word, _BOUNDARY) for word in gram]
        places = [place for place, number in enumerate(numbers) if number >= 0]
        rarest = min(places, key=lambda place: self._occurrence_count(numbers[place]))
        if _BOUNDARY in numbers:
            return _NOWHERE
        number = numbers[rarest]
        at, sentences = (
            part[self._offsets[number] : self._offsets[number + 1]] for part in (self._postings, self._sentences)
        )
        for place, number in sorted(enumerate(numbers), key=lambda pair: pair[1] < 0):  # a gap sifts least: last
            if place != rarest:
                # A place before the first or after the last word wraps around to or past a boundary: no match.
                neighbors = self._stream.take(at + (place - rarest), mode="wrap")
                fits = np.flatnonzero(neighbors == number if number >= 0 else neighbors != _BOUNDARY)
                at, sentences = at[fits], sentences[fits]
        return Occurrences(at - rarest if rarest else at, sentences)

    def count(self, xs: Sequence[Gram], ys: Sequence[Gram], window: int = 0) -> Cooccurrence:
        """Count the sentences with each x, each y, and each x near each y.

        Two n-grams are near each other where they start at most `window` words apart in one sentence, or anywhere in
        one sentence when the window is 0, and have no word in common there (the gap of a skip-bigram belongs to it).
        """
        found_x, found_y = [self.find(gram) for gram in xs], [self.find(gram) for gram in ys]
        spans_x, spans_y = (np.array([len(gram) for gram in grams], np.int32) for grams in (xs, ys))
        y = _merge(found_y, self._mark(found_x))
        x = _merge(found_x, self._mark([y]))
        at_x, at_y = _join(x.sentences, y.sentences)
        gram_x, gram_y = x.grams[at_x], y.grams[at_y]
        ahead = y.starts[at_y] - x.starts[at_x]
        near = (ahead >= spans_x[gram_x]) | (-ahead >= spans_y[gram_y])
        if window:
            near &= np.abs(ahead) <= window
        cells = len(xs) * len(ys)
        keys = np.sort(x.sentences[at_x[near]].astype(np.int64) * cells + (gram_x * len(ys) + gram_y)[near])
        once = keys[np.diff(keys, prepend=-1) != 0]
        both = np.bincount(once % max(cells, 1), minlength=cells).reshape(len(xs), len(ys))
        return Cooccurrence(self._count_alone(xs, found_x), self._count_alone(ys, found_y), both)

    def _occurrence_count(self, number: int) -> int:
        return self._offsets[number + 1] - self._offsets[number]

    def _count_alone(self, grams: Sequence[Gram], found: Sequence[Occurrences]) -> Counts:
        return np.array([self._count_sentences(*pair) for pair in zip(grams, found, strict=True)], dtype=np.int64)

    def _count_sentences(self, gram: Gram, found: Occurrences) -> int:
        if len(gram) == 1 and len(found.starts):
            return self._frequency[self._vocabulary[gram[0] or ""]]
        return int(np.count_nonzero(np.diff(found.sentences, prepend=-1)))

    def _mark(self, found: Iterable[Occurrences | _Merged]) -> npt.NDArray[np.bool_]:
        """Say for every sentence whether anything was found in it."""
        marked = np.zeros(self.sentence_count, bool)
        for each in found:
            marked[each.sentences] = True
        return marked


class _Merged(NamedTuple):
    """The occurrences of several n-grams in one list, with the place of its n-gram beside each."""

    starts: Ints
    sentences: Ints
    grams: Counts


_NOWHERE = Occurrences(np.empty(0, np.int32), np.empty(0, np.int32))


def _merge(found: Sequence[Occurrences], marked: npt.NDArray[np.bool_]) -> _Merged:
    """Merge what stands in marked sentences."""
    kept = [np.flatnonzero(marked[each.sentences]) for each in found]
    parts = list(zip(found, kept, strict=True))
    return _Merged(
        np.concatenate([_NOWHERE.starts, *(each.starts[fits] for each, fits in parts)]),
        np.concatenate([_NOWHERE.sentences, *(each.sentences[fits] for each, fits in parts)]),
        np.repeat(np.arange(len(found)), [len(fits) for fits in kept]),
    )


def _join(x: Ints, y: Ints) -> tuple[Counts, Counts]:
    """Return every pair of places that hold the same sentence in x and in y; each sentence is in both."""
    order = np.argsort(x, kind="stable")
    runs = np.flatnonzero(np.diff(x[order], prepend=-1))
    run = np.searchsorted(x[order[runs]], y)
    many = np.diff(runs, append=len(x))[run]
    ends = np.cumsum(many)
    at_x = np.arange(ends[-1] if len(ends) else 0) + np.repeat(runs[run] - ends + many, many)
    return order[at_x], np.repeat(np.arange(len(y)), many)


def build_positions(folder: Path, texts: Iterable[str]) -> None:
    """Write the index of sentences into an empty folder: one pass over the texts, then a counting sort by blocks."""
    vocabulary, lengths = {"": _BOUNDARY}, []
    counts = np.zeros(0, np.int64)
    with open(folder / "stream", "wb") as stream:
        for block in _blocks(texts, vocabulary):
            block.tofile(stream)
            lengths.append(len(block))
            counts = np.pad(counts, (0, len(vocabulary) - len(counts))) + _word_counts(block, len(vocabulary))
    counts = np.pad(counts, (0, len(vocabulary) - len(counts)))
    offsets = np.concatenate(([0], np.cumsum(counts)))
    if offsets[-1] > _MOST_WORDS:
        raise ReasonerError(f"the corpus has {offsets[-1]:,} words, but an index holds {_MOST_WORDS:,}: split it")
    postings, sentences = (_create(folder / name, "i4", offsets[-1]) for name in ("postings", "sentences"))
    mapped = _map(folder / "stream", "i4", offsets[-1])
    frequency = _invert(np.split(mapped, np.cumsum(lengths)[:-1]), offsets, postings, sentences)
    for name, values in (("offsets", offsets), ("frequency", frequency)):
        values.astype(_ARRAYS[name]).tofile(folder / name)
    (folder / _VOCABULARY).write_text("\n".join(vocabulary), encoding="utf-8", errors="surrogatepass")
    sizes = {name: (folder / name).stat().st_size // np.dtype(dtype).itemsize for name, dtype in _ARRAYS.items()}
    (folder / _META).write_text(json.dumps({"version": VERSION, "lengths": sizes}), encoding="utf-8")


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
            block.append(_BOUNDARY)
            if len(block) >= _BLOCK:
                yield np.frombuffer(block, np.int32)
                block = array("i")
    if block:
        yield np.frombuffer(block, np.int32)


def _word_counts(block: Ints, words: int) -> Counts:
    return np.bincount(block, minlength=words)


def _invert(blocks: Iterable[Ints], offsets: Counts, postings: Ints, sentences: Ints) -> Counts:
    """Fill in the positions and sentences of every word; return in how many sentences each stands."""
    free = offsets[:-1].copy()
    frequency = np.zeros(len(free), np.int64)
    position = sentence = 0
    for block in blocks:
        order = np.argsort(block, kind="stable")
        words = block[order]
        runs = np.flatnonzero(np.diff(words, prepend=-1))
        lengths = np.diff(runs, append=len(words))
        targets = np.arange(len(words)) + np.repeat(free[words[runs]] - runs, lengths)
        boundary = block == _BOUNDARY
        in_sentence = (sentence + np.cumsum(boundary) - boundary)[order]
        postings[targets] = order + position
        sentences[targets] = in_sentence
        first = np.diff(in_sentence, prepend=-1) != 0
        first[runs] = True
        frequency += np.bincount(words[first], minlength=len(frequency))
        free[words[runs]] += lengths
        position += len(block)
        sentence += int(boundary.sum())
    return frequency


def _create(path: Path, dtype: str, length: int) -> npt.NDArray[Any]:
    """Return a new file as an array that can be written."""
    path.touch()
    return np.memmap(path, dtype, "w+", shape=(length,)) if length else np.empty(0, dtype)


def _map(path: Path, dtype: str, length: int) -> npt.NDArray[Any]:
    """Return a file as an array that can be read."""
    # A plain view: slices of a memmap are many times slower to make.
    return np.asarray(np.memmap(path, dtype, "r", shape=(length,))) if length else np.empty(0, dtype)
