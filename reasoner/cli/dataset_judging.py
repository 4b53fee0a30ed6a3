"""`reasoner dataset stats|check|filter|human`: what judges sets of questions."""

from __future__ import annotations

import json
from typing import Annotated

import typer

from reasoner.cli import common

SourceArgument = Annotated[str, typer.Argument(help="A file of questions in any format that is read, or `-`.")]


def stats(source: SourceArgument, as_json: common.JsonOption = False) -> None:
    """Print what a set looks like: choices, sentences, tokens, vocabulary, documents, kinds of question.

    Examples:

        reasoner dataset stats dev.jsonl
    """
    from reasoner.datasets.statistics import kinds, statistics, totals

    questions = common.load_questions(source)
    whole, figures, sorts = totals(questions), statistics(questions), kinds(questions)
    if as_json:
        print(json.dumps({"totals": whole, "figures": figures, "kinds": sorts}))
        return
    for name, value in whole.items():
        print(f"{name:32} {value:,.3f}" if isinstance(value, float) else f"{name:32} {value:,}")
    print(f"\n{'':32}{'min':>8}{'max':>8}{'mean':>8}{'median':>8}")
    for name, row in figures.items():
        print(f"{name:32}{row['min']:8}{row['max']:8}{row['mean']:8.2f}{row['median']:8}")
    print()
    for name, count in list(sorts.items())[:25]:
        print(f"{name:48} {count:6,} {count / len(questions):7.1%}")


def check(
    source: SourceArgument,
    choices: Annotated[int, typer.Option(min=2, help="How many choices a question should have.")] = 4,
    as_json: common.JsonOption = False,
) -> None:
    """Say of each question what is wrong with it: number of choices, negation words, uneven lengths, no key.

    Examples:

        reasoner dataset check dev.jsonl --choices 4
    """
    from reasoner.datasets.checks import faults, key_positions

    questions = common.load_questions(source)
    found = {each.id: wrong for each in questions if (wrong := faults(each, choices))}
    positions = key_positions(questions)
    if as_json:
        print(json.dumps({"questions": len(questions), "faults": found, "keys": positions}))
        return
    for name, wrong in found.items():
        print(f"{name}: {'; '.join(wrong)}")
    print(f"{len(found)} of {len(questions)} questions have a fault; keys: {positions}")


def filter_easy(
    source: SourceArgument,
    solver: common.SolverOption = "ir,pmi",
    kb: common.KbOption = None,
    as_json: common.JsonOption = False,
) -> None:
    """Name the questions that simple solvers answer, with the sentences that give them away.

    Examples:

        reasoner dataset filter dev.jsonl --solver ir,pmi
    """
    questions = [each for each in common.load_questions(source) if each.answer_key]
    easy: dict[str, dict[str, list[str]]] = {}
    for name in common.solver_list(solver):
        asked = common.make_solver(name, kb, {})
        for question, answer in zip(questions, asked.answer_all(common.progress(questions, name)), strict=True):
            if answer.selected == (question.answer_key,):
                why = answer.explanations[str(question.answer_key)]
                easy.setdefault(question.id, {})[name] = [node.text for node in why.facts]
    if as_json:
        print(json.dumps({"questions": len(questions), "easy": easy}))
        return
    for name, solved in easy.items():
        print(f"{name}: " + "; ".join(" | ".join([by, *texts[:2]]) for by, texts in solved.items()))
    print(f"{len(easy)} of {len(questions)} questions are answered by {solver}")


def human(
    questions: Annotated[int, typer.Option(min=1, help="How many questions were judged.")] = 500,
    judges: Annotated[int, typer.Option(min=1, help="How many people judged each.")] = 5,
    accuracy: Annotated[float, typer.Option(min=0, max=1, help="The share of right judgements.")] = 1.0,
    margin: Annotated[list[float] | None, typer.Option(help="How far below it the truth may lie.")] = None,
    as_json: common.JsonOption = False,
) -> None:
    """Estimate human accuracy from repeated judgements, with Hoeffding's bound.

    Examples:

        reasoner dataset human --questions 500 --judges 5 --accuracy 0.92 --margin 0.03 --margin 0.025
    """
    from reasoner.datasets.human import ASSUMPTION, confidence

    rows = [(each, confidence(questions, judges, each)) for each in margin or [0.03, 0.025]]
    if as_json:
        found = [{"at_least": accuracy - each, "margin": each, "probability": sure} for each, sure in rows]
        print(json.dumps({"assumption": ASSUMPTION, "bounds": found}))
        return
    for each, sure in rows:
        print(f"at least {accuracy - each:.1%} ({each:.1%} below the estimate) with probability {sure:.2%}")
    print(ASSUMPTION)
