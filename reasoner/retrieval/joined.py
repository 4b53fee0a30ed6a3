"""Joined retrieval: a fact, or two facts together, that lead from the stem of a question to a choice.

The question picks the first fact, the choice picks the second, and the two must be joined: every score is a sum of a
few named terms, whose weights `reasoner train joined` fits on questions with keys.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

import numpy as np

from reasoner import weights
from reasoner.knowledge import Fact, KnowledgeBase
from reasoner.retrieval.dense import DenseIndex, Floats, TextEncoder
from reasoner.retrieval.measures import NOTHING, PAIR, SINGLE, Measured, measure
from reasoner.retrieval.views import Asked, DenseView, GivenView, View, WordView

Facts = tuple[Fact, ...]
_PAIRED = 4  # of the facts that came with a question are taken two at a time


@dataclass(frozen=True, slots=True)
class Found:
    """One fact or two that lead from the stem to a choice, with the named parts that add up to the score."""

    facts: tuple[Fact, ...]
    parts: Mapping[str, float]

    @property
    def score(self) -> float:
        """The sum of the parts."""
        return sum(self.parts.values())


class Joined:
    """Finds, for each choice of a question, the facts and pairs of facts that lead to it.

    Parameters
    ----------
    kb : KnowledgeBase
        Where facts are looked for; every source has its own ranking, so that a large one does not drown a small one.
    encoder : TextEncoder, optional
        Such as `reasoner.neural.Encoder`. Without it facts are compared by their words.
    numbers : mapping, optional
        Weights by the names of `PAIR` and `SINGLE`; the fitted ones where not given.
    pairs : bool
        Whether two facts may be joined; otherwise only single ones are found.

    Examples
    --------
    >>> kb = KnowledgeBase.from_facts(["metal lets heat through", "steel is a metal", "wool is warm", "cows eat grass"])
    >>> stem, shared = "Which lets heat through?", "Something lets heat through."
    >>> asked = Asked(stem, shared, ("steel",), ("Steel lets heat through.",))
    >>> best = Joined(kb).find(asked)[0][0]
    >>> [fact.text for fact in best.facts]
    ['metal lets heat through', 'steel is a metal']
    """

    def __init__(
        self,
        kb: KnowledgeBase,
        encoder: TextEncoder | None = None,
        numbers: Mapping[str, float] | None = None,
        pairs: bool = True,
    ) -> None:
        self.kb, self._encoder, self._join = kb, encoder, pairs
        fitted = numbers or weights.values("joined-vectors" if encoder else "joined-words")
        self._pair_weights = np.array([fitted.get(name, 0.0) for name in PAIR], np.float32)
        self._single_weights = np.array([fitted.get(name, 0.0) for name in SINGLE], np.float32)

    def find(self, asked: Asked, limit: int = 5, given: Sequence[Fact] = ()) -> list[list[Found]]:
        """Return what leads to each choice, best first; where facts are given, they speak alone."""
        said = _said(given)
        return [self._ranked(measured, said, limit) for measured in self.measure(asked, given)]

    def measure(self, asked: Asked, given: Sequence[Fact] = ()) -> list[Measured]:
        """Return the candidates of each choice with their measures, for `find` and for fitting its weights."""
        if not given and not len(self.kb):
            return [NOTHING for _ in asked.choices]
        texts = [". ".join(fact.text.strip().rstrip(".") for fact in facts) for facts in _said(given)]
        view = GivenView(texts, self.kb, self._encoder, asked) if given else self._view(asked)
        first = len(texts) or len(self.kb.parts[0])
        return [measure(view, asked, choice, first) for choice in range(len(asked.choices))]

    def _view(self, asked: Asked) -> View:
        if self._encoder is None:
            return WordView(self.kb, asked)
        return DenseView(self.kb, self._index, self._encoder, asked)

    @cached_property
    def _index(self) -> DenseIndex:
        assert self._encoder is not None
        return DenseIndex.of(self.kb, self._encoder)

    def _ranked(self, measured: Measured, said: list[Facts], limit: int) -> list[Found]:
        pairs = measured.of_pairs @ self._pair_weights if self._join else np.full(len(measured.pairs), -np.inf)
        singles = measured.of_singles @ self._single_weights
        scores = np.concatenate([pairs, singles])
        best = np.argsort(-scores, kind="stable")[:limit]
        return [self._found(measured, said, int(place)) for place in best if np.isfinite(scores[place])]

    def _found(self, measured: Measured, said: list[Facts], place: int) -> Found:
        count = len(measured.pairs)
        if place < count:
            facts = tuple(self.kb.store[int(number)] for number in measured.pairs[place])
            return Found(facts, _parts(PAIR, measured.of_pairs[place] * self._pair_weights))
        number = int(measured.singles[place - count])
        facts = said[number] if said else (self.kb.store[number],)
        return Found(facts, _parts(SINGLE, measured.of_singles[place - count] * self._single_weights))


def _said(given: Sequence[Fact]) -> list[Facts]:
    """Return what given facts say: two together, because they are meant to go together, or one that stands alone."""
    pairs: list[Facts] = list(combinations(given[:_PAIRED], 2))
    return pairs or [(fact,) for fact in given]


def _parts(names: Mapping[str, str], values: Floats) -> dict[str, float]:
    parts = dict.fromkeys(names.values(), 0.0)
    for part, value in zip(names.values(), values.tolist(), strict=True):
        parts[part] += value
    return parts
