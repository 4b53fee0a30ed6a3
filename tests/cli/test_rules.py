"""``reasoner rules``."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from reasoner.chaining.rules import RuleError, load_rules
from reasoner.cli.app import app
from reasoner.errors import InputError

run = CliRunner().invoke


def test_lists_every_rule() -> None:
    listed = json.loads(run(app, ["rules", "--json"], catch_exceptions=False).stdout)
    assert [rule["name"] for rule in listed] == [rule.name for rule in load_rules()]
    assert "causal-chain" in run(app, ["rules"], catch_exceptions=False).stdout


def test_check_proves_the_examples() -> None:
    result = run(app, ["rules", "check"], catch_exceptions=False)
    assert result.exit_code == 0
    assert "all proved" in result.stdout


@pytest.mark.parametrize(
    ("text", "error", "said"),
    [
        ("rule r 0.9 [isa]: isa(X, Y) => can(Y, X) #: isa(a, b) => can(b, c)", InputError, "does not prove it"),
        ("rule r 0.9 [isa]: isa(X, Y) => can(Y, Z) #: isa(a, b) => can(b, c)", RuleError, "x.rules, line 1, column 6"),
        ("", InputError, "no .rules file"),
    ],
)
def test_check_complains(tmp_path: Path, text: str, error: type[Exception], said: str) -> None:
    if text:
        (tmp_path / "x.rules").write_text(text)
    result = run(app, ["rules", "check", "--folder", str(tmp_path)])
    assert isinstance(result.exception, error)
    assert said in str(result.exception)
