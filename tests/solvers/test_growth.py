"""Many facts and many choices: every fact is looked at, no answer is cut in silence, time stays in proportion."""

from __future__ import annotations

import importlib.util
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest

from reasoner.knowledge import Fact, KnowledgeBase
from reasoner.question import Choice, Question
from reasoner.reading.near.matching import Links
from reasoner.reading.near.support import CUT
from reasoner.reading.near.words import Claim, Premise, _Search, near_proof
from reasoner.reading.story import FORWARDS, MANY
from reasoner.solver import get_solver
from reasoner.solvers.batches import Case
from reasoner.solvers.premises import FEW_TOGETHER, notes_of, premises_of, read_together
from reasoner.solvers.support.solver import APART, TOGETHER

needs_torch = pytest.mark.skipif(importlib.util.find_spec("torch") is None, reason="needs the neural extra")


def asked(facts: int, choices: int) -> Question:
    names = [f"zork{chr(97 + number % 26)}{chr(97 + number // 26)}" for number in range(max(facts, choices))]
    given = [f"Every {name} eats {name} leaves." for name in names[1:facts]]
    given.insert(len(given) * 2 // 3, f"Every {names[0]} can glow in the dark.")
    return Question(
        "1",
        "Which of these can glow in the dark?",
        tuple(Choice(f"C{number}", f"a {name}") for number, name in enumerate(names[:choices])),
        facts=tuple(given),
    )


def test_many_choices_are_taken_apart_and_the_answer_says_so() -> None:
    kb = KnowledgeBase.from_facts([Fact("wool is warm")])
    answer = get_solver("ilp", kb=kb).answer(asked(4, TOGETHER + 2))
    assert answer.selected == ("C0",)
    assert APART in answer.notes
    assert APART not in get_solver("ilp", kb=kb).answer(asked(4, TOGETHER)).notes


@needs_torch
@pytest.mark.parametrize("name", ["nearest", "dgem"])
def test_a_given_fact_is_looked_at_wherever_it_stands(name: str) -> None:
    answer = get_solver(name, kb=KnowledgeBase.from_facts(())).answer(asked(12, 4))
    assert answer.selected == ("C0",)
    assert any("joined two at a time" in note for note in answer.notes)


def test_near_proofs_of_many_facts_take_work_in_proportion(monkeypatch: pytest.MonkeyPatch) -> None:
    """Joins that are tried are counted, not seconds: a busy machine must not fail this."""
    tried = 0
    join = _Search._joined

    def counted(self: _Search, way: Any, other: Premise) -> Any:
        nonlocal tried
        tried += 1
        return join(self, way, other)

    def work(count: int) -> int:
        nonlocal tried
        tried = 0
        facts = [Premise(Fact(f"a word{number} holds a word{number + 1}")) for number in range(count)]
        assert near_proof(Claim("Which holds a", f"word{count}"), facts, Links(), lambda lemma: 1.0)
        return tried

    monkeypatch.setattr(_Search, "_joined", counted)
    few = work(200)
    assert few
    assert work(1600) < 16 * few  # all pairs would be 64 times as many


@pytest.mark.parametrize("stem", ["Which of these can glow in the dark?", "Which of these can NOT hum?"])
def test_a_long_text_that_runs_forwards_only_says_so(stem: str) -> None:
    chain = get_solver("chain", kb=KnowledgeBase.from_facts(()))
    long, short = (replace(asked(count, 4), stem=stem) for count in (MANY + 1, 9))
    assert FORWARDS in chain.answer(long).notes
    assert FORWARDS not in chain.answer(short).notes


def test_a_statement_that_a_long_text_leaves_open_says_that_it_was_not_searched_whole() -> None:
    facts = (*asked(MANY + 1, 4).facts, "Zed is a tern or a stork.")
    choices = (Choice("A", "True"), Choice("B", "False"), Choice("C", "Unknown"))
    question = Question("1", "Is the following statement true, false or unknown? Zed is a tern.", choices, facts=facts)
    assert FORWARDS in get_solver("chain", kb=KnowledgeBase.from_facts(())).answer(question).notes


@pytest.mark.parametrize(("rooms", "cut"), [(3, False), (60, True)])
def test_trails_through_a_large_crowd_are_cut_and_the_answer_says_so(rooms: int, cut: bool) -> None:
    """Every room leads to every other one, so that ways multiply; the limit counts them."""
    names = [f"zork{chr(97 + number % 26)}{chr(97 + number // 26)}" for number in range(rooms)]
    facts = [
        f"The {one} is beside the {other} and the lamp{at % 7}." for at, (one, other) in enumerate(pairwise(names))
    ]
    facts += [f"The lamp{at} is near the lamp{at + 1}." for at in range(7)]
    question = Question(
        "1",
        f"What is near the {names[0]}?",
        tuple(Choice(f"C{at}", f"the lamp{at}") for at in range(2 if not cut else 7)),
        facts=tuple(facts),
    )
    answer = get_solver("chain", kb=KnowledgeBase.from_facts(())).answer(question)
    assert (CUT in answer.notes) == cut


def test_premises_are_read_together_within_bounds_and_the_answer_says_so() -> None:
    """Of many long ones, those that entail most parts of the claim; of few, all, whole."""
    few, many = (
        Case("A", "Which glows?", "moss", "Moss glows.", facts(count), given=True, among=4) for count in (3, 40)
    )
    for case, cut in ((few, False), (many, True)):
        tried = [(case, premise) for premise in premises_of(case)]
        texts = [" ".join(fact.text for fact in premise) for _, premise in tried]
        last = [float(number) for number in range(len(tried))]
        read = list(read_together(tried, texts, last))
        assert (FEW_TOGETHER in notes_of(case)) is cut
        assert (len(read) < len(tried)) is cut
        assert read[0][0] == (len(tried) - 1 if cut else 0)
        assert sum(len(text) for _, text in read) <= 4_000


def facts(count: int) -> tuple[Fact, ...]:
    return tuple(Fact(f"stone {number} lies in a field and " * 12, line=number) for number in range(count))
