from __future__ import annotations

import pytest

from reasoner.errors import InputError
from reasoner.language.parse import pipeline
from reasoner.language.parse.pipeline import parse, parse_all


def reading(text):
    return [(token.text, token.dep_, token.head.text) for token in parse(text)]


def test_telegraphic_fact():
    assert reading("metals conduct electricity") == [
        ("metals", "nsubj", "conduct"),
        ("conduct", "ROOT", "conduct"),
        ("electricity", "obj", "conduct"),
    ]


def test_lemmas_follow_the_part_of_speech():
    assert [token.lemma_ for token in parse("the leaves are falling")] == ["the", "leaf", "be", "fall"]


@pytest.mark.parametrize("text", ["", "   ", "\x00\x01\x1b", "\ud800"])
def test_nothing_to_read(text):
    assert len(parse(text)) == 0


@pytest.mark.parametrize("text", ["🙂", "🔥🔥 ice 🙂", "?!...", "a" * 5000, "ice\u200bmelts", "\u202eice", "ICE MELTS"])
def test_odd_text_is_read(text):
    doc = parse(text)
    assert len(doc) > 0
    assert all(token.dep_ for token in doc)


def test_control_characters_do_not_join_or_become_words():
    assert [token.text for token in parse("ice\x00melts\tin\nspring")] == ["ice", "melts", "in", "spring"]


def test_very_long_sentence():
    assert len(parse("ice and snow " * 3334)) == 10_002


def test_too_long_text_is_refused():
    with pytest.raises(InputError, match="longest"):
        parse("a " * 600_000)


def test_one_text_is_parsed_once(monkeypatch):
    first = parse("rain fills lakes")
    monkeypatch.setattr(pipeline, "load", lambda: pytest.fail("parsed again"))
    assert parse_all(["rain fills lakes", " rain  fills lakes\n"]) == [first, first]


def test_cache_is_bounded(monkeypatch):
    monkeypatch.setattr(pipeline, "CACHED_SENTENCES", 2)
    docs = parse_all(["one stone", "two stones", "three stones", "one stone"])
    assert [doc.text for doc in docs] == ["one stone", "two stones", "three stones", "one stone"]
    assert len(pipeline._parsed) == 2


def test_shipped_model_is_small_and_licensed():
    files = [path for path in pipeline.MODEL.rglob("*") if path.is_file()]
    assert sum(path.stat().st_size for path in files) <= 8_000_000
    assert "CC BY-SA 4.0" in (pipeline.MODEL / "LICENSE").read_text(encoding="utf-8")
