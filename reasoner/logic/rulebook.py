"""The rule files in rules/: how facts compose, as rules with a name, a confidence and an example that must prove.

    rule inherit-material 0.95 [material]:
        made of(X, Y) => is(X, Y)
        #: made of(gate, iron) => is(gate, iron)

A word with a capital is a variable; everything else is a predicate or a constant. `<=>` writes a rule both ways.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from reasoner.errors import InputError
from reasoner.logic.atoms import Literal, Rule, Term, Variable
from reasoner.logic.engine import Theory
from reasoner.resources import data_folder

_HEAD = re.compile(r"rule\s+([a-z][a-z0-9-]*)\s+([01](?:\.\d+)?)\s+\[([a-z]+)\]:\s*$")
_LITERAL = re.compile(r"(not\s+)?([a-z][a-z' -]*?)\(([^()]+)\)")


@dataclass(frozen=True, slots=True)
class Written:
    """A rule as its file has it: what it says (twice, where it runs both ways), and its examples."""

    name: str
    family: str
    rules: tuple[Rule, ...]
    examples: tuple[Rule, ...]
    where: str

    @property
    def confidence(self) -> float:
        """What one use of it leaves of a proof."""
        return self.rules[0].confidence


@cache
def load_rules(folder: Path | None = None) -> tuple[Written, ...]:
    """Return the rules of a folder, or the built-in ones.

    >>> any(rule.name == "inherit-material" for rule in load_rules())
    True
    """
    files = sorted((folder or data_folder("rules")).glob("*.rules"))
    found = tuple(rule for file in files for rule in parse_rules(file.read_text(encoding="utf-8"), file.name))
    names = [rule.name for rule in found]
    if twice := next((name for name in names if names.count(name) > 1), None):
        raise InputError(f"two rules are called {twice!r}", path=str(folder or "rules"))
    return found


def parse_rules(text: str, name: str = "rules") -> Iterator[Written]:
    """Yield the rules that a text writes down.

    >>> rule, = parse_rules("rule whole 0.9 [part]:\\n has(X, Y) <=> part of(Y, X)\\n #: has(a, b) => part of(b, a)")
    >>> print(*rule.rules, sep="; ")
    has(?x, ?y) -> part of(?y, ?x); part of(?y, ?x) -> has(?x, ?y)
    """
    lines = [(number, line.strip()) for number, line in enumerate(text.splitlines(), 1)]
    starts = [place for place, (_, line) in enumerate(lines) if line.startswith("rule ")]
    for start, end in zip(starts, [*starts[1:], len(lines)], strict=True):
        yield _written(lines[start:end], name)


def _written(lines: list[tuple[int, str]], name: str) -> Written:
    number, heading = lines[0]
    head = _HEAD.match(heading)
    if head is None:
        raise InputError("a rule starts with: rule NAME CONFIDENCE [family]:", path=name, line=number)
    label, confidence, family = head[1], float(head[2]), head[3]
    said = [(at, line) for at, line in lines[1:] if line and not line.startswith("#")]
    shown = [(at, line[2:].strip()) for at, line in lines[1:] if line.startswith("#:")]
    if len(said) != 1 or not shown:
        raise InputError("a rule has one line that says it, and an example", path=name, line=number)
    rules = _rules(said[0], name, label, confidence)
    examples = tuple(rule for each in shown for rule in _rules(each, name, label, 1.0)[:1])
    return Written(label, family, rules, examples, f"{name}:{number}")


def _rules(placed: tuple[int, str], path: str, name: str, confidence: float) -> tuple[Rule, ...]:
    number, text = placed
    arrow = "<=>" if "<=>" in text else "=>"
    sides = text.split(arrow)
    if len(sides) != 2:
        raise InputError("premises => conclusion is expected", path=path, line=number)
    body, head = (tuple(_literal(part, path, number) for part in side.split("&")) for side in sides)
    if len(head) != 1 or (arrow == "<=>" and len(body) != 1):
        raise InputError("a rule concludes one thing", path=path, line=number)
    both = [(body, head), (head, body)] if arrow == "<=>" else [(body, head)]
    return tuple(Rule(premises, heads, name=name, confidence=confidence) for premises, heads in both)


def _literal(text: str, path: str, number: int) -> Literal:
    found = _LITERAL.fullmatch(text.strip())
    if found is None:
        raise InputError(f"not a predicate with terms: {text.strip()!r}", path=path, line=number)
    terms = tuple(_term(term.strip()) for term in found[3].split(","))
    return Literal(found[2], terms, positive=found[1] is None)


def _term(text: str) -> Term:
    return Variable(text.lower()) if re.fullmatch(r"[A-Z]\w*", text) else text


def failures(rule: Written) -> Iterator[str]:
    """Yield the examples that a rule does not prove, or proves without one of its premises.

    >>> text = "rule r 0.9 [isa]:\\n is(X, Y) & is(Y, Z) => is(X, Z)\\n #: is(a, b) & is(c, d) => is(a, d)"
    >>> rule, = parse_rules(text)
    >>> list(failures(rule))
    ['rules:1: rule r does not prove is(a, d)']
    """
    for example in rule.examples:
        goal = example.heads[0]
        if not _proves(rule, example.body, goal):
            yield f"{rule.where}: rule {rule.name} does not prove {goal}"
        for premise in example.body:
            if _proves(rule, tuple(each for each in example.body if each is not premise), goal):
                yield f"{rule.where}: rule {rule.name} proves {goal} without {premise}"


def _proves(rule: Written, premises: tuple[Literal, ...], goal: Literal) -> bool:
    facts = [Rule((), (premise,)) for premise in premises]
    return Theory([*rule.rules, *facts]).ask(goal).status == "proved"
