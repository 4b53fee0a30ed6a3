"""Answer multiple-choice questions and show the reason.

>>> import reasoner
>>> told = ["steel lets heat travel through"]
>>> print(reasoner.answer("Which lets heat through? (A) a wool hat (B) a steel spoon", "ir", facts=told, kb="none"))
B, a steel spoon: steel lets heat travel through.
"""

from typing import TYPE_CHECKING, Any

from reasoner.answer import Answer
from reasoner.doors import answer
from reasoner.ensemble import get_solver
from reasoner.errors import ReasonerError
from reasoner.explanation import Explanation, Link, Node, Part, Step
from reasoner.knowledge import Fact, KnowledgeBase
from reasoner.question import Choice, Question, read_questions, write_questions
from reasoner.solver import Solver, Support, given_facts, register, solver_names

if TYPE_CHECKING:
    from reasoner.experiment.experiment import Experiment, evaluate

__version__ = "0.2.0"

__all__ = [
    "Answer",
    "Choice",
    "Experiment",
    "Explanation",
    "Fact",
    "KnowledgeBase",
    "Link",
    "Node",
    "Part",
    "Question",
    "ReasonerError",
    "Solver",
    "Step",
    "Support",
    "answer",
    "evaluate",
    "get_solver",
    "given_facts",
    "read_questions",
    "register",
    "solver_names",
    "write_questions",
]


def __getattr__(name: str) -> Any:
    """Import what experiments need when it is first asked for: whoever asks one question does not wait for it."""
    if name in ("Experiment", "evaluate"):
        from reasoner.experiment import experiment

        return getattr(experiment, name)
    raise AttributeError(f"module 'reasoner' has no attribute {name!r}")
