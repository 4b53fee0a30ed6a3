"""Association: how much more often n-grams stand near each other in a corpus than by chance.

What the papers leave open is settled like this:

- An n-gram begins and ends with a content word; a stop word may stand inside a trigram or be what a skip-bigram skips.
- Sentences are counted: p(x) is the share of sentences with x, p(x, y) that of sentences in which an x and a y start at
  most `window` words apart (0: anywhere in the sentence) and share no word. So p(x, y) is never above p(x), and nothing
  is counted across the end of a sentence.
- N-grams of a choice that the stem has too say nothing about the choice and are left out, and so are n-grams that the
  corpus has not got: neither is evidence.
- A pair that never co-occurs is scored as if it had done so once, but never above 0: absence is no better than the
  weakest co-occurrence, and no evidence at all where none was to be expected.
- A choice none of whose n-grams ever stands near one of the stem's has no support.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from reasoner.language.terms import STOP_WORDS, lemma, tokenize
from reasoner.retrieval.positions import Gram, Positions
from reasoner.retrieval.positions_index import Counts

Floats = npt.NDArray[np.float64]
#: Makes scores of the sentences with both x and y, those expected by chance, and the number of all sentences.
Variant = Callable[[Floats, Floats, int], Floats]

#: Sentences added to what was seen and to what was expected. Of 0.01 to 2, best on Train over both data sets.
SMOOTHING = 0.2


def pmi(both: Floats, expected: Floats, sentences: int) -> Floats:
    """Log of seen over expected.

    >>> pmi(np.array([8.0, 1.0, 0.0, 0.0]), np.array([2.0, 2.0, 2.0, 0.5]), 100).round(2).tolist()
    [1.39, -0.69, -0.69, 0.0]
    """
    seen = np.log(np.maximum(both, 1) / expected)
    return np.where(both > 0, seen, np.minimum(seen, 0.0))


def ppmi(both: Floats, expected: Floats, sentences: int) -> Floats:
    """PMI where it is positive, else 0.

    >>> ppmi(np.array([8.0, 1.0]), np.array([2.0, 2.0]), 100).round(2).tolist()
    [1.39, 0.0]
    """
    return np.maximum(pmi(both, expected, sentences), 0.0)


def npmi(both: Floats, expected: Floats, sentences: int) -> Floats:
    """PMI over its greatest possible value: 1 for what only occurs together, 0 for what occurs together by chance.

    >>> npmi(np.array([2.0, 2.0]), np.array([0.04, 2.0]), 100).round(2).tolist()
    [1.0, 0.0]
    """
    most = np.log(sentences / np.maximum(both, 1))
    return np.divide(pmi(both, expected, sentences), most, out=np.zeros_like(most), where=most > 0)


def smoothed(both: Floats, expected: Floats, sentences: int) -> Floats:
    """PMI with a fraction of a sentence added to both counts, so that rare pairs count less.

    >>> smoothed(np.array([8.0, 1.0, 0.0]), np.array([2.0, 0.01, 2.0]), 100).round(2).tolist()
    [1.32, 1.74, -2.4]
    """
    return np.log((both + SMOOTHING) / (expected + SMOOTHING))


VARIANTS: dict[str, Variant] = {variant.__name__: variant for variant in (pmi, ppmi, npmi, smoothed)}


class Pairs(NamedTuple):
    """Every pair of an n-gram of the stem (rows) and one of the choices (columns): counts and score."""

    stem: list[Gram]
    columns: dict[Gram, int]
    x: Counts
    y: Counts
    both: Counts
    scores: Floats
    sentences: int


def associate(corpora: list[Positions], stem: list[Gram], choices: list[Gram], window: int, variant: str) -> Pairs:
    """Count all n-grams of a question at once, each of them once, and score every pair.

    >>> corpus = Positions.of(["steel conducts heat", "wool is warm"])
    >>> associate([corpus], [("heat",)], [("steel",), ("wool",)], 10, "pmi").both.tolist()
    [[1, 0]]
    """
    counts = [corpus.count(stem, choices, window) for corpus in corpora]
    x, y, both = (np.sum(parts, axis=0) for parts in zip(*counts, strict=True))
    sentences = sum(corpus.sentence_count for corpus in corpora)
    expected = np.outer(np.maximum(x, 1), np.maximum(y, 1)) / max(sentences, 1)
    scores = VARIANTS[variant](both.astype(np.float64), expected, sentences)
    return Pairs(stem, {gram: number for number, gram in enumerate(choices)}, x, y, both, scores, sentences)


def grams(text: str) -> list[Gram]:
    """Return the distinct unigrams, bigrams, trigrams and skip-bigrams of a text, as lemmas.

    >>> grams("Sources of light")
    [('source',), ('light',), ('source', 'of', 'light'), ('source', None, 'light')]
    """
    words = tokenize(text)
    lemmas, content = [lemma(word) for word in words], [word not in STOP_WORDS for word in words]
    found: list[Gram] = []
    for length in (1, 2, 3):
        for start in range(len(words) - length + 1):
            run = lemmas[start : start + length]
            if content[start] and content[start + length - 1]:
                found += [tuple(run), (run[0], None, run[2])] if length == 3 else [tuple(run)]
    return list(dict.fromkeys(found))
