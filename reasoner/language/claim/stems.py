"""A stem cut into sentences: what stands before the question, the question itself, and what follows it."""

from __future__ import annotations

import re

from reasoner.language.english import table

_SENTENCE_END = re.compile(r"(?<=[.?!])[\"'”’)]*\s+|(?<=[a-z)][.?!])(?=[A-Z][a-z]{2})")
_ABBREVIATION = re.compile(
    r"(?:^|[\s(])(?:[A-Za-z]|[Dd]r|[Mm]rs?|[Mm]s|[Ss]t|vs|etc|e\.g|i\.e|U\.S|[Nn]o|approx|and|or)\.[\"'”’)]*\s*$"
)
_ONE_WORD: dict[str, str] = {long: one for one, longer in table("polarity")["paraphrases"].items() for long in longer}
_LONGER = re.compile(rf"\b(?:{'|'.join(_ONE_WORD)})\b", re.IGNORECASE)
_EDGES = "`\"'“”‘’()[]{},.;:!?*"


def key(word: str) -> str:
    """The word in small letters without the punctuation around it."""
    return word.strip(_EDGES).lower()


def plainly(text: str) -> str:
    """Return a text in which one word stands for what was said in two or three.

    >>> plainly("A moon goes round a planet.")
    'A moon orbits a planet.'
    """
    return _LONGER.sub(lambda match: _ONE_WORD[match[0].lower()], text)


def sentences(text: str) -> list[str]:
    """Split at sentence ends; the stop of an abbreviation, or a stray one after "and", ends none."""
    parts: list[str] = []
    start = 0
    for match in _SENTENCE_END.finditer(text):
        if not _ABBREVIATION.search(text[max(start, match.start() - 8) : match.start()]):
            parts.append(text[start : match.end()].strip())
            start = match.end()
    if start < len(text):
        parts.append(text[start:])
    return parts


def split_stem(stem: str) -> tuple[str, str, str]:
    """What stands before the question sentence, that sentence, and what stands after it."""
    parts = sentences(stem) or [stem]
    at = max((i for i, part in enumerate(parts) if part.rstrip("\"'”’)").endswith("?")), default=len(parts) - 1)
    first = at
    if (
        at and len(parts[at].split()) == 1 and not parts[at - 1].endswith("?")
    ):  # "... Why?" asks about the sentence before it
        first = at - 1
        parts[first] = parts[first].rstrip(".!?")
        parts[at] = parts[at].lower()
    return " ".join(parts[:first]), " ".join(parts[first : at + 1]), " ".join(parts[at + 1 :])
