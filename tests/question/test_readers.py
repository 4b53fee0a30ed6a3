"""Every format is found and read; every fault is named with its place."""

from __future__ import annotations

import gzip
import io
import json
from pathlib import Path

import pytest

from reasoner.errors import InputError
from reasoner.question import Choice, Question, read_questions, readers, write_leaderboard, write_questions
from reasoner.question.readers import MAX_LINE

CHOICES = [{"text": "wool", "label": "A"}, {"text": "steel", "label": "B"}]


def record(**changes: object) -> dict[str, object]:
    return {"id": "1", "question": {"stem": "Which is a metal?", "choices": CHOICES}, "answerKey": "B"} | changes


def read(text: str | bytes) -> list[Question]:
    return read_questions(io.BytesIO(text.encode() if isinstance(text, str) else text))


def test_aristo_lines_with_two_facts() -> None:
    lines = [record(fact1="steel is a metal", fact2="spoons are steel", answerKey=""), record(id="2")]
    first, second = read("\n".join(map(json.dumps, lines)))
    assert first.facts == ("steel is a metal", "spoons are steel")
    assert first.answer_key is None
    assert second.answer_key == "B"
    assert second.choices == (Choice("A", "wool"), Choice("B", "steel"))


def test_types_of_reasoning_and_fact_are_categories() -> None:
    lines = [record(reasoningType="causal", factType="definition"), record(id="2", category="i"), record(id="3")]
    questions = read("\n".join(map(json.dumps, lines)))
    assert [question.category for question in questions] == ["causal; definition", "i", None]


@pytest.mark.parametrize("field", ["question_stem", "question"])
def test_hugging_face_row(field: str) -> None:
    row = {"id": 7, field: "Which?", "choices": {"text": ["wool", "steel"], "label": ["A", "B"]}, "answerKey": "A"}
    (question,) = read(json.dumps(row))
    assert (question.id, question.stem, question.labels, question.answer_key) == ("7", "Which?", ("A", "B"), "A")


def test_eight_choices_and_number_labels() -> None:
    choices = [{"text": f"thing {number}", "label": number} for number in range(1, 9)]
    (question,) = read(json.dumps({"question": {"stem": "Which?", "choices": choices}, "answerKey": 8}))
    assert question.labels == tuple("12345678")
    assert question.answer_key == "8"


def test_codah() -> None:
    first, second = read("i\tShe let the cat\tout.\tin.\tup.\toff.\t0\n\tHe ran\ta.\tb.\tc.\td.\t3\n")
    assert (first.category, first.stem, first.answer_key) == ("i", "She let the cat", "A")
    assert (second.category, second.answer_key, len(second.choices)) == (None, "D", 4)


def test_wikihop() -> None:
    row = {
        "id": "w",
        "query": "country_of rome",
        "candidates": ["france", "italy"],
        "answer": "italy",
        "supports": ["x y"],
    }
    (question,) = read(json.dumps(row))
    assert (question.stem, question.answer_key, question.documents) == ("country of rome", "B", ("x y",))


def test_one_pretty_object_and_an_array() -> None:
    assert read(json.dumps(record(), indent=2))[0].stem == "Which is a metal?"
    assert [question.id for question in read(json.dumps([record(), record(id="2")], indent=2))] == ["1", "2"]
    assert read('{"stem": "Which?", "choices": ["wool", "steel"]}')[0].choices[1] == Choice("B", "steel")


@pytest.mark.parametrize(
    "text",
    [
        "Which is a metal? (A) wool (B) steel (C) both A and B",
        "Which is a metal? A) wool B) steel C) both A and B",
        "Which is a metal? A. wool B. steel C. both A and B",
        "Which is a metal? (a) wool (b) steel (c) both A and B",
        "Which is a metal?\nA. wool\nB. steel\nC. both A and B",
        "Which is a metal?\na) wool\nb) steel\nc) both A and B",
        "Which is a metal?\nwool\nsteel\nboth A and B",
        "Which is a metal?\n- wool\n- steel\n- both A and B",
    ],
)
def test_choices_as_people_write_them(text: str) -> None:
    (question,) = read(text)
    assert question.stem == "Which is a metal?"
    assert question.labels == ("A", "B", "C")
    assert [choice.text for choice in question.choices] == ["wool", "steel", "both A and B"]


def test_numbered_choices_and_several_questions() -> None:
    (question,) = read("Which is a metal?\n1) wool\n2) steel")
    assert question.labels == ("1", "2")
    assert [len(each.choices) for each in read("Which?\na. wool\nb. steel\n\nWhat?\n1. ice\n2. tin\n3. tar")] == [2, 3]


def test_an_initial_or_a_note_in_brackets_is_no_choice() -> None:
    (question,) = read("Which did Mr. A. Roe (a smith) use? (A) steel (best) (B) wool")
    assert question.stem == "Which did Mr. A. Roe (a smith) use?"
    assert question.choices[0].text == "steel (best)"


def test_plain_text() -> None:
    first, second = read("Which (one)? (A) a wool\nhat (B) steel (not iron)\n\nWhat? (1) x (2) y")
    assert first.stem == "Which (one)?"
    assert first.choices == (Choice("A", "a wool hat"), Choice("B", "steel (not iron)"))
    assert second.labels == ("1", "2")
    assert len(read("Which? (A) x (B) y\nWhat? (A) x (B) y")) == 2


def test_choices_inside_the_stem() -> None:
    assert read('{"id": "1", "question": "Which? (A) x (B) y"}')[0].labels == ("A", "B")


def test_byte_order_mark_windows_line_ends_and_gzip(tmp_path: Path) -> None:
    data = b"\xef\xbb\xbf" + "\r\n".join(json.dumps(record(id=str(n))) for n in range(2)).encode()
    path = tmp_path / "q.jsonl.gz"
    path.write_bytes(gzip.compress(data))
    assert [question.id for question in read_questions(path)] == ["0", "1"]


BAD = {
    "not JSON": ('{"id": "1", "question"', "line 1: not JSON"),
    "not JSON in line 2": (json.dumps(record()) + '\n{"id": 2,}', "line 2: not JSON"),
    "extra text": (json.dumps(record()) + " x", "line 1: not JSON: extra text"),
    "missing stem": (record(question={"choices": CHOICES}), "line 1, field stem: missing"),
    "stem is no text": (record(question={"stem": 3, "choices": CHOICES}), "line 1, field stem: text is expected"),
    "missing choices": (record(question={"stem": "Which?"}), "line 1, field choices: missing"),
    "one choice": (record(question={"stem": "Which?", "choices": CHOICES[:1]}), "field choices: 1 choice"),
    "duplicate labels": (record(question={"stem": "W?", "choices": CHOICES[:1] * 2}), "field choices[1].label"),
    "key": (record(answerKey="E"), "line 1, field answerKey: key 'E' is not among the labels A, B"),
    "empty stem": (record(question={"stem": "  ", "choices": CHOICES}), "field stem: the stem is empty"),
    "empty choice": (record(question={"stem": "W?", "choices": ["x", " "]}), "field choices[1].text"),
    "choice is a number": (record(question={"stem": "W?", "choices": ["x", 3]}), "field choices[1]: an object"),
    "choices of two lengths": (
        record(question={"stem": "W?", "choices": {"text": ["x"], "label": []}}),
        "choices.label",
    ),
    "facts": (record(facts=[1]), "field facts: a list of texts"),
    "list in array": ([[1, 2]], "line 1, field question: a JSON object is expected"),
    "open array": ("[" + json.dumps(record()), "a comma or the end of the array is missing"),
    "duplicate ids": ("\n".join([json.dumps(record())] * 2), "line 2, field id: id '1' was used in line 1 already"),
    "empty": ("", "line 1: holds no question"),
    "white space": (" \n\t\n", "line 1: holds no question"),
    "no choices in text": ("Which of these?", "line 1, field choices: no choices found"),
    "codah label": ("o\tHe\ta\tb\tc\td\t4", "line 1, field label: '4' is not a number from 0 to 3"),
    "codah cells": ("o\tHe\ta\t1", "line 1, field line: 4 cells"),
    "not UTF-8": (json.dumps(record()).encode() + b'\n{"id": "\xff"}', "line 2: not UTF-8"),
    "half a surrogate": (record(id="\ud800"), "field id: half of a surrogate pair"),
    "deep nesting": ("[" * 100_000, "line 1: not"),
    "long number": ('{"id": ' + "1" * 5000 + "}", "line 1: not usable JSON"),
    "long line": ("x" * (MAX_LINE + 1), "line 1: longer than"),
    "50 MB of JSON": ('{"id": "' + "x" * 50_000_000, "line 1: longer than"),
    "wikihop answer": ({"query": "q", "candidates": ["a", "b"], "answer": "c", "supports": []}, "field answer"),
}


@pytest.mark.parametrize("name", BAD)
def test_bad_input_is_named_with_its_place(name: str, tmp_path: Path) -> None:
    content, message = BAD[name]
    path = tmp_path / "bad.jsonl"
    text = content if isinstance(content, (str, bytes)) else json.dumps(content)
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    with pytest.raises(InputError) as caught:
        read_questions(path)
    assert message in str(caught.value)
    assert str(path) in str(caught.value)
    assert "\n" not in str(caught.value)


def test_directory_missing_file_and_broken_gzip(tmp_path: Path) -> None:
    (tmp_path / "q.gz").write_bytes(b"\x1f\x8bnot really")
    for path, message in [
        (tmp_path, "is a folder"),
        (tmp_path / "no", "no such file"),
        (tmp_path / "q.gz", "cannot"),
    ]:
        with pytest.raises(InputError, match=message):
            read_questions(path)


def test_bad_records_can_be_left_out() -> None:
    lines = [json.dumps(record()), "{]", json.dumps(record(id="2", answerKey="Z")), json.dumps(record(id="3"))]
    bad: list[InputError] = []
    questions = read_questions(io.StringIO("\n".join(lines)), on_bad=bad.append)
    assert [question.id for question in questions] == ["1", "3"]
    assert [error.line for error in bad] == [2, 3]


def test_what_is_written_is_read_back(tmp_path: Path) -> None:
    question = Question(
        "ü,1", "Which «metal»?", (Choice("A", "wool"), Choice("B", "steel")), "B", ("a fact",), ("a text",), "o"
    )
    for name in ("out.jsonl", "out.json"):
        write_questions([question], tmp_path / name)
        assert read_questions(tmp_path / name) == [question]
    write_questions([question], tmp_path / "out.txt")
    assert read_questions(tmp_path / "out.txt")[0].choices == question.choices
    write_questions([question], tmp_path / "out.csv")
    assert (tmp_path / "out.csv").read_text() == '"ü,1",B\n'
    assert sorted(path.name for path in tmp_path.iterdir()) == ["out.csv", "out.json", "out.jsonl", "out.txt"]


def test_a_failed_write_leaves_what_was_there(tmp_path: Path) -> None:
    path = tmp_path / "answers.csv"
    path.write_text("before")

    def answers() -> object:
        yield "1", ["A"]
        raise RuntimeError

    with pytest.raises(RuntimeError):
        write_leaderboard(answers(), path)
    assert path.read_text() == "before"
    assert list(tmp_path.iterdir()) == [path]


def test_lines_of_a_long_array_are_counted_once() -> None:
    class Counted(str):
        seen = 0

        def count(self, *where: object) -> int:
            Counted.seen += where[2] - where[1]  # type: ignore[operator]
            return super().count(*where)  # type: ignore[arg-type]

    record = '{"question": {"stem": "Which?", "choices": ["wool", "steel"]}}'
    text = Counted("[\n" + ",\n".join([record] * 300) + "\n]")
    assert [line for line, _ in readers._array(text)] == list(range(2, 302))
    assert Counted.seen <= len(text)
