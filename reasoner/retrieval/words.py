"""The words of a question and of the facts that may answer it, as one small table, weighed by what each word tells."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from reasoner.language.terms import content_lemmas
from reasoner.retrieval.dense import Floats

_MUCH = 10.0  # idf that two facts share beyond the question and that counts as one whole bridge
_MOST = 2.0  # whole bridges that count


class Words:
    """Which lemmas texts hold: a row a text, a column a lemma.

    >>> words = Words(["heat passes", "steel passes heat", "steel is a metal"], lambda lemma: 1.0)
    >>> words.unit.shape, words.has.sum(axis=1).tolist()
    ((3, 4), [2.0, 3.0, 2.0])
    """

    def __init__(self, texts: Sequence[str], idf: Callable[[str], float]) -> None:
        bags = [tuple(dict.fromkeys(content_lemmas(text))) for text in texts]
        column = {lemma: place for place, lemma in enumerate(sorted({lemma for bag in bags for lemma in bag}))}
        #: What each column tells.
        self.idf = np.array([idf(lemma) for lemma in column] or [0.0], np.float32)
        #: 1 where a text holds a lemma.
        self.has = np.zeros((len(bags), len(self.idf)), np.float32)
        for row, bag in enumerate(bags):
            self.has[row, [column[lemma] for lemma in bag]] = 1.0
        weighed = self.has * self.idf
        #: The unit vector of each text.
        self.unit = np.asarray(weighed / np.maximum(np.linalg.norm(weighed, axis=1, keepdims=True), 1e-9), np.float32)


def measure_words(words: Words, stem: int, choice: int, claim: int, rows: tuple[list[int], list[int]]) -> list[Floats]:
    """Measure the words of pairs: every first fact (down) with every second (across), by the names of `WORDS`.

    Parameters
    ----------
    words : Words
        The words of all texts.
    stem, choice, claim : int
        The rows of these texts.
    rows : pair of lists of int
        The rows of the first facts and of the second facts.
    """
    firsts, seconds = words.has[rows[0]], words.has[rows[1]]
    free = _free(words, stem, choice, claim)
    shared = (firsts * free) @ seconds.T
    size_first, size_second = (np.maximum(some @ words.idf, 1e-6) for some in (firsts, seconds))
    return [
        _covered(words, stem, firsts, seconds),
        _covered(words, choice, firsts, seconds),
        np.minimum(shared / _MUCH, _MOST),
        words.unit[rows[0]] @ words.unit[rows[1]].T,
        ((firsts @ free)[:, None] - shared) / size_first[:, None],
        ((seconds @ free)[None] - shared) / size_second[None],
        np.broadcast_to(np.log1p(size_second), shared.shape),
    ]


#: What `measure_words` measures, in this order.
WORDS = (
    "words_stem",  # how much of the stem the two facts hold
    "words_choice",  # how much of the choice they hold
    "bridge",  # what they share that question and choice do not hold
    "words_join",  # how alike they are
    "loose_first",  # what of the first fact is neither in the question nor in the second
    "loose_second",  # what of the second fact is neither in the question nor in the first
    "length_second",  # how much the second fact says
)


def measure_words_of_one(words: Words, stem: int, choice: int, claim: int, rows: list[int]) -> list[Floats]:
    """Measure the words of single facts, by the names of `ONE_WORDS`; `rows` are those of the facts."""
    facts = words.has[rows]
    size = np.maximum(facts @ words.idf, 1e-6)
    loose = facts @ _free(words, stem, choice, claim) / size
    return [facts @ _shares(words, stem), facts @ _shares(words, choice), loose, np.log1p(size)]


#: What `measure_words_of_one` measures, in this order.
ONE_WORDS = (
    "one_words_stem",  # how much of the stem the fact holds
    "one_words_choice",  # how much of the choice it holds
    "one_loose",  # what of the fact is not in the question
    "one_length",  # how much the fact says
)


def _free(words: Words, stem: int, choice: int, claim: int) -> Floats:
    """What each lemma tells that is in neither of three texts."""
    return np.where(words.has[[stem, choice, claim]].any(axis=0), 0.0, words.idf).astype(np.float32)


def _shares(words: Words, text: int) -> Floats:
    """The share of each lemma in what a text tells."""
    own = words.has[text] * words.idf
    return np.asarray(own / max(float(own.sum()), 1e-6), np.float32)


def _covered(words: Words, text: int, firsts: Floats, seconds: Floats) -> Floats:
    """The share of a text's words, weighed, that one of two facts holds."""
    own = _shares(words, text)
    return np.asarray((firsts @ own)[:, None] + (seconds @ own)[None] - (firsts * own) @ seconds.T, np.float32)
