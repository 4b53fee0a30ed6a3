"""Question and Choice: immutable, checked when made."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from reasoner.errors import InputError

#: What may be handed to a solver of the facts that a question carries, and how many facts that is: nothing, the first
#: (f), the first two (f and k), or every one.
GIVEN = {"none": 0, "f": 1, "fk": 2, "all": None}


@dataclass(frozen=True, slots=True)
class Choice:
    """One of the answers offered, under its label.

    >>> Choice("B", "a steel spoon")
    Choice(label='B', text='a steel spoon')
    """

    label: str
    text: str


@dataclass(frozen=True, slots=True)
class Question:
    """A multiple-choice question: a stem, two or more labelled choices and, where known, the right label.

    `facts` are given knowledge (f, k, or what the user typed); `documents` are supporting texts.

    >>> q = Question("1", "Which is a metal?", (Choice("A", "wool"), Choice("B", "steel")), answer_key="B")
    >>> q.labels
    ('A', 'B')
    >>> print(q)
    Which is a metal? (A) wool (B) steel
    >>> Question("2", "Which is a metal?", (Choice("A", "wool"),))
    Traceback (most recent call last):
    ...
    reasoner.errors.InputError: field choices: 1 choice, but a question needs at least 2
    """

    id: str
    stem: str
    choices: tuple[Choice, ...]
    answer_key: str | None = None
    facts: tuple[str, ...] = ()
    documents: tuple[str, ...] = ()
    category: str | None = None

    def __post_init__(self) -> None:
        if not self.id:
            raise InputError("the id is empty", field="id")
        if not self.stem.strip():
            raise InputError("the stem is empty", field="stem")
        if len(self.choices) < 2:
            count = f"{len(self.choices)} choice{'' if len(self.choices) == 1 else 's'}"
            raise InputError(f"{count}, but a question needs at least 2", field="choices")
        if isinstance(self.facts, str) or isinstance(self.documents, str):
            raise InputError("a single text where a sequence of texts belongs: write ('...',)", field="facts")
        seen: set[str] = set()
        for number, choice in enumerate(self.choices):
            if not choice.text.strip():
                raise InputError("the choice's text is empty", field=f"choices[{number}].text")
            if not choice.label:
                raise InputError("the choice's label is empty", field=f"choices[{number}].label")
            if choice.label in seen:
                raise InputError(f"label {choice.label!r} is used twice", field=f"choices[{number}].label")
            seen.add(choice.label)
        if self.answer_key is not None and self.answer_key not in self.labels:
            message = f"key {self.answer_key!r} is not among the labels {', '.join(self.labels)}"
            raise InputError(message, field="answerKey")

    @classmethod
    def from_text(cls, text: str, facts: Sequence[str] = (), answer_key: str | None = None, id: str = "1") -> Question:
        """Return the question that a text is, with its choices marked or one a line.

        >>> Question.from_text("Which is a metal? (A) wool (B) steel", facts=["steel is a metal"]).choices[1].text
        'steel'
        >>> Question.from_text("Which is a metal?")
        Traceback (most recent call last):
        ...
        reasoner.errors.InputError: no choices are found in it: write 'Which ...? (A) ... (B) ...'
        """
        from reasoner.question.choices import split_choices

        found = split_choices(text)
        if found is None:
            raise InputError("no choices are found in it: write 'Which ...? (A) ... (B) ...'")
        given = facts if isinstance(facts, str) else tuple(facts)
        return cls(id, *found, answer_key, given)  # type: ignore[arg-type]  # one text is refused there

    def __str__(self) -> str:
        return " ".join([self.stem, *(f"({choice.label}) {choice.text}" for choice in self.choices)])

    @property
    def labels(self) -> tuple[str, ...]:
        """The labels in the order of the choices."""
        return tuple(choice.label for choice in self.choices)

    def text_of(self, label: str) -> str:
        """Return the text of the choice with that label."""
        return self.choices[self.labels.index(label)].text

    def given(self, condition: str) -> Question:
        """Return the question with only those of its facts that a knowledge condition allows.

        >>> choices = (Choice("A", "wool"), Choice("B", "steel"))
        >>> q = Question("1", "Which conducts heat?", choices, facts=("metal conducts heat", "steel is a metal"))
        >>> q.given("f").facts
        ('metal conducts heat',)
        >>> q.given("all") == q
        True
        """
        if condition not in GIVEN:
            raise InputError(f"{condition!r} is not one of {', '.join(GIVEN)}", field="given")
        return replace(self, facts=self.facts[: GIVEN[condition]])

    def as_dict(self) -> dict[str, Any]:
        """Return the question as the JSON record that `read_questions` reads back."""
        choices = [{"label": choice.label, "text": choice.text} for choice in self.choices]
        record: dict[str, Any] = {"id": self.id, "question": {"stem": self.stem, "choices": choices}}
        optional = {
            "answerKey": self.answer_key,
            "facts": list(self.facts),
            "documents": list(self.documents),
            "category": self.category,
        }
        return record | {name: value for name, value in optional.items() if value}


def letter_label(number: int) -> str:
    """Return the label of the choice at a position: A to Z, then AA, AB, ...

    >>> letter_label(0), letter_label(25), letter_label(26)
    ('A', 'Z', 'AA')
    """
    head, tail = divmod(number, 26)
    return (letter_label(head - 1) if head else "") + chr(ord("A") + tail)
