"""Answers as one HTML page that needs nothing else: no network; light and dark, on screen and on paper."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Mapping, Sequence
from functools import cache
from hashlib import sha256
from html import escape
from importlib.resources import files

from reasoner.answer import Answer
from reasoner.question import Question
from reasoner.render.sections import listed, section, verdict_mark
from reasoner.render.text import safe as safe
from reasoner.render.text import shares, shown

_NO_ICON = '<link rel="icon" href="data:,">'


@cache
def asset(name: str) -> str:
    """Return a file that pages are made with."""
    return files("reasoner.render").joinpath("assets", name).read_text(encoding="utf-8")


def page(title: str, body: str, scripts: Sequence[str] = (), style: str = "", connects: bool = False) -> str:
    """Return a whole page; only the scripts given may run in it, whatever a text smuggles in.

    `connects` lets them talk to the server that the page came from, and to nobody else.
    """
    hashes = (b64encode(sha256(script.encode()).digest()).decode() for script in scripts)
    allowed = " ".join(f"'sha256-{one}'" for one in hashes) or "'none'"
    server = "'self'" if connects else "'none'"
    policy = (
        "default-src 'none'; img-src data:; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; "
        f"connect-src {server}; script-src {allowed}"
    )
    return (
        f'<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"{_NO_ICON}\n<title>{safe(title)}</title>\n<style>\n{asset('style.css')}{style}</style>\n"
        f'</head>\n<body>\n<a class="skip" href="#main">Skip to the content</a>\n{body}\n'
        + "".join(f"<script>{script}</script>\n" for script in scripts)
        + "</body>\n</html>\n"
    )


def question_page(question: Question, answers: Mapping[str, Answer], back: str | None = None) -> str:
    """Return a page about one question: the verdict of each solver and why, and their scores side by side.

    Parameters
    ----------
    answers : mapping
        Answers by the name to show; two runs of one solver can stand side by side.
    back : str, optional
        The address of the list that the page belongs to.
    """
    link = f'<p><a href="{safe(back)}">All questions</a></p>\n' if back else ""
    head = f"<header>\n{link}<h1><bdi>{safe(question.stem)}</bdi></h1>\n{_about(question)}</header>\n"
    body = f'{head}{_contents(answers)}<main id="main">\n{view(question, answers)}</main>'
    return page(question.stem[:80], body, [asset("steps.js")])


def view(question: Question, answers: Mapping[str, Answer]) -> str:
    """Return the part of a page that shows answers, to stand under the question itself."""
    sections = [section(number, name, question, answer) for number, (name, answer) in enumerate(answers.items(), 1)]
    return sections[0] + _scores(question, answers) + "".join(sections[1:]) + _given(question)


def framed(document: str) -> str:
    """Return a page inside another, such as a notebook's, with its own styles and nothing that runs."""
    return f'<iframe sandbox srcdoc="{escape(document)}" style="width:100%;height:42em;border:0"></iframe>'


def _about(question: Question) -> str:
    about = [f"Question {question.id}"]
    if question.category:
        about.append(f"category {question.category}")
    if question.answer_key:
        about.append(f"key {question.answer_key}")
    return f'<p class="soft">{safe(", ".join(about))}</p>\n'


def _contents(answers: Mapping[str, Answer]) -> str:
    if len(answers) < 2:
        return ""
    links = [f'<li><a href="#s{number}">{safe(name)}</a></li>' for number, name in enumerate(answers, 1)]
    return f'<nav aria-label="On this page"><ul>{"".join(links)}<li><a href="#scores">Scores</a></li></ul></nav>\n'


def _given(question: Question) -> str:
    texts = [*question.facts, *question.documents]
    head = "<summary>All facts that came with the question</summary>"
    return f'<details class="came">{head}{listed(texts)}</details>\n' if texts else ""


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
    verdicts = "".join(f"<td>{verdict_mark(question, answer)}</td>" for answer in answers.values())
    return (
        '<section id="scores" aria-labelledby="scores-head"><h2 id="scores-head">Side by side</h2>\n'
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
