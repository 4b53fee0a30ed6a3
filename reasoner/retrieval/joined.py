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
from numpy.typing import NDArray

from reasoner import weights
from reasoner.knowledge import Fact, KnowledgeBase
from reasoner.retrieval.dense import DenseIndex, Floats, TextEncoder
from reasoner.retrieval.vectors import partial
from reasoner.retrieval.views import Asked, DenseView, GivenView, View, WordView

Facts = tuple[Fact, ...]
_PAIRED = 4  # of the facts that came with a question are taken two at a time

#: What a pair of facts is measured by, and which part of the score each measure belongs to.
PAIR = {
    "stem_first": "the first fact is about what is asked",
    "open_first": "the first fact is about what is asked",
    "later_first": "the first fact is about what is asked",
    "stem_second": "the second fact is about the choice",
    "choice_second": "the second fact is about the choice",
    "claim_second": "the second fact is about the choice",
    "adds_second": "the second fact is about the choice",
    "later_second": "the second fact is about the choice",
    "first_second": "the two facts are joined",
    "pair": "the two facts are joined",
    "choice_first": "together they add what the choice adds",
    "claim_first": "together they add what the choice adds",
    "adds_first": "together they add what the choice adds",
    "adds_both": "together they add what the choice adds",
}
#: The same for a fact by itself.
SINGLE = {
    "one_stem": "the fact is about what is asked",
    "one_open": "the fact is about what is asked",
    "one_later": "the fact is about what is asked",
    "one_choice": "it adds what the choice adds",
    "one_claim": "it adds what the choice adds",
    "one_adds": "it adds what the choice adds",
}
_SAME = 0.99  # two facts as alike as this say the same, and are no pair


@dataclass(frozen=True, slots=True)
class Found:
    """One fact or two that lead from the stem to a choice, with the named parts that add up to the score."""

    facts: tuple[Fact, ...]
    parts: Mapping[str, float]

    @property
    def score(self) -> float:
        """The sum of the parts."""
        return sum(self.parts.values())


@dataclass(frozen=True, slots=True)
class Measured:
    """The pairs and single facts that a choice may rest on, by their numbers, and a row of measures for each."""

    pairs: NDArray[np.int64]
    of_pairs: Floats
    singles: NDArray[np.int64]
    of_singles: Floats


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
            return [_NOTHING for _ in asked.choices]
        texts = [". ".join(fact.text.strip().rstrip(".") for fact in facts) for facts in _said(given)]
        view = GivenView(texts, self.kb, self._encoder, asked) if given else self._view(asked)
        first = len(texts) or len(self.kb.parts[0])
        return [_measure(view, asked, choice, first) for choice in range(len(asked.choices))]

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


_NOTHING = Measured(
    np.empty((0, 2), np.int64),
    np.empty((0, len(PAIR)), np.float32),
    np.empty(0, np.int64),
    np.empty((0, len(SINGLE)), np.float32),
)


def _said(given: Sequence[Fact]) -> list[Facts]:
    """Return what given facts say: two together, because they are meant to go together, or one that stands alone."""
    pairs: list[Facts] = list(combinations(given[:_PAIRED], 2))
    return pairs or [(fact,) for fact in given]


def _parts(names: Mapping[str, str], values: Floats) -> dict[str, float]:
    parts = dict.fromkeys(names.values(), 0.0)
    for part, value in zip(names.values(), values.tolist(), strict=True):
        parts[part] += value
    return parts


def _measure(view: View, asked: Asked, choice: int, first_source: int) -> Measured:
    """Measure the candidates of one choice; facts from `first_source` on are those of later sources."""
    leading, following = view.leading, view.following[choice]
    singles = list(dict.fromkeys([*leading, *following]))
    if not singles:
        return _NOTHING
    stem, shared = view.texts[0], view.texts[1]
    own = stem, shared, view.texts[2 + choice], view.texts[2 + len(asked.choices) + choice]
    pairs, of_pairs = _measure_pairs(view, own, leading, following, first_source)
    return Measured(pairs, of_pairs, np.array(singles), _measure_singles(view, own, singles, first_source))


def _measure_singles(view: View, own: Sequence[Floats], singles: Sequence[int], first_source: int) -> Floats:
    facts, (stem, shared, choice, claim) = view.vectors(singles), own
    to_stem, to_shared, to_choice, to_claim = facts @ stem, facts @ shared, facts @ choice, facts @ claim
    later = np.array(singles) >= first_source
    adds = partial(to_claim, to_shared, float(claim @ shared))
    return np.stack([to_stem, to_shared, later, to_choice, to_claim, adds], axis=-1).astype(np.float32)


def _measure_pairs(
    view: View, own: Sequence[Floats], leading: Sequence[int], following: Sequence[int], first_source: int
) -> tuple[NDArray[np.int64], Floats]:
    if not following:
        return _NOTHING.pairs, _NOTHING.of_pairs
    firsts, seconds = view.vectors(leading), view.vectors(following)
    of_first = [firsts @ text for text in own]
    of_second = [seconds @ text for text in own]
    alike = firsts @ seconds.T
    given = float(own[3] @ own[1])
    length = np.sqrt(np.maximum(2 + 2 * alike, 1e-6))  # of the sum of two unit vectors
    both = [(one[:, None] + other[None]) / length for one, other in zip(of_first, of_second, strict=True)]
    rows = {
        "stem_first": of_first[0],
        "open_first": of_first[1],
        "later_first": np.array(leading) >= first_source,
        "choice_first": of_first[2],
        "claim_first": of_first[3],
        "adds_first": partial(of_first[3], of_first[1], given),
    }
    columns = {
        "stem_second": of_second[0],
        "choice_second": of_second[2],
        "claim_second": of_second[3],
        "adds_second": partial(of_second[3], of_second[1], given),
        "later_second": np.array(following) >= first_source,
    }
    whole = {"first_second": alike, "pair": np.ones_like(alike), "adds_both": partial(both[3], both[1], given)}
    wide = {name: np.broadcast_to(value[:, None], alike.shape) for name, value in rows.items()}
    high = {name: np.broadcast_to(value[None], alike.shape) for name, value in columns.items()}
    measures = wide | high | whole
    table = np.stack([measures[name] for name in PAIR], axis=-1).astype(np.float32)
    numbers = np.stack(np.meshgrid(leading, following, indexing="ij"), axis=-1)
    apart = (alike < _SAME) & (numbers[..., 0] != numbers[..., 1])
    return numbers[apart], table[apart]
