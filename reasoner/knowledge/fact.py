"""Fact: one sentence of knowledge, where it came from, and its relation where that is known."""

from __future__ import annotations

from dataclasses import dataclass

#: The source of facts that came with the question, or that the user typed.
GIVEN = "given"


@dataclass(frozen=True, slots=True)
class Fact:
    """One sentence of knowledge.

    Examples
    --------
    >>> Fact("steel is made of metal", "science/made-of", 12, "madeof", ("steel", "metal")).where
    'science/made-of:12'
    >>> Fact("metal conducts heat").where
    'given'
    """

    text: str
    source: str = GIVEN
    line: int | None = None
    relation: str | None = None
    arguments: tuple[str, ...] = ()

    @property
    def where(self) -> str:
        """The source and line, as one word."""
        return self.source if self.line is None else f"{self.source}:{self.line}"
