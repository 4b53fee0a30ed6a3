"""The rule language: what it reads, and how it complains."""

from __future__ import annotations

from pathlib import Path

import pytest

from reasoner.chaining.check import failures
from reasoner.chaining.rules import FAMILIES, Rule, RuleError, load_rules, parse_rules

EXAMPLE = "\n  #: isa(a, b) & isa(b, c) => isa(a, c)"


def test_every_family_has_rules() -> None:
    assert {rule.family for rule in load_rules()} == set(FAMILIES)


@pytest.mark.parametrize("rule", load_rules(), ids=lambda rule: rule.name)
def test_every_rule_proves_its_example_and_needs_every_premise(rule: Rule) -> None:
    assert [str(failure) for failure in failures(rule)] == []


@pytest.mark.parametrize(
    ("text", "line", "column", "said"),
    [
        ("rule r 0.9 [isa]:\n  isa(X, Y => isa(X, Y)", 2, 12, "was not expected"),
        ("rule r 1.9 [isa]: isa(X, Y) & isa(Y, Z) => isa(X, Z)" + EXAMPLE, 1, 9, "was not expected"),
        ("rule r 0.9 [magic]: isa(X, Y) & isa(Y, Z) => isa(X, Z)" + EXAMPLE, 1, 13, "unknown family"),
        ("rule r 0.9 [isa]: isa(X, Y) => isa(X, Z)" + EXAMPLE, 1, 6, "concludes on Z, which no premise binds"),
        ("rule r 0.9 [isa]: causes{s}(X, Y) => causes{t}(X, Y)" + EXAMPLE, 1, 6, "concludes on t"),
        ("rule r 0.9 [isa]: isa(X, Y) => R(X, Y)" + EXAMPLE, 1, 6, "concludes on R"),
        ("rule r 0.9 [isa]: isa(X, Y) => has(X, Y[X for W])" + EXAMPLE, 1, 6, "concludes on W"),
        ("rule r 0.9 [isa]: isa(X, Y) => isa(X, Y)" + EXAMPLE, 1, 6, "its own premises"),
        ("rule r 0.9 [isa]: isa(X, Y) => has|can(X, Y)" + EXAMPLE, 1, 6, "several relations"),
        ("rule r 0.9 [isa]: isa(X, Y[Y for X]) => has(X, Y)" + EXAMPLE, 1, 6, "replaces in a premise"),
        ("rule r 0.9 [isa]: isa(X, Y) => isa(Y, X)", 1, 41, "an example"),
        ("rule r 0.9 [isa]: isa(X, Y) => isa(Y, X)\n    #: isa(a, b) => isa(b a", 2, 28, "was not expected"),
        (2 * ("\n\nrule r 0.9 [isa]: isa(X, Y) => can(Y, X)" + EXAMPLE), 6, 6, "already defined on line 3"),
    ],
)  # fmt: skip
def test_errors_say_where(text: str, line: int, column: int, said: str) -> None:
    with pytest.raises(RuleError) as caught:
        parse_rules(text, "my.rules")
    assert str(caught.value).startswith(f"my.rules, line {line}, column {column}: ")
    assert said in str(caught.value)


def test_one_name_in_two_files(tmp_path: Path) -> None:
    for name in ("a.rules", "b.rules"):
        (tmp_path / name).write_text("rule r 0.9 [isa]: isa(X, Y) => can(Y, X) #: isa(a, b) => can(b, a)")
    with pytest.raises(RuleError, match=r"b\.rules, line 1, column 1: rule 'r' is also in a\.rules:1"):
        load_rules(tmp_path)


def test_rules_print_as_they_are_written() -> None:
    text = "not causes{-s}(X, Y) & has|can(Y, Z) & R(Z, W) => R(X, W[X for Y])"
    (rule,) = parse_rules(f"rule r 0.5 [causal]: {text} #: isa(a, b) => isa(b, a)")
    assert str(rule) == text


def test_example_that_fails_is_named() -> None:
    (rule,) = parse_rules("rule r 0.9 [isa]: isa(X, Y) => can(Y, X)\n#: isa(a, b) => can(b, c)", "x.rules")
    assert [str(failure) for failure in failures(rule)] == ["x.rules:1: rule 'r': b can c: the rule does not prove it"]
