"""Answers as one HTML page that needs nothing else: no network, no script; light and dark, on screen and on paper."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from hashlib import sha256
from html import escape
from importlib.resources import files

from reasoner.answer import Answer
from reasoner.explanation import Explanation, Part
from reasoner.question import Question
from reasoner.render.reasons import as_tree
from reasoner.render.svg import KINDS, as_svg
from reasoner.render.text import gathered, outcome, printable, shares, shown
from reasoner.render.verdict import verdict_of

#: A tie of more choices than this is not unfolded: nobody reads eighty drawings at once.
_UNFOLDED = 4


@cache
def asset(name: str) -> str:
    """Return a file that pages are made with."""
    return files("reasoner.render").joinpath("assets", name).read_text(encoding="utf-8")


def safe(text: str) -> str:
    """Return a text for HTML, quotes and all, with what could turn the reading direction made visible.

    >>> safe('<b title="x">')
    '&lt;b title=&quot;x&quot;&gt;'
    """
    return escape(printable(text))


def page(title: str, body: str, script: str = "") -> str:
    """Return a whole page; only the script given may run in it, whatever a text smuggles in."""
    allowed = f"'sha256-{b64encode(sha256(script.encode()).digest()).decode()}'" if script else "'none'"
    policy = f"default-src 'none'; img-src data:; style-src 'unsafe-inline'; form-action 'self'; script-src {allowed}"
    return (
        f'<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f'<link rel="icon" href="data:,">\n<title>{safe(title)}</title>\n<style>\n{asset("style.css")}</style>\n'
        f'</head>\n<body>\n<a class="skip" href="#main">Skip to the content</a>\n{body}\n'
        + (f"<script>{script}</script>\n" if script else "")
        + "</body>\n</html>\n"
    )


def question_page(question: Question, answers: Mapping[str, Answer], back: str | None = None) -> str:
    """Return a page about one question: scores side by side, then every solver's reasons.

    Parameters
    ----------
    answers : mapping
        Answers by the name to show; two runs of one solver can stand side by side.
    back : str, optional
        The address of the list that the page belongs to.
    """
    link = f'<p><a href="{safe(back)}">All questions</a></p>\n' if back else ""
    head = f"<header>\n{link}<h1><bdi>{safe(question.stem)}</bdi></h1>\n{_about(question)}</header>\n"
    return page(question.stem[:80], f'{head}{_contents(answers)}<main id="main">\n{view(question, answers)}</main>')


def view(question: Question, answers: Mapping[str, Answer]) -> str:
    """Return the part of a page that shows answers, to stand under the question itself."""
    sections = [_solver(number, name, question, answer) for number, (name, answer) in enumerate(answers.items(), 1)]
    return _verdicts(question, answers) + _scores(question, answers) + _given(question) + "".join(sections)


def framed(document: str) -> str:
    """Return a page inside another, such as a notebook's, with its own styles and nothing that runs."""
    return f'<iframe sandbox srcdoc="{escape(document)}" style="width:100%;height:42em;border:0"></iframe>'


# The verdict, in sentences.


def _verdicts(question: Question, answers: Mapping[str, Answer]) -> str:
    """Return the verdict of the first solver; those of the others follow, folded."""
    shown_verdicts = [
        _sentences(question, name, answer, not place) for place, (name, answer) in enumerate(answers.items())
    ]
    return f'<section id="verdict" aria-label="Verdict">\n{"".join(shown_verdicts)}</section>\n'


def _sentences(question: Question, name: str, answer: Answer, first: bool) -> str:
    verdict = verdict_of(question, answer)
    sure = f'<p class="sure">{safe(verdict.sure)} <span class="soft">{safe(f"Solver {name}. {verdict.key}")}</span></p>'
    notes = "".join(f'<p class="note">Note: <bdi>{safe(note)}</bdi></p>' for note in answer.notes)
    others = _list(verdict.others) if verdict.others else ""
    if first:
        return f'<p class="verdict"><bdi>{safe(verdict.sentence)}</bdi></p>\n{sure}\n{notes}{others}'
    return (
        f"<details><summary>{safe(name)}: <bdi>{safe(verdict.sentence)}</bdi></summary>"
        f"{sure}{notes}{others}</details>\n"
    )


def _about(question: Question) -> str:
    about = [f"Question {question.id}"]
    if question.category:
        about.append(f"category {question.category}")
    if question.answer_key:
        about.append(f"key {question.answer_key}")
    return f'<p class="soft">{safe(", ".join(about))}</p>\n'


def _contents(answers: Mapping[str, Answer]) -> str:
    links = [f'<li><a href="#s{number}">{safe(name)}</a></li>' for number, name in enumerate(answers, 1)]
    return f'<nav aria-label="On this page"><ul><li><a href="#scores">Scores</a></li>{"".join(links)}</ul></nav>\n'


def _given(question: Question) -> str:
    texts = [*question.facts, *question.documents]
    return f"<h2>Facts that came with the question</h2>\n{_list(texts)}" if texts else ""


def _list(texts: Iterable[str], tag: str = "ul") -> str:
    return f"<{tag}>{''.join(f'<li><bdi>{safe(text)}</bdi></li>' for text in texts)}</{tag}>\n"


# Scores, all solvers side by side.


def _scores(question: Question, answers: Mapping[str, Answer]) -> str:
    bars = {name: shares(answer) for name, answer in answers.items()}
    heads = "".join(f'<th scope="col">{safe(name)}</th>' for name in answers)
    rows = []
    for choice in question.choices:
        key = ' <span class="right">(key)</span>' if choice.label == question.answer_key else ""
        cells = (_score(answer, choice.label, bars[name][choice.label]) for name, answer in answers.items())
        name = f"<b>{safe(choice.label)}</b> <bdi>{safe(choice.text)}</bdi>{key}"
        rows.append(f'<tr><th scope="row">{name}</th>{"".join(cells)}</tr>\n')
    verdicts = "".join(f"<td>{_verdict(question, answer)}</td>" for answer in answers.values())
    return (
        '<section id="scores" aria-labelledby="scores-head"><h2 id="scores-head">Choices and scores</h2>\n'
        '<div class="scroll" role="region" aria-label="Scores" tabindex="0"><table class="scores">'
        "<caption>The score that each solver gives each choice; scores of different solvers are not on one scale."
        f'</caption>\n<thead><tr><th scope="col">Choice</th>{heads}</tr></thead>\n<tbody>\n{"".join(rows)}</tbody>\n'
        f'<tfoot><tr><th scope="row">Outcome</th>{verdicts}</tr></tfoot></table></div></section>\n'
    )


def _score(answer: Answer, label: str, share: float) -> str:
    score = answer.scores[label]
    if score is None:
        return '<td class="soft">no support</td>'
    bar = f'<span class="bar" style="--share:{share:.4f}"></span>'
    if label not in answer.selected:
        return f"<td>{shown(score)}{bar}</td>"
    return f'<td class="selected">{shown(score)} {"tied" if answer.tied else "selected"}{bar}</td>'


def _verdict(question: Question, answer: Answer) -> str:
    if question.answer_key is None or answer.abstained:
        kind = "abstained" if answer.abstained else "tied" if answer.tied else ""
    else:
        credit = answer.credit(question.answer_key)
        kind = "right" if credit == 1 else "tied" if credit else "wrong"
    return f'<span class="{kind}">{safe(outcome(question, answer))}</span>'


# The reasons of one solver.


def _solver(number: int, name: str, question: Question, answer: Answer) -> str:
    explained = {choice.label: answer.explanations.get(choice.label, Explanation()) for choice in question.choices}
    silent = [label for label, why in explained.items() if not _says(why)]
    folded = len(answer.selected) > _UNFOLDED
    shown_choices = "".join(
        _choice(f"s{number}-c{place}", f"{name}, {choice.label}", choice.text, answer, choice.label, folded)
        for place, choice in enumerate(question.choices, 1)
        if choice.label not in silent
    )
    nothing = f'<p class="soft">Nothing to show for {safe(", ".join(silent))}.</p>\n' if silent else ""
    return (
        f'<section id="s{number}" aria-labelledby="s{number}-head">'
        f'<h2 id="s{number}-head">{safe(name)}</h2>\n<p>{_verdict(question, answer)} '
        f'<span class="soft">{answer.seconds * 1000:.0f} ms</span></p>\n'
        f"{shown_choices}{nothing}{_others(question, answer)}</section>\n"
    )


def _says(why: Explanation) -> bool:
    return bool(why.nodes or why.parts or why.summary)


def _choice(place: str, name: str, text: str, answer: Answer, label: str, folded: bool) -> str:
    selected = label in answer.selected and not answer.abstained
    mark = (", tied" if answer.tied else ", selected") if selected else ""
    score = answer.scores[label]
    worth = "no support" if score is None else f"score {shown(score)}"
    return (
        f'<details id="{place}"{" open" if selected and not folded else ""}>'
        f"<summary><b>{safe(label)}</b> <bdi>{safe(text)}</bdi>: {worth}{mark}</summary>\n"
        f"{_why(place, name, answer.explanations[label])}</details>\n"
    )


def _why(place: str, name: str, why: Explanation) -> str:
    summary = f"<p>{safe(why.summary)}</p>\n" if why.summary else ""
    drawing = (
        f'<figure class="scroll" style="margin:0" tabindex="0" role="region" aria-label="Graph for {safe(name)}">'
        f"{as_svg(why, f'Graph for {name}: the same in words follows')}"
        f"<figcaption>{_legend(why)}</figcaption></figure>\n"
        f'<div class="proof"><h3>Proof</h3><pre>{_hanging(as_tree(why))}</pre></div>\n'
        if why.nodes
        else ""
    )
    parts = f"<div><h3>Parts of the score</h3>{_parts(why.parts)}</div>\n" if why.parts else ""
    sources = [f"{node.text}  [{node.source or 'source unknown'}]" for node in why.facts]
    facts = f'<div class="sources"><h3>Facts and their sources</h3>{_list(sources, "ol")}</div>\n' if sources else ""
    return f'{summary}<div class="why">{drawing}</div>\n<div class="why">{facts}{parts}</div>\n'


def _hanging(text: str) -> str:
    """Mark each line with its indent, so that what is wrapped stays under it."""
    lines = ((len(line) - len(line.lstrip()), line) for line in text.splitlines())
    return "".join(f'<span style="--indent:{indent + 4}ch">{safe(line)}\n</span>' for indent, line in lines)


def _legend(why: Explanation) -> str:
    used = {node.kind for node in why.nodes}
    keys = (f'<li><span class="{kind}"></span>{words}</li>' for kind, words in KINDS.items() if kind in used)
    return f'<ul class="key">{"".join(keys)}</ul>'


def _parts(parts: Iterable[Part]) -> str:
    rows = (f'<tr><td class="number">{part.value:+.4f}</td><td>{safe(part.name)}</td></tr>' for part in gathered(parts))
    return f"<table><tbody>{''.join(rows)}</tbody></table>"


# Why not the others: what the selected choice has and another lacks.


def _others(question: Question, answer: Answer) -> str:
    best = answer.selected[0]
    others = [choice for choice in question.choices if choice.label not in answer.selected]
    if answer.abstained or not others:
        return ""
    rows = []
    for choice in others:
        score = answer.scores[choice.label]
        behind = "no support" if score is None else f"{shown(score)}, {(answer.scores[best] or 0.0) - score:.4f} behind"
        ours, theirs = (answer.explanations.get(label, Explanation()) for label in (best, choice.label))
        cells = "".join(f"<td>{cell}</td>" for cell in (behind, *_contrast(ours, theirs)))
        rows.append(f'<tr><th scope="row">{safe(choice.label)} <bdi>{safe(choice.text)}</bdi></th>{cells}</tr>\n')
    heads = ("Choice", "Score", f"Parts that differ from {best}", f"Only {best} rests on", "Rests on instead")
    head = "".join(f'<th scope="col">{safe(text)}</th>' for text in heads)
    return (
        '<h3>Why not the others</h3>\n<div class="scroll" role="region" aria-label="Why not the others" tabindex="0">'
        f"<table><thead><tr>{head}</tr></thead>\n<tbody>{''.join(rows)}</tbody></table></div>\n"
    )


def _contrast(ours: Explanation, theirs: Explanation) -> Iterator[str]:
    """Yield the parts that differ, most first, the facts that only the first has, those that only the second has."""
    mine, yours = _by_name(ours.parts), _by_name(theirs.parts)
    gaps = {name: abs(yours.get(name, 0.0) - mine.get(name, 0.0)) for name in [*mine, *yours]}
    yield _list(
        f"{name}: {_signed(yours.get(name))} against {_signed(mine.get(name))}"
        for name in sorted(gaps, key=lambda name: -gaps[name])
        if mine.get(name) != yours.get(name)
    )
    known, other = ([node.text for node in why.facts] for why in (ours, theirs))
    yield _list(text for text in dict.fromkeys(known) if text not in other)
    yield _list(text for text in dict.fromkeys(other) if text not in known)


def _by_name(parts: Iterable[Part]) -> dict[str, float]:
    """Return the value of each name; one name can stand for several parts."""
    values: dict[str, float] = {}
    for part in parts:
        values[part.name] = values.get(part.name, 0.0) + part.value
    return values


def _signed(value: float | None) -> str:
    return "nothing" if value is None else f"{value:+.4f}"
