from __future__ import annotations

import json

import pytest
import typer
from typer.testing import CliRunner

from reasoner.cli import train
from reasoner.cli.parse import parse
from reasoner.errors import InputError

app = typer.Typer()
app.command()(parse)


def run(*arguments, given=None):
    return CliRunner().invoke(app, list(arguments), input=given, catch_exceptions=False)


def test_parse_for_people():
    shown = run("metals conduct electricity").output
    for part in ("nsubj: metals", "conduct", "tuple: (metals; conduct; electricity)", "relation:"):
        assert part in shown


def test_parse_for_programs():
    record = json.loads(run("metals conduct electricity", "--json").output)
    assert [token["lemma"] for token in record["tokens"]] == ["metal", "conduct", "electricity"]
    assert [token["head"] for token in record["tokens"]] == [1, 1, 1]
    assert record["tuples"][0]["subject"]["text"] == "metals"
    assert record["relation"]["type"]


def test_standard_input_is_a_list():
    records = json.loads(run("-", "--json", given="ice melts\n\nsnow falls\n").output)
    assert [record["text"] for record in records] == ["ice melts", "snow falls"]


@pytest.mark.parametrize("text", ["🙂", "[bold]ice[/bold] melts [", "\x1b[31mice"])
def test_odd_text_does_not_break_the_page(text):
    assert run(text).exit_code == 0


def test_long_sentence_does_not_overflow():
    assert run("ice and " * 3000 + "snow", "--json").exit_code == 0


def test_training_without_a_treebank_says_what_to_do(tmp_path):
    with pytest.raises(InputError, match="EWT treebank"):
        CliRunner().invoke(train.app, ["pipeline", "--data", str(tmp_path)], catch_exceptions=False)
