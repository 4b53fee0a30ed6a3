"""What stands in documents: sentences, and mentions of names; and the two halves of a query over them."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from reasoner.language.terms import tokenize
from reasoner.question import Question

_SENTENCE_END = re.compile(r"(?<=[a-z\d)\"'][.!?])\s+(?=[\"'(]?[A-Z\d])")


class Query(NamedTuple):
    """What is asked of whom: the relation and the subject of a query such as "place of birth Ada Lovelace"."""

    relation: str
    subject: str

    @classmethod
    def of(cls, question: Question) -> Query:
        """Return the halves of a stem; a question whose category is no relation in front is all subject.

        >>> from reasoner.question import Choice
        >>> pair = (Choice("A", "London"), Choice("B", "Paris"))
        >>> Query.of(Question("1", "place of birth Ada Lovelace", pair, category="place of birth"))
        Query(relation='place of birth', subject='Ada Lovelace')
        """
        relation = question.category or ""
        if relation and question.stem.startswith(f"{relation} "):
            return cls(relation, question.stem.removeprefix(relation).strip())
        return cls("", question.stem)


@lru_cache(maxsize=50_000)
def plain(text: str) -> str:
    """Return the words of a text, each between single blanks, so that a name is found by `in`.

    >>> plain("Ada King, Countess of Lovelace") in plain("The engine of Ada King (Countess of Lovelace).")
    True
    """
    return f" {' '.join(tokenize(text))} "


def count_mentions(name: str, text: str) -> int:
    """Return how often a name stands in a text, word for word, whatever the case.

    >>> count_mentions("New York", "In new york, New York is New Yorkers' own.")
    2
    """
    apart = plain(text).replace(" ", "  ")  # so that two mentions never share the blank between them
    return apart.count(plain(name).replace(" ", "  ")[1:-1]) if plain(name).strip() else 0


@lru_cache(maxsize=10_000)
def sentences(document: str) -> tuple[str, ...]:
    """Return the sentences of a document.

    >>> sentences("She was born in 1815. She died in London.")
    ('She was born in 1815.', 'She died in London.')
    """
    return tuple(part for part in _SENTENCE_END.split(document.strip()) if part)
