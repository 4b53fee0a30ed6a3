"""PMI equals a slow computation, and what the papers leave open is settled as the module says."""

from __future__ import annotations

import math
from statistics import mean

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reasoner.errors import UnknownNameError, UsageError
from reasoner.explanation import total
from reasoner.knowledge import Fact, KnowledgeBase
from reasoner.question import Choice, Question
from reasoner.retrieval.association import VARIANTS, grams
from reasoner.retrieval.positions import Gram, Positions
from reasoner.solver import get_solver
from reasoner.solvers.pmi import PMI
from tests.slow_counts import slow_find, slow_near

WORDS = ("heat", "metal", "ice", "sun", "of")
TEXT = st.lists(st.sampled_from((*WORDS, "unseen")), min_size=1, max_size=5).map(" ".join)
SENTENCES = st.lists(st.lists(st.sampled_from(WORDS), min_size=1, max_size=14), min_size=1, max_size=8)


def counting(*sentences: str, **options: object) -> PMI:
    """A solver over nothing but positions: much faster to make than a knowledge base that can be searched."""
    solver = PMI(_EMPTY, **options)
    solver.positions = Positions.of(sentences)
    return solver


_EMPTY = KnowledgeBase.from_facts(())


def question(stem: str, *texts: str, **fields: tuple[str, ...]) -> Question:
    return Question("q", stem, tuple(Choice(str(number), text) for number, text in enumerate(texts)), **fields)


def scores(corpus: tuple[str, ...], asked: Question, **options: object) -> list[float | None]:
    return list(counting(*corpus, **options).answer(asked).scores.values())


def slow_value(variant: str, both: int, x: int, y: int, sentences: int) -> float:
    """Compute one pair's score as the papers write it."""
    if variant == "smoothed":
        return math.log((both + 0.2) / (x * y / sentences + 0.2))
    seen = max(both, 1)
    value = math.log((seen / sentences) / ((x / sentences) * (y / sentences)))
    value = value if both else min(value, 0.0)
    if variant == "npmi":
        return value / -math.log(seen / sentences) if seen < sentences else 0.0
    return max(value, 0.0) if variant == "ppmi" else value


def slow_score(variant: str, window: int, sentences: list[list[str]], stem: str, choice: str) -> float | None:
    def alone(gram: Gram) -> int:
        return sum(bool(slow_find(sentence, gram)) for sentence in sentences)

    xs = [x for x in grams(stem) if alone(x)]
    ys = [y for y in grams(choice) if alone(y) and y not in grams(stem)]
    both = {(x, y): sum(slow_near(sentence, x, y, window) for sentence in sentences) for x in xs for y in ys}
    if not any(both.values()):
        return None
    return mean(slow_value(variant, n, alone(x), alone(y), len(sentences)) for (x, y), n in both.items())


@settings(deadline=None, max_examples=200)
@given(SENTENCES, SENTENCES, TEXT, TEXT, st.integers(0, 10), st.sampled_from(sorted(VARIANTS)))
def test_scores_equal_a_slow_computation(sentences, facts, stem, text, window, variant) -> None:
    asked = question(stem, text, "nothing", facts=tuple(map(" ".join, facts)))
    found = scores((*map(" ".join, sentences),), asked, window=window, variant=variant)
    assert found == [pytest.approx(slow_score(variant, window, sentences + facts, stem, text), abs=1e-9), None]


def test_grams() -> None:
    assert grams("The sources of light") == [
        ("source",),
        ("light",),
        ("source", "of", "light"),
        ("source", None, "light"),
    ]
    assert grams("deep sea animals") == [
        ("deep",), ("sea",), ("animal",), ("deep", "sea"), ("sea", "animal"), ("deep", "sea", "animal"),
        ("deep", None, "animal"),
    ]  # fmt: skip
    assert grams("what is it") == []


@pytest.mark.parametrize("variant", sorted(VARIANTS))
def test_absence_never_beats_presence(variant: str) -> None:
    both, expected = np.arange(6.0), np.array([[0.001], [0.5], [1.0], [3.0], [5.0]])
    values = VARIANTS[variant](np.broadcast_to(both, (5, 6)).copy(), np.broadcast_to(expected, (5, 6)).copy(), 40)
    assert (np.diff(values, axis=1) >= -1e-12).all()
    assert (values[:, 0] <= 0).all()


def test_never_together_is_no_support() -> None:
    """A choice whose words are known but never near the stem's must not win over one near them less than by chance."""
    apart = ["wool is warm", "wool is soft", "heat and steel", *["steel is hard"] * 9, *["heat is energy"] * 9]
    assert scores(apart, question("heat", "wool", "steel"))[0] is None
    assert scores(apart, question("heat", "wool", "steel"))[1] < 0


def test_nothing_is_counted_across_sentences() -> None:
    asked = question("heat", "steel", "wool")
    assert scores(
        (
            "we feel heat",
            "steel is hard",
        ),
        asked,
    ) == [None, None]
    documents = ("We feel heat. Steel is hard.",)
    assert scores(("ice",), question("heat", "steel", "wool", documents=documents)) == [None, None]


def test_the_window_is_between_starts() -> None:
    far = ("heat " + "x " * 9 + "steel", "heat " + "x " * 10 + "wool", "ice")
    asked = question("heat", "steel", "wool")
    near, beyond = scores(far, asked)
    assert near > 0
    assert beyond is None
    assert None not in scores(far, asked, window=11)
    assert None not in scores(far, asked, window=0)


def test_shared_words_are_no_cooccurrence() -> None:
    """ "sea" stands in every "deep sea", which says nothing of how the two go together."""
    assert scores(
        (
            "deep sea",
            "ice",
        ),
        question("deep sea", "sea floor", "ice"),
    ) == [None, None]


def test_what_the_stem_says_already_is_left_out() -> None:
    told = ("metal conducts heat", "metal is hard", "a hard heat")
    asked = question("Which metal conducts heat?", "hard metal", "hard")
    with_repeat, without = scores(told, asked)
    assert with_repeat == without


def test_unseen_ngrams_do_not_count() -> None:
    known, more = scores(
        (
            "metal conducts heat",
            "ice",
        ),
        question("heat", "metal", "metal qwx"),
    )
    assert known == more > 0


def test_the_ten_greatest_pairs_and_the_rest_add_up() -> None:
    told = *["deep sea animals live far beneath the ocean surface"] * 3, *["deep animals", "ocean sea"] * 4, "ice"
    answer = counting(*told).answer(question("deep sea animals live far beneath", "the ocean surface", "ocean"))
    why = answer.explanations["0"]
    assert len(why.parts) == 11
    assert why.parts[-1].name.startswith("pair of words: the other ")
    assert total(why.parts) == pytest.approx(answer.scores["0"], abs=1e-12)
    sizes = [abs(part.value) for part in why.parts[:-1]]
    assert sizes == sorted(sizes, reverse=True)
    assert len(why.links) == 10


def test_counts_are_shown() -> None:
    solver = counting("metal conducts heat", "metal is hard", "ice", "ice")
    answer = solver.answer(question("metal", "heat", "wool"))
    why = answer.explanations["0"]
    assert why.parts[0].name == "pair of words: metal ~ heat, together 1, alone 2 and 1, 0.69"
    assert why.links[0].weight == pytest.approx(math.log(2))


def test_the_answer_says_what_was_counted() -> None:
    asked = question("What conducts heat?", "metal", "wool", facts=("metal conducts heat",))
    built_in = PMI().answer(asked).explanations["0"].summary
    assert "built-in knowledge and the question's own" in built_in
    assert "no corpus was given" in built_in
    own = PMI(KnowledgeBase.from_facts([Fact("wool keeps heat")])).answer(asked).explanations["0"].summary
    assert own == "pmi within 10 words in the knowledge given and the question's own (2 sentences)"


def test_facts_given_are_counted_in() -> None:
    asked = question("What conducts heat?", "metal", "wool", facts=("metal conducts heat",))
    assert scores(("wool is soft",), asked)[0] > 0
    assert scores((), asked)[0] is not None


def test_options_are_checked() -> None:
    with pytest.raises(UnknownNameError, match="did you mean 'npmi'"):
        get_solver("pmi", variant="npmii")
    for window in (-1, 2.5, "ten"):
        with pytest.raises(UsageError, match="window"):
            get_solver("pmi", window=window)
