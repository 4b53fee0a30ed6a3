"""`reasoner train ...`: train what the package learns."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from reasoner.cli import common
from reasoner.cli.train_ilp import ilp
from reasoner.cli.train_options import DeviceOption, LimitOption, SeedOption, TrainOption, report, said
from reasoner.cli.train_reader import calibration, reader, transformer
from reasoner.errors import UsageError, needing
from reasoner.weights import data_name, write_weights

app = typer.Typer(help="Train what the package learns.", no_args_is_help=True)
app.command()(reader)
app.command()(transformer)
app.command()(calibration)
app.command()(ilp)

TASKS = ("entailment", "together", "choice")


@app.command()
def pipeline(
    data: Annotated[Path, typer.Option(envvar="REASONER_DATA", help="Folder with the UD English EWT treebank.")],
    output: Annotated[Path, typer.Option(help="Where the model goes; replaced whole.")] = Path("model"),
    seed: SeedOption = 1,
    as_json: common.JsonOption = False,
) -> None:
    """Train the language pipeline on UD English EWT and our own science sentences (minutes on one free core).

    Example:

        reasoner train pipeline --data ud_ewt --output reasoner/language/model
    """
    from reasoner.training import pipeline as training

    scores = training.train(data, output, seed=seed)
    if as_json:
        print(json.dumps(scores))
    else:
        named = {"dep_uas": "UAS", "dep_las": "LAS", "pos_acc": "UPOS"}
        print(f"{output}: " + ", ".join(f"{named[name]} {value:.3f}" for name, value in scores.items()))


@app.command()
def ensemble(
    solvers: Annotated[str, typer.Option(help="The members, joined by commas.")],
    train: TrainOption,
    output: Annotated[Path, typer.Option(help="The JSON file to write; use it as `--solver FILE`.")],
    kb: common.KbOption = None,
    given: common.HandOverOption = "none",
    limit: LimitOption = None,
    settings: common.SetOption = None,
    out: common.OutOption = None,
    jobs: common.JobsOption = 1,
    as_json: common.JsonOption = False,
) -> None:
    """Train a combination of solvers by cross-validated logistic regression.

    Example:

        reasoner train ensemble --solvers ir,chain --train train.jsonl --kb openbook.txt --output both.json
    """
    from dataclasses import asdict

    from reasoner.ensemble.trained import save_ensemble, train_ensemble
    from reasoner.experiment.experiment import Experiment
    from reasoner.experiment.plan import Row

    questions = common.load_questions(str(train))[:limit]
    options = dict(common.setting(text) for text in settings or ())
    members = "+".join(common.solver_list(solvers))
    if "+" not in members:
        raise UsageError(f"--solvers {solvers}: an ensemble has two members or more")
    common.make_solver(members, kb, options)  # an option that no member has is found
    sources, condition = kb or common.DEFAULT_KB, common.known_condition(given)
    plans = Experiment([members], questions, sources, condition, settings=options).plans[0].members
    asked = Experiment.of_rows([Row(plan, "") for plan in plans], questions, None, 0)
    answers = common.run(asked, out, jobs).answers
    weights = train_ensemble({plan.solver: answers[plan] for plan in plans}, questions)
    save_ensemble(weights, output)
    promise = f"{output}: {weights.accuracy:.3f} on {weights.questions} questions, cross-validated"
    print(json.dumps(asdict(weights)) if as_json else promise)


@app.command()
def dgem(
    context: typer.Context,
    data: Annotated[
        str, typer.Option(help="Files of pairs (or, for choice, questions), joined by commas; FILE:N for N of it.")
    ],
    task: Annotated[
        str, typer.Option(help="entailment and together (the weights of `dgem`), or choice (those of `dgem-choice`).")
    ] = "entailment",
    dev: Annotated[Path | None, typer.Option(help="What decides when to stop; else a tenth of the first file.")] = None,
    output: Annotated[Path, typer.Option(help="The safetensors file to write.")] = Path("dgem.safetensors"),
    kb: common.KbOption = None,
    parts: Annotated[str, typer.Option(help="What DGEM adds up; fewer for an ablation.")] = "nodes,edges,whole",
    seed: SeedOption = 1,
    epochs: Annotated[
        int | None, typer.Option(min=1, help="How often the examples are gone through at the most; 12, together 1.")
    ] = None,
    device: DeviceOption = None,
    as_json: common.JsonOption = False,
) -> None:
    """Train what `dgem` and `dgem-choice` have above the encoder, and adapters of it; a run that was killed goes on.

    Example:

        reasoner train dgem --data scitail/train.jsonl --dev scitail/dev.jsonl --output dgem.safetensors
    """
    if task not in TASKS:
        raise UsageError(f"--task {task}: choose one of {', '.join(TASKS)}")
    with needing("neural", "training dgem"):
        from reasoner.neural import choice_training, entailment, together
        from reasoner.neural.encoder import Encoder
        from reasoner.neural.storage import read_tensors
        from reasoner.neural.training import Source

    sources = [Source.named(name) for name in data.split(",") if name.strip()]
    encoder = Encoder(device=device)
    base = {"entailment": entailment, "together": together, "choice": choice_training}[task].SETTINGS
    settings = replace(base, seed=seed, epochs=epochs or base.epochs, device=encoder.device)
    if task == "entailment":
        accuracy = entailment.train_entailment(
            sources, output, dev=dev, settings=settings, parts=parts.split(","), encoder=encoder, report=report
        )
    elif task == "together":
        accuracy = together.train_together(sources, output, dev=dev, settings=settings, encoder=encoder, report=report)
    else:
        knowledge = common.open_knowledge(kb)
        accuracy = choice_training.train_choice(
            sources, output, knowledge, dev=dev, settings=settings, encoder=encoder, report=report
        )
    write_weights(
        output.with_suffix(".toml"),
        {},
        kind="trained",
        command=said(context),
        data=" and ".join(data_name(str(source.path)) for source in sources),
        rows=int(read_tensors(output)[1]["rows"]),
        score=f"{accuracy:.3f} on {data_name(str(dev)) if dev else 'a tenth of it'}, best epoch",
        seed=seed,
        unit="questions" if task == "choice" else "entailment pairs",
    )
    print(json.dumps({"dev_accuracy": accuracy}) if as_json else f"{output}: dev accuracy {accuracy:.4f}")


@app.command()
def joined(
    context: typer.Context,
    train: TrainOption,
    pool: Annotated[
        list[str],
        typer.Option(
            help="SOURCE,...:N, a knowledge base and how many questions; :f or :fk gives facts, @FILE asks others."
        ),
    ],
    output: Annotated[Path, typer.Option(help="The TOML file to write.")],
    words: Annotated[bool, typer.Option("--words", help="Compare facts by words, not by sentence vectors.")] = False,
    as_json: common.JsonOption = False,
) -> None:
    """Fit the weights by which facts are joined from stem to choice (`nearest`, and what other solvers find).

    Example:

        reasoner train joined --train train.jsonl --pool openbook.txt:700 --output joined-vectors.toml
    """
    from reasoner.retrieval import Joined
    from reasoner.training import joined as fitting

    encoder = None
    if not words:
        with needing("neural", "fitting with sentence vectors"):
            from reasoner.neural.encoder import Encoder
        encoder = Encoder(device="cpu")
    wanted = [_pool(each) for each in pool]
    # Each pool begins elsewhere, so that together they see more questions.
    pools = [
        fitting.Pool(
            Joined(common.open_knowledge(sources), encoder, fitting.START),
            common.load_questions(asked or str(train))[place :: len(wanted)][:limit],
            given,
        )
        for place, (sources, limit, given, asked) in enumerate(wanted)
    ]
    numbers, score = fitting.fit(fitting.examples(pools, report))
    files = dict.fromkeys([str(train), *(asked for *_, asked in wanted if asked)])
    count = sum(len(one.questions) for one in pools)
    told = f"{score:.3f} on the questions themselves, over all pools"
    _certify(said(context), output, numbers, " and ".join(map(data_name, files)), count, told)
    print(json.dumps({"score": score, "weights": numbers}) if as_json else f"{output}: {score:.3f}")


@app.command()
def chain(
    context: typer.Context,
    train: Annotated[str, typer.Option(help="A file of questions with keys and facts.")],
    output: Annotated[Path, typer.Option(help="The TOML file to write.")],
    kb: common.KbOption = None,
    given: Annotated[str, typer.Option(help="Facts of the question to hand over: f, fk or all.")] = "fk",
    limit: Annotated[int, typer.Option(min=1, help="Only the first N questions.")] = 1000,
    soft: Annotated[
        bool, typer.Option("--soft", help="Also fit the price of vectors; needs the neural extra.")
    ] = False,
    as_json: common.JsonOption = False,
) -> None:
    """Fit what the steps of chain's near-proofs are worth.

    Example:

        reasoner train chain --train train.jsonl --kb openbook.txt --kb science --output chain.toml
    """
    from reasoner.reading.near.evidence import Evidence
    from reasoner.solvers.batches import load_encoder
    from reasoner.training import chain as fitting

    questions = [each.given(common.known_condition(given)) for each in common.load_questions(train) if each.answer_key]
    sources = kb or list(common.DEFAULT_KB)
    evidence = Evidence(common.open_knowledge(sources), load_encoder("chain", None, "cpu") if soft else None)
    numbers, score = fitting.fit(evidence, questions[:limit], report)
    told = f"{score:.3f} on the questions themselves, near-proofs alone"
    _certify(said(context), output, numbers, data_name(train), len(questions[:limit]), told)
    print(json.dumps({"score": score, "weights": numbers}) if as_json else f"{output}: {score:.3f}")


@app.command()
def trail(
    context: typer.Context,
    train: Annotated[list[str], typer.Option(help="Files of questions with keys and facts, one an author.")],
    output: Annotated[Path, typer.Option(help="The TOML file to write.")],
    data: Annotated[str, typer.Option(help="What the files are, for the certificate.")] = "questions with facts",
    kb: common.KbOption = None,
    as_json: common.JsonOption = False,
) -> None:
    """Fit the prices of chain's trails: what leads from a choice, over given facts, to what is asked.

    Of several files each is also left out once, and answered by prices fitted on the others: the certificate says so.

    Example:

        reasoner train trail --train author-a.jsonl --train author-b.jsonl --output trail.toml
    """
    from reasoner.reading.near.evidence import Evidence
    from reasoner.training import trail as fitting

    evidence = Evidence(common.open_knowledge(kb or list(common.DEFAULT_KB)))
    files = {Path(path).name: fitting.examples(evidence, common.load_questions(path)) for path in train}
    known = [one for some in files.values() for one in some]
    if not known:
        raise UsageError("no question has facts that name two of its choices")
    numbers, score = fitting.fit(known, report)
    told = f"{score:.3f} on the questions themselves, trails alone"
    if len(files) > 1:
        apart = zip(files, fitting.left_out(list(files.values())), strict=True)
        told += "; left out: " + ", ".join(f"{name} {value:.3f}" for name, value in apart)
    _certify(said(context), output, numbers, data, len(known), told)
    print(json.dumps({"score": score, "weights": numbers}) if as_json else f"{output}: {told}")


def _certify(command: str, output: Path, numbers: Mapping[str, float], data: str, count: int, told: str) -> None:
    """Write fitted numbers with what they were fitted on, how, and what that came to."""
    write_weights(output, numbers, kind="fitted", command=command, data=data, rows=count, score=told)


def _pool(text: str) -> tuple[tuple[str, ...], int, str, str]:
    """Split SOURCE,...:N, or SOURCE,...:N:GIVEN, before @FILE or alone."""
    pool, _, asked = text.partition("@")
    start, _, end = pool.rpartition(":")
    sources, given = (start, common.known_condition(end)) if start and not end.isdigit() else (pool, "none")
    names, colon, count = sources.rpartition(":")
    if not colon or not count.isdecimal() or not int(count):
        raise UsageError(f"--pool {text}: write SOURCE,...:N with the number of questions")
    return tuple(names.split(",")), int(count), given, asked
