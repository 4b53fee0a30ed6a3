"""`reasoner train reader`, `transformer` and `calibration`: what is learned from multiple-choice questions."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from reasoner.cli import common
from reasoner.cli.train_options import (
    DeviceOption,
    DevOption,
    FrozenOption,
    HalfOption,
    LimitOption,
    RateOption,
    TrainOption,
    report,
    said,
    shortened,
)


def reader(
    context: typer.Context,
    kind: Annotated[str, typer.Option(help="embed-sim, esim, knowledge-reader, plausible, ..., fastqa, bidaf.")],
    train: TrainOption,
    dev: DevOption,
    output: Annotated[Path, typer.Option(help="The safetensors file to write; the certificate goes beside it.")],
    kb: common.KbOption = None,
    given: Annotated[str, typer.Option(help="Facts of the question for the memory: none, f, fk or all.")] = "none",
    facts: Annotated[int, typer.Option(min=0, help="Facts of the knowledge base for each choice.")] = 0,
    retrieval: Annotated[
        str, typer.Option(help="How they are found: tf-idf (the paper's) or joined (ours).")
    ] = "tf-idf",
    seeds: Annotated[int, typer.Option(min=1, help="How often to train; the weights of the first are written.")] = 5,
    epochs: Annotated[int | None, typer.Option(min=1, help="How often to go through the questions at most.")] = None,
    words: Annotated[int | None, typer.Option(min=1, help="Words of the documents that fastqa and bidaf read.")] = None,
    device: DeviceOption = None,
    as_json: common.JsonOption = False,
) -> None:
    """Train a reader of the OpenBookQA or the WikiHop paper; mean and deviation over seeds.

    A run that was killed goes on. fastqa and bidaf learn from questions with documents, max-out from entailment pairs.

    Example:

        reasoner train reader --kind plausible --train train.jsonl --dev dev.jsonl --output plausible.safetensors
    """
    from reasoner.training import readers
    from reasoner.training.spans import KINDS, train_span_reader

    how = readers.How(seeds, epochs, device, said(context), report)
    if kind in KINDS:
        trained = train_span_reader(kind, train, dev, output, how, words)
    elif kind == readers.ENTAILMENT:
        trained = readers.train_entailment_reader(train, dev, output, how)
    else:
        knowledge = common.open_knowledge(kb) if facts else None
        memory = readers.Memory(common.known_condition(given), knowledge, facts, retrieval)
        trained = readers.train_reader(kind, train, dev, output, how, memory)
    print(json.dumps(asdict(trained)) if as_json else f"{output}: {trained}")


def transformer(
    train: TrainOption,
    dev: DevOption,
    output: Annotated[Path, typer.Option(help="The folder to write; use it as `--set model=FOLDER`.")],
    model: Annotated[str | None, typer.Option(help="A folder or a name on the hub; else the packaged MiniLM.")] = None,
    epochs: Annotated[int, typer.Option(min=1, help="How often to go through the questions.")] = 3,
    batch: Annotated[int, typer.Option(min=1, help="Questions a step.")] = 16,
    rate: RateOption = 2e-5,
    language: Annotated[float, typer.Option(help="Weight of the language-model loss of GPT-like models.")] = 0.5,
    search: Annotated[int, typer.Option(min=0, help="Inner folds in which settings are searched first.")] = 0,
    frozen: FrozenOption = 0,
    half: HalfOption = False,
    seed: Annotated[int, typer.Option(help="Seed of every random choice.")] = 1,
    device: DeviceOption = None,
    as_json: common.JsonOption = False,
) -> None:
    """Fine-tune a BERT-like or GPT-like model as a multiple-choice reader, as CODAH does.

    Example:

        reasoner train transformer --train train.jsonl --dev dev.jsonl --output tuned --epochs 3
    """
    from reasoner.training.transformers import fine_tune

    tuning = {"epochs": epochs, "batch": batch, "rate": rate, "language": language, "seed": seed}
    tuned = tuning | {"device": device or "cpu", "frozen": frozen, "half": half}
    score = fine_tune(train, dev, output, model=model, tuning=tuned, search=search, report=report)
    print(json.dumps({"dev_accuracy": score}) if as_json else f"{output}: dev accuracy {score:.4f}")


def calibration(
    context: typer.Context,
    solver: Annotated[str, typer.Option(help="The solver whose scores are to become probabilities.")],
    train: Annotated[str, typer.Option(help="A file of questions with keys.")],
    output: Annotated[Path, typer.Option(help="The TOML file to write: reasoner/weights/calibration-SOLVER.toml.")],
    kb: common.KbOption = None,
    given: common.HandOverOption = "none",
    limit: LimitOption = None,
    facts: Annotated[int, typer.Option(min=0, help="Facts of the knowledge base for each choice, for a reader.")] = 0,
    epochs: Annotated[int | None, typer.Option(min=1, help="How often a reader goes through the questions.")] = None,
    out: common.OutOption = None,
    jobs: common.JobsOption = 1,
    as_json: common.JsonOption = False,
) -> None:
    """Fit the temperature at which a solver's scores become probabilities.

    A reader is trained anew on four fifths of the questions and answers the fifth that it did not see.

    Example:

        reasoner train calibration --solver ir --train train.jsonl --kb openbook.txt --output calibration-ir.toml
    """
    from reasoner.experiment.experiment import Experiment
    from reasoner.solver import solver_class
    from reasoner.solvers.reader import ReaderSolver
    from reasoner.training.calibration import fit_calibration, held_back_answers
    from reasoner.weights import write_weights

    questions = common.load_questions(train)[:limit]
    condition = common.known_condition(given)
    if "+" not in solver and issubclass(solver_class(solver), ReaderSolver):
        knowledge = common.open_knowledge(kb)
        questions, answers = held_back_answers(
            solver, questions, knowledge, given=condition, for_each=facts, epochs=epochs, report=report
        )
    else:
        asked = Experiment([solver], questions, kb or common.DEFAULT_KB, condition)
        (answers,) = common.run(asked, out, jobs).answers.values()
    fitted = fit_calibration(questions, answers)
    write_weights(
        output,
        {"temperature": fitted.temperature, "unsupported": fitted.unsupported},
        kind="fitted",
        command=said(context),
        data=shortened(train),
        rows=len(questions),
        score=str(fitted),
    )
    print(json.dumps(asdict(fitted)) if as_json else f"{output}: temperature {fitted.temperature:.4g}, {fitted}")
