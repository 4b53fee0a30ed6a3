"""A question and a solver, each as one likes to write it: the first door for Python."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any

from reasoner.answer import Answer
from reasoner.ensemble import get_solver
from reasoner.errors import UsageError
from reasoner.knowledge import KnowledgeBase, Sources, as_knowledge
from reasoner.plugins import as_solver_class
from reasoner.question import Question
from reasoner.solver import DEFAULT_SOLVER as DEFAULT_SOLVER
from reasoner.solver import Solver

#: What can be asked: a name as on the command line, a solver, a class of solvers, or a plain function.
SolverLike = str | Solver | type[Solver] | Callable[..., Mapping[str, Any]]


def answer(
    question: Question | str,
    solver: SolverLike = DEFAULT_SOLVER,
    *,
    facts: Sequence[str] = (),
    kb: KnowledgeBase | Sources | None = None,
    **options: Any,
) -> Answer:
    """Answer a question and show why.

    Parameters
    ----------
    question : Question or str
        A question, or its text with the choices in it.
    solver : str, Solver or function
        A name as on the command line (``chain``, ``ir+2*chain``, ``mine.py``), a solver, or a plain function from a
        question to ``{label: score}``.
    facts : sequence of str
        Facts and rules in English, beside those that the question carries.
    kb : str, sequence of str or KnowledgeBase
        Sources: ``science`` (the default), ``none``, a file; one or several.
    **options
        Options of the solver; ``reasoner solvers NAME`` lists them.

    Examples
    --------
    >>> import reasoner
    >>> told = ["Miro is a brill.", "All brills can swim."]
    >>> reasoner.answer("Who can swim? (A) Miro (B) Tala", facts=told, kb="none").selected
    ('A',)
    >>> def longest(question):
    ...     return {choice.label: len(choice.text) for choice in question.choices}
    >>> reasoner.answer("Which is a metal? (A) wool (B) copper", solver=longest).selected
    ('B',)
    """
    asked = Question.from_text(question) if isinstance(question, str) else question
    if isinstance(facts, str):
        raise UsageError("facts are a list of sentences, not one text: write facts=[text]")
    return make_solver(solver, kb, options).answer(replace(asked, facts=(*asked.facts, *facts)))


def make_solver(solver: SolverLike, kb: KnowledgeBase | Sources | None, options: Mapping[str, Any]) -> Solver:
    """Return the solver that was named or handed over; one that was named is kept for the next question."""
    if isinstance(solver, Solver):
        if kb is not None or options:
            raise UsageError("a solver that is made already has its knowledge and options: leave out kb and options")
        return solver
    knowledge = as_knowledge(kb)
    if isinstance(solver, str):
        return _named(solver, knowledge, tuple(sorted(options.items())))
    return as_solver_class(solver)(knowledge, **options)


@lru_cache(maxsize=4)
def _named(name: str, kb: KnowledgeBase, options: tuple[tuple[str, Any], ...]) -> Solver:
    return get_solver(name, kb=kb, **dict(options))
