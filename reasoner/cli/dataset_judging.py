"""`reasoner dataset stats|check|filter|biases`: what judges sets of questions; each also as a page and a plot."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Annotated, Any

import typer

from reasoner.cli import common
from reasoner.errors import UsageError
from reasoner.files import write_atomically
from reasoner.question import Question
from reasoner.render.finding import Figures, Finding, Length, finding_page, finding_plot

SourceArgument = Annotated[str, typer.Argument(help="A file of questions in any format that is read, or `-`.")]
HtmlOption = Annotated[Path | None, typer.Option("--html", help="Write a page that needs nothing else.")]
PlotOption = Annotated[Path | None, typer.Option("--plot", help="Write the plot, an SVG picture.")]
#: Kinds of question that are shown; the paper's Table 10 has as many.
MOST_KINDS = 25


def tell(finding: Finding, data: Any, as_json: bool, html: Path | None, plot: Path | None) -> None:
    """Print what was found, as tables or JSON, and write the page and the plot that were asked for."""
    if html:
        write_atomically(html, [finding_page(finding)])
    if plot:
        write_atomically(plot, [finding_plot(finding)])
    if as_json:
        print(json.dumps(data))
        return
    from reasoner.experiment.tables import rich_table

    console = common.narrow_console()
    for each in finding.tables:
        console.print(f"[bold]{each.title}[/bold]")
        console.print(rich_table(each.headings, each.rows))
    for note in finding.notes:
        console.print(note, markup=False)


def stats(
    sources: Annotated[list[str], typer.Argument(help="Files of questions in any format that is read, or `-`.")],
    beside: Annotated[
        str | None, typer.Option(help="Figures to set beside: openbookqa, wikihop, medhop or codah.")
    ] = None,
    types: Annotated[bool, typer.Option("--types", help="Sort the second facts by OpenBookQA's types.")] = False,
    as_json: common.JsonOption = False,
    html: HtmlOption = None,
    plot: PlotOption = None,
) -> None:
    """Print what a set looks like: sizes, choices, tokens, vocabulary, documents, kinds of question, types of facts.

    Examples:

        reasoner dataset stats train.jsonl dev.jsonl --beside openbookqa --types --html stats.html
    """
    from reasoner.datasets.papers import fact_types, reported
    from reasoner.datasets.statistics import kinds, statistics, totals

    paper = reported(beside)
    sets = [(source, common.load_questions(source)) for source in sources]
    questions = [each for _, found in sets for each in found]
    whole, figures, sorts = totals(questions), statistics(questions), kinds(questions)
    typed = fact_types(questions) if types else {}
    tables = [
        Figures("Sizes", ["set", "questions"], [[name, f"{len(found):,}"] for name, found in sets]),
        _beside("The whole", whole, paper.get("totals", {}), paper),
        _spread(figures, paper),
        _kinds(sorts, len(questions), paper),
        *([_types(typed, paper)] if typed else []),
    ]
    bars = [Length(name, count / len(questions)) for name, count in list(sorts.items())[:MOST_KINDS]]
    finding = Finding("What the set looks like", "share of the questions that is of each kind", bars, tables)
    data = {"totals": whole, "figures": figures, "kinds": sorts, "types": typed, "paper": paper}
    tell(finding, data, as_json, html, plot)


def _beside(title: str, ours: dict[str, float], theirs: dict[str, float], paper: dict[str, Any]) -> Figures:
    headings = ["", "here", *([str(paper["title"])] if paper else [])]
    rows = [[name, _number(value), *([_number(theirs.get(name))] if paper else [])] for name, value in ours.items()]
    return Figures(title, headings, rows)


def _spread(figures: dict[str, dict[str, float]], paper: dict[str, Any]) -> Figures:
    columns = ["min", "max", "mean", "median"]
    rows = []
    for name, row in figures.items():
        rows.append([name, *(_number(row[column]) for column in columns)])
        if theirs := paper.get("figures", {}).get(name):
            rows.append(["  in the paper", *(_number(theirs.get(column)) for column in columns)])
    return Figures("A question", ["", *columns], rows)


def _kinds(sorts: dict[str, int], count: int, paper: dict[str, Any]) -> Figures:
    theirs = paper.get("kinds", {})
    rows = [
        [name, f"{number:,}", f"{number / count:.1%}", *([_number(theirs.get(name))] if theirs else [])]
        for name, number in list(sorts.items())[:MOST_KINDS]
    ]
    return Figures("Kinds of question", ["kind", "questions", "share", *(["in the paper"] if theirs else [])], rows)


def _types(typed: dict[str, tuple[float, float]], paper: dict[str, Any]) -> Figures:
    theirs = paper.get("types", {})
    headings = ["type", "questions", "facts", *(["questions, paper", "facts, paper"] if theirs else [])]
    rows = [
        [name, *(f"{share:.1%}" for share in shares), *(f"{share:.1%}" for share in theirs.get(name, ()))]
        for name, shares in typed.items()
    ]
    return Figures("Types of the second facts", headings, [row + [""] * (len(headings) - len(row)) for row in rows])


def _number(value: float | None) -> str:
    if value is None:
        return ""
    return f"{value:,}" if isinstance(value, int) or value == int(value) else f"{value:,.3f}"


def check(
    source: SourceArgument,
    choices: Annotated[int, typer.Option(min=2, help="How many choices a question should have.")] = 4,
    as_json: common.JsonOption = False,
    html: HtmlOption = None,
    plot: PlotOption = None,
) -> None:
    """Say of each question what is wrong with it: number of choices, negation words, uneven lengths, no key.

    Examples:

        reasoner dataset check dev.jsonl --choices 4 --html faults.html
    """
    from reasoner.datasets.checks import faults, key_evenness, key_positions

    questions = common.load_questions(source)
    found = {each.id: wrong for each in questions if (wrong := faults(each, choices))}
    positions, even = key_positions(questions), key_evenness(questions)
    counts = Counter(kind for wrong in found.values() for kind in {fault.kind for fault in wrong})
    said = {name: [fault.said for fault in wrong] for name, wrong in found.items()}
    tables = [
        Figures(
            "Questions with a fault", ["question", "what"], [[name, "; ".join(told)] for name, told in said.items()]
        ),
        Figures("Faults", ["fault", "questions"], [[kind, str(number)] for kind, number in counts.most_common()]),
        Figures("Where the keys lie", ["label", "keys"], [[label, str(number)] for label, number in positions.items()]),
    ]
    keyed = max(sum(positions.values()), 1)
    bars = [
        *(Length(kind, number / len(questions)) for kind, number in counts.most_common()),
        *(Length(f"key {label}", number / keyed) for label, number in list(positions.items())[:MOST_KINDS]),
    ]
    notes = [
        f"{len(found)} of {len(questions)} questions have a fault.",
        f"Keys as uneven as these, where every position is as likely: p {even:.2g}.",
    ]
    finding = Finding("Faults of the questions", "share of the questions", bars, tables, notes)
    tell(finding, {"questions": len(questions), "faults": said, "keys": positions, "p": even}, as_json, html, plot)


def filter_easy(
    source: SourceArgument,
    solver: common.SolverOption = "ir,pmi",
    kb: common.KbOption = None,
    left: Annotated[Path | None, typer.Option(help="Write the questions that none of them answers.")] = None,
    as_json: common.JsonOption = False,
    html: HtmlOption = None,
    plot: PlotOption = None,
) -> None:
    """Name the questions that simple solvers answer, with the sentences that give them away.

    Examples:

        reasoner dataset filter dev.jsonl --solver ir,pmi --left hard.jsonl
    """
    questions = _keyed(source)
    names = common.solver_list(solver)
    easy: dict[str, dict[str, list[str]]] = {}
    for name in names:
        asked = common.make_solver(name, kb, {})
        for question, answer in zip(questions, asked.answer_all(common.progress(questions, name)), strict=True):
            if answer.selected == (question.answer_key,):
                why = answer.explanations[str(question.answer_key)]
                easy.setdefault(question.id, {})[name] = [node.text for node in why.facts]
    if left:
        write_atomically(left, (json.dumps(each.as_dict()) + "\n" for each in questions if each.id not in easy))
    rows = [[name, by, " | ".join(texts[:2])] for name, solved in easy.items() for by, texts in solved.items()]
    tables = [Figures("Questions that are answered", ["question", "by", "because of"], rows)]
    bars = [Length(name, sum(name in solved for solved in easy.values()) / len(questions)) for name in names]
    notes = [f"{len(easy)} of {len(questions)} questions are answered by {solver}."]
    finding = Finding("What simple solvers answer", "share of the questions answered by", bars, tables, notes)
    tell(finding, {"questions": len(questions), "easy": easy}, as_json, html, plot)


def biases(
    source: SourceArgument,
    bias: Annotated[
        list[str] | None, typer.Option(help="A bias to look for; may be repeated. All, if not said.")
    ] = None,
    as_json: common.JsonOption = False,
    html: HtmlOption = None,
    plot: PlotOption = None,
) -> None:
    """Print how far solvers come that do not read: longest choice, answer only, odd one out, majority, document cue.

    What is learned (majority, document cue) is learned on one half of the set for the other.

    Examples:

        reasoner dataset biases dev.jsonl --html biases.html
    """
    from reasoner.datasets.biases import BIASES
    from reasoner.datasets.biases import biases as found_in

    if unknown := set(bias or ()) - set(BIASES):
        raise UsageError(f"--bias {min(unknown)}: choose from {', '.join(BIASES)}")
    questions = _keyed(source)
    found = found_in(questions, bias or list(BIASES), common.progress)
    rows = [
        [each.name, each.solver, f"{each.score:.3f}", f"{each.interval[0]:.3f} to {each.interval[1]:.3f}",
         f"{each.chance:.3f}", f"{each.p_value:.4f}"]
        for each in found
    ]  # fmt: skip
    above = [each.name for each in found if each.score > each.chance and each.p_value < 0.05]
    notes = [f"Better than chance: {', '.join(above) or 'none'}."]
    tables = [Figures("Biases", ["bias", "solver", "score", "interval", "chance", "p"], rows)]
    bars = [Length(each.name, each.score, each.chance) for each in found]
    finding = Finding("Biases of the set", "score without reading; a stroke marks chance", bars, tables, notes)
    tell(finding, [each._asdict() for each in found], as_json, html, plot)


def _keyed(source: str) -> list[Question]:
    """Return the questions that have a key."""
    questions = [each for each in common.load_questions(source) if each.answer_key]
    if not questions:
        raise UsageError(f"{source}: no question has a key")
    return questions
