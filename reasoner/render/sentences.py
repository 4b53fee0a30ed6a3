"""Sentences inside sentences: a fact as it stands in the middle of a verdict, and several of them in a row."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from reasoner.language.claim import lowered
from reasoner.language.english import words as word_list
from reasoner.language.terms import STOP_WORDS, tokenize
from reasoner.question import Question

_NEVER_NAMES = (STOP_WORDS | word_list("universal_subjects") | word_list("negations")) - {"i"}


def common_words(question: Question) -> frozenset[str]:
    """Return the words that a question writes small somewhere, so that they are no names where a sentence opens.

    >>> from reasoner.question import Choice
    >>> question = Question("1", "What is soap?", (Choice("A", "Ubo"), Choice("B", "it")), facts=("Soap melts.",))
    >>> sorted({"soap", "ubo"} & common_words(question))
    ['soap']
    """
    texts = (question.stem, *(choice.text for choice in question.choices), *question.facts)
    small = {word for text in texts for word in text.replace(",", " ").rstrip(".?!").split() if word.islower()}
    return frozenset(small | {word + "s" for word in small} | {word.removesuffix("s") for word in small})


def inside(text: str, common: Collection[str] = ()) -> str:
    """Return a sentence as it stands in the middle of another: without its full stop, small where it is no name.

    >>> inside("Every dax is a wug."), inside("Nilla is a dax."), inside("Soap dissolves.", {"soap"})
    ('every dax is a wug', 'Nilla is a dax', 'soap dissolves')
    """
    text = lowered(" ".join(text.split()).rstrip("."))
    first = text.split(" ", 1)[0].rstrip(",")
    small = first.lower() in _NEVER_NAMES or first.lower() in common
    return text[:1].lower() + text[1:] if small and first[1:].islower() | (len(first) == 1) else text


def joined(facts: Sequence[str]) -> str:
    """Join facts; with semicolons where one has a comma in it.

    >>> joined(["steel is a metal", "if it is hot, it glows"])
    'steel is a metal; and if it is hot, it glows'
    """
    return listed(facts, "and", "; " if any("," in fact for fact in facts) else ", ")


def listed(texts: Sequence[str], word: str, comma: str = ", ") -> str:
    """
    >>> listed(["A, wool", "B, steel"], "and"), listed(["A"], "and")
    ('A, wool, and B, steel', 'A')
    """
    return comma.join(texts[:-1]) + f"{comma}{word} {texts[-1]}" if len(texts) > 1 else texts[0]


def words_in(texts: Iterable[str]) -> int:
    """Return how many words some texts have together.

    >>> words_in(["steel is a metal", "it glows"])
    6
    """
    return sum(len(tokenize(text)) for text in texts)
