"""Fact: one sentence of knowledge, where it came from, and its relation where that is known."""

from __future__ import annotations

from dataclasses import dataclass, field

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
    >>> Fact("an automobile is a vehicle", "science/kind-of", 3, wording=2).where
    'science/kind-of:3.2'
    """

    text: str
    source: str = GIVEN
    line: int | None = None
    relation: str | None = None
    arguments: tuple[str, ...] = ()
    #: A row of a table may be worded in several ways, each a fact of its own.
    wording: int = 1
    #: The cells of that row as they are written, in all their wordings; empty for a fact that is in no table.
    cells: tuple[str, ...] = field(default=(), compare=False, repr=False)

    @property
    def where(self) -> str:
        """The source, line and wording, as one word: no two facts of a knowledge base have the same."""
        place = self.source if self.line is None else f"{self.source}:{self.line}"
        return place if self.wording == 1 else f"{place}.{self.wording}"
