"""What joined retrieval measures of a fact, and of two facts together, that may lead from a stem to a choice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from reasoner.retrieval.dense import Floats
from reasoner.retrieval.vectors import partial
from reasoner.retrieval.views import Asked, View
from reasoner.retrieval.words import WORDS, measure_words

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


def measure(view: View, asked: Asked, choice: int, first_source: int) -> Measured:
    """Measure the candidates of one choice; facts from `first_source` on are those of later sources."""
    leading, following = view.leading, view.following[choice]
    singles = list(dict.fromkeys([*leading, *following]))
    if not singles:
        return NOTHING
    places = 0, 1, 2 + choice, 2 + len(asked.choices) + choice
    own = view.texts[[*places]]
    pairs, of_pairs = _measure_pairs(view, places, leading, following, first_source)
    return Measured(pairs, of_pairs, np.array(singles), _measure_singles(view, own, singles, first_source))


def _measure_singles(view: View, own: Floats, singles: Sequence[int], first_source: int) -> Floats:
    facts, (stem, shared, choice, claim) = view.vectors(singles), own
    to_stem, to_shared, to_choice, to_claim = facts @ stem, facts @ shared, facts @ choice, facts @ claim
    later = np.array(singles) >= first_source
    adds = partial(to_claim, to_shared, float(claim @ shared))
    return np.stack([to_stem, to_shared, later, to_choice, to_claim, adds], axis=-1).astype(np.float32)


def _measure_pairs(
    view: View, places: tuple[int, int, int, int], leading: list[int], following: list[int], first_source: int
) -> tuple[NDArray[np.int64], Floats]:
    if not following:
        return NOTHING.pairs, NOTHING.of_pairs
    own, firsts, seconds = view.texts[[*places]], view.vectors(leading), view.vectors(following)
    alike, given = firsts @ seconds.T, float(own[3] @ own[1])
    stem, shared, choice, claim = own @ firsts.T
    down = {
        "stem_first": stem,
        "open_first": shared,
        "later_first": np.array(leading) >= first_source,
        "choice_first": choice,
        "claim_first": claim,
        "adds_first": partial(claim, shared, given),
    }
    stem_too, shared_too, choice_too, claim_too = own @ seconds.T
    across = {
        "stem_second": stem_too,
        "choice_second": choice_too,
        "claim_second": claim_too,
        "adds_second": partial(claim_too, shared_too, given),
        "later_second": np.array(following) >= first_source,
    }
    length = np.sqrt(np.maximum(2 + 2 * alike, 1e-6))  # of the sum of two unit vectors
    to_claim, to_shared = (claim[:, None] + claim_too) / length, (shared[:, None] + shared_too) / length
    both = {"first_second": alike, "pair": 1.0, "adds_both": partial(to_claim, to_shared, given)}
    by_words = measure_words(view.words, places[0], *places[2:], (view.rows(leading), view.rows(following)))
    numbers = np.stack(np.meshgrid(leading, following, indexing="ij"), axis=-1)
    apart = (alike < _SAME) & (numbers[..., 0] != numbers[..., 1])
    measures = {name: value[:, None] for name, value in down.items()} | across | both
    return numbers[apart], _table(measures | dict(zip(WORDS, by_words, strict=True)), apart)


def _table(measures: Mapping[str, Floats | float], apart: NDArray[np.bool_]) -> Floats:
    """Every measure of every pair that is one: a row a pair, a column a measure, in the order of `PAIR`."""
    table = np.empty((*apart.shape, len(PAIR)), np.float32)
    for column, name in enumerate(PAIR):
        table[..., column] = measures[name]
    return table[apart]
