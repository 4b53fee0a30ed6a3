"""The machine behind the grammar: rules by name, their parses kept, the cheapest first.

A rule is a function of a chart and a position that yields parses (end, price, value). What a rule yields at a position
is worked out once; of several parses with one end the cheapest few are kept, so that no sentence takes more than
polynomial time however it is built.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from reasoner.reading.grammar.tokens import Token, closed_words

Parse = tuple[int, float, Any]
Rule = Callable[["Chart", int], Iterable[Parse]]

RULES: dict[str, Rule] = {}
_KEPT = 3  # parses with one end; the second and third only matter where the first dies later


def grammar_rule(name: str) -> Callable[[Rule], Rule]:
    """Enter a function among the rules of the grammar."""

    def enter(function: Rule) -> Rule:
        RULES[name] = function
        return function

    return enter


class Chart:
    """The words of one sentence and what the rules have made of them so far."""

    def __init__(self, tokens: Sequence[Token]) -> None:
        self.tokens = tokens
        self.size = len(tokens)
        self.furthest = 0
        self._parses: dict[tuple[str, int], list[Parse]] = {}

    def parses(self, rule: str, i: int) -> list[Parse]:
        """Return what a rule makes of the words from a position on, the cheapest first."""
        key = (rule, i)
        found = self._parses.get(key)
        if found is None:
            self._parses[key] = []  # a rule that meets itself at the same position finds nothing
            found = self._parses[key] = _cheapest(RULES[rule](self, i)) if i <= self.size else []
            for parse in found:
                if parse[0] > self.furthest:
                    self.furthest = parse[0]
        return found

    def low(self, i: int) -> str:
        """Return the word at a position in lower case, or nothing past the end."""
        return self.tokens[i].low if 0 <= i < self.size else ""

    def is_a(self, i: int, kind: str) -> bool:
        """Return whether the word at a position is of a closed class."""
        return i < self.size and self.tokens[i].low in closed_words(kind)

    def price(self, i: int, part: str) -> float | None:
        """Return what it costs to take the word at a position for a part of speech, or None where it cannot be."""
        return self.tokens[i].parts.get(part) if 0 <= i < self.size else None

    def part(self, i: int) -> str:
        """Return the part that the word at a position most likely plays, or nothing."""
        parts = self.tokens[i].parts if 0 <= i < self.size else {}
        return min(parts, key=lambda part: parts[part], default="")


def _cheapest(parses: Iterable[Parse]) -> list[Parse]:
    found = list(parses)
    if len(found) < 2:
        return found
    found.sort(key=_price)
    kept: list[Parse] = []
    values: dict[int, list[Any]] = {}
    for parse in found:
        known = values.setdefault(parse[0], [])
        if len(known) < _KEPT and parse[2] not in known:
            known.append(parse[2])
            kept.append(parse)
    return kept


def _price(parse: Parse) -> float:
    return parse[1]
