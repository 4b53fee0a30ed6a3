"""What a set of questions looks like: OpenBookQA's Table 1, WikiHop's Tables 1 and 2, CODAH's Table 2."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from statistics import mean, median

from reasoner.language.terms import tokenize
from reasoner.question import Question
from reasoner.solvers.documents import sentences

Figures = dict[str, float]


def statistics(questions: Sequence[Question]) -> dict[str, Figures]:
    """Return every figure by name: least, greatest, mean and median over the questions.

    >>> from reasoner.question import Choice
    >>> one = Question("1", "Which is a metal?", (Choice("A", "wool"), Choice("B", "a steel spoon")), "B")
    >>> statistics([one])["tokens of a stem"]["mean"]
    4
    """
    measured: dict[str, Callable[[Question], Sequence[int]]] = {
        "choices": lambda each: [len(each.choices)],
        "sentences of a stem": lambda each: [len(sentences(each.stem))],
        "tokens of a stem": lambda each: [len(tokenize(each.stem))],
        "tokens of a choice": lambda each: [len(tokenize(choice.text)) for choice in each.choices],
        "documents": lambda each: [len(each.documents)] if each.documents else [],
        "tokens of a document": lambda each: [len(tokenize(text)) for text in each.documents],
    }
    found = {name: [value for each in questions for value in measure(each)] for name, measure in measured.items()}
    return {name: _figures(values) for name, values in found.items() if values}


def totals(questions: Sequence[Question]) -> dict[str, float]:
    """Return the figures that stand for the whole set: size, words, and how often length gives the key away."""
    keyed = [each for each in questions if each.answer_key]
    words = (word for each in questions for text in _texts(each) for word in tokenize(text))
    return {
        "questions": len(questions),
        "vocabulary": len(set(words)),
        "vocabulary of stems": len({word for each in questions for word in tokenize(each.stem)}),
        "answer is the longest choice": _share(keyed, max),
        "answer is the shortest choice": _share(keyed, min),
        "kinds of question": len({each.category for each in questions}),
    }


def kinds(questions: Sequence[Question]) -> dict[str, int]:
    """Return how many questions are of each category, the commonest first."""
    return dict(Counter(each.category or "none" for each in questions).most_common())


def _texts(question: Question) -> list[str]:
    return [question.stem, *(choice.text for choice in question.choices)]


def _share(questions: Sequence[Question], extreme: Callable[[list[int]], int]) -> float:
    """The share of questions whose key is as long as the longest, or as short as the shortest, choice, in tokens."""
    hits = 0
    for each in questions:
        lengths = {choice.label: len(tokenize(choice.text)) for choice in each.choices}
        hits += lengths[str(each.answer_key)] == extreme(list(lengths.values()))
    return hits / len(questions) if questions else 0.0


def _figures(values: Sequence[int]) -> Figures:
    return {"min": min(values), "max": max(values), "mean": mean(values), "median": median(values)}
