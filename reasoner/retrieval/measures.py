"""What joined retrieval measures of a fact, and of two facts together, that may lead from a stem to a choice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from reasoner.retrieval.dense import Floats
from reasoner.retrieval.vectors import partial
from reasoner.retrieval.views import Asked, View
from reasoner.retrieval.words import ONE_WORDS, WORDS, measure_words, measure_words_of_one

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
    "words_stem": "together they hold the words of question and choice",
    "words_choice": "together they hold the words of question and choice",
    "bridge": "the two facts are joined",
    "words_join": "the two facts are joined",
    "loose_first": "little of them is beside the point",
    "loose_second": "little of them is beside the point",
    "length_second": "little of them is beside the point",
    "apart_first": "together they add what the choice adds",
    "apart_second": "the second fact is about the choice",
    "apart_choice": "the second fact is about the choice",
    "apart_both": "together they add what the choice adds",
}
#: The same for a fact by itself.
SINGLE = {
    "one_stem": "the fact is about what is asked",
    "one_open": "the fact is about what is asked",
    "one_later": "the fact is about what is asked",
    "one_choice": "it adds what the choice adds",
    "one_claim": "it adds what the choice adds",
    "one_adds": "it adds what the choice adds",
    "one_apart": "it adds what the choice adds",
    "one_apart_choice": "it adds what the choice adds",
    "one_words_stem": "it holds the words of question and choice",
    "one_words_choice": "it holds the words of question and choice",
    "one_loose": "little of it is beside the point",
    "one_length": "little of it is beside the point",
}
_SAME = 0.99  # two facts as alike as this say the same, and are no pair


@dataclass(frozen=True, slots=True)
class Measured:
    """The pairs and single facts that a choice may rest on, by their numbers, and a row of measures for each."""

    pairs: NDArray[np.int64]
    of_pairs: Floats
    singles: NDArray[np.int64]
    of_singles: Floats


NOTHING = Measured(
    np.empty((0, 2), np.int64),
    np.empty((0, len(PAIR)), np.float32),
    np.empty(0, np.int64),
    np.empty((0, len(SINGLE)), np.float32),
)


@dataclass(frozen=True, slots=True)
class _Places:
    """Where the texts of one choice stand among those of the question, and where those of the other choices stand."""

    own: tuple[int, int, int, int]  # stem, what all choices claim, the choice, its claim
    other_choices: list[int]
    other_claims: list[int]

    @classmethod
    def of(cls, choice: int, count: int) -> _Places:
        others = [other for other in range(count) if other != choice]
        return cls(
            (0, 1, 2 + choice, 2 + count + choice),
            [2 + other for other in others],
            [2 + count + other for other in others],
        )


def measure(view: View, asked: Asked, choice: int, first_source: int) -> Measured:
    """Measure the candidates of one choice; facts from `first_source` on are those of later sources."""
    leading, following = view.leading, view.following[choice]
    singles = list(dict.fromkeys([*leading, *following]))
    if not singles:
        return NOTHING
    places = _Places.of(choice, len(asked.choices))
    pairs, of_pairs = _measure_pairs(view, places, leading, following, first_source)
    return Measured(pairs, of_pairs, np.array(singles), _measure_singles(view, places, singles, first_source))


def _measure_singles(view: View, places: _Places, singles: Sequence[int], first_source: int) -> Floats:
    likeness = view.texts @ view.vectors(singles).T
    stem, shared, choice, claim = likeness[[*places.own]]
    given = float(view.texts[places.own[3]] @ view.texts[1])
    measures = {
        "one_stem": stem,
        "one_open": shared,
        "one_later": np.array(singles) >= first_source,
        "one_choice": choice,
        "one_claim": claim,
        "one_adds": partial(claim, shared, given),
        "one_apart": _apart(claim, likeness[places.other_claims]),
        "one_apart_choice": _apart(choice, likeness[places.other_choices]),
    }
    by_words = measure_words_of_one(view.words, places.own[0], *places.own[2:], view.rows(singles))
    measures |= dict(zip(ONE_WORDS, by_words, strict=True))
    return np.stack([measures[name] for name in SINGLE], axis=-1).astype(np.float32)


def _measure_pairs(
    view: View, places: _Places, leading: list[int], following: list[int], first_source: int
) -> tuple[NDArray[np.int64], Floats]:
    if not following:
        return NOTHING.pairs, NOTHING.of_pairs
    firsts, seconds = view.vectors(leading), view.vectors(following)
    alike, given = firsts @ seconds.T, float(view.texts[places.own[3]] @ view.texts[1])
    to_first, to_second = view.texts @ firsts.T, view.texts @ seconds.T
    stem, shared, choice, claim = to_first[[*places.own]]
    down = {
        "stem_first": stem,
        "open_first": shared,
        "later_first": np.array(leading) >= first_source,
        "choice_first": choice,
        "claim_first": claim,
        "adds_first": partial(claim, shared, given),
        "apart_first": _apart(claim, to_first[places.other_claims]),
    }
    stem_too, shared_too, choice_too, claim_too = to_second[[*places.own]]
    across = {
        "stem_second": stem_too,
        "choice_second": choice_too,
        "claim_second": claim_too,
        "adds_second": partial(claim_too, shared_too, given),
        "later_second": np.array(following) >= first_source,
        "apart_second": _apart(claim_too, to_second[places.other_claims]),
        "apart_choice": _apart(choice_too, to_second[places.other_choices]),
    }
    both = {"first_second": alike, "pair": 1.0} | _together(places, to_first, to_second, alike, given)
    by_words = measure_words(view.words, places.own[0], *places.own[2:], (view.rows(leading), view.rows(following)))
    numbers = np.stack(np.meshgrid(leading, following, indexing="ij"), axis=-1)
    pairs = (alike < _SAME) & (numbers[..., 0] != numbers[..., 1])
    measures = {name: value[:, None] for name, value in down.items()} | across | both
    return numbers[pairs], _table(measures | dict(zip(WORDS, by_words, strict=True)), pairs)


def _together(
    places: _Places, to_first: Floats, to_second: Floats, alike: Floats, given: float
) -> dict[str, Floats | float]:
    """Measure the sum of the vectors of two facts, of which only the likeness to the question's texts is needed."""
    length = np.sqrt(np.maximum(2 + 2 * alike, 1e-6))  # of the sum of two unit vectors
    shared, claim = ((to_first[place][:, None] + to_second[place]) / length for place in (1, places.own[3]))
    others = np.asarray(
        (to_first[places.other_claims][:, :, None] + to_second[places.other_claims][:, None]) / length, np.float32
    )
    return {"adds_both": partial(claim, shared, given), "apart_both": _apart(claim, others)}


def _apart(own: Floats, others: Floats) -> Floats:
    """How much nearer facts are to one choice than to the nearest of the others."""
    return np.asarray(own - others.max(axis=0)) if len(others) else own


def _table(measures: Mapping[str, Floats | float], pairs: NDArray[np.bool_]) -> Floats:
    """Every measure of every pair that is one: a row a pair, a column a measure, in the order of `PAIR`."""
    table = np.empty((*pairs.shape, len(PAIR)), np.float32)
    for column, name in enumerate(PAIR):
        table[..., column] = measures[name]
    return table[pairs]
