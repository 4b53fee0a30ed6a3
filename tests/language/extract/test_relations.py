"""Typed relations: the gold set for the whole, single facts for arguments and signs."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reasoner.language.extract.relations import TYPES, relation, term
from tests.language.extract.gold import gold_facts


@pytest.mark.parametrize(
    ("fact", "kind", "arguments"),
    [
        ("a poodle is a kind of dog", "isa", ("poodle", "dog")),
        ("The sails are made of canvas.", "madeof", ("sails", "canvas")),
        ("a keel is part of a boat", "has", ("boat", "keel")),
        ("tea contains caffeine", "contains", ("tea", "caffeine")),
        ("a flightless bird is called a ratite", "definition", ("ratite", "flightless bird")),
        ("potholes are caused by frost", "causes", ("frost", "potholes")),
        ("oxygen is necessary for burning", "requires", ("burning", "oxygen")),
        ("a kettle needs power to boil water", "requires", ("kettle", "power", "boil water")),
        ("cooks use knives to chop onions", "usedfor", ("knives", "chop onions", "cooks")),
        ("a loom is used by weavers to make cloth", "usedfor", ("loom", "make cloth", "weavers")),
        ("there are lakes under the ice", "located", ("lakes", "ice")),
        ("an example of a fruit is a plum", "example", ("plum", "fruit")),
        ("if it rains then the street gets wet", "ifthen", ("it rains", "street gets wet")),
        ("the street gets wet when it rains", "ifthen", ("it rains", "street gets wet")),
        ("a pony is smaller than a horse", "comparison", ("pony", "horse")),
    ],
)
def test_type_and_arguments(fact, kind, arguments):
    found = relation(fact)
    assert (found.type, tuple(each.term for each in found.arguments)) == (kind, arguments)


@pytest.mark.parametrize(
    ("fact", "signs", "aspects"),
    [
        ("as depth increases , light decreases", (1, -1), ("", "")),
        ("the colder a room is , the more blankets people use", (-1, 1), ("cold", "blankets")),
        ("as a fire grows , the room becomes hotter", (1, 1), ("", "hot")),
        ("a pebble is less heavy than a boulder", (-1,), ("heavy",)),
        ("a pebble is about the same color as a shell", (0,), ()),
    ],
)
def test_signs_and_aspects(fact, signs, aspects):
    found = relation(fact)
    assert (found.signs, found.aspects) == (signs, aspects)


@pytest.mark.parametrize(("direction", "sign"), [("raises", 1), ("reduces", -1), ("enables", 1), ("prevents", -1)])
def test_direction_of_a_cause_has_a_sign(direction, sign):
    assert relation(f"rain {direction} dust").sign == sign


@pytest.mark.parametrize("fact", ["tea does not contain salt", "a bat isn't a bird", "frogs never have tails"])
def test_negation_is_a_mark(fact):
    assert relation(fact).negated


def test_verbs_inside_a_subject_do_not_decide():
    assert relation("food that contains salt is good").type != "contains"
    assert relation("the pressure increases with depth").type == "basic"


def test_term_strips_articles_and_finds_the_head():
    assert (term("the roots of an oak").term, term("the roots of an oak").head) == ("roots of an oak", "root")


def test_gold_set_is_large_and_covers_every_type():
    facts = gold_facts()
    assert len(facts) >= 200
    assert {fact.type for fact in facts} == set(TYPES)
    assert len({fact.text for fact in facts}) == len(facts)


@pytest.mark.parametrize("held_out", [False, True])
def test_types_meet_the_bar(held_out):
    facts = [fact for fact in gold_facts() if fact.held_out == held_out]
    right = sum(relation(fact.text).type == fact.type for fact in facts)
    assert right / len(facts) >= 0.85


@pytest.mark.parametrize("text", ["", " ", "🙂", "\x00", "is", "as , as", "the more the", "of " * 5000, "is a " * 300])
def test_odd_texts_give_a_result(text):
    assert relation(text).type in TYPES


@settings(max_examples=40, deadline=None)
@given(st.text(max_size=60))
def test_any_text_gives_a_result(text):
    assert relation(text).type in TYPES
