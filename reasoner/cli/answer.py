"""``reasoner answer``: a question in, an answered question out."""

from __future__ import annotations

import json

from reasoner.cli import common


def answer(
    question: common.QuestionArgument,
    solver: common.SolverOption = "ir",
    kb: common.KbOption = None,
    fact: common.FactOption = None,
    given: common.GivenOption = None,
    settings: common.SetOption = None,
    as_json: common.JsonOption = False,
    skip_bad: common.SkipBadOption = False,
) -> None:
    """Answer a question and show why.

    Examples:

        reasoner answer question.json --solver ir

        reasoner answer "Which conducts heat? (A) a steel spoon (B) a wool hat" --fact "steel conducts heat"

        cat questions.jsonl | reasoner answer - --solver ir,guess-all --json
    """
    from rich.console import Console

    from reasoner.render.text import render_answer

    questions = common.ask(question, skip_bad)
    console = Console()
    options = dict(common.setting(text) for text in settings or ())
    solvers = [common.make_solver(name, kb, options) for name in common.solver_list(solver)]
    for asked in (common.with_facts(item, given, fact) for item in questions):
        for one in solvers:
            answered = one.answer(asked)
            if as_json:
                print(json.dumps({"question": asked.as_dict(), "answer": answered.as_dict()}))
            else:
                console.print(render_answer(asked, answered), "", sep="\n")
