"""``reasoner evaluate``: solvers scored on a file of questions."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

import typer
from click import open_file as click_open

from reasoner.answer import Answer
from reasoner.cli import common
from reasoner.ensemble import get_solver
from reasoner.errors import InputError
from reasoner.experiment.calibration import trust
from reasoner.experiment.decides import COLUMNS as DECIDES
from reasoner.experiment.decides import Decided, Deciding
from reasoner.experiment.experiment import Experiment
from reasoner.experiment.explanations import mean_precision, read_explained, rows_by_uid
from reasoner.experiment.faithful import faithfulness
from reasoner.experiment.outcomes import read_any_run
from reasoner.experiment.permute import permute
from reasoner.experiment.plan import Plan
from reasoner.experiment.plots import plot_trust
from reasoner.experiment.proof_scores import score_files
from reasoner.experiment.runs import earlier_runs
from reasoner.experiment.scoring import Score, score
from reasoner.experiment.tables import as_csv, as_json_runs, as_markdown, as_rich, markdown_table, rich_table
from reasoner.experiment.workers import solver_of
from reasoner.files import write_atomically
from reasoner.question import Question, write_leaderboard
from reasoner.retrieval.explaining import Explainer
from reasoner.solvers.batches import load_encoder


def evaluate(
    questions: Annotated[str, typer.Argument(help="A file of questions with keys, or `-`.")],
    solver: common.SolverOption = common.DEFAULT_SOLVER,
    kb: common.KbOption = None,
    given: Annotated[
        str, typer.Option(help="Facts of the question to hand over: none, f, fk, all; or several.")
    ] = "none",
    limit: Annotated[int | None, typer.Option(min=1, help="Only the first N questions.")] = None,
    settings: common.SetOption = None,
    out: common.OutOption = None,
    jobs: common.JobsOption = 1,
    cluster: common.ClusterOption = None,
    as_json: common.JsonOption = False,
    csv: Annotated[bool, typer.Option("--csv", help="Print CSV.")] = False,
    markdown: Annotated[bool, typer.Option("--markdown", help="Print Markdown.")] = False,
    wide: Annotated[bool, typer.Option("--wide", help="Show every column in the terminal.")] = False,
    skip_bad: common.SkipBadOption = False,
    proofs: Annotated[
        Path | None, typer.Option(help="Score these proofs (JSON lines) against the gold trees of the file instead.")
    ] = None,
    explanations: Annotated[
        bool, typer.Option("--explanations", help="Rank the rows of WorldTree's tables (--kb) for its questions.")
    ] = False,
    orders: Annotated[
        int, typer.Option("--permute", min=0, help="Ask again under N other orders of the choices; count changes.")
    ] = 0,
    faithful: Annotated[
        int,
        typer.Option(min=0, help="Ask the first N again without the facts shown, and with nothing else; count both."),
    ] = 0,
    without: Annotated[
        list[str] | None,
        typer.Option(
            help="What is left without a kind of part, or the proofs by a rule; `each` for all; may be repeated."
        ),
    ] = None,
) -> None:
    """Score solvers on questions whose key is known.

    A tie of k that holds the key earns 1/k; an abstention earns 1/n and is shown apart.

    Examples:

        reasoner evaluate dev.jsonl --solver ir,guess-all --kb openbook.txt

        reasoner evaluate dev.jsonl --solver ir,ir+chain --given none,f,fk --out results/dev --jobs 2

        reasoner evaluate dev.jsonl --solver dgem,nearest --kb openbook.txt --faithful 50 --without each

        reasoner evaluate task_1_dev.jsonl --proofs found.jsonl

        reasoner evaluate questions.train.tsv --explanations --kb worldtree/tables
    """
    if explanations:
        _print_explanations(questions, kb, limit, as_json)
        return
    if proofs is not None:
        _print_proof_scores(proofs, questions, as_json)
        return
    loaded = common.load_questions(questions, skip_bad)[:limit]
    conditions = [common.known_condition(condition.strip()) for condition in given.split(",")]
    options = dict(common.setting(text) for text in settings or ())
    sources = kb or common.DEFAULT_KB
    experiment = Experiment(common.solver_list(solver), loaded, sources, conditions, settings=options)
    plans = experiment.plans
    if out:
        earlier_runs(out, plans, loaded)  # runs that cannot stand beside these are found before the work begins
    deciding = Deciding()
    outcome = common.run(experiment, out, jobs, cluster, deciding.see if without else None)
    answers, scores = outcome.answers, outcome.scores
    if faithful:
        scores = [_tested(plan, one, loaded[:faithful]) for plan, one in zip(plans, scores, strict=True)]
    decided = deciding.rows(without or ())
    if out:
        _write(out, loaded, answers, scores)
        _write_trust(out, loaded, answers)
        if decided:
            write_atomically(out / "decides.md", [markdown_table(DECIDES, [one.cells for one in decided])])
    if as_json:
        print(as_json_runs(plans, scores, decided), end="")
    elif csv or markdown:
        print((as_csv if csv else as_markdown)(plans, scores), end="")
        _print_decided(decided, csv)
    else:
        console = common.wide_console() if wide else common.narrow_console()
        console.print(*as_rich(plans, scores, wide), sep="\n")
        if decided:
            console.print(rich_table(DECIDES, [one.cells for one in decided]))
        for plan, one in zip(plans, scores, strict=True):
            if one.faithful:
                print(f"{plan}: {one.faithful}")
    for plan in plans if orders else ():
        asked = [question.given(plan.given) for question in loaded]
        print(permute(solver_of(plan), asked, answers[plan], orders), file=sys.stderr if as_json or csv else None)


def _tested(plan: Plan, found: Score, questions: Sequence[Question]) -> Score:
    """Return a score with how faithful the explanations of some of its answers are."""
    asked = [question.given(plan.given) for question in questions]
    kb, settings = common.open_knowledge(plan.kb), dict(plan.settings)
    return replace(found, faithful=faithfulness(lambda kb: get_solver(plan.solver, kb=kb, **settings), asked, kb))


def _print_decided(decided: Sequence[Decided], csv: bool) -> None:
    """Print what decides below a table in Markdown; in CSV a second table has no place, so it goes to the side."""
    if decided:
        print("\n" + markdown_table(DECIDES, [one.cells for one in decided]), end="", file=sys.stderr if csv else None)


def _print_proof_scores(found: Path, gold: str, as_json: bool) -> None:
    """Print how far proofs agree with gold trees."""
    try:
        with found.open(encoding="utf-8") as mine, click_open(gold) as theirs:
            average, count, missing = score_files(mine, theirs)
    except OSError as error:
        raise InputError(f"{error.filename}: {error.strerror}") from None
    if as_json:
        print(json.dumps({**average.as_dict(), "proofs": count, "missing": missing}))
        return
    print(f"{count} gold proofs, {missing} without a proof of ours; F1, and the share with nothing wrong:")
    for name in ("leaves", "steps", "intermediates"):
        print(f"  {name:14} {getattr(average, name):.3f}  {getattr(average, name + '_right'):.3f}")
    print(f"  all            {'':5}  {average.all_right:.3f}")
    print("Intermediates are compared by shared content words, not by EntailmentBank's trained model.")


def _print_explanations(path: str, kb: list[str] | None, limit: int | None, as_json: bool) -> None:
    """Print how well rows are ranked by whether they explain the answers."""
    try:
        with click_open(path, encoding="utf-8") as lines:
            explained = list(read_explained(lines))[:limit]
    except OSError as error:
        raise InputError(f"{error.filename}: {error.strerror}") from None
    rows = rows_by_uid(common.open_knowledge(tuple(kb or common.DEFAULT_KB)).tables)
    encoder = load_encoder("explanations", None, None) if find_spec("sentence_transformers") else None
    found = mean_precision(explained, Explainer(list(rows.values()), encoder), list(rows))
    if as_json:
        print(json.dumps({"questions": len(explained), "rows": len(rows), "precision": found}))
        return
    how = "by words and sentence vectors" if encoder else "by words alone, without the neural extra"
    print(f"{len(explained)} questions, {len(rows):,} rows ranked {how}; mean average precision:")
    for role, value in found.items():
        print(f"  {role.lower():12} {value:.3f}")


def _write(folder: Path, questions: list[Question], answers: Mapping[Plan, list[Answer]], scores: list[Score]) -> None:
    """Write a leaderboard file a run, and the tables, in which earlier runs of the folder keep their place."""
    for plan, given_answers in answers.items():
        selected = ((answer.question_id, answer.selected) for answer in given_answers)
        write_leaderboard(selected, folder / f"{plan.file_name}.csv")
    earlier = [read_any_run(path) for path in earlier_runs(folder, answers, questions)]
    plans = [*answers, *(run.plan for run in earlier)]
    scores = [*scores, *(score(run.plan.solver_name, zip(questions, run.answers, strict=True)) for run in earlier)]
    write_atomically(folder / "results.json", [as_json_runs(plans, scores)])
    write_atomically(folder / "results.md", [as_markdown(plans, scores)])
    write_atomically(folder / "results.csv", [as_csv(plans, scores)])


def _write_trust(folder: Path, questions: Sequence[Question], answers: Mapping[Plan, list[Answer]]) -> None:
    """Write how far answers can be trusted: numbers and, with matplotlib, plots."""
    found = {plan.file_name: trust(questions, some) for plan, some in answers.items()}
    record = {name: asdict(one) for name, one in found.items()}
    write_atomically(folder / "calibration.json", [json.dumps(record, indent=1) + "\n"])
    if find_spec("matplotlib"):
        plot_trust(found, folder)
