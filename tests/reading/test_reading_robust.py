"""No text makes the reader fail, and none makes it slow: what it cannot read it says it cannot."""

from __future__ import annotations

import random

import pytest

from reasoner.reading.grammar.chart import Chart
from reasoner.reading.grammar.tokens import lexical, tokenize
from reasoner.reading.read import LONGEST, read, read_all
from reasoner.reading.wording import worded

WORDS = (
    "if then the a no every all some not either or neither nor and , who that which is are was has does can by of to "
    "being means unless only than more as it they she Bob Vera gleep gleeps red kind chases chase loved singing 7 $5 "
    "' \" ( ) - ; ? : … 🙂 's n't there both when whatever someone nobody very quickly than in on"
).split(" ")


@pytest.mark.parametrize("seed", range(60))
def test_any_words_in_any_order(seed: int) -> None:
    rng = random.Random(seed)
    text = " ".join(rng.choice(WORDS) for _ in range(rng.randint(1, 14)))
    reading = read(text)
    assert bool(reading.rules) != (reading.unread is not None) or reading.formula is not None
    assert all(worded(rule).endswith(".") for rule in reading.rules)


@pytest.mark.parametrize(
    "text", ["", " ", ".", "\x00", "🙂", "if", "no", "\ud800", "a" * 5_000, "(" * 500, "''''", '""']
)
def test_odd_texts(text: str) -> None:
    assert read(text).unread


def test_a_long_text_is_refused_with_its_length() -> None:
    assert "too long" in (read("the cat is red and " * 50 + "kind.").unread or "")


def test_work_grows_no_faster_than_the_cube_of_the_length() -> None:
    def work(members: int) -> int:
        chart = Chart(lexical(tokenize("Bob is " + " and ".join(["red"] * members))))
        chart.parses("sentence", 0)
        return sum(map(len, chart._parses.values()))

    assert work(24) < 12 * work(12)
    assert LONGEST <= 80


def test_pronouns_refer_to_the_sentence_before() -> None:
    readings = read_all(["Vera is tall.", "She likes the fox."])
    assert str(readings[1]) == "like(Vera, fox)"
    assert "refers to" in (read("She likes the fox.").unread or "")


def test_what_cannot_be_read_has_no_rules() -> None:
    reading = read("Of with the under or.")
    assert reading.kind == "unread"
    assert not reading.rules


def test_a_particle_before_the_agent_of_a_passive() -> None:
    read_as = {"away": "away move(wind, Sand)", "around": "moved around by(Sand, wind)"}
    for particle, logic in read_as.items():
        assert str(read_all([f"Sand is moved {particle} by wind."])[0]) == logic
