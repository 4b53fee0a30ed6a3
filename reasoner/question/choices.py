"""Choices as people write them: "(A) ...", "A) ...", "a. ...", "1) ...", on one line or one a line, labelled or not."""

from __future__ import annotations

import re
from collections.abc import Iterator

from reasoner.question.types import Choice, letter_label

#: Ways to mark a choice, the safest first: a mark in brackets may stand anywhere, others only before a blank, and those
#: with a full stop only where a line begins, or where they follow the end of a sentence or of a choice.
_MARKS = (
    re.compile(r"\((\w{1,2})\)"),
    re.compile(r"(?:(?<=\s)|^)(\w{1,2})\)(?=\s)", re.MULTILINE),
    re.compile(r"^[ \t]*(\w{1,2})[.:](?=\s)", re.MULTILINE),
    re.compile(r"(?:(?<=[\s]))(\w)[.:](?=\s)"),
)
_BULLET = re.compile(r"^\s*[-*•]\s+")


def split_choices(text: str) -> tuple[str, tuple[Choice, ...]] | None:
    """Split a question in plain text into its stem and its choices, or return None where no choices are found.

    >>> split_choices("Which is a metal? a) wool b) steel")
    ('Which is a metal?', (Choice(label='A', text='wool'), Choice(label='B', text='steel')))
    >>> split_choices("Which is a metal?\\nwool\\nsteel")
    ('Which is a metal?', (Choice(label='A', text='wool'), Choice(label='B', text='steel')))
    >>> split_choices("Which is a metal?") is None
    True
    """
    for pattern in _MARKS:
        if marks := _counting(list(pattern.finditer(text))):
            return _cut(text, marks)
    return _one_a_line(text)


def is_one_line_question(line: str) -> bool:
    """Whether a line holds a whole question, marks and all.

    >>> is_one_line_question("Which is a metal? (A) wool (B) steel"), is_one_line_question("A) wool")
    (True, False)
    """
    found = next((marks for pattern in _MARKS[:2] if (marks := _counting(list(pattern.finditer(line))))), [])
    return bool(found) and bool(line[: found[0].start()].strip())


def _labels() -> Iterator[list[str]]:
    letters = [letter_label(number) for number in range(702)]
    yield from (letters, [label.lower() for label in letters], [str(number) for number in range(1, 100)])


def _counting(marks: list[re.Match[str]]) -> list[re.Match[str]]:
    """Those of the marks that count up from A, a or 1; other brackets stay text."""
    for labels in _labels():
        kept: list[re.Match[str]] = []
        for mark in marks:
            if len(kept) < len(labels) and mark[1] == labels[len(kept)]:
                kept.append(mark)
        if len(kept) > 1:
            return kept
    return []


def _cut(text: str, marks: list[re.Match[str]]) -> tuple[str, tuple[Choice, ...]]:
    ends = [*(mark.start() for mark in marks[1:]), len(text)]
    texts = [" ".join(text[mark.end() : end].split()) for mark, end in zip(marks, ends, strict=True)]
    choices = (Choice(mark[1].upper(), each) for mark, each in zip(marks, texts, strict=True))
    return " ".join(text[: marks[0].start()].split()), tuple(choices)


def _one_a_line(text: str) -> tuple[str, tuple[Choice, ...]] | None:
    """A stem that ends in a question mark, a colon or a blank, and two or more lines below it."""
    lines = [line.strip() for line in text.split("\n") if line.strip()]
    stem = next((number for number, line in enumerate(lines) if line.endswith(("?", ":", "_", "..."))), None)
    if stem is None or len(lines) - stem < 3:
        return None
    texts = [_BULLET.sub("", line) for line in lines[stem + 1 :]]
    choices = tuple(Choice(letter_label(number), each) for number, each in enumerate(texts))
    return " ".join(lines[: stem + 1]), choices
