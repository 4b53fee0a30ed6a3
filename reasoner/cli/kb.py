"""``reasoner kb``: what is known, where it comes from, and whether it holds together."""

from __future__ import annotations

import json
import random
import time
from collections import Counter
from collections.abc import Iterable
from concurrent.futures import Executor
from contextlib import ExitStack
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any

import typer

from reasoner.cli import common
from reasoner.errors import ReasonerError, UsageError
from reasoner.knowledge import KnowledgeBase
from reasoner.knowledge.sources import KINDS, NONE, SCIENCE, open_source
from reasoner.language.terms import content_lemmas
from reasoner.resources import data_folder

app = typer.Typer(help="Knowledge: list, look into, search, import and check sources.", no_args_is_help=True)

SourceArgument = Annotated[str, typer.Argument(help="`science`, a path, or KIND:PATH.", metavar="SRC")]


@app.command("list")
def list_sources(as_json: common.JsonOption = False) -> None:
    """List the built-in sources and the kinds of sources that can be read.

    Example:

        reasoner kb list --json
    """
    tables = list(open_source(SCIENCE).tables())
    built_in = {
        SCIENCE: f"elementary science: {sum(map(len, tables)):,} rows in {len(tables)} tables (CC0)",
        NONE: "no knowledge",
    }
    kinds = {name: kind.summary for name, kind in KINDS.items()}
    if as_json:
        print(json.dumps({"built_in": built_in, "kinds": kinds}, indent=2))
        return
    _print_table(("source", "what it is"), built_in.items())
    _print_table(("kind", "what is read (--kb PATH, or --kb KIND:PATH)"), kinds.items())


@app.command()
def info(source: SourceArgument, as_json: common.JsonOption = False) -> None:
    """Show how many facts, relations and tables a source has, and what could not be read.

    Example:

        reasoner kb info science
    """
    kb = common.open_knowledge((source,))
    relations = Counter(fact.relation or "(none)" for fact in kb)
    record: dict[str, Any] = {
        "facts": len(kb),
        "sources": [asdict(content) for content in kb.contents],
        "relations": dict(sorted(relations.items(), key=lambda pair: (-pair[1], pair[0]))),
        "tables": {table.name: len(table) for table in kb.tables},
    }
    if as_json:
        print(json.dumps(record, indent=2))
        return
    _print_contents(kb)
    _print_table(("relation", "facts"), record["relations"].items())
    if kb.tables:
        _print_table(("table", "rows"), record["tables"].items())


@app.command()
def search(
    query: Annotated[str, typer.Argument(help="Words to look for.")],
    kb: common.KbOption = None,
    limit: Annotated[int, typer.Option("-n", "--limit", min=1, help="How many facts at the most.")] = 10,
    as_json: common.JsonOption = False,
) -> None:
    """Show the facts that match some words best, with their source and score.

    Example:

        reasoner kb search "what conducts heat" --kb science -n 5
    """
    if not content_lemmas(query):
        raise UsageError(f"there is no content word in {query!r}")
    knowledge = common.open_knowledge(tuple(kb or common.DEFAULT_KB))
    start = time.perf_counter()
    hits = knowledge.search(query, limit)
    seconds = time.perf_counter() - start
    if as_json:
        found = [asdict(hit.fact) | {"score": hit.score} for hit in hits]
        print(json.dumps({"query": query, "seconds": seconds, "hits": found}, indent=2))
        return
    if not hits:
        print("nothing found")
        return
    _print_table(("score", "fact", "source"), ((f"{hit.score:.2f}", hit.fact.text, hit.fact.where) for hit in hits))


@app.command("import")
def import_sources(
    sources: Annotated[list[str], typer.Argument(help="`science`, paths, or KIND:PATH.", metavar="SRC...")],
    words: Annotated[bool, typer.Option("--words", help="Index also where each word stands, for `pmi`.")] = False,
    vectors: Annotated[bool, typer.Option("--vectors", help="Encode also each fact, for `nearest`, `dgem`.")] = False,
    jobs: common.JobsOption = 1,
    cluster: common.ClusterOption = None,
    as_json: common.JsonOption = False,
) -> None:
    """Read sources, index them together and keep the index, so that the next command starts at once.

    It is done in parts: after a kill, the same command goes on with the part that is missing.

    Examples:

        reasoner kb import openbook.txt conceptnet:triples.tsv

        reasoner kb import corpus.txt --words --vectors --jobs 2
    """
    from reasoner.experiment.workers import executor
    from reasoner.retrieval.positions import Positions

    start = time.perf_counter()
    with ExitStack() as stack:
        alone = jobs == 1 and cluster is None
        processes = None if alone else stack.enter_context(executor(jobs, cluster))
        kb = common.open_knowledge(tuple(sources), processes)
        if words:
            Positions.over(kb, processes)
        if vectors:
            _encode(kb, processes)
    seconds = time.perf_counter() - start
    if as_json:
        contents = [asdict(content) for content in kb.contents]
        print(json.dumps({"facts": len(kb), "seconds": seconds, "sources": contents}, indent=2))
        return
    _print_contents(kb)
    print(f"{len(kb):,} facts ready in {seconds:.1f} s")


@app.command()
def check(
    folder: Annotated[Path | None, typer.Argument(help="A folder of typed tables; `science` if not said.")] = None,
    as_json: common.JsonOption = False,
) -> None:
    """Check typed tables: format, contradictions, kinds, English; count rows by table and topic.

    Exits 1 when there is a problem.

    Example:

        reasoner kb check kb/science
    """
    from reasoner.knowledge.check import check_folder

    if folder is not None and not folder.is_dir():
        raise UsageError(f"{folder} is not a folder of tables")
    report = check_folder(folder or data_folder("kb") / SCIENCE)
    if as_json:
        print(json.dumps(asdict(report), indent=2))
    else:
        _print_table(("table", "rows"), report.tables.items())
        _print_table(("topic", "rows"), report.topics.items())
        for problem in report.problems:
            print(problem)
    if report.problems:
        raise ReasonerError(f"{len(report.problems):,} problems in {report.rows:,} rows")
    if not as_json:
        print(f"{report.rows:,} rows in {len(report.tables)} tables on {len(report.topics)} topics: no problem found")


@app.command()
def coverage(
    things: Annotated[Path, typer.Argument(help="A word list: a thing a line.", metavar="LIST")],
    source: Annotated[str, typer.Option("--kb", help="Whose tables are looked into.")] = SCIENCE,
    least: Annotated[int, typer.Option(min=1, help="Show the things that have fewer rows than this.")] = 5,
    relations: Annotated[str, typer.Option(help="Relations that every thing should have.")] = "isa,property,has",
    as_json: common.JsonOption = False,
) -> None:
    """Show of which things of a word list little is known, and which relations are missing.

    Example:

        reasoner kb coverage words.txt --least 8
    """
    from reasoner.knowledge.coverage import coverage as covered
    from reasoner.knowledge.importers.lines import Faults, read_lines

    if not things.is_file():
        raise UsageError(f"{things} is no file with a word list")
    listed = [line.strip() for _, line in read_lines(things, Faults()) if line.strip() and not line.startswith("#")]
    found = covered(open_source(source).tables(), listed, [name.strip() for name in relations.split(",")])
    few = [one for one in found if one.rows < least]
    if as_json:
        print(json.dumps([asdict(one) for one in few], indent=2))
        return
    _print_table(("thing", "rows", "no row says"), ((one.thing, one.rows, ", ".join(one.missing)) for one in few))
    print(f"{len(few):,} of {len(found):,} things have fewer than {least} rows")


@app.command()
def sample(
    source: SourceArgument = SCIENCE,
    count: Annotated[int, typer.Option("-n", "--count", min=1, help="How many facts.")] = 100,
    seed: Annotated[int, typer.Option(help="The same seed draws the same facts.")] = 0,
    as_json: common.JsonOption = False,
) -> None:
    """Draw facts at random, to read whether they are true and plain.

    Example:

        reasoner kb sample science --seed 7 -n 20
    """
    kb = common.open_knowledge((source,))
    numbers = sorted(random.Random(seed).sample(range(len(kb)), min(count, len(kb))))
    facts = [kb.store[number] for number in numbers]
    if as_json:
        print(json.dumps([asdict(fact) for fact in facts], indent=2))
        return
    from reasoner.render.text import printable

    for fact in facts:
        print(printable(f"{fact.text}  [{fact.where}]"))


def _encode(kb: KnowledgeBase, executor: Executor | None) -> None:
    from reasoner.neural import Encoder
    from reasoner.retrieval.dense import IN_MEMORY, DenseIndex

    few = len(kb) <= IN_MEMORY  # of more, no single vectors are kept beside the index: they would take twice its space
    DenseIndex.of(kb, Encoder(keep=few), executor)


def _print_contents(kb: KnowledgeBase) -> None:
    rows = ((content.source, content.kind, f"{content.facts:,}", content.bad or "none") for content in kb.contents)
    _print_table(("source", "kind", "facts", "bad lines"), rows)


def _print_table(headings: tuple[str, ...], rows: Iterable[tuple[object, ...]]) -> None:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    from reasoner.render.text import printable

    table = Table(*headings)
    for row in rows:
        table.add_row(*(Text(f"{cell:,}" if isinstance(cell, int) else printable(str(cell))) for cell in row))
    Console().print(table)
