"""``reasoner evaluate``: solvers scored on a file of questions."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Annotated

import typer

from reasoner.cli import common
from reasoner.evaluation.scoring import Score, key_of, score
from reasoner.question import Question
from reasoner.solver import Solver


def evaluate(
    questions: Annotated[str, typer.Argument(help="A file of questions with keys, or `-`.")],
    solver: common.SolverOption = "ir",
    kb: common.KbOption = None,
    given: Annotated[str, typer.Option(help="Facts of the question to hand over: none, f or fk.")] = "none",
    limit: Annotated[int | None, typer.Option(min=1, help="Only the first N questions.")] = None,
    settings: common.SetOption = None,
    as_json: common.JsonOption = False,
    skip_bad: common.SkipBadOption = False,
) -> None:
    """Score solvers on questions whose key is known.

    A tie of k that holds the key earns 1/k; an abstention earns 1/n and is shown apart.

    Examples:

        reasoner evaluate dev.jsonl --solver ir,guess-all --kb openbook.txt

        reasoner evaluate dev.jsonl --solver ir --given fk --kb none --json
    """
    loaded = common.load_questions(questions, skip_bad)[:limit]
    asked = [common.with_facts(question, given, None) for question in loaded]
    for question in asked:
        key_of(question)
    scores = [_score(one, asked) for one in common.make_solvers(solver, kb, settings)]
    if as_json:
        condition = {"kb": kb or ["science"], "given": given}
        print(json.dumps({"runs": [asdict(one) | condition for one in scores]}, indent=2))
    else:
        _print(scores)


def _score(solver: Solver, questions: list[Question]) -> Score:
    answers = common.progress(solver.answer_all(questions), solver.name, total=len(questions))
    return score(solver.name, zip(questions, answers, strict=True))


def _print(scores: list[Score]) -> None:
    from rich.console import Console
    from rich.table import Table

    table = Table("solver")
    for heading in ("questions", "score", "answered", "tied", "seconds"):
        table.add_column(heading, justify="right")
    for one in scores:
        shares = (f"{share:.3f}" for share in (one.score, one.answered, one.tied))
        table.add_row(one.solver, str(one.questions), *shares, f"{one.seconds:.1f}")
    Console().print(table)
