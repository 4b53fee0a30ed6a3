"""The files of the exam are whole: keys, proofs, variants, no problem twice, no label that pays to guess."""

from __future__ import annotations

from collections import Counter
from itertools import chain
from statistics import fmean

import pytest

from reasoner.answer import Answer
from reasoner.explanation import Explanation
from reasoner.language.terms import content_lemmas
from tests.exam.exam import (
    FOLDER,
    FORMS,
    FRESH,
    KINDS,
    PROOFS,
    Problem,
    called_proved,
    is_open,
    problems,
    still_proved,
    without_premise,
)


@pytest.fixture(scope="module")
def exam() -> dict[str, list[Problem]]:
    return {kind: problems(kind) for kind in KINDS}


def test_every_file_is_a_kind_and_every_kind_a_file() -> None:
    assert sorted(path.stem for path in FOLDER.glob("*.jsonl")) == sorted(KINDS)


@pytest.mark.parametrize("kind", KINDS)
def test_a_kind_has_thirty_problems_with_keys_and_proofs(kind: str, exam: dict[str, list[Problem]]) -> None:
    assert len(exam[kind]) >= 30
    for problem in exam[kind]:
        question = problem.question
        assert problem.kind == kind
        assert question.answer_key is not None, question.id
        assert len(set(problem.proof)) == len(problem.proof), question.id
        assert set(problem.proof) <= set(range(len(question.facts))), question.id


def test_no_problem_stands_twice(exam: dict[str, list[Problem]]) -> None:
    texts = [(str(problem.question), problem.question.facts) for problem in chain(*exam.values())]
    ids = [problem.question.id for problem in chain(*exam.values())]
    assert max(Counter(texts).values()) == 1
    assert max(Counter(ids).values()) == 1


@pytest.mark.parametrize("kind", KINDS)
def test_the_blind_set_is_whole_and_shares_nothing_with_the_first(kind: str, exam: dict[str, list[Problem]]) -> None:
    """Only counts and names are compared, so that a failure shows no blind problem."""
    blind = problems(kind, FRESH)
    assert len(blind) == 14
    assert all(problem.question.answer_key and problem.kind == kind for problem in blind)
    assert all(set(problem.proof) <= set(range(len(problem.question.facts))) for problem in blind)
    assert not {problem.question.id for problem in blind} & {problem.question.id for problem in exam[kind]}


@pytest.mark.parametrize("kind", KINDS)
def test_no_label_pays_to_guess(kind: str, exam: dict[str, list[Problem]]) -> None:
    """Combinations ("all of these") come last, as people write them, hence the room."""
    keys = Counter(problem.question.answer_key for problem in exam[kind])
    chance = sum(1 / len(problem.question.choices) for problem in exam[kind]) / len(exam[kind])
    assert max(keys.values()) / len(exam[kind]) <= chance + 0.17


@pytest.mark.parametrize("kind", PROOFS)
def test_words_in_common_with_the_facts_do_not_give_the_key_away(kind: str, exam: dict[str, list[Problem]]) -> None:
    """The choice whose words stand most in the facts is the key about as often as chance has it."""
    which = [problem for problem in exam[kind] if problem.question.choices[0].text not in {"yes", "no", "true"}]
    chance = fmean(1 / len(problem.question.choices) for problem in which)
    assert fmean(overlap_credit(problem) for problem in which) <= chance + 0.12


def overlap_credit(problem: Problem) -> float:
    question = problem.question
    known = {lemma for fact in question.facts for lemma in content_lemmas(fact)}
    lemmas = {choice.label: content_lemmas(choice.text) for choice in question.choices}
    share = {label: sum(word in known for word in words) / max(1, len(words)) for label, words in lemmas.items()}
    return Answer(question.id, "overlap", share).credit(str(question.answer_key))


@pytest.mark.parametrize("kind", PROOFS)
def test_proofs_need_given_facts(kind: str, exam: dict[str, list[Problem]]) -> None:
    least = {"negated": 1, "hops": 3}.get(kind, 2)
    assert all(len(problem.proof) >= least for problem in exam[kind])


@pytest.mark.parametrize("kind", PROOFS)
def test_a_premise_taken_away_leaves_the_rest(kind: str, exam: dict[str, list[Problem]]) -> None:
    for problem in exam[kind]:
        less = without_premise(problem)
        assert less is not None
        assert len(less.question.facts) == len(problem.question.facts) - 1
        assert less.question.choices == problem.question.choices
        assert (less.question.answer_key is None) is not is_open(problem.question)


def test_common_knowledge_has_no_premise_to_take_away(exam: dict[str, list[Problem]]) -> None:
    assert all(without_premise(problem) is None for kind in FORMS for problem in exam[kind])


def test_what_counts_as_called_proved(exam: dict[str, list[Problem]]) -> None:
    which, open_one = exam["isa"][0].question, exam["rules"][0].question
    said, unsaid = Explanation(summary="Proved: it follows."), Explanation(summary="not proved, only likely")
    assert called_proved(which, Answer("q", "x", {"A": 1.0, "B": 0.0, "C": None}, {"A": said}))
    assert not called_proved(which, Answer("q", "x", {"A": 1.0, "B": 0.0, "C": None}, {"A": unsaid}))
    assert not called_proved(which, Answer("q", "x", {"A": 1.0, "B": 1.0, "C": None}, {"A": said, "B": said}))
    assert called_proved(open_one, Answer("q", "x", {"A": 1.0, "B": None, "C": None}))
    assert not called_proved(open_one, Answer("q", "x", {"A": None, "B": None, "C": 1.0}))


def test_common_knowledge_may_take_over_from_a_tale(exam: dict[str, list[Problem]]) -> None:
    """Without "in the tale birds have four legs", two legs may be proved."""
    tale = next(problem for problem in exam["contrary"] if len(problem.question.choices) == 4)
    key = tale.question.answer_key
    other = next(label for label in tale.question.labels if label != key)
    for label, expected in ((key, True), (other, False)):
        scores = {name: 1.0 if name == label else None for name in tale.question.labels}
        answer = Answer("q", "x", scores, {str(label): Explanation(summary="Proved from two facts.")})
        assert still_proved(tale, answer) is expected
