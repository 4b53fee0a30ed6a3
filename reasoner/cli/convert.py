"""``reasoner convert``: from one question format to another."""

from __future__ import annotations

import json
import sys
from typing import Annotated

import typer

from reasoner.cli import common
from reasoner.question import write_questions


def convert(
    source: Annotated[str, typer.Argument(help="A file in any format that is read, or `-`.")],
    target: Annotated[str, typer.Argument(help="A .jsonl, .txt or .csv file (the keys, for a leaderboard), or `-`.")],
    skip_bad: common.SkipBadOption = False,
    as_json: common.JsonOption = False,
) -> None:
    """Convert questions to JSON lines, plain text, or a leaderboard file of their keys.

    Examples:

        reasoner convert codah.tsv codah.jsonl

        reasoner convert dev.jsonl - --skip-bad
    """
    questions = common.load_questions(source, skip_bad)
    write_questions(questions, sys.stdout if target == "-" else target)
    if target != "-":
        report = json.dumps({"questions": len(questions), "target": target})
        print(report if as_json else f"{len(questions)} questions written to {target}")
