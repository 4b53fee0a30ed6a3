"""The checks of OpenBookQA's crowdsourcing: what is wrong with a question before anyone answers it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from reasoner.language.english import words
from reasoner.language.terms import tokenize
from reasoner.question import Question

#: A choice this many times as long as the mean of the others gives itself away. Set by hand.
UNEVEN = 3.0


class Fault(NamedTuple):
    """Something wrong with a question: the kind, and what it is in words."""

    kind: str
    said: str


def faults(question: Question, choices: int = 4) -> list[Fault]:
    """Return what is wrong with a question.

    >>> from reasoner.question import Choice
    >>> pair = (Choice("A", "tin"), Choice("B", "wool"))
    >>> [fault.said for fault in faults(Question("1", "Which is not a metal?", pair, "B"))]
    ['2 choices, but 4 are wanted', "a negation word in the stem: 'not'"]
    """
    return list(_faults(question, choices))


def _faults(question: Question, choices: int) -> Iterator[Fault]:
    if len(question.choices) != choices:
        yield Fault("number of choices", f"{len(question.choices)} choices, but {choices} are wanted")
    if denied := sorted(set(tokenize(question.stem)) & words("negations")):
        yield Fault("negation word", f"a negation word in the stem: {', '.join(map(repr, denied))}")
    texts = [choice.text.strip().lower() for choice in question.choices]
    if len(set(texts)) < len(texts):
        yield Fault("equal choices", "two choices say the same")
    lengths = [len(tokenize(text)) for text in texts]
    for choice, length in zip(question.choices, lengths, strict=True):
        others = (sum(lengths) - length) / (len(lengths) - 1)
        if length > UNEVEN * max(others, 1.0):
            yield Fault("uneven length", f"choice {choice.label} is {length} words long, the others {others:.1f}")
    if question.answer_key is None:
        yield Fault("no key", "no key")


def key_positions(questions: Sequence[Question]) -> dict[str, int]:
    """Return how often each label is the key; even numbers are what a set should have."""
    counts = Counter(question.answer_key for question in questions if question.answer_key)
    return {str(label): counts[label] for label in sorted(counts, key=str)}


def key_evenness(questions: Sequence[Question]) -> float:
    """Return how probable it is that keys lie as unevenly as here where each position is as likely (chi-square).

    Every question's key is expected at each of its own labels alike, so sets with any numbers of choices may be tested.

    >>> from reasoner.question import Choice
    >>> pair = (Choice("A", "tin"), Choice("B", "wool"))
    >>> key_evenness([Question(str(number), "Which?", pair, "A") for number in range(20)]) < 0.001
    True
    """
    from scipy.stats import chi2

    keyed = [each for each in questions if each.answer_key]
    counts, expected = key_positions(keyed), Counter[str]()
    for each in keyed:
        expected.update({label: 1 / len(each.choices) for label in each.labels})
    off = sum((counts.get(label, 0) - number) ** 2 / number for label, number in expected.items())
    return float(chi2.sf(off, max(len(expected) - 1, 1)))
