"""Whether the reason shown is the reason: the same question without the facts shown, and with nothing else."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from reasoner.answer import TIE, Answer
from reasoner.knowledge import Fact, KnowledgeBase
from reasoner.question import Question
from reasoner.solver import Solver

Make = Callable[[KnowledgeBase], Solver]
"""Makes the solver that is tested, over some knowledge."""


@dataclass(frozen=True, slots=True)
class Faithfulness:
    """Over how many answers it was asked, and for how many each test held.

    `needed`: without the facts shown for a selected choice its score falls, or another choice is selected.
    `enough`: from the facts that are shown for any choice, and nothing else, the same choices are selected.
    """

    asked: int
    needed: int
    enough: int

    def __str__(self) -> str:
        return f"of {self.asked} answers, {self.needed} need the facts shown, {self.enough} need nothing else"


def faithfulness(make: Make, questions: Iterable[Question], kb: KnowledgeBase) -> Faithfulness:
    """Test the answers of a solver that show a fact for a choice they select.

    >>> from reasoner.question import Choice
    >>> from reasoner.solver import get_solver
    >>> question = Question("1", "Which is a metal?", (Choice("A", "wool"), Choice("B", "steel")))
    >>> kb = KnowledgeBase.from_facts(["steel is a metal", "cows eat grass"])
    >>> print(faithfulness(lambda kb: get_solver("ir", kb=kb), [question], kb))
    of 1 answers, 1 need the facts shown, 1 need nothing else
    """
    solver, places = make(kb), _places(kb)
    asked = [(question, answer) for question in questions if shown(answer := solver.answer(question), answer.selected)]
    needed = 0
    for question, answer in asked:
        struck = [where for fact in shown(answer, answer.selected) for where in places[fact.text]]
        needed += is_needed(make, question, answer, _rest(solver, question, kb, struck))
    return Faithfulness(len(asked), needed, sum(is_enough(make, question, answer) for question, answer in asked))


def _places(kb: KnowledgeBase) -> Mapping[str, Sequence[str]]:
    """Where each sentence stands; some stand in several places."""
    places: dict[str, list[str]] = defaultdict(list)
    for fact in kb:
        places[fact.text].append(f"{fact.source}:{fact.line}")
    return places


def _rest(solver: Solver, question: Question, kb: KnowledgeBase, places: Iterable[str]) -> KnowledgeBase:
    """What is known without the facts at some places; where given facts speak alone, it had no say and gets none."""
    if (question.facts or question.documents) and solver.given_speak_alone:
        return KnowledgeBase.from_facts(())
    return kb.without(places)


def is_needed(make: Make, question: Question, answer: Answer, rest: KnowledgeBase) -> bool:
    """Say whether a selected choice loses score, or selection, without the facts that are shown for it.

    `rest` is what is known beside them.
    """
    texts = {fact.text for fact in shown(answer, answer.selected)}
    facts = tuple(text for text in question.facts if text not in texts)
    documents = tuple(text for text in question.documents if text not in texts)
    again = make(rest).answer(replace(question, facts=facts, documents=documents))
    return again.selected != answer.selected or again.abstained or any(
        _lower(again.scores[label], answer.scores[label]) for label in answer.selected
    )  # fmt: skip


def is_enough(make: Make, question: Question, answer: Answer) -> bool:
    """Say whether the facts shown, given ones as given and found ones as all that is known, select the same."""
    facts = shown(answer, question.labels)
    texts = {fact.text for fact in facts}
    kept = replace(
        question,
        facts=tuple(text for text in question.facts if text in texts),
        documents=tuple(text for text in question.documents if text in texts),
    )
    rest = KnowledgeBase.from_facts(fact for fact in facts if fact.text not in {*kept.facts, *kept.documents})
    return make(rest).answer(kept).selected == answer.selected


def shown(answer: Answer, labels: Iterable[str]) -> list[Fact]:
    """Return the facts that are shown for some labels, each once."""
    nodes = (node for label in labels if label in answer.explanations for node in answer.explanations[label].facts)
    return list({node.text: Fact(node.text, node.source or "shown") for node in nodes}.values())


def _lower(now: float | None, before: float | None) -> bool:
    return before is not None and (now is None or now < before - TIE)
