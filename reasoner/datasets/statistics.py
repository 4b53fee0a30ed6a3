"""What a set of questions looks like: the statistics that OpenBookQA, WikiHop and CODAH report of themselves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from statistics import mean, median

from reasoner.documents.mentions import sentences
from reasoner.language.terms import tokenize
from reasoner.question import Question

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
        "tokens of the first fact": lambda each: [len(tokenize(text)) for text in each.facts[:1]],
        "documents": lambda each: [len(each.documents)] if each.documents else [],
        "tokens of a document": lambda each: [len(tokenize(text)) for text in each.documents],
    }
    found = {name: [value for each in questions for value in measure(each)] for name, measure in measured.items()}
    return {name: _figures(values) for name, values in found.items() if values}


def totals(questions: Sequence[Question]) -> dict[str, float]:
    """Return the figures that stand for the whole set: size, words, and how often length gives the key away.

    An answer is the longest choice where it alone is: OpenBookQA's figures come out only if ties do not count.
    """
    keyed = [each for each in questions if each.answer_key]
    asked = _vocabulary(text for each in questions for text in _texts(each))
    return {
        "questions": len(questions),
        "vocabulary": len(asked),
        "vocabulary with the first facts": len(
            asked | _vocabulary(text for each in questions for text in each.facts[:1])
        ),
        "vocabulary of stems": len(_vocabulary(each.stem for each in questions)),
        "answer is the longest choice": _share(keyed, max),
        "answer is the shortest choice": _share(keyed, min),
        "kinds of question": len(kinds(questions)),
    }


def kinds(questions: Sequence[Question]) -> dict[str, int]:
    """Return how many questions are of each category, the commonest first; one of two categories counts in both."""
    named = (name for each in questions for name in (each.category or "none").split("; "))
    return dict(Counter(named).most_common())


def _texts(question: Question) -> list[str]:
    return [question.stem, *(choice.text for choice in question.choices)]


def _vocabulary(texts: Iterable[str]) -> set[str]:
    return {word for text in texts for word in tokenize(text)}


def _share(questions: Sequence[Question], extreme: Callable[[list[int]], int]) -> float:
    """The share of questions whose key is the one longest, or the one shortest, choice, in tokens."""
    hits = 0
    for each in questions:
        lengths = {choice.label: len(tokenize(choice.text)) for choice in each.choices}
        key = lengths[str(each.answer_key)]
        hits += key == extreme(list(lengths.values())) and list(lengths.values()).count(key) == 1
    return hits / len(questions) if questions else 0.0


def _figures(values: Sequence[int]) -> Figures:
    return {"min": min(values), "max": max(values), "mean": mean(values), "median": median(values)}
