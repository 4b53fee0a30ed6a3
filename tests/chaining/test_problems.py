"""Problems of every rule family: answered by the expected rule, and only with every premise."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest
from problems import Problem, problems

from reasoner.chaining.rules import FAMILIES
from reasoner.knowledge import KnowledgeBase
from reasoner.language.terms import content_lemmas
from reasoner.solvers.chain import Chain

PROBLEMS = problems()
EVERY = pytest.mark.parametrize("problem", PROBLEMS, ids=lambda each: f"{each.rule}: {each.question.stem[:30]}")


@pytest.fixture(scope="module")
def solver() -> Chain:
    return Chain(KnowledgeBase.from_facts(()), soft="lexical")


def test_ten_problems_of_every_family() -> None:
    counts = Counter(problem.family for problem in PROBLEMS)
    assert set(counts) == set(FAMILIES)
    assert min(counts.values()) >= 10


@EVERY
def test_some_distractor_shares_more_words(problem: Problem) -> None:
    known = {lemma for fact in problem.question.facts for lemma in content_lemmas(fact)}
    right, *wrong = (len(known & set(content_lemmas(choice.text))) for choice in problem.question.choices)
    assert max(wrong) > right


@EVERY
def test_answered_right_by_the_rule(solver: Chain, problem: Problem) -> None:
    answer = solver.answer(problem.question)
    assert answer.selected == ("A",)
    why = answer.explanations["A"]
    assert why.summary.startswith("proved")
    assert problem.rule in {step.rule for step in why.steps}


@EVERY
def test_not_proved_without_a_premise(solver: Chain, problem: Problem) -> None:
    facts = problem.question.facts
    for number in range(len(facts)):
        left = replace(problem.question, facts=facts[:number] + facts[number + 1 :])
        assert not solver.answer(left).explanations["A"].summary.startswith("proved"), f"without {facts[number]}"
