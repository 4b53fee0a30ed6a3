"""Where every word of a corpus stands: memory-mapped lists of positions, from which any n-gram is counted when asked.

The corpus is one long array of word numbers, with a boundary after every sentence, and beside it, for every word, the
positions at which it stands, the sentences that those are in, and the two words that follow. Words are lemmas; stop
words are kept, so that a distance in positions is a distance in words.

Long lists would make a question dearer the larger the corpus is. So pairs of frequent words are counted while the index
is built, and a frequent word is looked for around the places of a rarer n-gram, not the other way round.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from concurrent.futures import Executor
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from reasoner.knowledge import KnowledgeBase
from reasoner.knowledge.cache import cache_folder, fingerprint, kept_parts, sealed_directory
from reasoner.knowledge.parts import make_parts
from reasoner.retrieval.positions_index import (
    BOUNDARY,
    NEAR,
    VERSION,
    Counts,
    Ints,
    join_words,
    make_arrays,
    number_words,
    read_arrays,
)

#: Lemmas in order; None stands for any one word, so ("deep", None, "animal") is a skip-bigram.
Gram = tuple[str | None, ...]
_ANY = -1  # the number of any word but the boundary


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
        self.sentence_count: int = self._frequency[BOUNDARY]

    @classmethod
    def open(cls, folder: Path) -> Positions:
        """Map the index that `build_positions` wrote into a folder."""
        return cls(*read_arrays(folder))

    @classmethod
    def over(cls, kb: KnowledgeBase, executor: Executor | None = None) -> Positions:
        """Return where the words of a knowledge base stand; indexed when first asked for, and kept in the user's cache.

        Other processes, where there are any, index parts of the facts.

        >>> Positions.over(KnowledgeBase.from_facts(["metal conducts heat"])).sentence_count
        1
        """
        if kb.key is None:
            return cls.of(fact.text for fact in kb)
        final = cache_folder() / "positions" / fingerprint(VERSION, kb.key)
        heading = f"Indexing the words of {', '.join(kb.sources)}"

        def build(folder: Path) -> None:
            with kept_parts(final, folder) as kept:
                join_words(folder, make_parts(number_words, kb.store.folder, kept, kb.track, heading, executor))

        return cls.open(sealed_directory(final, build))

    @classmethod
    def of(cls, texts: Iterable[str]) -> Positions:
        """Index a few sentences in memory."""
        return cls(*make_arrays(texts))

    def find(self, gram: Gram) -> Occurrences:
        """Return where an n-gram stands; none runs over the end of a sentence."""
        numbers = [_ANY if word is None else self._vocabulary.get(word, BOUNDARY) for word in gram]
        if BOUNDARY in numbers:
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
        by_table = [at for at, row in enumerate(rows) if row is not None and window == NEAR]
        by_list = [at for at, row in enumerate(rows) if row is None or window != NEAR]
        return by_list, by_table, [row for row in rows if row is not None] if by_table else []

    def _number(self, gram: Gram) -> int:
        return self._vocabulary.get(gram[0] or "", BOUNDARY)

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
            for distance in range(1, NEAR + 1):
                at = at + step
                tokens = self._stream.take(at, mode="wrap")  # around the corpus there is a boundary
                inside = np.flatnonzero(tokens != BOUNDARY)
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
    fits: npt.NDArray[np.bool_] = words != BOUNDARY if number == _ANY else words == number
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
