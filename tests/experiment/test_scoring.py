"""Scores share credit, count abstentions apart, and say how sure they are."""

from __future__ import annotations

import pytest

from reasoner.answer import Answer
from reasoner.errors import InputError
from reasoner.experiment.compare import compare, mcnemar_test, permutation_test
from reasoner.experiment.scoring import bootstrap, score
from reasoner.explanation import Explanation, Node
from reasoner.question import Choice, Question


def question(name: str, key: str | None = "A", **fields: object) -> Question:
    return Question(name, "Which?", (Choice("A", "wool"), Choice("B", "steel"), Choice("C", "tin")), key, **fields)


def answer(name: str, a: float | None, b: float | None, c: float | None, *facts: str) -> Answer:
    nodes = tuple(Node(str(number), "fact", text, "here") for number, text in enumerate(facts))
    return Answer(name, "s", {"A": a, "B": b, "C": c}, {label: Explanation(nodes) for label in "ABC"}, 0.5)


PAIRS = [
    (question("1", category="i"), answer("1", 2, 1, 0)),
    (question("2", category="i"), answer("2", 2, 2, 0)),
    (question("3", category="o"), answer("3", 1, 2, 0)),
    (question("4"), answer("4", None, None, None)),
]


def test_credit_ties_and_abstentions() -> None:
    result = score("s", PAIRS)
    assert result.score == pytest.approx((1 + 0.5 + 0 + 1 / 3) / 4)
    assert (result.answered, result.tied, result.seconds) == (0.75, 0.25, 2.0)
    assert (result.correct, result.partial, result.incorrect) == (1, 2, 1)
    assert result.categories == {"i": (2, 0.75), "none": (1, pytest.approx(1 / 3)), "o": (1, 0.0)}
    low, high = result.interval
    assert 0 <= low < result.score < high <= 1


def test_a_question_counts_in_each_of_its_categories() -> None:
    pairs = [
        (question("1", category="causal; definition"), answer("1", 2, 1, 0)),
        (question("2", category="causal"), answer("2", 1, 2, 0)),
    ]
    assert score("s", pairs).categories == {"causal": (2, 0.5), "definition": (1, 1.0)}


def test_explained_counts_gold_facts_in_the_winning_explanation() -> None:
    facts = ("Metal conducts heat.", "steel is a metal")
    pairs = [
        (question("1", facts=facts), answer("1", 2, 1, 0, "metal conducts heat", "Steel is a metal")),
        (question("2", facts=facts), answer("2", 2, 1, 0, "metal conducts heat")),
        (question("3", facts=facts), answer("3", 0, 1, 0, *facts)),
        (question("4", facts=facts), answer("4", 1, 1, 0, *facts)),
    ]
    result = score("s", pairs)
    assert (result.explained_first, result.explained_both) == (1.0, 0.5)
    assert score("s", PAIRS).explained_first is None


def test_a_question_without_key_cannot_be_scored() -> None:
    with pytest.raises(InputError, match="'1' has no key"):
        score("s", [(question("1", key=None), answer("1", 1, 2, 3))])


def test_bootstrap_is_repeatable_and_narrows() -> None:
    few, many = bootstrap([0.0, 1.0] * 10), bootstrap([0.0, 1.0] * 1000)
    assert few == bootstrap([0.0, 1.0] * 10)
    assert many[1] - many[0] < (few[1] - few[0]) / 5


def test_comparison() -> None:
    questions = [question(str(number)) for number in range(4)]
    first = [answer("0", 1, 0, 0), answer("1", 1, 0, 0), answer("2", 0, 1, 0), answer("3", 1, 1, 0)]
    second = [answer("0", 1, 0, 0), answer("1", 0, 1, 0), answer("2", 0, 1, 0), answer("3", 0, 1, 0)]
    result = compare(questions, first, second)
    assert result.scores == (0.625, 0.25)
    assert result.only_first == ("1", "3")
    assert result.only_second == ()
    assert result.oracle == 0.625
    assert result.same == 0.5
    assert list(result.agreement.values()) == [1, 1, 0, 2]
    with pytest.raises(InputError, match="not over the same questions"):
        compare(questions, first, second[1:])


def test_p_values_against_exact_ones() -> None:
    # Nine flips of equal size: the sign test, exactly 2 * (1 + 9) / 2**9 when one of nine disagrees.
    assert permutation_test([1.0] * 8 + [-1.0]) == pytest.approx(20 / 512, abs=0.006)
    assert mcnemar_test(8, 1) == pytest.approx(20 / 512)
    assert mcnemar_test(3, 3) == 1.0
