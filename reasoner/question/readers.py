"""Readers: from bytes to records, from records to questions.

The format is found by looking: JSON lines (OpenBookQA, ARC, QASC, Hugging Face rows, WikiHop), one JSON object or
array, CODAH's tab-separated lines, or plain text with "(A) ... (B) ...".
"""

from __future__ import annotations

import json
import os
import re
import zlib
from collections.abc import Callable, Iterator
from functools import partial
from typing import IO, Any

from reasoner.errors import InputError
from reasoner.files import open_bytes
from reasoner.question.choices import is_one_line_question, split_choices
from reasoner.question.types import Choice, Question, letter_label

#: Longer lines are refused: no question is that long, and a stray binary file should not fill the memory.
MAX_LINE = 10_000_000
#: Larger files, unpacked, are refused: they are read as a whole.
MAX_FILE = 1_000_000_000

Record = tuple[int, Callable[[], Question]]
"""The line in which a record starts, and the call that makes a question of it or raises."""


def read_questions(
    source: str | os.PathLike[str] | IO[Any], *, on_bad: Callable[[InputError], None] | None = None
) -> list[Question]:
    """Read every question of a file (``.gz`` too) or stream, whatever its format.

    Parameters
    ----------
    source : path or stream
        Text or bytes.
    on_bad : callable, optional
        Called with the error of each record that cannot be read, which is then left out. Without it the first bad
        record raises.

    Raises
    ------
    InputError
        Names the file, the line and the field that is wrong.

    Examples
    --------
    >>> import io
    >>> read_questions(io.StringIO("Which is a metal? (A) wool (B) steel"))[0].choices[1]
    Choice(label='B', text='steel')
    """
    name, text = _read_text(source)
    questions: list[Question] = []
    first_seen: dict[str, int] = {}
    for line, make in _records(text):
        try:
            question = make()
            if question.id in first_seen:
                raise InputError(f"id {question.id!r} was used in line {first_seen[question.id]} already", field="id")
            first_seen[question.id] = line
            questions.append(question)
        except InputError as error:
            placed = error.at(path=name, line=line)
            if on_bad is None:
                raise placed from None
            on_bad(placed)
    if not questions and on_bad is None:
        raise InputError("holds no question", path=name, line=1)
    return questions


# From bytes to records. Undecodable bytes become lone surrogates, so that they are found in their own line.


def _read_text(source: str | os.PathLike[str] | IO[Any]) -> tuple[str, str]:
    if not isinstance(source, (str, os.PathLike)):
        name = str(getattr(source, "name", "input"))
        data = source.read(MAX_FILE + 1)
        if len(data) > MAX_FILE:
            raise InputError(f"holds more than {MAX_FILE:,} bytes", path=name)
    else:
        name = os.fspath(source)
        try:
            if not os.path.lexists(name):
                raise InputError("no such file", path=name, line=1)
            with open_bytes(name, MAX_FILE) as file:
                data = file.read()
        except (OSError, EOFError, ValueError, zlib.error) as error:
            raise InputError(f"cannot be read: {error}", path=name, line=1) from None
    text = data.decode("utf-8", "surrogateescape") if isinstance(data, bytes) else data
    return name, text.removeprefix("\ufeff").replace("\r\n", "\n")


def _records(text: str) -> Iterator[Record]:
    lines = text.split("\n")
    filled = [(number, line) for number, line in enumerate(lines, 1) if line.strip()]
    if not filled:
        return
    first = filled[0][1].lstrip()
    if first.startswith("["):
        yield from _array(text)
    elif first.startswith("{") and not any(line.startswith("{") for _, line in filled[1:]):
        yield filled[0][0], partial(_from_json, text, filled[0][0])
    elif first.startswith("{"):
        yield from ((number, partial(_from_json, line, number)) for number, line in filled)
    elif any(line.count("\t") >= 3 for _, line in filled):
        yield from ((number, partial(_from_codah, line, number)) for number, line in filled)
    elif all(is_one_line_question(line) for _, line in filled):
        yield from ((number, partial(_from_text, line, number)) for number, line in filled)
    else:
        yield from ((number, partial(_from_text, block, number)) for number, block in _blocks(lines))


def _blocks(lines: list[str]) -> Iterator[tuple[int, str]]:
    """Yield the runs of lines between blank lines, each with the number of its first line."""
    start = None
    for number, line in enumerate([*lines, ""], 1):
        if line.strip() and start is None:
            start = number
        elif not line.strip() and start is not None:
            yield start, "\n".join(lines[start - 1 : number - 1])
            start = None


def _array(text: str) -> Iterator[Record]:
    """Yield the members of a JSON array, each with the line that it starts in."""
    _, position = _decode(text, text.index("[") + 1, only_space=True)
    separator, line, counted = "", 1, 0
    while text[position : position + 1] != "]" or separator == ",":
        line, counted = line + text.count("\n", counted, position), position
        try:
            record, position = _decode(text, position)
            separator = text[position : position + 1]
            if separator not in {",", "]"} or not separator:
                raise InputError("not JSON: a comma or the end of the array is missing")
        except InputError as error:
            yield line, partial(_fail, error)
            return
        yield line, partial(_from_record, record, line)
        if separator == ",":
            _, position = _decode(text, position + 1, only_space=True)


def _decode(text: str, position: int, only_space: bool = False) -> tuple[Any, int]:
    """Return the JSON value at a position and where the next thing after white space starts."""
    value = None
    try:
        if not only_space:
            value, position = json.JSONDecoder().raw_decode(text, position)
    except json.JSONDecodeError as error:
        raise InputError(f"not JSON: {error.msg} at column {error.colno}") from None
    except (ValueError, RecursionError) as error:  # numbers of thousands of digits, brackets nested too deep
        raise InputError(f"not usable JSON: {error}") from None
    while text[position : position + 1] in {" ", "\t", "\n", "\r"}:
        position += 1
    return value, position


def _fail(error: InputError) -> Question:
    raise error


def _check_text(text: str, field: str | None = None) -> str:
    """Return a text without white space around it, once it is seen to be short enough and valid Unicode."""
    if len(text) > MAX_LINE:
        raise InputError(f"longer than {MAX_LINE:,} characters", field=field)
    if surrogate := re.search("[\ud800-\udfff]", text):
        problem = "not UTF-8" if "\udc80" <= surrogate[0] <= "\udcff" else "half of a surrogate pair"
        raise InputError(f"{problem}: save the file as UTF-8", field=field)
    return text.strip()


# From records to questions.


def _from_json(text: str, line: int) -> Question:
    record, end = _decode(_check_text(text), 0)
    if end < len(text.strip()):
        raise InputError(f"not JSON: extra text at column {end + 1}")
    return _from_record(record, line)


def _from_record(record: Any, line: int) -> Question:
    if not isinstance(record, dict):
        raise InputError(f"a JSON object is expected, not {type(record).__name__}", field="question")
    if "candidates" in record:
        return _from_wikihop(record, line)
    body = record["question"] if isinstance(record.get("question"), dict) else record
    stem = _string(body, next((name for name in ("stem", "question_stem", "question") if name in body), "stem"))
    raw_choices = body.get("choices", record.get("choices"))
    embedded = split_choices(stem) if raw_choices is None else None
    stem, choices = embedded or (stem, _choices(raw_choices))
    facts = [_string(record, name) for name in ("fact1", "fact2") if record.get(name)]
    categories = [_string(record, name) for name in ("category", "reasoningType", "factType") if record.get(name)]
    return Question(
        id=_identity(record, line),
        stem=stem,
        choices=choices,
        answer_key=_label(record.get("answerKey", ""), "answerKey") or None,
        facts=(*facts, *_strings(record, "facts")),
        documents=tuple(_strings(record, "documents")),
        category="; ".join(categories) or None,
    )


def _from_wikihop(record: dict[str, Any], line: int) -> Question:
    candidates = _strings(record, "candidates")
    choices = tuple(Choice(letter_label(number), text) for number, text in enumerate(candidates))
    key = None
    if record.get("answer") is not None:
        answer = _string(record, "answer")
        if answer not in candidates:
            raise InputError(f"the answer {answer[:80]!r} is not among the candidates", field="answer")
        key = choices[candidates.index(answer)].label
    relation, _, subject = _string(record, "query").partition(" ")
    relation = relation.replace("_", " ")
    documents = tuple(_strings(record, "supports"))
    return Question(
        _identity(record, line), f"{relation} {subject}".strip(), choices, key, documents=documents, category=relation
    )


def _from_codah(line: str, number: int) -> Question:
    _check_text(line)
    cells = [cell.strip() for cell in line.split("\t")]  # the category, in front, may be blank
    if len(cells) < 5:
        raise InputError(f"{len(cells)} cells, but category, prompt, completions and label are expected", field="line")
    category, prompt, *completions, label = cells
    if not label.isascii() or not label.isdigit() or int(label[:9]) >= len(completions):
        raise InputError(f"{label[:20]!r} is not a number from 0 to {len(completions) - 1}", field="label")
    choices = tuple(Choice(letter_label(position), text) for position, text in enumerate(completions))
    return Question(f"codah-{number}", prompt, choices, choices[int(label)].label, category=category or None)


def _from_text(block: str, number: int) -> Question:
    split = split_choices(_check_text(block))
    if split is None:
        raise InputError("no choices found: write 'Which ...? (A) ... (B) ...'", field="choices")
    return Question(str(number), *split)


def _choices(value: Any) -> tuple[Choice, ...]:
    if value is None:
        raise InputError("missing", field="choices")
    if isinstance(value, dict):  # a Hugging Face row: {"text": [...], "label": [...]}
        texts, labels = _strings(value, "text", "choices.text"), value.get("label")
        if not isinstance(labels, list) or len(labels) != len(texts):
            raise InputError("text and label must be lists of one length", field="choices.label")
        value = [{"text": text, "label": label} for text, label in zip(texts, labels, strict=True)]
    if not isinstance(value, list):
        raise InputError(f"a list is expected, not {type(value).__name__}", field="choices")
    return tuple(_choice(item, number) for number, item in enumerate(value))


def _choice(item: Any, number: int) -> Choice:
    field = f"choices[{number}]"
    if isinstance(item, str):
        return Choice(letter_label(number), _check_text(item, field))
    if not isinstance(item, dict):
        raise InputError(f"an object with label and text is expected, not {type(item).__name__}", field=field)
    return Choice(_label(item.get("label", letter_label(number)), f"{field}.label"), _string(item, "text", field))


def _identity(record: dict[str, Any], line: int) -> str:
    return _label(record.get("id", line), "id")


def _label(value: Any, field: str) -> str:
    if isinstance(value, bool) or not isinstance(value, (str, int)):
        raise InputError(f"text is expected, not {type(value).__name__}", field=field)
    return _check_text(str(value), field)


def _string(record: dict[str, Any], name: str, parent: str = "") -> str:
    field = f"{parent}.{name}" if parent else name
    if record.get(name) is None:
        raise InputError("missing", field=field)
    if not isinstance(record[name], str):
        raise InputError(f"text is expected, not {type(record[name]).__name__}", field=field)
    return _check_text(record[name], field)


def _strings(record: dict[str, Any], name: str, field: str | None = None) -> list[str]:
    field = field or name
    value = record.get(name, [])
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        raise InputError("a list of texts is expected", field=field)
    return [_check_text(item, f"{field}[{number}]") for number, item in enumerate(value)]
