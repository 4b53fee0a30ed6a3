"""`reasoner dataset human|validated`: what people say of questions."""

from __future__ import annotations

import csv
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer

from reasoner.cli import common
from reasoner.cli.dataset_files import records, write
from reasoner.cli.dataset_judging import HtmlOption, PlotOption, tell
from reasoner.errors import InputError
from reasoner.render.finding import Figures, Finding, Length

#: The margins that the plot shows.
MARGINS = [number / 200 for number in range(1, 13)]


def human(
    source: Annotated[
        Path | None, typer.Argument(help="Lines of question, judge and 1 (right) or 0, with tabs between.")
    ] = None,
    questions: Annotated[int, typer.Option(min=1, help="How many questions were judged.")] = 500,
    judges: Annotated[int, typer.Option(min=1, help="How many people judged each.")] = 5,
    accuracy: Annotated[float, typer.Option(min=0, max=1, help="The share of right judgements.")] = 1.0,
    margin: Annotated[list[float] | None, typer.Option(help="How far below it the truth may lie.")] = None,
    as_json: common.JsonOption = False,
    html: HtmlOption = None,
    plot: PlotOption = None,
) -> None:
    """Estimate human accuracy from repeated judgements, with Hoeffding's bound.

    Examples:

        reasoner dataset human judgements.tsv

        reasoner dataset human --questions 500 --judges 5 --accuracy 0.92 --margin 0.03 --margin 0.025
    """
    from reasoner.datasets.human import ASSUMPTION, Judgements, confidence, judged

    found = judged(_judgements(source)) if source else Judgements(questions, judges, accuracy)

    def sure(each: float) -> float:
        return confidence(found.questions, found.judges, each)

    wanted = margin or [0.03, 0.025]
    rows = [[f"{found.accuracy - each:.1%}", f"{each:.1%}", f"{sure(each):.2%}"] for each in wanted]
    said = (
        f"{found.accuracy:.1%} of the judgements are right: {found.questions} questions, {found.judges:g} judges each."
    )
    tables = [Figures("People are right in at least", ["accuracy", "below the estimate", "probability"], rows)]
    bars = [Length(f"{found.accuracy - each:.1%} or more", sure(each)) for each in MARGINS]
    finding = Finding("How well people do", "probability, at least, of each accuracy", bars, tables, [said, ASSUMPTION])
    bounds = [{"at_least": found.accuracy - each, "margin": each, "probability": sure(each)} for each in wanted]
    tell(finding, found._asdict() | {"assumption": ASSUMPTION, "bounds": bounds}, as_json, html, plot)


def _judgements(source: Path) -> Iterator[tuple[str, str, bool]]:
    try:
        with open(source, encoding="utf-8", newline="") as lines:
            rows = list(csv.reader(lines, delimiter="\t"))
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"cannot be read: {error}", path=str(source)) from None
    if not rows:
        raise InputError("no judgement", path=str(source), line=1)
    for number, row in enumerate(rows, 1):
        if len(row) != 3 or row[2].strip() not in ("0", "1"):
            raise InputError("question, judge and 1 or 0 are expected", path=str(source), line=number)
        yield row[0], row[1], row[2].strip() == "1"


def validated(
    source: Annotated[Path, typer.Argument(help="JSON lines in WikiHop's form, with `annotations`, or `-`.")],
    target: Annotated[str, typer.Argument(help="A .jsonl file to write, or `-`.")] = "-",
    as_json: Annotated[bool, typer.Option("--json", help="Report as JSON, on standard error.")] = False,
) -> None:
    """Keep the questions of which most judges say that the answer follows, and needs several documents.

    `annotations` is what WikiHop's Dev set has: for each judge "follows", "likely" or "not follow", and "multiple" or
    "single".

    Examples:

        reasoner dataset validated dev.jsonl validated.jsonl
    """
    from reasoner.datasets.human import agreement
    from reasoner.datasets.human import validated as holds

    found = list(records(source))
    for number, record in enumerate(found, 1):
        if not record.get("annotations"):
            raise InputError("nobody judged this question", path=str(source), line=number, field="annotations")
    kept = [record for record in found if holds(record["annotations"])]
    kappas = [agreement([[each[place] for each in record["annotations"]] for record in found]) for place in (0, 1)]
    write(kept, target)
    report = {"questions": len(found), "validated": len(kept), "kappa_follows": kappas[0], "kappa_documents": kappas[1]}
    said = f"reasoner: {len(kept)} of {len(found)} questions; Fleiss' kappa {kappas[0]:.3f} and {kappas[1]:.3f}"
    print(json.dumps(report) if as_json else said, file=sys.stderr)
