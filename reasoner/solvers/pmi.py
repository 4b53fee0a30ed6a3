"""pmi: how much more often the n-grams of stem and choice stand near each other in a corpus than by chance.

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

import re
from collections.abc import Callable, Mapping
from functools import cached_property
from itertools import chain
from typing import Annotated, NamedTuple

import numpy as np
import numpy.typing as npt

from reasoner.errors import UnknownNameError, UsageError
from reasoner.explanation import Explanation, Link, Node, Part, total
from reasoner.knowledge import KnowledgeBase
from reasoner.knowledge.sources import SCIENCE
from reasoner.language.terms import STOP_WORDS, lemma, tokenize
from reasoner.question import Question
from reasoner.retrieval.positions import Gram, Positions
from reasoner.retrieval.positions_index import Counts
from reasoner.solver import Solver, Support, given_facts, register

Floats = npt.NDArray[np.float64]
#: Makes scores of the sentences with both x and y, those expected by chance, and the number of all sentences.
Variant = Callable[[Floats, Floats, int], Floats]

#: Sentences added to what was seen and to what was expected. Of 0.01 to 2, best on Train over both data sets.
SMOOTHING = 0.2

_SENTENCE_END = re.compile(r"(?<=[.!?])\s+")  # documents that come with a question are more than a sentence
_SHOWN = 10  # pairs named in an explanation


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


@register
class PMI(Solver):
    """Scores a choice by the mean PMI of its n-grams with those of the stem.

    Parameters
    ----------
    kb : KnowledgeBase
        Its facts are the corpus.
    window : int
        How many words apart two n-grams may start; 0 for anywhere in a sentence.
    variant : str
        ``pmi``, ``ppmi``, ``npmi`` or ``smoothed``.

    Examples
    --------
    >>> from reasoner.knowledge import Fact
    >>> from reasoner.question import Choice
    >>> kb = KnowledgeBase.from_facts([Fact("steel conducts heat"), Fact("wool is warm"), Fact("a hat is warm")])
    >>> choices = (Choice("A", "a wool hat"), Choice("B", "a steel spoon"))
    >>> PMI(kb).answer(Question("1", "Which conducts heat?", choices)).selected
    ('B',)
    """

    name = "pmi"
    summary = "mean PMI over n-gram pairs of stem and choice, counted in windows of a corpus"
    needs = "a corpus of sentences; the more the better"
    citation = "Clark et al. 2016, Combining Retrieval, Statistics, and Inference"

    def __init__(
        self,
        kb: KnowledgeBase | None = None,
        window: Annotated[int, "words apart at the most; 0 for the whole sentence"] = 10,
        variant: Annotated[str, "pmi, ppmi, npmi or smoothed"] = "pmi",
    ) -> None:
        super().__init__(kb)
        if not isinstance(window, int) or window < 0:
            raise UsageError(f"window {window!r}: a number of words, or 0 for the whole sentence")
        if variant not in VARIANTS:
            raise UnknownNameError("variant of pmi", variant, VARIANTS)
        self.window = window
        self.variant = variant

    @cached_property
    def positions(self) -> Positions:
        """Where the words of the corpus stand."""
        return Positions.over(self.kb)

    def support(self, question: Question) -> Mapping[str, Support]:
        """Return the mean and its greatest parts for each choice that co-occurs with the stem at all."""
        given = [part for fact in given_facts(question) for part in _SENTENCE_END.split(fact.text)]
        corpora = [self.positions, *([Positions.of(given)] if given else [])]
        stem = grams(question.stem)
        own = {choice.label: [gram for gram in grams(choice.text) if gram not in stem] for choice in question.choices}
        pairs = self._pairs(corpora, stem, list(dict.fromkeys(chain.from_iterable(own.values()))))
        summary = f"{self.variant}{self._where()} {self._corpus(pairs.sentences, bool(given))}"
        supports = {label: _support(pairs, chosen, summary) for label, chosen in own.items()}
        return {label: support for label, support in supports.items() if support}

    def _pairs(self, corpora: list[Positions], stem: list[Gram], choices: list[Gram]) -> _Pairs:
        """Count all n-grams of a question at once, each of them once, and score every pair."""
        counts = [corpus.count(stem, choices, self.window) for corpus in corpora]
        x, y, both = (np.sum(parts, axis=0) for parts in zip(*counts, strict=True))
        sentences = sum(corpus.sentence_count for corpus in corpora)
        expected = np.outer(np.maximum(x, 1), np.maximum(y, 1)) / max(sentences, 1)
        scores = VARIANTS[self.variant](both.astype(np.float64), expected, sentences)
        return _Pairs(stem, {gram: number for number, gram in enumerate(choices)}, x, y, both, scores, sentences)

    def _where(self) -> str:
        return f" within {self.window} words" if self.window else " within a sentence"

    def _corpus(self, sentences: int, given: bool) -> str:
        """Say what was counted, and that it was not chosen for counting where no corpus was given."""
        size = f"{sentences:,} sentence{'' if sentences == 1 else 's'}"
        also = " and the question's own" if given else ""
        if self._kb is None or self.kb.sources == (SCIENCE,):
            return f"in the built-in knowledge{also} ({size}); no corpus was given"
        return f"in {', '.join(self.kb.sources) or 'the knowledge given'}{also} ({size})"


class _Pairs(NamedTuple):
    """Every pair of an n-gram of the stem (rows) and one of the choices (columns): counts and score."""

    stem: list[Gram]
    columns: dict[Gram, int]
    x: Counts
    y: Counts
    both: Counts
    scores: Floats
    sentences: int


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


def _support(pairs: _Pairs, chosen: list[Gram], summary: str) -> Support | None:
    """Return the mean score of a choice's pairs, or None when none of them was ever seen together."""
    rows = np.flatnonzero(pairs.x)
    columns = np.array([pairs.columns[gram] for gram in chosen if pairs.y[pairs.columns[gram]]], dtype=np.int64)
    block = np.ix_(rows, columns)
    if not pairs.both[block].any():
        return None
    scores = pairs.scores[block]
    greatest = np.argsort(-np.abs(scores), axis=None, kind="stable")[:_SHOWN]
    shown = [_Pair.at(pairs, rows[at // len(columns)], columns[at % len(columns)]) for at in greatest.tolist()]
    nodes, links = _graph(shown)
    parts = [Part(pair.describe(), pair.score / scores.size, pair.ends) for pair in shown]
    if rest := scores.size - len(shown):
        value = (scores.sum() - sum(pair.score for pair in shown)) / scores.size
        of_all = tuple(node.id for node in nodes)
        parts.append(Part(f"pair of words: the other {rest}", float(value), of_all))
    return Support(total(parts), Explanation(nodes, links, parts=tuple(parts), summary=summary))


class _Pair(NamedTuple):
    """One pair as an explanation shows it."""

    x: str
    y: str
    count_x: int
    count_y: int
    both: int
    score: float

    @classmethod
    def at(cls, pairs: _Pairs, row: int, column: int) -> _Pair:
        x, y = (" ".join(word or "_" for word in gram) for gram in (pairs.stem[row], list(pairs.columns)[column]))
        counts = int(pairs.x[row]), int(pairs.y[column]), int(pairs.both[row, column])
        return cls(x, y, *counts, float(pairs.scores[row, column]))

    def describe(self) -> str:
        return f"pair of words: {self.x} ~ {self.y}, {self.counts()}, {self.score:.2f}"

    @property
    def ends(self) -> tuple[str, str]:
        """The ids of its two nodes."""
        return f"question: {self.x}", f"choice: {self.y}"

    def counts(self) -> str:
        return f"together {self.both:,}, alone {self.count_x:,} and {self.count_y:,}"


def _graph(shown: list[_Pair]) -> tuple[tuple[Node, ...], tuple[Link, ...]]:
    """Return the n-grams of the pairs as nodes, and a link for each pair."""
    stem = {pair.ends[0]: Node(pair.ends[0], "question", pair.x) for pair in shown}
    choice = {pair.ends[1]: Node(pair.ends[1], "choice", pair.y) for pair in shown}
    links = [Link(*pair.ends, pair.counts(), pair.score) for pair in shown]
    return (*stem.values(), *choice.values()), tuple(links)
