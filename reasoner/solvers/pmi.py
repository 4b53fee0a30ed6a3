"""pmi: how much more often n-grams of stem and choice stand near each other in a corpus than by chance."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cached_property
from itertools import chain
from typing import Annotated

import numpy as np

from reasoner.errors import UnknownNameError, UsageError
from reasoner.explanation import Explanation, Link, Node, Part, total
from reasoner.knowledge import KnowledgeBase
from reasoner.knowledge.sources import SCIENCE
from reasoner.question import Question
from reasoner.retrieval.association import VARIANTS, Pairs, associate, grams
from reasoner.retrieval.positions import Gram, Positions
from reasoner.solver import Solver, Support, given_facts, register

_SENTENCE_END = re.compile(r"(?<=[.!?])\s+")  # documents that come with a question are more than a sentence
_SHOWN = 10  # pairs named in an explanation


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
        self.window, self.variant = window, variant

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
        every = list(dict.fromkeys(chain.from_iterable(own.values())))
        pairs = associate(corpora, stem, every, self.window, self.variant)
        summary = self._summary(pairs.sentences, bool(given))
        supports = {label: _support(pairs, chosen, summary) for label, chosen in own.items()}
        return {label: support for label, support in supports.items() if support}

    def _summary(self, sentences: int, given: bool) -> str:
        """Say what was counted, and that it was not chosen for counting where no corpus was given."""
        how = f"{self.variant} within {f'{self.window} words' if self.window else 'a sentence'}"
        size = f"{sentences:,} sentence{'' if sentences == 1 else 's'}"
        built_in = self._kb is None or self.kb.sources == (SCIENCE,)
        corpus = "the built-in knowledge" if built_in else ", ".join(self.kb.sources) or "the knowledge given"
        also = " and the question's own" if given else ""
        return f"{how} in {corpus}{also} ({size}){'; no corpus was given' if built_in else ''}"


def _support(pairs: Pairs, chosen: list[Gram], summary: str) -> Support | None:
    """Return the mean score of a choice's pairs, or None when none of them was ever seen together."""
    rows = np.flatnonzero(pairs.x)
    columns = np.array([pairs.columns[gram] for gram in chosen if pairs.y[pairs.columns[gram]]], dtype=np.int64)
    block = np.ix_(rows, columns)
    if not pairs.both[block].any():
        return None
    scores = pairs.scores[block]
    greatest = np.argsort(-np.abs(scores), axis=None, kind="stable")[:_SHOWN]
    nodes: dict[str, Node] = {}
    links, parts, told = [], [], 0.0
    for at in greatest.tolist():
        row, column = rows[at // len(columns)], columns[at % len(columns)]
        x, y = (" ".join(word or "_" for word in gram) for gram in (pairs.stem[row], list(pairs.columns)[column]))
        ends, score = (f"question: {x}", f"choice: {y}"), float(pairs.scores[row, column])
        nodes |= {ends[0]: Node(ends[0], "question", x), ends[1]: Node(ends[1], "choice", y)}
        counts = f"together {pairs.both[row, column]:,}, alone {pairs.x[row]:,} and {pairs.y[column]:,}"
        links.append(Link(*ends, counts, score))
        parts.append(Part(f"pair of words: {x} ~ {y}, {counts}, {score:.2f}", score / scores.size, ends))
        told += score
    shown = tuple(sorted(nodes.values(), key=lambda node: node.kind != "question"))
    if rest := scores.size - len(parts):
        value = float((scores.sum() - told) / scores.size)
        parts.append(Part(f"pair of words: the other {rest}", value, tuple(node.id for node in shown)))
    return Support(total(parts), Explanation(shown, tuple(links), parts=tuple(parts), summary=summary))
