"""The checks of OpenBookQA's crowdsourcing: what is wrong with a question before anyone answers it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from reasoner.language.english import words
from reasoner.language.terms import tokenize
from reasoner.question import Question

#: A choice this many times as long as the mean of the others gives itself away. Set by hand.
UNEVEN = 3.0


def faults(question: Question, choices: int = 4) -> list[str]:
    """Return what is wrong with a question, in words.

    >>> from reasoner.question import Choice
    >>> faults(Question("1", "Which is not a metal?", (Choice("A", "tin"), Choice("B", "wool")), "B"))
    ['2 choices, but 4 are wanted', "a negation word in the stem: 'not'"]
    """
    return list(_faults(question, choices))


def _faults(question: Question, choices: int) -> Iterator[str]:
    if len(question.choices) != choices:
        yield f"{len(question.choices)} choices, but {choices} are wanted"
    if denied := sorted(set(tokenize(question.stem)) & words("negations")):
        yield f"a negation word in the stem: {', '.join(map(repr, denied))}"
    texts = [choice.text.strip().lower() for choice in question.choices]
    if len(set(texts)) < len(texts):
        yield "two choices say the same"
    lengths = [len(tokenize(text)) for text in texts]
    for choice, length in zip(question.choices, lengths, strict=True):
        others = (sum(lengths) - length) / (len(lengths) - 1)
        if length > UNEVEN * max(others, 1.0):
            yield f"choice {choice.label} is {length} words long, the others {others:.1f}"
    if question.answer_key is None:
        yield "no key"


def key_positions(questions: Sequence[Question]) -> dict[str, int]:
    """Return how often each label is the key; even numbers are what a set should have."""
    counts = Counter(question.answer_key for question in questions if question.answer_key)
    return {str(label): counts[label] for label in sorted(counts, key=str)}
