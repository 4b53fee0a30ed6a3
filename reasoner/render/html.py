"""Answers as one HTML page that needs nothing else: no network; light and dark, on screen and on paper."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Mapping, Sequence
from functools import cache
from hashlib import sha256
from importlib.resources import files

from markupsafe import Markup

from reasoner.answer import Answer
from reasoner.question import Question
from reasoner.render.filling import filled
from reasoner.render.sections import section, verdict_mark
from reasoner.render.text import shares, shown


@cache
def asset(name: str) -> str:
    """Return a file that pages are made with."""
    return files("reasoner.render").joinpath("assets", name).read_text(encoding="utf-8")


def page(title: str, body: Markup, scripts: Sequence[str] = (), style: str = "", connects: bool = False) -> str:
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
    return str(
        filled(
            "render/templates/page.html",
            title=title,
            policy=Markup(policy),
            style=Markup(asset("style.css") + style),
            body=body,
            scripts=[Markup(script) for script in scripts],
        )
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
    about = [f"Question {question.id}"]
    if question.category:
        about.append(f"category {question.category}")
    if question.answer_key:
        about.append(f"key {question.answer_key}")
    body = filled(
        "render/templates/question.html",
        question=question,
        about=", ".join(about),
        names=list(answers),
        back=back,
        view=view(question, answers),
    )
    return page(question.stem[:80], body, [asset("steps.js")])


def view(question: Question, answers: Mapping[str, Answer]) -> Markup:
    """Return the part of a page that shows answers, to stand under the question itself."""
    first, *others = [section(at, name, question, answer) for at, (name, answer) in enumerate(answers.items(), 1)]
    scores = filled(
        "render/templates/scores.html",
        question=question,
        answers=answers,
        bars={name: shares(answer) for name, answer in answers.items()},
        shown=shown,
        mark=verdict_mark,
    )
    texts = [*question.facts, *question.documents]
    came = [filled("render/templates/given.html", texts=texts)] if texts else []
    return Markup().join([first, scores, *others, *came])


def framed(document: str) -> str:
    """Return a page inside another, such as a notebook's, with its own styles and nothing that runs."""
    frame = Markup('<iframe sandbox srcdoc="{}" style="width:100%;height:42em;border:0"></iframe>')
    return str(frame.format(document))
