"""The doors for Python, and solvers from outside: plain functions, modules and files."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

import reasoner
from reasoner.cli.app import app
from reasoner.errors import InputError, UsageError

TEXT = "Which of these is a metal? (A) wool (B) copper"
PLUGIN = '''
"""A solver in a file outside the package."""

def _length(text):
    return len(text)

def longest(question):
    """The longest text."""
    return {choice.label: _length(choice.text) for choice in question.choices}
'''


def longest(question: reasoner.Question) -> dict[str, float]:
    return {choice.label: len(choice.text) for choice in question.choices}


def known(question: reasoner.Question, kb: reasoner.KnowledgeBase) -> dict[str, float]:
    return {choice.label: len(kb.search(choice.text, 5)) for choice in question.choices}


@pytest.fixture
def plugin(tmp_path: Path) -> Path:
    path = tmp_path / "mine.py"
    path.write_text(PLUGIN)
    return path


def test_a_question_as_text_with_facts() -> None:
    answer = reasoner.answer(TEXT, "ir", facts=["copper is a metal"], kb="none")
    assert answer.selected == ("B",)
    assert "copper is a metal" in answer.to_text()
    assert "copper is a metal" in answer.to_html()
    assert "iframe" in answer._repr_html_()


def test_a_function_is_a_solver() -> None:
    answer = reasoner.answer(TEXT, longest)
    assert (answer.solver, answer.selected) == ("longest", ("B",))
    kb = reasoner.KnowledgeBase.from_facts(["wool is warm", "copper is a metal", "copper conducts heat"])
    assert reasoner.answer(TEXT, known, kb=kb).scores == {"A": 1.0, "B": 2.0}


def test_a_named_solver_is_made_once() -> None:
    from reasoner.doors import make_solver

    assert make_solver("ir", "none", {}) is make_solver("ir", ["none"], {})


@pytest.mark.parametrize("name", ["{}", "{}:longest", "guess-all+2*{}"])
def test_a_file_is_a_solver_on_the_command_line(plugin: Path, name: str) -> None:
    solver = name.format(plugin)
    shown = CliRunner().invoke(app, ["answer", TEXT, "--solver", solver, "--kb", "none", "--json"])
    assert shown.exit_code == 0, shown.output
    assert json.loads(shown.output)["answers"][0]["selected"] == ["B"]


def test_a_module_is_a_solver(plugin: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(plugin.parent)
    assert reasoner.answer(TEXT, "mine:longest", kb="none").selected == ("B",)


def test_a_run_knows_that_the_file_has_changed(plugin: Path, tmp_path: Path) -> None:
    from reasoner.experiment.plan import Plan
    from reasoner.experiment.runs import RunFile
    from reasoner.experiment.workers import Workers

    plan, questions = Plan(f"ir+{plugin}", ("none",)), [reasoner.Question.from_text(TEXT)]
    with Workers() as workers:
        list(RunFile(tmp_path / "run.jsonl", plan, questions).record(workers.answers))
    plugin.write_text(PLUGIN.replace("len(text)", "-len(text)"))
    with pytest.raises(InputError, match="a file that it names"):
        RunFile(tmp_path / "run.jsonl", plan, questions)


def test_wrong_use_gets_a_sentence(tmp_path: Path) -> None:
    two = tmp_path / "two.py"
    two.write_text("def one(question): return {}\ndef other(question): return {}\n")
    broken = tmp_path / "broken.py"
    broken.write_text("import no_such_module\n")
    for wrong, words in (
        (lambda: reasoner.answer(TEXT, facts="copper is a metal"), "not one text"),
        (lambda: reasoner.answer(TEXT, lambda question: {"E": 1.0}), "only the labels A, B"),
        (lambda: reasoner.answer(TEXT, lambda question: [1.0, 2.0]), "returned list"),
        (lambda: reasoner.answer(TEXT, lambda question: {"A": "much"}), "a score is a number"),
        (lambda: reasoner.answer(TEXT, 3), "is no solver"),
        (lambda: reasoner.answer(TEXT, reasoner.get_solver("ir", kb="none"), kb="none"), "leave out kb"),
        (lambda: reasoner.answer(TEXT, str(two), kb="none"), "which is the solver"),
        (lambda: reasoner.answer(TEXT, str(tmp_path / "none.py"), kb="none"), "there is no such file"),
        (lambda: reasoner.answer(TEXT, str(broken), kb="none"), "No module named 'no_such_module'"),
        (lambda: reasoner.answer(TEXT, kb=["copper is a metal"]), "sentences go to facts="),
        (lambda: reasoner.register(type("Nameless", (reasoner.Solver,), {})), "has no name"),
        (lambda: reasoner.KnowledgeBase.from_facts(["x"]).search(["heat"]), "not a list of words"),
    ):
        with pytest.raises((UsageError, InputError), match=words):
            wrong()


def keyed(count: int) -> list[reasoner.Question]:
    texts = (f"Which of these is metal number {number}? (A) wool (B) copper" for number in range(count))
    return [reasoner.Question.from_text(text, answer_key="B", id=str(n)) for n, text in enumerate(texts)]


def test_an_experiment_compares_names_and_functions(tmp_path: Path) -> None:
    experiment = reasoner.Experiment([longest, "guess-all"], keyed(8), kb="none", baseline="guess-all")
    outcome = experiment.run()
    assert [score.score for score in outcome.scores] == [1.0, 0.5]
    assert outcome.results[0].p_value is not None
    assert outcome.results[0].p_value < 0.05
    assert [record["solver"] for record in outcome.as_records()] == ["longest", "guess-all"]
    assert outcome.to_markdown().count("\n") == 4
    assert str(outcome).splitlines()[1] == "guess-all/none/none: 0.500 (0.500 to 0.500)"
    with pytest.raises(UsageError, match="handed over, not named"):
        experiment.run(tmp_path)
    assert reasoner.evaluate(keyed(2), "guess-all", kb="none").scores[0].score == 0.5
    with pytest.raises(UsageError, match="solvers are a list"):
        reasoner.Experiment("ir", keyed(1))
    with pytest.raises(InputError, match="has no key"):
        reasoner.Experiment(["ir"], [reasoner.Question.from_text(TEXT)])


def test_evaluate_opens_knowledge_and_makes_solvers_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from reasoner.experiment import plan, workers

    book = tmp_path / "book.txt"
    book.write_text("copper is a metal\n")
    reasoner.write_questions(keyed(3), tmp_path / "q.jsonl")
    opened, made = [], []
    real_open, real_make = reasoner.KnowledgeBase.open, reasoner.get_solver

    def open_(sources: object, *rest: object) -> reasoner.KnowledgeBase:
        opened.append(sources)
        return real_open(sources, *rest)  # type: ignore[arg-type]

    def make(name: str, **options: object) -> reasoner.Solver:
        made.append(name)
        return real_make(name, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(reasoner.KnowledgeBase, "open", open_)
    monkeypatch.setattr(plan, "get_solver", make)
    workers._made.cache_clear()
    arguments = ["evaluate", str(tmp_path / "q.jsonl"), "--kb", str(book), "--solver", "ir,pmi,guess-all"]
    shown = CliRunner().invoke(app, [*arguments, "--given", "none,f"])
    assert shown.exit_code == 0, shown.output
    assert len(opened) == 1
    assert made == ["ir", "pmi", "guess-all"]
