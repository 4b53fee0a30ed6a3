"""A short notation for theories in tests: one fact or rule a line."""

from __future__ import annotations

import re

from reasoner.logic.atoms import Literal, Rule, Term, Variable


def literal(text: str) -> Literal:
    """`not chase(?x, dog)`; a term that starts with ? is a variable."""
    found = re.fullmatch(r"(not )?([\w ]+)\((.*)\)", text.strip())
    assert found, text
    denied, predicate, terms = found.groups()
    return Literal(predicate, tuple(map(_term, filter(None, terms.split(",")))), not denied)


def _term(text: str) -> Term:
    text = text.strip()
    return Variable(text[1:]) if text.startswith("?") else text


def rule(text: str) -> Rule:
    """`p(?x) & q(?x) -> r(?x)`; several conclusions are joined by `or` or `xor`, a confidence stands before `::`."""
    confidence, _, rest = text.rpartition("::")
    body, _, head = rest.rpartition("->")
    parts = re.split(r" x?or ", head.strip()) if head.strip() != "false" else []
    conditions = tuple(literal(part) for part in body.split("&") if part.strip())
    return Rule(
        conditions, tuple(map(literal, parts)), text, confidence=float(confidence or 1), exclusive=" xor " in head
    )


def program(text: str) -> list[Rule]:
    """Every line, or every part between semicolons, that is not empty."""
    return [rule(part) for part in re.split(r"[;\n]", text) if part.strip()]
