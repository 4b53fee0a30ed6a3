"""``reasoner rules``."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from reasoner.cli.app import app
from reasoner.errors import InputError
from reasoner.logic.rulebook import load_rules

run = CliRunner().invoke


def test_lists_every_rule() -> None:
    listed = json.loads(run(app, ["rules", "--json"], catch_exceptions=False).stdout)
    assert [rule["name"] for rule in listed] == [rule.name for rule in load_rules()]
    assert "cause-chain" in run(app, ["rules"], catch_exceptions=False).stdout


def test_check_proves_the_examples() -> None:
    result = run(app, ["rules", "check"], catch_exceptions=False)
    assert result.exit_code == 0
    assert "all proved" in result.stdout


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("rule r 0.9 [isa]:\n is(X, Y) => can(Y, X)\n #: is(a, b) => can(b, c)", "does not prove can(b, c)"),
        (
            "rule r 0.9 [isa]:\n is(X, Y) can(Y, Z)\n #: is(a, b) => can(b, c)",
            "x.rules, line 2: premises => conclusion",
        ),
        ("rule r 0.9 [isa]:\n is(X, Y) => can(Y, X)", "and an example"),
        ("", "no .rules file"),
    ],
)
def test_check_complains(tmp_path: Path, text: str, said: str) -> None:
    if text:
        (tmp_path / "x.rules").write_text(text)
    result = run(app, ["rules", "check", "--folder", str(tmp_path)])
    assert isinstance(result.exception, InputError)
    assert said in str(result.exception)
