"""Questions and choices; readers and writers of every question format."""

from reasoner.question.readers import read_questions
from reasoner.question.types import GIVEN, Choice, Question, letter_label
from reasoner.question.writers import write_leaderboard, write_questions

__all__ = [
    "GIVEN",
    "Choice",
    "Question",
    "letter_label",
    "read_questions",
    "write_leaderboard",
    "write_questions",
]
