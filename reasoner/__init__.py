"""Answer multiple-choice questions and show the reason.

>>> import reasoner
>>> choices = (reasoner.Choice("A", "a wool hat"), reasoner.Choice("B", "a steel spoon"))
>>> question = reasoner.Question("1", "Which lets heat through?", choices, facts=("steel lets heat travel through",))
>>> answer = reasoner.get_solver("ir", kb=reasoner.KnowledgeBase.from_facts(())).answer(question)
>>> answer.selected
('B',)
"""

from reasoner.answer import Answer
from reasoner.ensemble import get_solver
from reasoner.errors import ReasonerError
from reasoner.explanation import Explanation
from reasoner.knowledge import Fact, KnowledgeBase
from reasoner.question import Choice, Question, read_questions, write_questions
from reasoner.solver import Solver, Support, register, solver_names

__version__ = "0.2.0"

__all__ = [
    "Answer",
    "Choice",
    "Explanation",
    "Fact",
    "KnowledgeBase",
    "Question",
    "ReasonerError",
    "Solver",
    "Support",
    "get_solver",
    "read_questions",
    "register",
    "solver_names",
    "write_questions",
]
