"""Where every word of a corpus stands: memory-mapped lists of positions, from which any n-gram is counted when asked.

The corpus is one long array of word numbers, with a boundary after every sentence, and beside it, for every word, the
positions at which it stands, the sentences that those are in, and the two words that follow. Words are lemmas; stop
words are kept, so that a distance in positions is a distance in words.

Long lists would make a question dearer the larger the corpus is. So pairs of frequent words are counted while the index
is built, and a frequent word is looked for around the places of a rarer n-gram, not the other way round.
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
from reasoner.language.terms import STOP_WORDS, lemma, tokenize

#: Part of the name of every index: raise it when the layout or the lemmas change.
VERSION = "1"

#: Lemmas in order; None stands for any one word, so ("deep", None, "animal") is a skip-bigram.
Gram = tuple[str | None, ...]
Ints = npt.NDArray[np.int32]
Counts = npt.NDArray[np.int64]

_ANY = -1  # the number of any word but the boundary
_BOUNDARY = 0  # the number of the "word" that ends a sentence
_BLOCK = 2_000_000  # words sorted at a time: about 100 MB of memory
_MOST_WORDS = 2**31 - 16  # positions are 32 bits wide
_FREQUENT = 2_000  # occurrences that make a content word a frequent one
_MOST_FREQUENT = 2_048  # frequent words at the most: their table takes 16 MB
_NEAR = 10  # the window for which pairs of frequent words are counted beforehand: that of Clark et al. 2016
_META, _VOCABULARY = "meta.json", "vocabulary.txt"
_LISTS = ("postings", "sentences", "next1", "next2")  # side by side, sorted by word
_ARRAYS = {"stream": "i4", "offsets": "i8", "frequency": "i8", "frequent": "i4", "table": "i4"} | dict.fromkeys(
    _LISTS, "i4"
)


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
        self._next: tuple[Ints, Ints] = arrays["next1"], arrays["next2"]
        self._offsets: list[int] = arrays["offsets"].tolist()
        self._frequency: list[int] = arrays["frequency"].tolist()
        self._frequent = {number: row for row, number in enumerate(arrays["frequent"].tolist())}
        self._table: Ints = arrays["table"].reshape(len(self._frequent), len(self._frequent))
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
        arrays = {name: np.empty(offsets[-1], np.int32) for name in _LISTS}
        arrays["stream"] = np.concatenate([np.empty(0, np.int32), *blocks])
        arrays["offsets"] = offsets
        arrays["frequency"] = _invert(blocks, offsets, arrays)
        arrays["frequent"] = _frequent(vocabulary, counts)
        arrays["table"] = _tabulate(blocks, arrays["frequent"], len(vocabulary))
        return cls(vocabulary, arrays)

    def find(self, gram: Gram) -> Occurrences:
        """Return where an n-gram stands; none runs over the end of a sentence."""
        numbers = [_ANY if word is None else self._vocabulary.get(word, _BOUNDARY) for word in gram]
        if _BOUNDARY in numbers:
            return _NOWHERE
        span = slice(self._offsets[numbers[0]], self._offsets[numbers[0] + 1])
        starts, sentences = self._postings[span], self._sentences[span]
        if len(gram) == 1:
            return Occurrences(starts, sentences)
        fits = np.flatnonzero(
            np.logical_and.reduce([_match(words[span], n) for words, n in zip(self._next, numbers[1:], strict=False)])
        )
        for place, number in enumerate(numbers[3:], 3):
            # What lies past the last boundary never comes to be compared: every place before it is.
            fits = fits[_match(self._stream.take(starts[fits] + place, mode="wrap"), number)]
        return Occurrences(starts[fits], sentences[fits])

    def count(self, xs: Sequence[Gram], ys: Sequence[Gram], window: int = 0) -> Cooccurrence:
        """Count the sentences with each x, each y, and each x near each y; no x and no y may be given twice.

        Two n-grams are near each other where they start at most `window` words apart in one sentence, or anywhere in
        one sentence when the window is 0, and have no word in common there (the gap of a skip-bigram belongs to it).
        """
        x, y = _Found(xs, [self.find(gram) for gram in xs]), _Found(ys, [self.find(gram) for gram in ys])
        both = np.zeros((len(xs), len(ys)), np.int64)
        few_x, many_x, rows = self._part(xs, window)
        few_y, many_y, columns = self._part(ys, window)
        both[np.ix_(few_x, few_y)] = self._count_lists(x.only(few_x), y.only(few_y), window)
        both[np.ix_(few_x, many_y)] = self._count_around(x.only(few_x), [self._number(ys[at]) for at in many_y])
        both[np.ix_(many_x, few_y)] = self._count_around(y.only(few_y), [self._number(xs[at]) for at in many_x]).T
        both[np.ix_(many_x, many_y)] = self._table[np.ix_(rows, columns)]
        return Cooccurrence(self._count_alone(x), self._count_alone(y), both)

    def _part(self, grams: Sequence[Gram], window: int) -> tuple[list[int], list[int], list[int]]:
        """Return the places of the n-grams to be counted by their lists, those of frequent words, and their rows."""
        rows = [self._frequent.get(self._number(gram)) if len(gram) == 1 else None for gram in grams]
        by_table = [at for at, row in enumerate(rows) if row is not None and window == _NEAR]
        by_list = [at for at, row in enumerate(rows) if row is None or window != _NEAR]
        return by_list, by_table, [row for row in rows if row is not None] if by_table else []

    def _number(self, gram: Gram) -> int:
        return self._vocabulary.get(gram[0] or "", _BOUNDARY)

    def _count_lists(self, x: _Found, y: _Found, window: int) -> Counts:
        """Join two groups of n-grams by sentence, having dropped what stands in a sentence without the other."""
        x_starts, x_sentences, x_grams = x.merge(self._mark(y))
        y_starts, y_sentences, y_grams = y.merge(self._mark(x))
        at_x, at_y = _join(x_sentences, y_sentences)
        gram_x, gram_y = x_grams[at_x], y_grams[at_y]
        ahead = y_starts[at_y] - x_starts[at_x]
        near = (ahead >= x.spans[gram_x]) | (-ahead >= y.spans[gram_y])
        if window:
            near &= np.abs(ahead) <= window
        cells = gram_x * len(y.grams) + gram_y
        return _tally(y_sentences[at_y[near]], cells[near], (len(x.grams), len(y.grams)))

    def _count_around(self, x: _Found, words: list[int]) -> Counts:
        """Look for words around the places of n-grams, going outwards to the ends of window and sentence."""
        if not words or not x.grams:
            return np.zeros((len(x.grams), len(words)), np.int64)
        columns = np.full(len(self._vocabulary), -1, np.int32)
        columns[words] = np.arange(len(words))
        starts, sentences, grams = x.merge()
        found: list[tuple[Ints, Counts]] = []
        for step in (1, -1):
            at, left = starts, np.arange(len(starts))
            for distance in range(1, _NEAR + 1):
                at = at + step
                tokens = self._stream.take(at, mode="wrap")  # around the corpus there is a boundary
                inside = np.flatnonzero(tokens != _BOUNDARY)
                at, left = at[inside], left[inside]
                column = columns[tokens[inside]]
                hit = column >= 0
                if step > 0 and distance < x.spans.max():
                    hit &= x.spans[grams[left]] <= distance
                found.append((sentences[left[hit]], grams[left[hit]] * len(words) + column[hit]))
        in_sentences, cells = (np.concatenate(parts) for parts in zip(*found, strict=True))
        return _tally(in_sentences, cells, (len(x.grams), len(words)))

    def _count_alone(self, found: _Found) -> Counts:
        pairs = zip(found.grams, found.places, strict=True)
        return np.array([self._count_sentences(gram, places) for gram, places in pairs], dtype=np.int64)

    def _count_sentences(self, gram: Gram, places: Occurrences) -> int:
        if len(gram) == 1 and len(places.starts):
            return self._frequency[self._number(gram)]
        changes = np.count_nonzero(places.sentences[1:] != places.sentences[:-1])
        return int(changes) + bool(len(places.starts))

    def _mark(self, found: _Found) -> npt.NDArray[np.bool_]:
        """Say for every sentence whether anything was found in it."""
        marked = np.zeros(self.sentence_count, bool)
        for _, sentences in found.places:
            marked[sentences] = True
        return marked


_NOWHERE = Occurrences(np.empty(0, np.int32), np.empty(0, np.int32))


def _match(words: Ints, number: int) -> npt.NDArray[np.bool_]:
    fits: npt.NDArray[np.bool_] = words != _BOUNDARY if number == _ANY else words == number
    return fits


class _Found:
    """Some n-grams, how many words each spans, and its places."""

    def __init__(self, grams: Sequence[Gram], places: Sequence[Occurrences]) -> None:
        self.grams, self.places = grams, places
        self.spans = np.array([len(gram) for gram in grams], np.int32)

    def only(self, chosen: list[int]) -> _Found:
        return _Found([self.grams[at] for at in chosen], [self.places[at] for at in chosen])

    def merge(self, marked: npt.NDArray[np.bool_] | None = None) -> tuple[Ints, Ints, Counts]:
        """Return starts, sentences and n-grams of all places in one list; those in marked sentences, if any are."""
        kept = self.places
        if marked is not None:
            chosen = [np.flatnonzero(marked[sentences]) for _, sentences in kept]
            kept = [Occurrences(*(part[fits] for part in each)) for each, fits in zip(kept, chosen, strict=True)]
        return (
            np.concatenate([_NOWHERE.starts, *(starts for starts, _ in kept)]),
            np.concatenate([_NOWHERE.sentences, *(sentences for _, sentences in kept)]),
            np.repeat(np.arange(len(kept)), [len(starts) for starts, _ in kept]),
        )


def _tally(sentences: Ints, cells: Counts, shape: tuple[int, int]) -> Counts:
    """Count in how many sentences each cell of a table occurs."""
    size = shape[0] * shape[1]
    keys = np.sort(sentences.astype(np.int64) * size + cells)
    once = keys[np.diff(keys, prepend=-1) != 0]
    return np.bincount(once % max(size, 1), minlength=size).reshape(shape)


def _join(x: Ints, y: Ints) -> tuple[Counts, Counts]:
    """Return every pair of places that hold the same sentence in x and in y; every sentence is in both."""
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
    lists = {name: _create(folder / name, "i4", offsets[-1]) for name in _LISTS}
    mapped = _map(folder / "stream", "i4", offsets[-1])
    blocks = np.split(mapped, np.cumsum(lengths)[:-1])
    small = {"offsets": offsets, "frequency": _invert(blocks, offsets, lists)}
    small["frequent"] = _frequent(vocabulary, counts)
    small["table"] = _tabulate(blocks, small["frequent"], len(vocabulary))
    for name, values in small.items():
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
        boundary = block == _BOUNDARY
        in_sentence = (sentence + np.cumsum(boundary) - boundary)[order]
        following = np.append(block, [_BOUNDARY] * 2)
        lists["postings"][targets] = order + position
        lists["sentences"][targets] = in_sentence
        lists["next1"][targets] = next1 = np.where(words == _BOUNDARY, _BOUNDARY, following[order + 1])
        lists["next2"][targets] = np.where(next1 == _BOUNDARY, _BOUNDARY, following[order + 2])
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
    content[[_BOUNDARY, *(vocabulary.get(lemma(word), _BOUNDARY) for word in sorted(STOP_WORDS))]] = False
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
        rows, sentences = row[block[at]], np.cumsum(block == _BOUNDARY)[at]
        at = (at + sentences * _NEAR).astype(np.int32)  # so that no two sentences are near each other
        keys = []
        for ahead in range(1, _NEAR + 1):  # the next but so many of the frequent words: none farther can be near
            near = np.flatnonzero(at[ahead:] - at[:-ahead] <= _NEAR)
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
