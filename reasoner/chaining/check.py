"""Checking rules: each must prove its own examples, and need every premise for it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from reasoner.chaining.engine import Engine, leaf
from reasoner.chaining.rules import Example, Rule


@dataclass(frozen=True, slots=True)
class Failure:
    """An example that a rule does not prove, or proves without one of its premises."""

    rule: Rule
    example: Example
    why: str

    def __str__(self) -> str:
        return f"{self.rule.where}: rule {self.rule.name!r}: {self.example.conclusion}: {self.why}"


def failures(rule: Rule) -> Iterator[Failure]:
    """Yield the examples of a rule that fail.

    >>> from reasoner.chaining.rules import parse_rules
    >>> rule, = parse_rules("rule r 0.9 [isa]: isa(X,Y) & isa(Y,Z) => isa(X,Z) #: isa(a,b) & isa(c,d) => isa(a,d)")
    >>> print(*failures(rule))
    rules:1: rule 'r': a is a kind of d: the rule does not prove it
    """
    engine = Engine([rule])
    for example in rule.examples:
        if not _proves(engine, example, None):
            yield Failure(rule, example, "the rule does not prove it")
        for number, premise in enumerate(example.premises):
            if _proves(engine, example, number):
                yield Failure(rule, example, f"proved without {premise}")


def _proves(engine: Engine, example: Example, without: int | None) -> bool:
    premises = [leaf(atom) for number, atom in enumerate(example.premises) if number != without]
    return any(proof.rule is not None for proof in engine.run(premises).proofs(example.conclusion))
