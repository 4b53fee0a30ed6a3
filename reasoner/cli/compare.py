"""``reasoner compare``: two runs over the same questions."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from reasoner.cli import common
from reasoner.cli.pages import write_pages
from reasoner.experiment.compare import Comparison, compare
from reasoner.experiment.outcomes import read_any_run


def compare_runs(
    first: Annotated[Path, typer.Argument(help="Answers of a run: a .jsonl file that `evaluate --out` wrote.")],
    second: Annotated[Path, typer.Argument(help="Answers of another run over the same questions.")],
    questions: Annotated[str, typer.Option("--questions", "-q", help="The file of questions, with keys.")],
    show: Annotated[int, typer.Option(min=0, help="How many questions to list on which only one earns credit.")] = 10,
    html: Annotated[
        Path | None, typer.Option(help="A folder for pages that set both explanations of these questions side by side.")
    ] = None,
    as_json: common.JsonOption = False,
) -> None:
    """Compare two runs: paired permutation test, McNemar's test, agreement, oracle, and where they differ.

    Examples:

        reasoner compare out/ir.science.none.jsonl out/chain.science.none.jsonl --questions dev.jsonl

        reasoner compare out/ir.science.none.jsonl out/chain.science.none.jsonl --questions dev.jsonl --html differ/
    """
    ours, theirs = read_any_run(first), read_any_run(second)
    asked = common.load_questions(questions)[: len(ours.answers)]
    result = compare(asked, ours.answers, theirs.answers)
    # Without pages, an explanation lies in the line of its answer; the header is line 1.
    lines = {question.id: number for number, question in enumerate(asked, 2)}
    places = [{name: f"{path}:{line}" for name, line in lines.items()} for path in (first, second)]
    if html:
        differ = {*result.only_first, *result.only_second}
        tables = [(("comparison", "value"), _summary(result))]
        pages = write_pages(html, f"{first.stem} against {second.stem}", asked, [ours, theirs], differ, tables)
        places = [{name: str(page) for name, page in pages.items()}] * 2
    if as_json:
        print(json.dumps(asdict(result) | ({"html": str(html / "index.html")} if html else {}), indent=2))
        return
    _print(result, (first, second), places, show)
    if html:
        print(f"\nboth explanations of these {len(differ):,} questions: {html / 'index.html'}")


def _summary(result: Comparison) -> list[list[str]]:
    """Return what is said of two runs, with its figures."""
    return [
        ["oracle of the two", f"{result.oracle:.3f}"],
        *([words, str(count)] for words, count in result.agreement.items()),
        ["same labels selected", f"{result.same:.1%} of {result.questions} questions"],
        ["permutation test p", f"{result.permutation:.4f}"],
        ["McNemar p", f"{result.mcnemar:.4f}"],
    ]


def _print(result: Comparison, paths: tuple[Path, Path], places: list[dict[str, str]], show: int) -> None:
    from rich.table import Table

    from reasoner.render.text import printable

    table = Table(show_header=False)
    for path, score in zip(paths, result.scores, strict=True):
        table.add_row(f"score of {path}", f"{score:.3f}")
    for row in _summary(result):
        table.add_row(*row)
    common.wide_console().print(table)
    for path, only, where in zip(paths, (result.only_first, result.only_second), places, strict=True):
        print(f"\ncredit only in {path}: {len(only)}")
        for name in only[:show]:
            print(f"  {printable(name)}  explained in {where[name]}")
