"""Joined retrieval: a fact, or two facts together, that lead from the stem of a question to a choice.

The question picks the first fact, the choice picks the second, and the two must be joined: every score is a sum of a
few named terms, whose weights `reasoner train joined` fits on questions with keys.

Rows of tables are many, short and alike, so that among sentences they would win for every choice. So they have weights
and a ranking of their own, and what rows and sentences say for a choice is added.

No single way to a choice is to be trusted: the best few that end in different facts count together, by the log-sum-exp
of their scores.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, combinations, islice, zip_longest
from math import log

import numpy as np
from numpy.typing import NDArray

from reasoner import weights
from reasoner.knowledge import Fact, KnowledgeBase
from reasoner.retrieval.dense import DenseIndex, Floats, TextEncoder
from reasoner.retrieval.measures import NOTHING, PAIR, SINGLE, Measured, measure
from reasoner.retrieval.views import Asked, DenseView, GivenView, View, WordView

Facts = tuple[Fact, ...]
#: Stands before the name of a measure where its weight is for what rests on a row of a table.
ROW = "row_"
SPEAKING = 5  # ways to a choice that count together, of sentences and of rows
#: The part of a score that is there because more than one way leads to a choice.
AGREE = "more than one way leads there"
PAIRED = 4  # of the facts that came with a question are taken two at a time
#: Characters of two facts that an encoder reads to their end: of longer ones it would see the first alone.
READ_TO_END = 1_000
#: What an answer says where more were given: pairs of all would take quadratic time.
FEW_PAIRED = f"of the facts given, at most {PAIRED} were joined two at a time; the others stood alone"


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
        Weights by the names of `PAIR` and `SINGLE`, and with `ROW` before them for what rests on a row of a table; the
        fitted ones where not given. Without any for rows, rows are ranked among sentences.
    pairs : bool
        Whether two facts may be joined; otherwise only single ones are found.

    Examples
    --------
    >>> kb = KnowledgeBase.from_facts(["metal lets heat through", "steel is a metal", "wool is warm", "cows eat grass"])
    >>> stem, shared = "Which lets heat through?", "Something lets heat through."
    >>> asked = Asked(stem, shared, ("steel",), ("Steel lets heat through.",))
    >>> for way in Joined(kb).find(asked)[0][:2]:
    ...     print([fact.text for fact in way.facts])
    ['metal lets heat through']
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
        self._rankings = [_Ranking.of(fitted)]
        if any(name.startswith(ROW) for name in fitted):
            self._rankings.append(_Ranking.of({name: fitted.get(ROW + name, 0.0) for name in (*PAIR, *SINGLE)}))

    def find(self, asked: Asked, limit: int = 5, given: Sequence[Fact] = ()) -> list[list[Found]]:
        """Return what leads to each choice, best first, in turns of sentences and of rows; given facts speak alone."""
        said = taken_together(given)
        found = []
        for measured in self.measure(asked, given):
            kinds = [islice(self._ranked(kind, measured, said), limit) for kind in range(len(self._rankings))]
            turns = chain.from_iterable(zip_longest(*kinds))
            found.append([one for one in turns if one is not None][:limit])
        return found

    def speaking(self, asked: Asked, given: Sequence[Fact] = ()) -> list[list[Found]]:
        """Return for each choice the ways that count, of sentences and of rows; their scores add up to its score."""
        said = taken_together(given)
        return [
            [
                one
                for kind in range(len(self._rankings))
                for one in _shared(_ending_apart(self._ranked(kind, measured, said)))
            ]
            for measured in self.measure(asked, given)
        ]

    def measure(self, asked: Asked, given: Sequence[Fact] = ()) -> list[Measured]:
        """Return the candidates of each choice with their measures, for `find` and for fitting its weights."""
        if not given and not len(self.kb):
            return [NOTHING for _ in asked.choices]
        texts = [as_one_text(facts) for facts in taken_together(given)]
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

    def _ranked(self, kind: int, measured: Measured, said: list[Facts]) -> Iterator[Found]:
        """Yield what is known of one kind for a choice, best first."""
        ranking = self._rankings[kind]
        pairs = measured.of_pairs @ ranking.pair if self._join else np.full(len(measured.pairs), -np.inf)
        scores = np.concatenate([pairs, measured.of_singles @ ranking.single])
        if len(self._rankings) > 1:
            own = np.concatenate(rests_on_rows(self.kb, measured)) if not said else np.zeros(len(scores), bool)
            scores[own != bool(kind)] = -np.inf
        for place in np.argsort(-scores, kind="stable").tolist():
            if np.isfinite(scores[place]):
                yield self._found(ranking, measured, said, place)

    def _found(self, ranking: _Ranking, measured: Measured, said: list[Facts], place: int) -> Found:
        count = len(measured.pairs)
        if place < count:
            facts = tuple(self.kb.store[int(number)] for number in measured.pairs[place])
            return Found(facts, _parts(PAIR, measured.of_pairs[place] * ranking.pair))
        number = int(measured.singles[place - count])
        facts = said[number] if said else (self.kb.store[number],)
        return Found(facts, _parts(SINGLE, measured.of_singles[place - count] * ranking.single))


@dataclass(frozen=True, slots=True)
class _Ranking:
    """The weights of pairs and of single facts."""

    pair: Floats
    single: Floats

    @classmethod
    def of(cls, numbers: Mapping[str, float]) -> _Ranking:
        pair, single = ([numbers.get(name, 0.0) for name in names] for names in (PAIR, SINGLE))
        return cls(np.array(pair, np.float32), np.array(single, np.float32))


def rests_on_rows(kb: KnowledgeBase, measured: Measured) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Say of each pair, and of each single fact, whether a row of a table is in it."""
    numbers = np.union1d(measured.pairs, measured.singles)
    rows = numbers[[bool(kb.store[int(number)].relation) for number in numbers]]
    firsts, seconds = measured.pairs.T
    return np.isin(firsts, rows) | np.isin(seconds, rows), np.isin(measured.singles, rows)


def as_one_text(facts: Iterable[Fact]) -> str:
    """Return what facts say together, as an encoder reads it.

    >>> as_one_text([Fact("Steel is a metal."), Fact("metal conducts heat")])
    'Steel is a metal. metal conducts heat'
    """
    return ". ".join(fact.text.strip().rstrip(".") for fact in facts)


def taken_together(given: Sequence[Fact]) -> list[Facts]:
    """Return what given facts say: the first ones two together, because they are meant to go together, others alone.

    >>> wool, steel, story = Fact("wool is warm"), Fact("steel is a metal"), Fact("once upon a time " * 100)
    >>> taken_together([wool, steel, story]) == [(wool, steel), (story,)]
    True
    """
    pairs = [pair for pair in combinations(given[:PAIRED], 2) if sum(len(fact.text) for fact in pair) <= READ_TO_END]
    paired = set(chain.from_iterable(pairs))
    return [*pairs, *((fact,) for fact in given if fact not in paired)]


def _ending_apart(found: Iterable[Found]) -> list[Found]:
    """The first few that end in different facts; a fact with another one before it says little more."""
    ends: dict[Fact, Found] = {}
    for one in found:
        ends.setdefault(one.facts[-1], one)
        if len(ends) == SPEAKING:
            break
    return list(ends.values())


def _shared(found: Sequence[Found]) -> list[Found]:
    """What each of some ways adds to what they are worth together, the log-sum-exp of their scores.

    >>> steel, tin = Fact("steel is a metal"), Fact("tin is a metal")
    >>> together = _shared([Found((steel,), {"near": 2.0}), Found((tin,), {"near": 2.0})])
    >>> [round(one.score, 2) for one in together], round(float(np.log(2 * np.exp(2.0))), 2)
    ([1.35, 1.35], 2.69)
    """
    if len(found) < 2:
        return list(found)
    scores = np.array([one.score for one in found])
    shares = np.exp(scores - np.logaddexp.reduce(scores)).tolist()
    return [
        Found(one.facts, {name: share * value for name, value in one.parts.items()} | {AGREE: -share * log(share)})
        for one, share in zip(found, shares, strict=True)
        if share > 0
    ]


def _parts(names: Mapping[str, str], values: Floats) -> dict[str, float]:
    parts = dict.fromkeys(names.values(), 0.0)
    for part, value in zip(names.values(), values.tolist(), strict=True):
        parts[part] += value
    return parts
