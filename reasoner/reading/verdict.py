"""What became of the choices of a question: proved, refuted or unknown, and why."""

from __future__ import annotations

from dataclasses import dataclass

from reasoner.language.claim import truths
from reasoner.logic.atoms import Rule
from reasoner.question import Question
from reasoner.reading.claims import Outcome
from reasoner.reading.read import Reading

_VERDICTS = {"yes": "true", "no": "false", "unknown": "unknown"}


@dataclass(frozen=True, slots=True)
class ChoiceVerdict:
    """What became of one choice: its claim as a sentence and as logic, proved, refuted or unknown, and why."""

    label: str
    claim: Reading
    status: str
    outcome: Outcome | None = None


@dataclass(frozen=True, slots=True)
class Verdicts:
    """What became of a question's choices, what its sentences were read as, and whether all logic was used."""

    choices: tuple[ChoiceVerdict, ...]
    readings: tuple[Reading, ...]
    rules: tuple[Rule, ...]
    classical: bool
    selected: str | None
    loose: bool = False  # by the second reading
    notes: tuple[str, ...] = ()  # what was not looked into

    @property
    def unread(self) -> tuple[Reading, ...]:
        """The sentences that could not be read."""
        return tuple(reading for reading in self.readings if reading.unread)


def judged_choices(question: Question) -> dict[str, str]:
    """Return what each choice judges a statement to be, by label; nothing where the choices are answers.

    >>> from reasoner.question import Choice
    >>> judged_choices(Question("1", "Ice is hot.", (Choice("A", "Yes"), Choice("B", "No"), Choice("C", "Unknown"))))
    {'A': 'true', 'B': 'false', 'C': 'unknown'}
    """
    return {label: _VERDICTS[truth] for label, truth in truths(question.choices).items()}
