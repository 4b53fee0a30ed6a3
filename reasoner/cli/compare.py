"""``reasoner compare``: two runs over the same questions."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Annotated

import typer

from reasoner.cli import common
from reasoner.evaluation.compare import Comparison, compare
from reasoner.evaluation.runs import read_run


def compare_runs(
    first: Annotated[str, typer.Argument(help="Answers of a run: a .jsonl file that `evaluate --out` wrote.")],
    second: Annotated[str, typer.Argument(help="Answers of another run over the same questions.")],
    questions: Annotated[str, typer.Option("--questions", "-q", help="The file of questions, with keys.")],
    show: Annotated[int, typer.Option(min=0, help="How many questions to list that only one gets right.")] = 10,
    as_json: common.JsonOption = False,
) -> None:
    """Compare two runs: paired permutation test, McNemar's test, agreement, oracle, and where they differ.

    Example:

        reasoner compare out/ir.science.none.jsonl out/chain.science.none.jsonl --questions dev.jsonl
    """
    (_, ours), (_, theirs) = read_run(first), read_run(second)
    asked = common.load_questions(questions)[: len(ours)]
    result = compare(asked, ours, theirs)
    if as_json:
        print(json.dumps(asdict(result), indent=2))
    else:
        _print(result, (first, second), [question.id for question in asked], show)


def _print(result: Comparison, paths: tuple[str, str], ids: list[str], show: int) -> None:
    from rich.console import Console
    from rich.table import Table

    console = Console()
    table = Table("", "score")
    for path, score in zip(paths, result.scores, strict=True):
        table.add_row(path, f"{score:.3f}")
    table.add_row("oracle of the two", f"{result.oracle:.3f}")
    console.print(table)
    for outcome, count in result.agreement.items():
        console.print(f"{count:6} {outcome}")
    console.print(f"same labels selected in {result.same:.1%} of {result.questions} questions")
    console.print(f"permutation test p = {result.permutation:.4f}, McNemar p = {result.mcnemar:.4f}")
    for path, only in zip(paths, (result.only_first, result.only_second), strict=True):
        console.print(f"\nonly in {path}: {len(only)}")
        for name in only[:show]:  # the header is line 1
            console.print(f"  {name}  explained in {path}:{ids.index(name) + 2}", markup=False, highlight=False)
