"""Answers as text for a terminal: the verdict in words, then a table of choices with bars and the reasons."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from html import escape
from typing import TYPE_CHECKING

from reasoner.answer import Answer
from reasoner.explanation import Explanation, Part
from reasoner.question import Question
from reasoner.render.verdict import key_of, verdict_of

if TYPE_CHECKING:
    from rich.console import Group
    from rich.table import Table
    from rich.tree import Tree

_BAR_WIDTH = 24
_UNPRINTABLE = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff\ufeff\ufffe\uffff]"
)


def printable(text: str) -> str:
    """Return a text with what could steer a terminal, or turn the reading direction, made visible.

    >>> printable("red \\x1b[31malert")
    'red �[31malert'
    """
    return _UNPRINTABLE.sub("�", text)


def safe(text: str) -> str:
    """Return a text for HTML, quotes and all, with what could turn the reading direction made visible.

    >>> safe('<b title="x">')
    '&lt;b title=&quot;x&quot;&gt;'
    """
    return escape(printable(text))


def as_text(question: Question, answer: Answer) -> str:
    """Return what the terminal would show, without colour, 80 columns wide."""
    from io import StringIO

    from rich.console import Console

    out = StringIO()
    Console(file=out, width=80, color_system=None, force_jupyter=False).print(render_answer(question, answer))
    return "\n".join(line.rstrip() for line in out.getvalue().splitlines())


def render_answer(question: Question, answer: Answer) -> Group:
    """Return the question, the verdict, what a user must know, and then the details, for a rich console."""
    from rich.console import Group
    from rich.padding import Padding
    from rich.text import Text

    verdict = verdict_of(question, answer)
    head = Text(printable(verdict.sentence), style="bold")
    rest = Text("\n".join(printable(line) for line in (verdict.sure, *verdict.others, verdict.key) if line))
    notes = [Text(f"Note: {printable(note)}") for note in answer.notes]
    stem = Text(printable(question.stem), style="bold")
    return Group(
        stem, Padding(head, (1, 0, 0, 0)), rest, *notes, Text(), _table(question, answer), *_reasons(question, answer)
    )


def _table(question: Question, answer: Answer) -> Table:
    from rich.table import Table
    from rich.text import Text

    table = Table(title=Text(f"solver {answer.solver}, {answer.seconds * 1000:.0f} ms"), title_justify="left")
    table.add_column("")
    table.add_column("choice", ratio=1, overflow="fold")
    table.add_column("score", justify="right", no_wrap=True)
    table.add_column("", no_wrap=True)
    lengths = shares(answer)
    for choice in question.choices:
        score = answer.scores[choice.label]
        chosen = choice.label in answer.selected and not answer.abstained
        cells = (choice.label, printable(choice.text), shown(score), "█" * round(_BAR_WIDTH * lengths[choice.label]))
        table.add_row(*(Text(cell) for cell in cells), style="bold" if chosen else None)
    return table


def outcome(question: Question, answer: Answer) -> str:
    """Return the outcome in a few words: the answer, the tie or the abstention, and what the key says.

    >>> from reasoner.question import Choice
    >>> question = Question("1", "Which is a metal?", (Choice("A", "wool"), Choice("B", "steel")), answer_key="B")
    >>> outcome(question, Answer("1", "ir", {"A": None, "B": 1.0}))
    'Answer: B. The key is B: right.'
    >>> outcome(question, Answer("1", "ir", {"A": 1.0, "B": 1.0}))
    'A tie of 2: A, B. The key is B: 0.50 of a point.'
    """
    if answer.abstained:
        what = "No support for any choice: abstained."
    elif answer.tied:
        what = f"A tie of {len(answer.selected)}: {', '.join(answer.selected)}."
    else:
        what = f"Answer: {answer.selected[0]}."
    return " ".join(filter(None, (what, key_of(question, answer))))


def gathered(parts: Iterable[Part]) -> list[Part]:
    """Return the parts with those of one name as one, what was paid at the end: a price is no evidence against.

    >>> [(part.name, part.value) for part in gathered([Part("price of a row", -0.5)] * 2 + [Part("term: heat", 2.0)])]
    [('term: heat', 2.0), ('price of a row (2)', -1.0)]
    """
    named: dict[str, list[Part]] = {}
    for part in parts:
        named.setdefault(part.name, []).append(part)
    sums = [
        Part(f"{name} ({len(same)})" if len(same) > 1 else name, sum(part.value for part in same))
        for name, same in named.items()
    ]
    return sorted(sums, key=lambda part: part.name.startswith("price of"))


def shown(score: float | None) -> str:
    """Return a score as it is shown.

    >>> shown(0.5), shown(None)
    ('0.5000', '-')
    """
    return "-" if score is None else f"{score:.4f}"


def shares(answer: Answer) -> dict[str, float]:
    """Scale the scores to lengths of bars from 0 to 1; the lowest is empty only where scores fall below zero.

    >>> shares(Answer("1", "ir", {"A": 1.0, "B": 4.0, "C": None}))
    {'A': 0.25, 'B': 1.0, 'C': 0.0}
    """
    scores = {label: score for label, score in answer.scores.items() if score is not None}
    low, high = min([0.0, *scores.values()]), max([0.0, *scores.values()])
    scale = 1 / (high - low) if high > low else 0.0
    return {label: (scores.get(label, low) - low) * scale for label in answer.scores}


def _reasons(question: Question, answer: Answer) -> Iterator[Tree]:
    if not answer.abstained:
        for choice in question.choices:
            if choice.label in answer.selected:
                why = answer.explanations.get(choice.label, Explanation())
                yield render_explanation(f"why {choice.label}: {choice.text}", why)


def render_explanation(heading: str, explanation: Explanation) -> Tree:
    """Return an explanation as a tree: what was known, how it is joined, what follows, and the parts of the score."""
    from rich.text import Text
    from rich.tree import Tree

    texts = {node.id: printable(node.text) for node in explanation.nodes}
    tree = Tree(Text(printable(heading)))
    if explanation.summary:
        tree.add(Text(printable(explanation.summary)))
    numbers = _numbers(explanation)
    for node in explanation.facts:
        place = f"{numbers[node.id]}. " if numbers else ""
        branch = tree.add(Text(f"{place}{texts[node.id]}  [{printable(node.source or 'unknown')}]"))
        for link in explanation.links:
            if node.id in (link.start, link.end):
                other = texts[link.end if link.start == node.id else link.start]
                weight = "" if link.weight is None else f" ({link.weight:.2f})"
                branch.add(Text(f"{other}: {printable(link.why)}{weight}"))
    for step in explanation.steps:
        premises = " and ".join(str(numbers[premise]) for premise in step.premises)
        sure = "" if step.confidence == 1.0 else f", {step.confidence:.2f}"
        said = f"{numbers[step.conclusion]}. {texts[step.conclusion]}"
        tree.add(Text(f"{said}  ({printable(step.rule)}, from {premises}{sure})"))
    if explanation.parts:
        parts = tree.add("the score")
        for part in gathered(explanation.parts):
            parts.add(Text(f"{part.value:+.4f}  {printable(part.name)}"))
    return tree


def _numbers(explanation: Explanation) -> dict[str, int]:
    """The places of facts and conclusions in a proof, as its steps refer to them; nothing where there is no proof."""
    ends = [end for step in explanation.steps for end in (*step.premises, step.conclusion)]
    known = [node.id for node in explanation.facts]
    return {end: number for number, end in enumerate(dict.fromkeys([*known, *ends]), 1)} if ends else {}
