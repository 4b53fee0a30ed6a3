"""Documents as one: words with their places, where an answer stands, and when two answers are the same."""

from __future__ import annotations

import re
import string
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

#: Stands between two documents.
SEPARATOR = "[SEP]"
#: Words that are read of a super-document, as the WikiHop paper has it for BiDAF.
MOST_WORDS = 8_192

_WORD = re.compile(r"\[SEP\]|\w+|[^\w\s]")
_ARTICLE = re.compile(r"\b(?:a|an|the)\b")
_PUNCTUATION = str.maketrans("", "", string.punctuation)

Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Passage:
    """A text and the places of its words.

    >>> passage = Passage.of("Born in Rome.")
    >>> passage.words, passage.text_of((1, 2))
    (('Born', 'in', 'Rome', '.'), 'in Rome')
    """

    text: str
    places: tuple[Span, ...]

    @classmethod
    def of(cls, text: str, most: int = MOST_WORDS) -> Passage:
        """Cut a text into words; what is beyond so many of them is left out."""
        found = [match.span() for match in _WORD.finditer(text)][:most]
        return cls(text, tuple(found))

    @property
    def words(self) -> tuple[str, ...]:
        """The words as they stand there."""
        return tuple(self.text[start:end] for start, end in self.places)

    def text_of(self, span: Span) -> str:
        """Return the text from the first to the last word of a span."""
        return self.text[self.places[span[0]][0] : self.places[span[1]][1]]

    def first_mention(self, answer: str) -> Span | None:
        """Return where an answer stands first, word for word, whatever the case.

        >>> Passage.of("She left new york for New York.").first_mention("New York")
        (2, 3)
        """
        wanted = [word.casefold() for word in Passage.of(answer).words]
        words = [word.casefold() for word in self.words]
        for start in range(len(words) - len(wanted) + 1) if wanted else ():
            if words[start : start + len(wanted)] == wanted:
                return start, start + len(wanted) - 1
        return None


def super_document(documents: Sequence[str], seed: str) -> str:
    """Return documents as one text, in an order that the seed decides.

    >>> super_document(["Rome is old.", "Bari is new."], "1")
    'Bari is new. [SEP] Rome is old.'
    """
    return f" {SEPARATOR} ".join(Random(seed).sample(documents, len(documents)))


def same_answer(one: str, other: str) -> bool:
    """Say whether two answers are the same as SQuAD has it: case, articles and punctuation do not count.

    >>> same_answer("The Beatles.", "beatles"), same_answer("Rome", "Roma")
    (True, False)
    """
    return _normal(one) == _normal(other)


def _normal(text: str) -> str:
    return " ".join(_ARTICLE.sub(" ", text.casefold().translate(_PUNCTUATION)).split())
