"""The command line: what it prints, what it refuses, how it exits."""

from __future__ import annotations

import csv
import json
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from reasoner import __version__ as version
from reasoner.cli import main
from reasoner.question import read_questions
from reasoner.solver import solver_names

QUESTION = "Which lets heat through? (A) a steel spoon (B) a wool hat"
LINES = [
    {"id": "1", "question": {"stem": "Which is a metal?", "choices": ["wool", "steel"]}, "answerKey": "B"},
    {"id": "2", "question": {"stem": "Which is soft?", "choices": ["wool", "steel"]}, "answerKey": "A"},
]
for line in LINES:
    line["fact1"] = f"steel is a metal {line['id']}"
    line["fact2"] = "wool is soft"


def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, *arguments: str) -> tuple[int, str, str]:
    """Run a command in this process; return exit code, standard output and standard error."""
    monkeypatch.setattr(sys, "argv", ["reasoner", *arguments])
    with pytest.raises(SystemExit) as stop:
        main()
    captured = capsys.readouterr()
    return int(stop.value.code or 0), captured.out, captured.err


@pytest.fixture
def reasoner(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch):
    return lambda *arguments: run(capsys, monkeypatch, *arguments)


@pytest.fixture
def questions(tmp_path: Path) -> Path:
    path = tmp_path / "questions.jsonl"
    path.write_text("\n".join(map(json.dumps, LINES)))
    return path


def test_answer_shows_scores_verdict_and_reason(reasoner) -> None:
    code, out, err = reasoner("answer", QUESTION, "--solver", "ir", "--kb", "none", "--fact", "steel lets heat through")
    assert code == 0
    assert "A, a steel spoon: steel lets heat through." in out
    assert "steel lets heat through  [given:1]" in out
    assert err == ""


def test_answer_names_a_tie_and_an_abstention(reasoner) -> None:
    assert "No single answer: A, " in reasoner("answer", QUESTION, "--solver", "guess-all", "--kb", "none")[1]
    assert "No answer: ir found nothing" in reasoner("answer", QUESTION, "--solver", "ir", "--kb", "none")[1]


def test_answer_as_json(reasoner, questions: Path) -> None:
    code, out, _ = reasoner("answer", str(questions), "--solver", "ir,guess-all", "--kb", "none", "--json")
    answers = [json.loads(line) for line in out.splitlines()]
    assert code == 0
    names = [[answer["solver"] for answer in one["answers"]] for one in answers]
    assert [one["question"]["id"] for one in answers] == ["1", "2"]
    assert names == [["ir", "guess-all"]] * 2
    assert answers[0]["answers"][0]["selected"] == ["B"]


def test_version_and_short_help(reasoner) -> None:
    assert reasoner("--version") == (0, f"reasoner {version}\n", "")
    assert "verdict first" in reasoner("answer", "-h")[1]


def test_terminal_codes_in_a_question_are_not_passed_on(reasoner) -> None:
    out = reasoner(
        "answer", "Which \x1b[31m [red]? (A) x\x1b]0;title\x07 (B) [/]", "--solver", "guess-all", "--kb", "none"
    )[1]
    assert "\x1b" not in out
    assert "[red]" in out


@pytest.mark.parametrize(("given_", "scores"), [("none", [None, None]), ("f", [None, 1]), ("fk", [1, 1])])
def test_evaluate_hands_over_what_is_given(reasoner, questions: Path, given_: str, scores: list[object]) -> None:
    code, out, _ = reasoner("evaluate", str(questions), "--solver", "ir", "--kb", "none", "--given", given_, "--json")
    (run,) = json.loads(out)["rows"]
    assert code == 0
    assert run["questions"] == 2
    assert run["answered"] == {"none": 0, "f": 0.5, "fk": 1}[given_]
    assert run["score"] == {"none": 0.5, "f": 0.75, "fk": 1}[given_]


def test_evaluate_prints_a_table_and_limits(reasoner, questions: Path) -> None:
    code, out, _ = reasoner("evaluate", str(questions), "--solver", "guess-all", "--kb", "none", "--limit", "1")
    assert code == 0
    assert "0.500" in out


def test_evaluate_needs_keys(reasoner, tmp_path: Path) -> None:
    path = tmp_path / "q.txt"
    path.write_text(QUESTION)
    code, _, err = reasoner("evaluate", str(path), "--kb", "none")
    assert code == 1
    assert "has no key" in err


def test_convert_there_and_back(reasoner, questions: Path, tmp_path: Path) -> None:
    assert reasoner("convert", str(questions), str(tmp_path / "out.txt"))[0] == 0
    assert [question.stem for question in read_questions(tmp_path / "out.txt")] == [
        "Which is a metal?",
        "Which is soft?",
    ]
    assert reasoner("convert", str(questions), str(tmp_path / "out.csv"))[0] == 0
    assert list(csv.reader((tmp_path / "out.csv").open())) == [["1", "B"], ["2", "A"]]
    assert len(reasoner("convert", str(questions), "-")[1].splitlines()) == 2


def test_convert_does_nothing_by_halves(reasoner, questions: Path, tmp_path: Path) -> None:
    questions.write_text(questions.read_text() + "\n{]")
    target = tmp_path / "out.jsonl"
    code, _, err = reasoner("convert", str(questions), str(target))
    assert code == 1
    assert "line 3" in err
    assert not target.exists()
    code, out, err = reasoner("convert", str(questions), str(target), "--skip-bad")
    assert code == 0
    assert "2 questions written" in out
    assert "1 left out, 2 read" in err


def test_solvers_are_listed(reasoner) -> None:
    code, out, _ = reasoner("solvers", "--json")
    assert code == 0
    assert [one["name"] for one in json.loads(out)] == solver_names()
    assert "ir" in reasoner("solvers")[1]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("answer", QUESTION, "--solver", "irr", "--kb", "none"), "did you mean 'ir'?"),
        (("answer", QUESTION, "--solver", "ir", "--kb", "none", "--set", "depth=2"), "has no option 'depth'"),
        (("answer", QUESTION, "--solver", ","), "no solver named"),
        (("answer", QUESTION, "--kb", "none", "--set", "depth"), "write NAME=VALUE"),
        (("answer", QUESTION, "--kb", "none", "--given", "g"), "choose one of none, f, fk"),
        (("answer",), "Missing argument"),
        (("answr",), "No such command"),
    ],
)
def test_a_wrong_command_line_exits_2(reasoner, arguments: tuple[str, ...], message: str) -> None:
    code, _, err = reasoner(*arguments)
    assert code == 2
    assert message in err


def test_an_unwritable_target_is_named(reasoner, questions: Path) -> None:
    code, _, err = reasoner("convert", str(questions), "/dev/null/out.jsonl")
    assert code == 1
    assert "/dev/null/out.jsonl" in err


def test_an_unexpected_fault_shows_no_traceback(reasoner, questions: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("reasoner.cli.convert.write_questions", lambda *_: 1 / 0)
    code, _, err = reasoner("convert", str(questions), "-")
    assert code == 1
    assert "unexpected ZeroDivisionError" in err
    assert "Traceback" not in err


def bad_records() -> st.SearchStrategy[bytes]:
    """Lines that hold no valid question: broken JSON, wrong types, missing parts, noise."""
    values = st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
        max_leaves=6,
    )
    fields = [
        "id",
        "question",
        "stem",
        "question_stem",
        "choices",
        "answerKey",
        "fact1",
        "facts",
        "candidates",
        "query",
    ]
    objects = st.dictionaries(st.sampled_from(fields), values, max_size=6)
    documents = (values | objects | st.lists(objects, max_size=3)).map(lambda value: json.dumps(value).encode())
    cut = st.tuples(st.just(json.dumps(LINES[0]).encode()), st.integers(1, 150)).map(lambda pair: pair[0][: pair[1]])
    tabs = st.lists(st.text(max_size=8), min_size=1, max_size=8).map(
        lambda cells: "\t".join(cells).encode("utf-8", "replace")
    )
    return (
        st.binary(max_size=60)
        | documents
        | cut
        | tabs
        | st.text(max_size=60).map(lambda text: text.encode("utf-8", "replace"))
    )


def is_good(data: bytes) -> bool:
    """Whether noise happens to be a question after all."""
    try:
        import io

        return bool(read_questions(io.BytesIO(data)))
    except Exception:
        return False


@pytest.mark.slow
@given(data=bad_records())
@settings(max_examples=1000, deadline=None, suppress_health_check=list(HealthCheck))
def test_generated_bad_input_exits_1_and_names_the_place(
    data: bytes, tmp_path_factory: pytest.TempPathFactory, capsys: pytest.CaptureFixture[str]
) -> None:
    if is_good(data):
        return
    path = tmp_path_factory.getbasetemp() / "noise.jsonl"
    path.write_bytes(data)
    with pytest.MonkeyPatch.context() as patch:
        code, out, err = run(capsys, patch, "convert", str(path), "-")
    assert code == 1
    assert out == ""
    assert err.startswith(f"reasoner: {path}, line ")
    assert err.count("\n") == 1


def test_evaluate_takes_one_line_a_run_in_80_columns(
    reasoner, questions: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    book = tmp_path / "a-folder-with-a-long-name" / "openbook.txt"
    book.parent.mkdir()
    book.write_text("steel lets heat travel through\nwool keeps warm\n")
    names = "ir,guess-all,longest,random,2*ir+longest,ir+guess-all+longest"
    asked = ("evaluate", str(questions), "--solver", names, "--kb", str(book))
    code, out, _ = reasoner(*asked)
    assert code == 0
    assert len([line for line in out.splitlines() if "openbook" in line]) == 6
    assert all(f" {name} " in out for name in names.split(","))
    assert max(map(len, out.splitlines())) <= 80
    assert "ms a question" in reasoner(*asked, "--wide")[1]


def test_evaluate_says_what_decides_and_whether_the_facts_shown_are_the_reason(reasoner, questions: Path) -> None:
    asked = ("evaluate", str(questions), "--solver", "ir", "--kb", "none", "--given", "all", "--faithful", "2")
    code, out, _ = reasoner(*asked, "--without", "BM25", "--json")
    record = json.loads(out)
    assert code == 0
    assert record["rows"][0]["faithful"] == {"asked": 2, "needed": 2, "enough": 2}
    assert [(row["without"], row["shown"]) for row in record["without"]] == [("BM25 of the best sentence", 2)]
    out = reasoner(*asked, "--without", "each")[1]
    assert "of 2 answers, 2 need the facts shown, 2 need nothing else" in out
    assert "difference" in out
    code, _, err = reasoner(*asked, "--without", "colour")
    assert code == 2
    assert "'BM25 of the best sentence'" in err
