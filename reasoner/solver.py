"""The Solver interface, and the registry of solvers: built-in ones, and those of other packages."""

from __future__ import annotations

import importlib
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from importlib.metadata import entry_points
from typing import Any, ClassVar, TypeVar

from reasoner import options, polarity, weights
from reasoner.answer import Answer
from reasoner.answer import Support as Support
from reasoner.errors import ReasonerError, UnknownNameError, UsageError
from reasoner.knowledge import Fact, KnowledgeBase, Sources, as_knowledge
from reasoner.options import Option
from reasoner.question import Question

#: Each lies in the module of its name in reasoner.solvers, and is imported when it is asked for.
BUILT_IN = tuple(
    "arrange bidaf chain dgem dgem-choice document-cue embed-sim esim fastqa guess-all ilp ir knowledge-reader longest "
    "majority max-mention nearest odd-one-out path plausible pmi question-match random scale table-ilp tf-idf "
    "transformer tuple-ilp".split()
)

ENTRY_POINTS = "reasoner.solvers"

#: The solver used where none is named: it needs the core alone, and its name stands in every answer.
DEFAULT_SOLVER = "chain"
#: What is right more often where the neural extra is there, by the measurement in docs/solvers.md; never taken unasked.
STRONGER = "2*chain+nearest"


class Solver(ABC):
    """Scores every choice of a question and explains every score.

    A solver says in class attributes what it is called, what it does in one sentence, what it needs and where it was
    described first, and implements `support`.
    """

    name: ClassVar[str]
    summary: ClassVar[str]
    needs: ClassVar[str] = "nothing"
    citation: ClassVar[str] = "this package"
    #: The files in reasoner.weights that hold its fitted numbers; their certificates say what it was fitted on.
    weights: ClassVar[tuple[str, ...]] = ()
    #: Whether it wants questions as they were asked. Others see only positive claims of single choices: "which is not",
    #: "all of these" and yes or no are turned before they are asked, and back again after (reasoner.polarity).
    handles_polarity: ClassVar[bool] = False
    #: Whether facts that come with a question are all that is used for it: the knowledge base is then not looked at.
    given_speak_alone: ClassVar[bool] = False

    def __init__(self, kb: KnowledgeBase | Sources | None = None) -> None:
        self._kb = kb

    @cached_property
    def kb(self) -> KnowledgeBase:
        """The knowledge that the solver may use: what it was made with, or the built-in science knowledge."""
        return as_knowledge(self._kb)

    @classmethod
    def provenance(cls) -> str:
        """Say what its numbers were fitted or trained on."""
        return weights.provenance(cls.weights)

    @classmethod
    def is_trained(cls) -> bool:
        """Whether it is a model learned from multiple-choice questions; such results are never mixed with others."""
        return weights.learned_from_questions(cls.weights)

    @abstractmethod
    def support(self, question: Question) -> Mapping[str, Support]:
        """Return the support for each label that has any."""

    def support_all(self, questions: Iterable[Question]) -> Iterator[Mapping[str, Support]]:
        """Yield the support for each question in turn; solvers that gain from batches override this."""
        return (self.support(question) for question in questions)

    def judge_all(self, questions: Iterable[Question]) -> Iterator[Mapping[str, Support]]:
        """Yield what the solver makes of each question as it was asked: not, except, all of these, yes or no."""
        if self.handles_polarity:
            yield from self.support_all(questions)
            return
        turned = [polarity.turn(question) for question in questions]
        found = self.support_all(asked for each in turned for asked in each.asked)
        for each in turned:
            answers = [next(found) for _ in each.asked]
            shows = any(support.explanation.facts for answer in answers for support in answer.values())
            yield each.back(answers, (lambda: self.kb) if shows else None)  # a solver without facts uses none here

    def answer(self, question: Question) -> Answer:
        """Return the answer to one question."""
        return next(self.answer_all([question]))

    def answer_all(self, questions: Iterable[Question]) -> Iterator[Answer]:
        """Yield the answer to each question in turn."""
        questions = list(questions)
        supports = self.judge_all(questions)
        for question in questions:
            start = time.perf_counter()
            found = next(supports)
            seconds = time.perf_counter() - start
            yield self.as_answer(question, found, seconds)

    def as_answer(self, question: Question, found: Mapping[str, Support], seconds: float) -> Answer:
        """Return the answer that the support for some labels amounts to."""
        if unknown := set(found) - set(question.labels):
            named = ", ".join(map(repr, sorted(unknown)))
            labels = ", ".join(question.labels)
            raise UsageError(f"{self.name} scored {named}; question {question.id!r} has only the labels {labels}")
        supported = {label: found.get(label, Support(None)) for label in question.labels}
        scores = {label: support.score for label, support in supported.items()}
        explanations = {label: support.explanation for label, support in supported.items()}
        notes = tuple(dict.fromkeys(note for support in supported.values() for note in support.notes))
        return Answer(question.id, self.name, scores, explanations, seconds, notes, question)


SolverClass = TypeVar("SolverClass", bound=type[Solver])
_registered: dict[str, type[Solver]] = {}


def register(solver: SolverClass) -> SolverClass:
    """Make a solver known under its name; a class decorator.

    >>> @register
    ... class FirstChoice(Solver):
    ...     name, summary = "first-choice", "Always the first."
    ...     def support(self, question):
    ...         return {question.labels[0]: Support(1.0)}
    >>> get_solver("first-choice").name
    'first-choice'
    >>> del _registered["first-choice"]
    """
    if not getattr(solver, "name", ""):
        raise UsageError(f'{solver.__qualname__} has no name: write name = "..." in the class')
    known = _registered.get(solver.name)
    if known is not None and known.__qualname__ != solver.__qualname__:
        raise ReasonerError(f"two solvers are called {solver.name!r}: {known.__qualname__}, {solver.__qualname__}")
    _registered[solver.name] = solver
    return solver


def solver_names() -> list[str]:
    """Return the name of every solver that can be asked for.

    >>> "ir" in solver_names()
    True
    """
    return sorted({*BUILT_IN, *_registered, *(entry.name for entry in entry_points(group=ENTRY_POINTS))})


def solver_class(name: str) -> type[Solver]:
    """Return the class of the solver of that name, or that ``module:name`` or a file of Python holds.

    >>> solver_class("irr")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ...
    reasoner.errors.UnknownNameError: unknown solver 'irr': did you mean 'ir'? Available: ...
    """
    name, _ = options.split_name(name)
    if name not in _registered:
        from reasoner import plugins

        if plugins.is_plugin(name):
            return plugins.load_plugin(name)
        if name in BUILT_IN:
            importlib.import_module(f"reasoner.solvers.{name.replace('-', '_')}")
        else:
            for entry in entry_points(group=ENTRY_POINTS, name=name):
                register(entry.load())
    if name not in _registered:
        raise UnknownNameError("solver", name, solver_names())
    return _registered[name]


def options_of(name: str) -> dict[str, Option]:
    """Return the options that a solver takes, apart from its knowledge.

    >>> options_of("ir"), options_of("random")["seed"].kind
    ({}, 'int')
    """
    return options.options_of(solver_class(name))


def get_solver(name: str, **given: Any) -> Solver:
    """Return the solver of that name, made with the knowledge (`kb`) and options that it may use.

    Options may stand in the name as well: `chain[soft=embeddings]`.

    >>> get_solver("guess-all").name
    'guess-all'
    >>> get_solver("pmi", windw=3)
    Traceback (most recent call last):
    ...
    reasoner.errors.UsageError: solver 'pmi' has no option 'windw'; it has variant, window
    >>> get_solver("pmi", window="wide")
    Traceback (most recent call last):
    ...
    reasoner.errors.UsageError: option window of solver 'pmi' is int, not 'wide'
    """
    make: Callable[..., Solver] = solver_class(name)
    given = {**options.split_name(name)[1], **given}
    options.check_options(name, options_of(name), given)
    return make(**given)


def given_facts(question: Question) -> list[Fact]:
    """Return the facts that came with a question.

    >>> from reasoner.question import Choice
    >>> pair = (Choice("A", "wool"), Choice("B", "steel"))
    >>> given_facts(Question("1", "Which conducts heat?", pair, facts=("metal conducts heat",)))[0].where
    'given:1'
    """
    facts = [Fact(text, line=number) for number, text in enumerate(question.facts, 1)]
    return facts + [Fact(text, "document", number) for number, text in enumerate(question.documents, 1)]
