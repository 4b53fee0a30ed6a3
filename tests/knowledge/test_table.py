"""A row is a sentence, a fact and terms."""

from __future__ import annotations

from reasoner.knowledge.table import FILLER, SKIP, TOPIC, Column, Row, Table

REQUIRES = Table(
    "requires",
    "requires",
    ((0,), (2,)),
    (
        Column("thing", key=True),
        Column("needs", FILLER),
        Column("need"),
        Column("to", FILLER),
        Column("purpose", "action", optional=True),
        Column("topic", TOPIC),
        Column("uid", SKIP),
    ),
    (
        Row(("a plant", "", "water; moisture", "", "grow", "plants", "u1"), 3),
        Row(("plants", "need", "light", "", "", "plants", "u2"), 4),
    ),
)


def test_blank_fillers_get_their_words_and_blank_options_drop_them() -> None:
    assert [REQUIRES.sentence(row) for row in REQUIRES.rows] == ["a plant needs water to grow", "plants need light"]


def test_every_wording_is_a_fact_with_bare_arguments() -> None:
    facts = list(REQUIRES.facts())
    assert [fact.text for fact in facts] == [
        "a plant needs water to grow",
        "a plant needs moisture to grow",
        "plants need light",
    ]
    assert [fact.arguments for fact in facts] == [("plant", "water"), ("plant", "moisture"), ("plants", "light")]
    assert {fact.relation for fact in facts} == {"requires"}
    assert [fact.where for fact in facts[:2]] == ["requires:3", "requires:3.2"]


def test_terms_topic_and_metadata() -> None:
    row = REQUIRES.rows[0]
    assert REQUIRES.terms(row) == (("plant",), ("water", "moisture"), ("grow",))
    assert REQUIRES.topic(row) == "plants"
    assert REQUIRES.cell(row, "uid") == "u1"


def test_a_comma_filler_hugs_the_word_before() -> None:
    columns = (Column("as", FILLER), Column("cause"), Column(",", FILLER), Column("effect"))
    table = Table("t", "moreless", ((1,), (3,)), columns, (Row(("", "speed rises", "", "time falls"), 3),))
    assert table.sentence(table.rows[0]) == "as speed rises, time falls"
