"""`reasoner dataset ...`: what makes sets of questions."""

from __future__ import annotations

import json
import os
import sys
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Annotated, Any

import typer

from reasoner.cli import common, dataset_judging, dataset_people
from reasoner.cli.dataset_files import records, write
from reasoner.errors import UsageError
from reasoner.files import check_regular, locked, write_atomically

app = typer.Typer(help="Make and judge sets of questions.", no_args_is_help=True)


@app.callback()
def dataset() -> None:
    """Make and judge sets of questions."""


@app.command()
def worlds(
    target: Annotated[str, typer.Argument(help="A .jsonl file to write, or `-`.")] = "-",
    count: Annotated[int, typer.Option(min=1, help="How many worlds.")] = 100,
    seed: Annotated[int, typer.Option(help="Which worlds: the same for the same seed.")] = 0,
    as_pairs: Annotated[
        bool, typer.Option("--pairs", help="So many pairs of premise and hypothesis instead, to learn entailment from.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Report as JSON what was written.")] = False,
) -> None:
    """Make questions about small made-up worlds, with key, logic and proof, in many wordings.

    Examples:

        reasoner dataset worlds worlds.jsonl --count 1000 --seed 7

        reasoner dataset worlds - --count 3
    """
    from reasoner.datasets import pairs
    from reasoner.datasets import worlds as made

    records = pairs.pairs(count, seed) if as_pairs else made.worlds(count, seed)
    lines = (json.dumps(record.as_dict(), ensure_ascii=False) + "\n" for record in records)
    if target == "-":
        sys.stdout.writelines(lines)
        return
    write_atomically(target, lines)
    what = "pairs" if as_pairs else "questions"
    print(json.dumps({what: count, "target": target}) if as_json else f"{count} {what} written to {target}")


@app.command()
def build(
    facts: Annotated[Path, typer.Argument(help="Lines of subject, relation and object, with tabs between.")],
    documents: Annotated[Path, typer.Argument(help="JSON lines with title and text.")],
    target: Annotated[str, typer.Argument(help="A .jsonl file to write, or `-`.")] = "-",
    seed: Annotated[int, typer.Option(help="Which chains are drawn where there are too many.")] = 0,
    join: Annotated[bool, typer.Option("--join", help="Ask also for what two facts say together.")] = False,
    chain: Annotated[int, typer.Option(min=2, help="The most documents in a chain.")] = 3,
    most_documents: Annotated[int, typer.Option(min=2, help="The most documents of a question.")] = 64,
    most_candidates: Annotated[int, typer.Option(min=2, help="The most candidates of a question.")] = 100,
    spread: Annotated[int, typer.Option(min=1, help="A name in more documents leads nowhere.")] = 40,
    paths: Annotated[int, typer.Option(min=1, help="Chains that every candidate has, as in MedHop.")] = 1,
    titles: Annotated[
        bool, typer.Option("--titles", help="A name leads only to the document about it, as in WikiHop.")
    ] = False,
    whole: Annotated[
        bool, typer.Option("--whole", help="Leave out, and do not cut, a question that is too large, as in WikiHop.")
    ] = False,
    share: Annotated[float, typer.Option(min=0, max=1, help="The share of questions that one answer may have.")] = 0.05,
    cooccurrence: Annotated[int, typer.Option(min=1, help="Questions with one document and one answer.")] = 20,
    jobs: common.JobsOption = 1,
    cluster: common.ClusterOption = None,
) -> None:
    """Assemble questions over many documents from facts and documents, with the gold chain of each.

    Examples:

        reasoner dataset build facts.tsv documents.jsonl questions.jsonl --join

        reasoner dataset build facts.tsv documents.jsonl questions.jsonl --cluster tcp://scheduler:8786
    """
    from reasoner.datasets.assembly import Limits, as_record
    from reasoner.datasets.balance import balanced
    from reasoner.datasets.parts import Job, Parts
    from reasoner.experiment.workers import executor

    limits = Limits(chain, most_documents, most_candidates, spread, paths, titles, whole, share, cooccurrence)
    job = Job(str(facts.absolute()), str(documents.absolute()), limits, seed, join)
    for path in (facts, documents):
        check_regular(path)
    with ExitStack() as stack:
        aside = stack.enter_context(tempfile.TemporaryDirectory()) if target == "-" else f"{target}.parts"
        folder = stack.enter_context(locked(aside))
        alone = jobs == 1 and cluster is None
        parts = Parts(job, folder, None if alone else stack.enter_context(executor(jobs, cluster)))
        for _ in common.progress(parts.index(), "documents"):
            pass
        for _ in common.progress(parts.make(), "parts"):
            pass
        kept = Counted(as_record(parts.graph, row) for row in balanced(parts, limits, seed))
        write(common.progress(kept, "questions"), target)
        print(f"reasoner: {sum(1 for _ in parts)} questions assembled, {kept.count} kept for balance", file=sys.stderr)
        if target != "-":  # out of the way while it is held: whoever holds it next must find it empty
            with tempfile.TemporaryDirectory(prefix=f"{Path(aside).name}.", dir=Path(aside).parent) as away:
                os.rename(aside, Path(away) / "parts")


class Counted:
    """Records that are counted as they go by."""

    def __init__(self, records: Iterable[dict[str, Any]]) -> None:
        self._records, self.count = records, 0

    def __iter__(self) -> Iterator[dict[str, Any]]:
        for record in self._records:
            self.count += 1
            yield record


@app.command()
def mask(
    source: Annotated[Path, typer.Argument(help="JSON lines in WikiHop's form, or `-`.")],
    target: Annotated[str, typer.Argument(help="A .jsonl file to write, or `-`.")] = "-",
    seed: Annotated[int, typer.Option(help="Which placeholder stands for which candidate.")] = 0,
) -> None:
    """Replace the candidates by placeholders, the same one for a candidate throughout a question.

    Examples:

        reasoner dataset mask questions.jsonl masked.jsonl
    """
    from reasoner.datasets import conditions

    write((conditions.mask(record, seed) for record in records(source)), target)


@app.command()
def condition(
    source: Annotated[Path, typer.Argument(help="JSON lines that `reasoner dataset build` wrote, or `-`.")],
    target: Annotated[str, typer.Argument(help="A .jsonl file to write, or `-`.")] = "-",
    given: Annotated[str, typer.Option(help="Which documents: all, gold, candidates.")] = "gold",
) -> None:
    """Keep only the documents of the gold chain, or only those that mention a candidate.

    Examples:

        reasoner dataset condition questions.jsonl gold.jsonl --given gold
    """
    from reasoner.datasets.conditions import CONDITIONS

    if given not in CONDITIONS:
        raise UsageError(f"--given {given}: choose one of {', '.join(CONDITIONS)}")
    write(map(CONDITIONS[given], records(source)), target)


app.command()(dataset_judging.stats)
app.command()(dataset_judging.check)
app.command("filter")(dataset_judging.filter_easy)
app.command()(dataset_judging.biases)
app.command()(dataset_people.human)
app.command()(dataset_people.validated)
